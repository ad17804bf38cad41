"""A crowd of games whose day ends at one moment, on SQLite, with a clock moved by hand."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bench import crowd
from chalicelib import clock
from chalicelib.site import HandOver, Site
from chalicelib.store import Store
from chalicelib.store.sqlite import SqliteStore


class Crowd:
    """Games by their names, all due now; ``time`` is the present."""

    def __init__(self, store: Store, count: int) -> None:
        """Make the games; their days have just settled."""
        self.store = store
        self.closes = crowd.played(store)
        self.names = crowd.copied(store, count)
        self.time = self.closes + timedelta(seconds=11)
        self.site = crowd.site(store, self.now)

    def now(self) -> datetime:
        """Give the present."""
        return self.time

    def wait(self, **delta: float) -> None:
        """Move the clock on."""
        self.time += timedelta(**delta)

    def with_queue(self, hand_over: HandOver) -> Site:
        """Give the site with a queue."""
        return replace(self.site, hand_over=hand_over)

    def turns(self) -> list[int]:
        """Say how often the day of each game was closed."""
        return [crowd.turns_of(self.store, name, self.closes) for name in self.names]


class Queue:
    """What was put into a queue, in order; ``refuses`` says which of it is not taken."""

    def __init__(self) -> None:
        """Begin empty."""
        self.bodies: list[str] = []
        self.refuses: set[str] = set()

    def put(self, bodies):
        """Take messages, but for some."""
        left = [body for body in bodies if body in self.refuses]
        self.bodies += [body for body in bodies if body not in self.refuses]
        return left

    def come(self, site: Site) -> list[str]:
        """Bring everything to the function that reads the queue; gives the bodies that failed."""
        bodies, self.bodies = self.bodies, []
        messages = [(str(number), body) for number, body in enumerate(bodies)]
        return [bodies[int(name)] for name in clock.come(site, messages)]


@pytest.fixture
def many(tmp_path: Path) -> Crowd:
    """Three hundred games."""
    return Crowd(SqliteStore(tmp_path / "alibi.db"), 300)


@pytest.fixture
def few(tmp_path: Path) -> Crowd:
    """Three games."""
    return Crowd(SqliteStore(tmp_path / "alibi.db"), 3)
