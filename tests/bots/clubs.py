"""Bots at a table of a real site: letters go into Maildirs, replies straight to the postbox."""

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from random import Random
from smtplib import SMTPDataError
from typing import Any

from chalicelib.data import deck
from chalicelib.game import Busy
from chalicelib.play import SETTLE
from chalicelib.postbox import Outcome
from chalicelib.rules import ruleset, table
from chalicelib.rules.cluedo import Deck
from chalicelib.rules.forum.options import Options
from chalicelib.rules.forum.state import Create
from infra.bots.player import Bot
from infra.bots.post import Send
from infra.local.mailbox import Mailboxes
from tests.tables import CODE
from tests.worlds import World

NICKS = ("</b><i>", "Док.тор_Пи-2 🙂", "Anna / Мисс Скарлетт", "Нож", "a asks you", "(.*) → x")
"""Nicks as people choose them: markup, blanks, slashes, cards, our own words, patterns."""


class Club:
    """A world whose players are bots; ``outcomes`` is what became of each of their mails."""

    def __init__(self, folder: Path, seats: int, seed: int = 1, skill: float = 1.0) -> None:
        """Open the club; nobody plays yet."""
        self.world = World(folder, NICKS[:seats])
        self.world.rng = Random(seed)
        self.mailboxes = Mailboxes(folder / "mail", lambda: None)
        self.seed, self.skill = seed, skill
        self.outcomes: dict[str, Outcome] = {}
        self.deferred = False
        self.sent: list[EmailMessage] = []
        self.take: Send = self._take
        self.bots = {f"p{n}": self.bot(f"p{n}") for n in range(1, seats + 1)}

    def bot(self, account: str) -> Bot:
        """Wake a bot: whatever it knows it knows from its folder."""
        address = f"{account}@example.org"
        path = self.mailboxes.path(address)
        rng = Random(f"{self.seed} {account}")
        return Bot(address, path, "", 0, rng, skill=self.skill, send=self.take)

    def _take(self, mail: EmailMessage) -> None:
        """Take a bot's mail to the postbox; a busy one wants it again a little later."""
        try:
            outcome = self.world.receive(mail)
        except Busy as busy:
            self.world.wait(seconds=SETTLE.seconds + 1)
            self.deferred = True
            raise SMTPDataError(451, b"in a moment, please") from busy
        self.sent.append(mail)
        self.outcomes[mail["Message-ID"]] = outcome

    def start(self, language: table.Language = "ru", **options: Any) -> "Club":
        """Seat everybody, the bots reading English, and deal the classic deck of a language."""
        world, cards = self.world, deck(f"classic.{language}")
        world.account("host", language)
        whole = Deck(cards["suspects"], cards["weapons"], cards["rooms"])
        setting = table.Setting("The Villa", language)
        world.move("host", Create(setting, Options(**options), "full", whole, CODE))
        for account, nick in zip(self.bots, world.nicks, strict=True):
            world.account(account, "en")
            world.wait(seconds=1)
            world.move(account, table.Join(CODE, nick))
        world.wait(seconds=1)
        world.move("host", table.Start())
        return self

    def awaken(self) -> None:
        """Let all bots forget whatever is not on the disk."""
        self.bots = {account: self.bot(account) for account in self.bots}

    @property
    def ending(self) -> str:
        """How the game ended, or nothing."""
        result = self.world.state.result
        return result.outcome if result else ""

    def deliver(self) -> int:
        """Bring all letters into the Maildirs. Gives their number."""
        mails = self.world.post()
        for mail in mails:
            self.mailboxes.send(mail["To"], mail)
        return len(mails)

    def settle(self) -> None:
        """Let letters and replies go to and fro until nobody has anything to say."""
        busy = True
        while busy:
            self.deferred, delivered = False, self.deliver()
            acted = [bot.step() for bot in self.bots.values()]
            busy = self.deferred or bool(delivered) or any(acted)

    def next_deadline(self) -> None:
        """Let time pass until something falls due, and let it happen."""
        due = ruleset(self.world.state).due(self.world.state)
        assert due
        self.world.time = due + SETTLE + timedelta(seconds=1)
        self.world.tick()

    def play(self, most_days: int = 60) -> int:
        """Play to the end. Gives the number of days."""
        self.settle()
        while self.world.state.phase != "over" and self.world.state.day < most_days:
            self.next_deadline()
            self.settle()
        return int(self.world.state.day)
