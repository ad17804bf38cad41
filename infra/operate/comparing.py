"""``compare``: whether two installations hold the same, by digests of every row.

Each side is read once. A digest of a partition does not depend on the order of its rows, so the two
engines need not list them in the same one; the log of each game has a digest of its own.
"""

import hashlib
from collections.abc import Iterator
from datetime import datetime

import msgspec

from chalicelib import ledger
from chalicelib.store import Item, Key, stamp
from infra.operate.rows import Listable, everything

OWN: frozenset[Key] = frozenset(
    {("MAIL", "PACE"), ("FEEDBACK", "RATES"), ("FEEDBACK", "LIST"), ("MIGRATION", "BEGUN")}
)
"""Rows about an installation itself: how fast its mail leaves, how it fares. Never moved."""
BITS = 2**256


class Digest(msgspec.Struct):
    """What a partition holds: how many rows, and the sum of their hashes; the same for its log."""

    rows: int = 0
    all: int = 0
    entries: int = 0
    log: int = 0

    def add(self, item: Item) -> None:
        """Count a row in."""
        number = int.from_bytes(hashlib.sha256(canonical(item)).digest(), "big")
        self.rows += 1
        self.all = (self.all + number) % BITS
        if item.sk.startswith("LOG#"):
            self.entries += 1
            self.log = (self.log + number) % BITS


class Difference(msgspec.Struct, frozen=True):
    """A partition that is not the same: its kind, its game if it is one, and what differs."""

    kind: str
    game: str
    what: str


class Compared(msgspec.Struct, frozen=True):
    """What came of it; games and entries are those of the first side."""

    games: int
    entries: int
    differences: tuple[Difference, ...]

    @property
    def same_logs(self) -> bool:
        """Whether both hold the same log for every game."""
        return not any(one.what.startswith("log") for one in self.differences)


def canonical(item: Item) -> bytes:
    """Give a row as bytes, the same on every engine."""
    times = [stamp(time) if time else None for time in (item.due, item.expires)]
    return msgspec.json.encode([*item.key, item.body, item.version, *times])


def digests(store: Listable, now: datetime) -> dict[str, Digest]:
    """Give the digest of every partition, of what is there at ``now`` (UTC)."""
    found: dict[str, Digest] = {}
    for item in everything(store, now):
        if item.key not in OWN:
            found.setdefault(item.pk, Digest()).add(item)
    return found


def compared(one: Listable, other: Listable, now: datetime) -> Compared:
    """Compare two installations in all that was not forgotten by ``now`` (UTC)."""
    here, there = digests(one, now), digests(other, now)
    games = [digest for pk, digest in here.items() if pk.startswith("GAME#") and digest.entries]
    differences = tuple(_differences(here, there))
    return Compared(len(games), sum(digest.entries for digest in games), differences)


def _differences(here: dict[str, Digest], there: dict[str, Digest]) -> Iterator[Difference]:
    for pk in sorted({*here, *there}):
        one, other = here.get(pk, Digest()), there.get(pk, Digest())
        if one == other:
            continue
        kind, game = pk.partition("#")[0], ledger.game_of(pk)
        if (one.entries, one.log) != (other.entries, other.log):
            yield Difference(kind, game, f"log: {one.entries} entries and {other.entries}")
        else:
            yield Difference(kind, game, _what(one, other))


def _what(one: Digest, other: Digest) -> str:
    if not other.rows:
        return "only in the first"
    return "other rows" if one.rows else "only in the second"
