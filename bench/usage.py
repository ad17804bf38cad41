"""What a game by mail asks of DynamoDB and SES: counted, not timed, in a whole game of six bots.

The figures stand in ``infra/deploy/costs.py``, which makes money of them. The units are those that
DynamoDB would charge: a transaction costs twice the kilobytes of its items, the index of what is
due one more for each entry or removal; reading costs one for four kilobytes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from typing import Any
from unittest.mock import patch

from chalicelib import ledger, rules
from chalicelib.store import Delete, Item, Key, Put, Write
from chalicelib.store.sqlite import SqliteStore
from infra.demo.game import Demo, instance
from infra.local.games import all_games

LIMIT = 110.0
"""Seconds that the game may take."""
NAMES = len("pk sk body version due shard expires until")
"""Bytes of the names of an item's attributes, which DynamoDB counts too."""
STAMPS = 90
"""Bytes of numbers and times in an item."""
WRITTEN, READ = 1024, 4096
"""Bytes in a unit."""


class Meter:
    """Counts units as DynamoDB would."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.writes = self.reads = self.stored = 0
        self._due: set[Key] = set()

    def wrote(self, writes: tuple[Write, ...]) -> None:
        """Count a transaction that succeeded."""
        for write in writes:
            size = _size(write.item) if isinstance(write, Put) else 1
            self.writes += 2 * ceil(size / WRITTEN)
            self.stored += size if isinstance(write, Put) else 0
            was = write.key in self._due
            now = isinstance(write, Put) and write.item.due is not None
            if isinstance(write, Put | Delete):
                self.writes += was + now
                (self._due.add if now else self._due.discard)(write.key)

    def read(self, items: tuple[Item | None, ...]) -> None:
        """Count a read of single items."""
        self.reads += sum(ceil(_size(item) / READ) if item else 1 for item in items)

    def queried(self, items: tuple[Item, ...]) -> None:
        """Count a query, which is charged as a whole."""
        self.reads += max(1, ceil(sum(map(_size, items)) / READ))


def _size(item: Item) -> int:
    texts = len(item.pk.encode()) + len(item.sk.encode()) + len(item.body.encode())
    return texts + NAMES + STAMPS


@contextmanager
def metered() -> Iterator[Meter]:
    """Count what goes through every store of this process in the meantime."""
    meter = Meter()
    write, read, query = SqliteStore.write, SqliteStore.read, SqliteStore.query

    def writing(store: SqliteStore, *writes: Write, **more: Any) -> None:
        write(store, *writes, **more)
        meter.wrote(writes)

    def reading(store: SqliteStore, *keys: Key, **more: Any) -> Any:
        found = read(store, *keys, **more)
        meter.read(found)
        return found

    def querying(store: SqliteStore, *asked: Any, **more: Any) -> Any:
        found = query(store, *asked, **more)
        meter.queried(found)
        return found

    with patch.multiple(SqliteStore, write=writing, read=reading, query=querying):
        yield meter


def report() -> Iterator[str]:
    """Play, and say what it took."""
    with metered() as meter, instance() as runner:
        demo = Demo(runner, "en")
        state = demo.play(LIMIT, lambda _: None)
        here = runner.site
        (game,) = (one.id for one in all_games(runner.store, here.now()))
        log = list(ledger.whole_log(here.store, game, here.now()))
        moves = sum(entry.via == "mail" for entry in log)
        letters, days = demo.letters, rules.day_of(state)
    yield (
        f"a game of six by mail, {days} days: {moves} mails in, {letters} letters out, "
        f"{meter.writes:,} write units, {meter.reads:,} read units, {meter.stored:,} bytes written"
    )
    yield (
        f"for each mail in: {letters / moves:.2f} letters, {meter.writes / moves:.0f} write "
        f"units, {meter.reads / moves:.0f} read units; mails for each player and day: "
        f"{moves / days / 6:.2f}"
    )
