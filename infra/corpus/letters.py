"""The letters that the corpus answers: made by the program itself, from a small game.

The clock, the deal and the tokens are fixed, so that the letters are the same every time.
"""

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from random import Random
from typing import Any

from chalicelib import accounts, clock, deliver, ledger, play, postbox, replies
from chalicelib.data import deck
from chalicelib.play import Asked, Played
from chalicelib.rules import forum, table, verbs
from chalicelib.rules.cluedo import Deck
from chalicelib.rules.house import options as house_rules
from chalicelib.site import Site
from chalicelib.store.sqlite import SqliteStore

DOMAIN = "in.alibi.example"
PLAYER = "player@example.org"
"""The address of whoever answers."""
GAME = "g12"
START = datetime(2026, 6, 15, 8, tzinfo=UTC)
READER, ASKER = "p2", "p1"
KINDS = ("question", "hand", "day", "refused")
TABLES = {
    "ru": ("Особняк на холме", "Europe/Moscow", ("Анна", "Борис", "Док.тор_Пи-2", "Мышь белая")),
    "en": ("The House on the Hill", "Europe/London", ("Anna", "Boris", "Doc.tor_Pi-2", "Mouse")),
    "pl": ("Dom na wzgórzu", "Europe/Warsaw", ("Żaneta", "Bolek", "Dok.tor_Pi-2", "Szara mysz")),
}
MISTAKES = {
    "ru": "Предположение для Борис: Мисс Скарлетт",
    "en": "Suggestion for Boris: Miss Scarlett",
    "pl": "Sugestia dla Bolek: Miss Scarlet",
}


class _Game:
    """A game of four in one language, on a site of its own."""

    def __init__(self, folder: Path, language: table.Language) -> None:
        self.time = START
        self.store = SqliteStore(folder / f"{language}.db")
        self.rng = Random(f"corpus {language}")  # noqa: S311 -- the same letters every time
        self.site = Site(self.store, "https://alibi.example", DOMAIN, lambda: self.time, self.rng)
        self.sent: list[EmailMessage] = []
        self.language = language
        self.keys = 0

    def send(self, _: str, message: EmailMessage) -> None:
        """Keep a letter that goes out."""
        self.sent.append(message)

    def account(self, name: str, address: str) -> None:
        """Open an account under a name of ours."""
        fresh = accounts.Profile(name, address, self.language)
        accounts.keep(self.store, fresh, now=self.time)

    def move(self, account: str, *moves: Any) -> Played:
        """Make moves, and let some time pass."""
        self.keys += 1
        self.time += timedelta(minutes=7)
        asked = Asked(account, moves, "rest", self.time)
        key = f"corpus {self.keys}"
        return play.play(self.store, GAME, asked, key=key, now=self.time, rng=self.rng)

    def letter(self) -> EmailMessage:
        """Send what is due, and give the last letter to the one who answers."""
        self.sent.clear()
        self.time += timedelta(seconds=1)
        while deliver.sweep(self.site, self):
            pass
        return [mail for mail in self.sent if str(mail["To"]) == PLAYER][-1]

    @property
    def state(self) -> Any:
        """The whole state."""
        return ledger.state_of(self.store, GAME, self.time)


def made(folder: Path, language: table.Language) -> dict[str, EmailMessage]:
    """Play a game in ``folder``, which holds none yet, and give its letters by their kinds."""
    game = _Game(folder, language)
    cards = _seated(game)
    game.move("host", table.Start())
    letters = {"hand": game.letter()}
    _asked(game, cards)
    letters["question"] = game.letter()
    letters["refused"] = _refused(game)
    game.time = game.state.closes + timedelta(minutes=1)
    clock.tick(game.site)
    letters["day"] = game.letter()
    return letters


def _seated(game: _Game) -> Deck:
    """Open the table and seat everybody; gives the cards."""
    title, zone, nicks = TABLES[game.language]
    data = deck(f"classic.{game.language}")
    cards = Deck(data["suspects"], data["weapons"], data["rooms"])
    setting = table.Setting(title, game.language, zone)
    house = house_rules(forum.PRESETS, "full", {})
    game.account("host", "host@example.org")
    game.move("host", forum.Create(setting, house, "full", cards, "join-me"))
    for number, nick in enumerate(nicks, 1):
        name = f"p{number}"
        game.account(name, PLAYER if name == READER else f"{name}@example.org")
        game.move(name, table.Join("join-me", nick))
    return cards


def _asked(game: _Game, cards: Deck) -> None:
    """Ask for two cards of the reader's hand and one other."""
    (seat,) = (s for s in game.state.seats if s.account == READER)
    kinds = (cards.suspects, cards.weapons, cards.rooms)
    held = [next((card for card in kind if card in seat.hand), "") for kind in kinds]
    while all(held):
        held[0] = ""
    free = [next(card for card in kind if card not in seat.hand) for kind in kinds]
    case = [mine or other for mine, other in zip(held, free, strict=True)]
    game.move(ASKER, verbs.Suggest(case[0], case[1], case[2], seat.id))


def _refused(game: _Game) -> EmailMessage:
    """Send in an order without two of its cards, and give the answer."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = PLAYER
    mail["Message-ID"] = "<first@example.org>"
    mail.set_content(MISTAKES[game.language])
    back = replies.Return(GAME, READER, None)
    token = replies.reply_token(game.store, back, now=game.time, rng=game.rng)
    recipients = (f"r+{token}@{DOMAIN}",)
    postbox.receive(game.site, postbox.Arrival(mail.as_bytes(), PLAYER, recipients, game.time))
    return game.letter()


def choices(question: EmailMessage) -> tuple[str, ...]:
    """Give the cards among which a question lets its reader choose, in the order of numbers."""
    body = question.get_body(("plain",))
    return tuple(re.findall(r"^\d - (.+?)\r?$", str(body and body.get_content()), re.MULTILINE))
