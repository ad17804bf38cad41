"""Random games with their mail: committed to a real store, letters sent meanwhile, or nearly.

The people have random wishes, and change them. The program may die at any write to the store, and
just before or after a mail leaves; then it starts again.
"""

import random
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import msgspec

from chalicelib import accounts, deliver, ledger, letters, rules
from chalicelib.ledger import Change, Outgoing
from chalicelib.letters import Told
from chalicelib.site import Site
from chalicelib.store import Write
from chalicelib.store.sqlite import SqliteStore
from tests.laws.games import Game

GAME = "g"
POSTS = ("all", "mine", "daily")
RESTARTED = timedelta(seconds=61)
"""After so long a letter that somebody died over is due again."""


class Died(BaseException):
    """The program ends here, whatever it is at."""


class Mortal(SqliteStore):
    """A store over which the program may die: before a write, or right after it."""

    def __init__(self, path: Path, fatal: Callable[[], bool]) -> None:
        """``fatal`` says at each moment whether it is the last."""
        super().__init__(path)
        self.fatal = fatal

    def _open(self) -> sqlite3.Connection:
        db = super()._open()
        db.execute("PRAGMA synchronous = OFF")  # the program dies here, the machine does not
        return db

    def write(self, *writes: Write, now: datetime) -> None:
        """See `Store.write`."""
        if self.fatal():
            raise Died
        super().write(*writes, now=now)
        if self.fatal():
            raise Died


class Sent(msgspec.Struct, frozen=True):
    """A mail that left: when, its name, and the state of the game then."""

    at: datetime
    name: str
    to: str
    state: Any


class Office:
    """Sends the letters of one game as it is played."""

    def __init__(
        self, folder: Path, game: Game, seed: int, rate: float = 0, deaths: int = 0
    ) -> None:
        """Give everybody an account with some wish."""
        (folder / "alibi.db").unlink(missing_ok=True)
        self.chance, self.game = random.Random(seed), game
        self.deaths, self.mortal = deaths, False
        self.store = Mortal(folder / "alibi.db", self._fatal)
        self.time = game.log[0].at
        self.site = Site(
            self.store,
            "https://alibi.test",
            "in.alibi.test",
            lambda: self.time,
            random.Random(seed),
            mail_rate=rate,
            wait=self.wait,
        )
        self.sent: list[Sent] = []
        self.wishes: dict[str, set[str]] = {}
        for name in sorted({name for state in game.states[1:] for name in people(state)}):
            fresh = accounts.Profile(name, f"{name}@example.org", "en")
            accounts.keep(self.store, fresh, now=self.time)
            self.wish(name)

    def wish(self, account: str) -> None:
        """Somebody wants another kind of mail."""
        post: Any = self.chance.choice(POSTS)
        hours = self.chance.choice(((), (), (1,), (20, 5), (0,)))
        self.wishes.setdefault(account, set()).add(post)
        accounts.changed(
            self.store,
            account,
            lambda old: msgspec.structs.replace(old, post=post, reminders=hours),
            now=self.time,
        )

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.time += timedelta(seconds=seconds)

    def _fatal(self) -> bool:
        dies = self.mortal and self.deaths > 0 and self.chance.random() < 0.01
        self.deaths -= dies
        return dies

    def send(self, to: str, message: EmailMessage) -> None:
        """Note what leaves; the program may die before or after."""
        if self._fatal():
            raise Died
        state = ledger.state_of(self.store, GAME, self.time)
        self.sent.append(Sent(self.time, message["X-Alibi-Letter"].partition(".")[2], to, state))
        if self._fatal():
            raise Died

    def sweep(self) -> bool:
        """Send what is due; whoever dies over it leaves the rest to the next."""
        self.mortal = True
        try:
            return bool(deliver.sweep(self.site, self))
        except Died:
            self.time += RESTARTED
            return True
        finally:
            self.mortal = False

    def play(self) -> "Office":
        """Commit the whole game, sending at odd times, and in the end all that is left."""
        for before, after, entry in steps(self.game):
            while self.time < entry.at and self.chance.random() < 0.7:
                part = self.chance.random()
                self.time += (entry.at - self.time) * part
                self.sweep()
            self.time = max(self.time, entry.at)
            change = Change(GAME, before, after, entry, f"{entry.seq}", "")
            ledger.commit(self.store, change, self.time)
            if self.chance.random() < 0.1:
                self.wish(self.chance.choice(sorted(self.wishes)))
        self.rest()
        return self

    def rest(self) -> None:
        """Let days pass until nothing is left to send."""
        for _ in range(24):
            self.time += timedelta(hours=3)
            while self.sweep():
                pass

    def outbox(self) -> dict[str, Outgoing]:
        """Every letter by its name, with what became of it."""
        found: dict[str, Outgoing] = {}
        after = "OUT#"
        while page := self.store.query(f"GAME#{GAME}", after, "OUT$", now=self.time):
            found |= {i.sk.removeprefix("OUT#"): ledger.read_outgoing(i) for i in page}
            after = page[-1].sk
        return found

    def told(self) -> Iterator[tuple[str, Told]]:
        """Every letter about an entry that there has to be, with its name."""
        for _, after, entry in steps(self.game):
            due = rules.ruleset(after).due(after)
            late = bool(due and due <= entry.at)
            for letter in letters.about(GAME, after, entry, late=late):
                if isinstance(letter, Told):
                    yield f"{letter.seq:08d}.{letter.to}.{letter.rank}", letter


def steps(game: Game) -> Iterator[tuple[Any, Any, Any]]:
    """Each entry with the states before and after it."""
    yield from zip(game.states, game.states[1:], game.log, strict=False)


def people(state: Any) -> set[str]:
    """Who takes part."""
    return {name for name in (state.host, *(seat.account for seat in state.seats)) if name}
