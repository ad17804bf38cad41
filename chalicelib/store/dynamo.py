"""The store in one DynamoDB table, through PynamoDB's connection layer.

Attributes: pk, sk, body, version; `due` with `shard`, its lane and a number (only then is an
item in the index `due`); `expires` (whole seconds, for DynamoDB's own deletion) with `until`
(exact, for us).
"""

import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cache
from heapq import merge
from itertools import islice
from math import ceil
from random import uniform
from typing import Any
from zlib import crc32

from pynamodb.connection import TableConnection
from pynamodb.connection.base import MetaTable
from pynamodb.exceptions import TransactWriteError
from pynamodb.expressions.condition import And, Condition, Or
from pynamodb.expressions.operand import Path

from chalicelib.store import (
    Check,
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
from chalicelib.store.lanes import lane_of, lanes
from chalicelib.store.passing import is_race, patiently, reasons_of

Row = dict[str, dict[str, str]]
"""An item as DynamoDB's JSON has it: {"version": {"N": "1"}}."""

SHARDS = {"STATE": 8, "OUT": 8, "NEWS": 4, "SEND": 4, "WATCH": 4}
"""Partitions of the index `due` for each lane of a kind; others have one.

A partition takes a thousand writes in a second; a look costs a read for each, due or not.
"""
CONNECTIONS = 64
"""Connections that are kept: as many as threads of a process send mail at the highest rates."""
PROJECTED = {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["until"]}
STREAM = {"stream_enabled": True, "stream_view_type": "KEYS_ONLY"}
ATTRIBUTES = [{"AttributeName": n, "AttributeType": "S"} for n in ("pk", "sk", "shard", "due")]


def _keys(hash_key: str, range_key: str) -> list[dict[str, str]]:
    return [
        {"AttributeName": hash_key, "KeyType": "HASH"},
        {"AttributeName": range_key, "KeyType": "RANGE"},
    ]


PRIMARY, OVERDUE = _keys("pk", "sk"), _keys("shard", "due")
KINDS = (Check, Delete, Put)
FAILED = "ConditionalCheckFailed"
RACES, FIRST_WAIT = 6, 0.02
"""How often a transaction that met another one is sent, and the seconds before the second time."""
CONNECTING, ANSWERING, REPEATS = 2, 4, 2
"""Seconds to wait for a connection and for an answer, and how often botocore asks again.

A request that nobody answers is given up after a quarter of a minute: before API Gateway and
Lambda give up on us (30 seconds), so that the caller hears what to do.
"""


class DynamoStore:
    """A `Store` in the table of that name; `host` is the URL of an emulator.

    After botocore's retries, failures that pass raise `Busy` (see `passing`), and all others
    PynamoDB's exceptions.
    """

    def __init__(self, table: str, region: str | None = None, host: str | None = None) -> None:
        """Name the table; nothing is sent before it is used."""
        self.reads = self.writes = 0
        schema = {
            "TableName": table,
            "AttributeDefinitions": ATTRIBUTES,
            "KeySchema": PRIMARY,
            "GlobalSecondaryIndexes": [{"IndexName": "due", "KeySchema": OVERDUE}],
        }
        self._table = TableConnection(
            table,
            region,
            host,
            connect_timeout_seconds=CONNECTING,
            read_timeout_seconds=ANSWERING,
            max_retry_attempts=REPEATS,
            max_pool_connections=CONNECTIONS,
            meta_table=MetaTable(schema),
        )

    def create_table(self) -> None:
        """Make the table in an emulator, which has it at once; in AWS the template makes it."""
        index = {"index_name": "due", "key_schema": OVERDUE}
        self._table.create_table(
            attribute_definitions=ATTRIBUTES,
            key_schema=PRIMARY,
            global_secondary_indexes=[index | {"projection": PROJECTED}],
            stream_specification=STREAM,
            billing_mode="PAY_PER_REQUEST",
        )
        self._table.update_time_to_live("expires")

    def read(self, *keys: Key, now: datetime) -> tuple[Item | None, ...]:
        """See `Store.read`."""
        found = {item.key: item for item in self._stored(admit_keys(keys))}
        items = (found.get(key) for key in keys)
        return tuple(item if item and _is_live(item, now) else None for item in items)

    def write(self, *writes: Write, now: datetime) -> None:
        """See `Store.write`. A repeat by botocore is safe: it carries the same request token."""
        admit_writes(writes)
        self.writes += 1
        # PynamoDB sends one kind after the other, and the reasons come back in that order.
        order = sorted(range(len(writes)), key=lambda i: KINDS.index(type(writes[i])))
        with patiently():
            try:
                self._transact([writes[i] for i in order], now)
            except TransactWriteError as error:
                reasons = zip(order, reasons_of(error), strict=False)
                failed = [i for i, reason in reasons if reason and reason.code == FAILED]
                if not failed:
                    raise
                raise Conflict(failed) from error

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
        if before is not None and before <= after:
            return ()
        # One end is where to start, the other the condition: BETWEEN would include both.
        past_after = Path("sk") > {"S": after} if after else None
        short_of_before = Path("sk") < {"S": before} if before is not None else None
        rows = self._pages(
            pk,
            start=before if backwards else after,
            range_key_condition=past_after if backwards else short_of_before,
            scan_index_forward=not backwards,
            consistent_read=True,
            limit=limit,
        )
        return tuple(islice((i for i in map(_item, rows) if _is_live(i, now)), limit))

    def due(
        self, now: datetime, limit: int = 100, *, prefix: str, rank: int | None = None
    ) -> tuple[Key, ...]:
        """See `Store.due`."""
        overdue = Path("due") <= {"S": stamp(now)}
        shards = (
            self._pages(shard, index_name="due", range_key_condition=overdue, limit=limit)
            for lane in lanes(prefix, rank)
            for shard in _shards(lane)
        )
        keys = merge(*(_due_keys(rows, stamp(now)) for rows in shards))
        return tuple((pk, sk) for _, pk, sk in islice(keys, limit))

    def close(self) -> None:
        """See `Store.close`."""
        self._table.connection.client.close()

    def _stored(self, keys: list[Key]) -> Iterator[Item]:
        """Items at `keys`, expired ones too. Each answer holds at least one of those asked for."""
        pending: list[Any] = [{"pk": pk, "sk": sk} for pk, sk in keys]
        while pending:
            self.reads += 1
            with patiently():
                page = self._table.batch_get_item(pending, consistent_read=True)
            yield from map(_item, page["Responses"].get(self._table.table_name, ()))
            left = page.get("UnprocessedKeys", {})
            pending = left[self._table.table_name]["Keys"] if left else []

    def _pages(self, partition: str, start: str | None = None, **query: Any) -> Iterator[Row]:
        """Rows of a partition, of the index if one is named; asks for a page when it is needed."""
        cursor = {"pk": {"S": partition}, "sk": {"S": start}} if start else None
        while True:
            self.reads += 1
            with patiently():
                page = self._table.query(partition, exclusive_start_key=cursor, **query)
            yield from page["Items"]
            cursor = page.get("LastEvaluatedKey")
            if not cursor:
                return

    def _transact(self, writes: list[Write], now: datetime) -> None:
        """Write; again where another transaction was in the way, which says nothing of ours."""
        checks, deletes, puts = (
            [self._request(write, now) for write in writes if isinstance(write, kind)]
            for kind in KINDS
        )
        for race in range(RACES):
            try:
                self._table.connection.transact_write_items(checks, deletes, puts, update_items=[])
            except TransactWriteError as error:
                if not is_race(error) or race == RACES - 1:
                    raise
                time.sleep(uniform(0.5, 1) * FIRST_WAIT * 2**race)  # noqa: S311 -- no secret
            else:
                return

    def _request(self, write: Write, now: datetime) -> dict[str, Any]:
        return self._table.get_operation_kwargs(
            *write.key,
            key="Item" if isinstance(write, Put) else "Key",
            attributes=_row(write.item) if isinstance(write, Put) else None,
            condition=_condition(write.expect, now),
        )


def _condition(expect: int | None, now: datetime) -> Condition | None:
    """`expect` (see `Write`) as DynamoDB checks it; what has expired counts as absent."""
    until, time = Path("until"), {"S": stamp(now)}
    if expect is None:
        return None
    if expect == 0:
        return Or(Path("pk").does_not_exist(), until <= time)
    live = Or(until.does_not_exist(), until > time)
    return And(Path("version") == {"N": str(expect)}, live)


def _is_live(item: Item, now: datetime) -> bool:
    return item.expires is None or item.expires > now


def _row(item: Item) -> Row:
    """The attributes of an item besides its key."""
    row = {"body": {"S": item.body}, "version": {"N": str(item.version)}}
    if item.due is not None:
        shards = _shards(lane_of(item.sk))
        shard = shards[crc32(item.pk.encode()) % len(shards)]
        row |= {"due": {"S": stamp(item.due)}, "shard": {"S": shard}}
    if item.expires is not None:
        seconds = ceil(item.expires.timestamp())
        row |= {"until": {"S": stamp(item.expires)}, "expires": {"N": str(seconds)}}
    return row


@cache
def _shards(lane: str) -> tuple[str, ...]:
    """The partitions of a lane in the index."""
    return tuple(f"{lane}.{n}" for n in range(SHARDS.get(lane.partition(".")[0], 1)))


def _item(row: Row) -> Item:
    pk, sk, body = (row[name]["S"] for name in ("pk", "sk", "body"))
    return Item(pk, sk, body, int(row["version"]["N"]), _time(row, "due"), _time(row, "until"))


def _time(row: Row, name: str) -> datetime | None:
    return datetime.fromisoformat(row[name]["S"]) if name in row else None


def _due_keys(rows: Iterable[Row], now: str) -> Iterator[tuple[str, str, str]]:
    """When and which, of what has not expired."""
    live = (row for row in rows if "until" not in row or row["until"]["S"] > now)
    return ((row["due"]["S"], row["pk"]["S"], row["sk"]["S"]) for row in live)
