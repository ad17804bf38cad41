"""The store port: small items in partitions, written by all-or-nothing transactions.

Two adapters keep the same contract (tests/contract): `sqlite.SqliteStore` and
`dynamo.DynamoStore`. The limits of the narrower engine hold on both, so a test on
SQLite finds what DynamoDB would refuse. Sort keys order as their UTF-8 bytes do.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Protocol, TypeVar

import msgspec

from chalicelib.game import Busy

T = TypeVar("T")

Key = tuple[str, str]
"""The address of an item: (pk, sk)."""

BATCH_LIMIT = 100
"""Items in one read or one transaction (DynamoDB: BatchGetItem, TransactWriteItems)."""
PK_LIMIT, SK_LIMIT = 2048, 1024
"""UTF-8 bytes in a partition key and in a sort key (DynamoDB)."""
BODY_LIMIT = 390_000
"""UTF-8 bytes in a body: DynamoDB's 400 KB for an item, less keys and times."""
TRIES = 10
"""How often a change is made anew because others came in between."""
BODIES_LIMIT = 3_900_000
"""UTF-8 bytes in the bodies of one transaction: DynamoDB's 4 MB, less keys and times."""


class Item(msgspec.Struct, frozen=True):
    """One stored row: opaque JSON text under a key. All times are UTC, kept to the microsecond."""

    pk: str
    sk: str
    body: str
    version: int = 1
    due: datetime | None = None
    """When something is to be done about it; only items with a due time are in `Store.due`."""
    expires: datetime | None = None
    """From this moment on readers find it absent, whenever the engine really deletes it."""

    @property
    def key(self) -> Key:
        """The address of the item."""
        return self.pk, self.sk


class Put(msgspec.Struct, frozen=True):
    """Write the whole item, replacing what was there if `expect` (see `Write`) allows."""

    item: Item
    expect: int | None = None

    @property
    def key(self) -> Key:
        """The address written to."""
        return self.item.key


class Delete(msgspec.Struct, frozen=True):
    """Remove the item; without `expect` an absent one is no error."""

    pk: str
    sk: str
    expect: int | None = None

    @property
    def key(self) -> Key:
        """The address removed."""
        return self.pk, self.sk


class Check(msgspec.Struct, frozen=True):
    """Write nothing, but let the transaction fail unless `expect` holds."""

    pk: str
    sk: str
    expect: int

    @property
    def key(self) -> Key:
        """The address looked at."""
        return self.pk, self.sk


Write = Put | Delete | Check
"""`expect` is a condition on what is stored: None is no condition, 0 is absent or expired,
n is present with version n."""


class Conflict(Exception):  # noqa: N818 (it is an answer to expect, not a mistake)
    """Some conditions did not hold; nothing was written.

    `failed` has the indexes of the writes it was about.
    """

    def __init__(self, failed: Iterable[int]) -> None:
        """Keep the indexes."""
        self.failed = frozenset(failed)
        super().__init__(f"conditions failed: {sorted(self.failed)}")


class Store(Protocol):
    """What the game needs of a database. Safe to share between threads.

    `reads` and `writes` count round trips, for tests and benchmarks. Everything raises `Busy`
    where the engine is busy for now; a write that did so may have happened all the same.
    """

    reads: int
    writes: int

    def read(self, *keys: Key, now: datetime) -> tuple[Item | None, ...]:
        """The items at `keys` (1 to 100), in that order, each as last written.

        Two items of one transaction may be seen on either side of it (DynamoDB has no
        cheap snapshot): a decision on several items is made safe by `expect`.
        """
        ...

    def write(self, *writes: Write, now: datetime) -> None:
        """One transaction of 1 to 100 writes to different items, durable on return.

        Raises `Conflict` when it was refused, ValueError when it is over a limit.
        """
        ...

    def query(  # noqa: PLR0913 (a range has two ends, a size and a direction)
        self,
        pk: str,
        after: str = "",
        before: str | None = None,
        limit: int = 100,
        *,
        now: datetime,
        backwards: bool = False,
    ) -> tuple[Item, ...]:
        """The first `limit` items of a partition with after < sk < before, each as last written.

        Ascending by sk, or descending if `backwards`; always `limit` of them if they exist.
        """
        ...

    def due(
        self, now: datetime, limit: int = 100, *, prefix: str, rank: int | None = None
    ) -> tuple[Key, ...]:
        """Keys of items of a kind due at `now` or before, longest overdue first.

        `prefix` is that of the kind's sort keys (``STATE``, ``OUT#``); of letters those of one
        `rank` if it is given. Only what is given is read, however much else is due. What has
        expired is due no more. Only a hint (DynamoDB's index lags): read the item before acting.
        """
        ...

    def close(self) -> None:
        """Give back connections; the store is not used afterwards."""
        ...


def settled(change: Callable[[], T], tries: int = TRIES) -> T:
    """Do a change anew as long as others come in between; raises ``Busy`` if they keep coming."""
    for _ in range(tries):
        try:
            return change()
        except Conflict:
            continue
    raise Busy("busy", seconds=1)


def encoded(value: object) -> str:
    """Give a value as the body of an item: JSON."""
    return msgspec.json.encode(value).decode()


def stamp(moment: datetime) -> str:
    """The moment as UTC text of fixed width, which sorts as time does.

    Raises ValueError if it has no time zone.
    """
    if moment.tzinfo is None:
        raise ValueError("a moment needs a time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def admit_keys(keys: Iterable[Key]) -> list[Key]:
    """The different keys, in order. Raises ValueError if they are none, too many or too long."""
    different = list(dict.fromkeys(keys))
    if not 1 <= len(different) <= BATCH_LIMIT:
        raise ValueError(f"{len(different)} items at once, not 1 to {BATCH_LIMIT}")
    for pk, sk in different:
        if not (0 < len(pk.encode()) <= PK_LIMIT and 0 < len(sk.encode()) <= SK_LIMIT):
            raise ValueError("a key is empty or too long")
    return different


def admit_writes(writes: tuple[Write, ...]) -> list[Key]:
    """The key of each write. Raises ValueError unless both engines would take the transaction."""
    keys = admit_keys(write.key for write in writes)
    if len(keys) != len(writes):
        raise ValueError("two writes to one item in a transaction")
    sizes = [len(write.item.body.encode()) for write in writes if isinstance(write, Put)]
    if max(sizes, default=0) > BODY_LIMIT or sum(sizes) > BODIES_LIMIT:
        raise ValueError("a body, or all together, is too long")
    return keys
