"""All rows of an installation, which only its operator may list.

The functions on AWS have no right to scan, so the store port has no way to do it: here each engine
lists its keys, with the operator's own credentials, and the port reads the rows.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any, Protocol, TypeVar

from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path

from chalicelib.store import BATCH_LIMIT, Item, Key, Store
from chalicelib.store.dynamo import DynamoStore
from chalicelib.store.passing import patiently
from chalicelib.store.sqlite import SqliteStore
from infra.operate.patience import persistently

T = TypeVar("T")

STATE = "STATE"
AT_ONCE = 1000
"""Keys that SQLite gives in one answer; nothing is locked in between."""
KEYS = """
SELECT pk, sk FROM items WHERE (pk, sk) > (?, ?) AND instr(sk, ?) = 1 ORDER BY pk, sk LIMIT ?
"""


class Listable(Store, Protocol):
    """A store whose rows can be listed."""

    def keys(self, kind: str = "", after: Key = ("", "")) -> Iterator[Key]:
        """The addresses of rows whose sort key begins with ``kind``, from behind one of them.

        Those of a partition come together; expired ones may be among them.
        """
        ...

    def games(self, after: str = "") -> Iterator[str]:
        """The names of the partitions of games, from behind that of one game."""
        ...


class SqliteRows(SqliteStore):
    """A ``Listable`` in a file."""

    def keys(self, kind: str = "", after: Key = ("", "")) -> Iterator[Key]:
        """See ``Listable.keys``; in order."""
        while True:
            with self._connection() as db:
                found: list[Key] = db.execute(KEYS, (*after, kind, AT_ONCE)).fetchall()
            yield from found
            if len(found) < AT_ONCE:
                return
            after = found[-1]

    def games(self, after: str = "") -> Iterator[str]:
        """See ``Listable.games``; in order."""
        return (pk for pk in self.partitions("GAME#") if pk > f"GAME#{after}")


class DynamoRows(DynamoStore):
    """A ``Listable`` in a table; every listing reads the whole of it."""

    def keys(self, kind: str = "", after: Key = ("", "")) -> Iterator[Key]:
        """See ``Listable.keys``; partitions come in the order of their hash."""
        cursor = {"pk": {"S": after[0]}, "sk": {"S": after[1]}} if all(after) else None
        beginning = Path("sk").startswith(kind) if kind else None
        while True:
            page = persistently(self._scanned, beginning, cursor)
            yield from ((row["pk"]["S"], row["sk"]["S"]) for row in page["Items"])
            cursor = page.get("LastEvaluatedKey")
            if not cursor:
                return

    def _scanned(self, beginning: Condition | None, cursor: Any) -> dict[str, Any]:
        with patiently():
            page: dict[str, Any] = self._table.scan(
                beginning, ["pk", "sk"], exclusive_start_key=cursor, consistent_read=True
            )
        return page

    def games(self, after: str = "") -> Iterator[str]:
        """See ``Listable.games``."""
        found = self.keys(STATE, (f"GAME#{after}", STATE) if after else ("", ""))
        return (pk for pk, sk in found if sk == STATE)


def parts(things: Iterable[T], size: int = BATCH_LIMIT) -> Iterator[list[T]]:
    """Cut what comes into lists of at most ``size``."""
    coming = iter(things)
    while part := list(islice(coming, size)):
        yield part


def read(store: Store, keys: Iterable[Key], now: datetime) -> Iterator[Item]:
    """Give the rows at any number of keys, as far as they are there at ``now`` (UTC)."""
    for part in parts(keys):
        yield from filter(None, persistently(store.read, *part, now=now))


def everything(store: Listable, now: datetime, kind: str = "") -> Iterator[Item]:
    """Give every row that is there at ``now`` (UTC) and whose sort key begins with ``kind``."""
    return read(store, store.keys(kind), now)


def partition(store: Store, pk: str, now: datetime, kind: str = "") -> Iterator[Item]:
    """Give the rows of one partition in order, of one kind if it is named."""
    after, before = kind, f"{kind}\U0010ffff" if kind else None
    while found := persistently(store.query, pk, after, before, now=now):
        yield from found
        after = found[-1].sk
