"""A whole site for tests: SQLite in a folder, a clock that is moved by hand, mail in a list."""

import sqlite3
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self

import msgspec

from chalicelib import accounts, clock, deliver, ledger, play, postbox
from chalicelib.game import Chance
from chalicelib.outward import Web
from chalicelib.play import Asked, Played
from chalicelib.rules import RULESETS, Log, table
from chalicelib.rules.house import options as house_rules
from chalicelib.site import Site
from chalicelib.store.sqlite import SqliteStore
from tests.tables import CASE, CODE, DECK, HANDS, START, Stacked

GAME = "game"
_posted: dict[tuple[Any, ...], "_Snapshot"] = {}
PROVEN = postbox.Verdicts("PASS", "PASS", "PASS", "PASS", "PASS")
"""What SES says of a good mail from a domain that has DMARC."""


class _Snapshot(NamedTuple):
    """A site when the first letters of a game have left: its rows, its chance, the mails."""

    rows: list[tuple[Any, ...]]
    chance: Any
    mails: list[EmailMessage]


class World:
    """One site with one game in it; ``minutes`` of the clock count from the start of the game."""

    def __init__(
        self,
        folder: Path,
        nicks: tuple[str, ...] = ("Anna", "Boris", "Clara"),
        rate: float = 0,
    ) -> None:
        """Open the site; the players' addresses are made of the numbers of their seats."""
        self.folder = folder
        self.store = SqliteStore(folder / "alibi.db")
        self.time = START
        self._chance = Random(7)
        self.rng: Chance = self._chance
        self.site = Site(
            self.store,
            "https://alibi.test",
            "in.alibi.test",
            lambda: self.time,
            self.rng,
            mail_rate=rate,
            wait=lambda seconds: self.wait(seconds=seconds),
            web=Web(local=True),
        )
        self.mails: list[EmailMessage] = []
        self.carrier: str | None = None
        self.nicks = nicks
        self.title = "The Villa"
        self._keys = 0
        self._started: tuple[Any, ...] = ()

    def start(
        self, language: table.Language = "en", ruleset: str = "forum", **options: Any
    ) -> Self:
        """Create the game, seat everybody and deal the known hands of ``tests.tables``."""
        kind, begun = RULESETS[ruleset], self.store.writes
        self.account("host", language)
        setting = table.Setting(self.title, language)
        house = house_rules(kind.PRESETS, "full", options)
        self.move("host", kind.Create(setting, house, "full", DECK, CODE))
        for number, nick in enumerate(self.nicks, 1):
            self.account(f"p{number}", language)
            self.move(f"p{number}", table.Join(CODE, nick))
        self.move("host", table.Start(), rng=Stacked(DECK, CASE, HANDS))
        if not begun and self.time == START:
            self._started = (language, ruleset, *sorted(options.items()), self.store.writes)
        return self

    def account(self, name: str, language: str) -> None:
        """Open an account under a name of our own."""
        fresh = accounts.Profile(name, f"{name}@example.org", language)
        accounts.keep(self.store, fresh, now=self.time)

    def prefer(self, account: str, **wishes: Any) -> None:
        """Change how somebody wants to be written to."""
        accounts.changed(
            self.store, account, lambda old: msgspec.structs.replace(old, **wishes), now=self.time
        )

    def move(
        self,
        account: str,
        *moves: Any,
        key: str = "",
        at: datetime | None = None,
        rng: Chance | None = None,
    ) -> Played:
        """Make moves as an account; they arrive now unless ``at`` is given."""
        self._keys += 1
        return play.play(
            self.store,
            GAME,
            Asked(account, moves, "rest", at or self.time),
            key=key or f"test {self._keys}",
            now=self.time,
            rng=rng or self.rng,
        )

    def wait(self, **delta: float) -> None:
        """Move the clock on; the program does not notice by itself."""
        self.time += timedelta(**delta)

    def tick(self) -> int:
        """Let the program notice what time it is."""
        return clock.tick(self.site)

    def held(self) -> ledger.Held:
        """The game as it is loaded for a move."""
        return ledger.peek(self.store, GAME, self.time)

    @property
    def state(self) -> Any:
        """The whole state of the game."""
        state = ledger.state_of(self.store, GAME, self.time)
        assert state
        return state

    def log(self) -> tuple[Log, ...]:
        """The whole log of the game."""
        return ledger.entries(self.store, GAME, 0, 10_000, self.time)

    def outbox(self) -> dict[str, ledger.Outgoing]:
        """Every letter of the game by its name, with what became of it."""
        items = self.store.query(f"GAME#{GAME}", "OUT#", "OUT$", 10_000, now=self.time)
        return {item.sk.removeprefix("OUT#"): ledger.read_outgoing(item) for item in items}

    def send(self, _: str, message: EmailMessage) -> str | None:
        """Take a mail that leaves, under the carrier's own name for it if it has one."""
        self.mails.append(message)
        return self.carrier

    def post(self) -> list[EmailMessage]:
        """Send everything that is due within a second, and give it."""
        self.mails.clear()
        self.wait(seconds=1)
        known = self._first_post()
        if known in _posted:
            self._restore(_posted[known])
            return list(self.mails)
        while deliver.sweep(self.site, self):
            pass
        if known:
            self._remember(known)
        return list(self.mails)

    def _first_post(self) -> tuple[Any, ...]:
        """Say which first letters these are, which always read the same; nothing if no such."""
        site, *started = self.site, *self._started[:-1]
        fresh = self._started[-1:] == (self.store.writes,) and site.rng is self._chance
        if (
            not fresh
            or type(self).send is not World.send
            or self.time != START + timedelta(seconds=1)
        ):
            return ()
        where = (site.base_url, site.mail_domain, site.threads, site.mail_rate, self.carrier)
        return (*where, self.title, self.nicks, *started)

    def _remember(self, known: tuple[Any, ...]) -> None:
        """Keep what the first letters left behind: writing them takes most of a small test."""
        with sqlite3.connect(self.folder / "alibi.db") as db:
            rows = db.execute("SELECT * FROM items").fetchall()
        _posted[known] = _Snapshot(rows, self._chance.getstate(), list(self.mails))

    def _restore(self, posted: _Snapshot) -> None:
        marks = ", ".join("?" * len(posted.rows[0]))
        with sqlite3.connect(self.folder / "alibi.db") as db:
            db.executemany(f"REPLACE INTO items VALUES ({marks})", posted.rows)
        self._chance.setstate(posted.chance)
        self.mails += posted.mails

    def letters_to(self, account: str) -> list[EmailMessage]:
        """Send everything that is due, and give what went to one account."""
        return [mail for mail in self.post() if mail["To"] == f"{account}@example.org"]

    def reply(
        self,
        mail: EmailMessage,
        text: str,
        name: str = "<1@example.org>",
        verdicts: postbox.Verdicts = PROVEN,
        **changes: str,
    ) -> postbox.Outcome:
        """Answer a mail as a player's program would, with the mail quoted below."""
        answer = EmailMessage()
        answer["From"] = changes.get("sender", mail["To"])
        answer["To"] = changes.get("to", mail["Reply-To"])
        answer["Message-ID"] = name
        answer["Subject"] = f"Re: {mail['Subject']}"
        quoted = "\n".join(f"> {line}" for line in words(mail).splitlines())
        answer.set_content(f"{text}\n\nOn 1 Dec 2026 at 18:00, Alibi wrote:\n{quoted}\n")
        return self.receive(answer, verdicts=verdicts)

    def receive(
        self,
        answer: EmailMessage,
        at: datetime | None = None,
        verdicts: postbox.Verdicts = PROVEN,
        **more: Any,
    ) -> postbox.Outcome:
        """Bring a mail in; its provider vouches for the sender unless other verdicts are given."""
        recipient = answer["To"].addresses[0].addr_spec
        sender = answer["From"].addresses[0].addr_spec
        raw = answer.as_bytes()
        arrival = postbox.Arrival(raw, sender, (recipient,), at or self.time, verdicts, **more)
        return postbox.receive(self.site, arrival)


def words(mail: EmailMessage) -> str:
    """Give the text part of a mail."""
    part = mail.get_body(("plain",))
    assert part
    return str(part.get_content())
