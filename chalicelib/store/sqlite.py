"""The store in one SQLite file, shared by the threads and processes of one machine."""

import sqlite3
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from heapq import merge
from itertools import islice
from os import PathLike
from threading import Lock
from typing import Any

from chalicelib.store import (
    Conflict,
    Delete,
    Item,
    Key,
    Put,
    Write,
    admit_keys,
    admit_writes,
    stamp,
)
from chalicelib.store.lanes import RANKED, RANKS, lanes

PATIENCE = 30.0
"""Seconds to wait for another process to finish its transaction."""

LANE = f"""
CASE WHEN sk NOT GLOB '{RANKED}#*' THEN substr(sk, 1, instr(sk || '#', '#') - 1)
WHEN sk GLOB '*.[{RANKS}]' THEN '{RANKED}.' || substr(sk, -1)
ELSE '{RANKED}.{RANKS[-1]}' END
"""
"""`lanes.lane_of` as SQLite computes it: a file of an older version needs but a new index."""
SCHEMA = f"""
CREATE TABLE IF NOT EXISTS items (
    pk TEXT NOT NULL, sk TEXT NOT NULL, body TEXT NOT NULL, version INTEGER NOT NULL,
    due TEXT, expires TEXT,
    PRIMARY KEY (pk, sk)
) WITHOUT ROWID;
DROP INDEX IF EXISTS items_due;
CREATE INDEX IF NOT EXISTS items_lane ON items ({LANE}, due, pk, sk, expires)
WHERE due IS NOT NULL;
CREATE INDEX IF NOT EXISTS items_expires ON items (expires) WHERE expires IS NOT NULL;
"""
# CROSS JOIN looks each wanted key up by the primary key; `(pk, sk) IN (VALUES …)` scans the table.
LIVE = """
WITH wanted (pk, sk) AS (VALUES {keys})
SELECT {columns} FROM wanted CROSS JOIN items USING (pk, sk)
WHERE expires IS NULL OR expires > ?
"""
RANGE = """
SELECT pk, sk, body, version, due, expires FROM items
WHERE pk = ? AND sk > ? AND sk < ? AND (expires IS NULL OR expires > ?)
ORDER BY sk {order} LIMIT ?
"""
# The lane must be written as in the index, or SQLite does not use it.
DUE = f"""
SELECT due, pk, sk FROM items
WHERE {LANE} = ? AND due <= ? AND (expires IS NULL OR expires > ?) ORDER BY due, pk, sk LIMIT ?
"""  # noqa: S608 -- made of our own constants
PUT = "REPLACE INTO items (pk, sk, body, version, due, expires) VALUES (?, ?, ?, ?, ?, ?)"
DELETE = "DELETE FROM items WHERE pk = ? AND sk = ?"
PARTITIONS = """
WITH RECURSIVE partition (pk) AS (
    SELECT min(pk) FROM items WHERE pk >= ? AND pk < ?
    UNION ALL
    SELECT (SELECT min(pk) FROM items WHERE pk > partition.pk AND pk >= ? AND pk < ?)
    FROM partition WHERE partition.pk IS NOT NULL
)
SELECT pk FROM partition WHERE pk IS NOT NULL
"""
SWEEP = "DELETE FROM items WHERE expires <= ?"

AFTER_ALL_TEXT = b""
"""SQLite sorts every BLOB after every TEXT: an upper bound for any sort key."""


class SqliteStore:
    """A `Store` in the file at `path`, made if absent; an acknowledged write survives a crash."""

    def __init__(self, path: str | PathLike[str]) -> None:
        """Open the file; raises sqlite3.Error if that cannot be done."""
        self.reads = self.writes = 0
        self._path = path
        self._idle: deque[sqlite3.Connection] = deque()
        # SQLite lets waiting writers sleep and poll; within the process a lock is fair and fast.
        self._writing = Lock()
        with self._connection() as db:
            db.executescript(SCHEMA)

    def read(self, *keys: Key, now: datetime) -> tuple[Item | None, ...]:
        """See `Store.read`; here one snapshot."""
        wanted = admit_keys(keys)
        self.reads += 1
        with self._connection() as db:
            rows = _live(db, wanted, "pk, sk, body, version, due, expires", now)
            found = {(row[0], row[1]): _item(row) for row in rows}
        return tuple(found.get(key) for key in keys)

    def write(self, *writes: Write, now: datetime) -> None:
        """See `Store.write`."""
        keys = admit_writes(writes)
        puts = [_row(write.item) for write in writes if isinstance(write, Put)]
        deletes = [write.key for write in writes if isinstance(write, Delete)]
        with self._transaction() as db:
            rows = _live(db, keys, "pk, sk, version", now)
            held = {(pk, sk): version for pk, sk, version in rows}
            failed = [i for i, w in enumerate(writes) if w.expect not in {None, held.get(w.key, 0)}]
            if failed:
                raise Conflict(failed)
            db.executemany(PUT, puts)
            db.executemany(DELETE, deletes)

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
        """See `Store.query`."""
        self.reads += 1
        until = AFTER_ALL_TEXT if before is None else before
        select = RANGE.format(order="DESC" if backwards else "ASC")
        with self._connection() as db:
            rows = db.execute(select, (pk, after, until, stamp(now), limit))
            return tuple(_item(row) for row in rows)

    def due(
        self, now: datetime, limit: int = 100, *, prefix: str, rank: int | None = None
    ) -> tuple[Key, ...]:
        """See `Store.due`."""
        self.reads += 1
        with self._connection() as db:
            until = stamp(now)
            asked = ((lane, until, until, limit) for lane in lanes(prefix, rank))
            found = [db.execute(DUE, one) for one in asked]
            return tuple((pk, sk) for _, pk, sk in islice(merge(*found), limit))

    def sweep(self, now: datetime) -> None:
        """Delete what has expired at `now`; only space depends on how often this is called."""
        with self._transaction() as db:
            db.execute(SWEEP, (stamp(now),))

    def partitions(self, prefix: str) -> tuple[str, ...]:
        """The partitions whose name begins with `prefix`, in order; one look-up for each."""
        with self._connection() as db:
            found = db.execute(PARTITIONS, (prefix, prefix + "\U0010ffff") * 2)
            return tuple(pk for (pk,) in found)

    def close(self) -> None:
        """See `Store.close`."""
        while self._idle:
            self._idle.pop().close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """The right to write, from before the conditions are read until the commit."""
        with self._writing, self._connection() as db, db:
            self.writes += 1
            db.execute("BEGIN IMMEDIATE")
            yield db

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """A connection for one caller at a time: at most as many as ever worked at once."""
        try:
            db = self._idle.pop()
        except IndexError:
            db = self._open()
        try:
            yield db
        finally:
            self._idle.append(db)

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(
            self._path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        return db


def _live(db: sqlite3.Connection, keys: list[Key], columns: str, now: datetime) -> sqlite3.Cursor:
    """Rows at `keys` that have not expired, in no particular order."""
    select = LIVE.format(keys=", ".join(["(?, ?)"] * len(keys)), columns=columns)
    return db.execute(select, [*(part for key in keys for part in key), stamp(now)])


def _row(item: Item) -> tuple[str, str, str, int, str | None, str | None]:
    return (*item.key, item.body, item.version, _text(item.due), _text(item.expires))


def _text(moment: datetime | None) -> str | None:
    return stamp(moment) if moment else None


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _item(row: tuple[Any, ...]) -> Item:
    pk, sk, body, version, due, expires = row
    return Item(pk, sk, body, version, _moment(due), _moment(expires))
