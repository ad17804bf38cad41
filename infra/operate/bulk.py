"""Many rows written through the store port, in transactions as large as both engines take.

A row is written only where there is none: nothing that is there is written over, and whoever begins
anew after a crash goes on where it ended.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from chalicelib.store import BATCH_LIMIT, BODIES_LIMIT, Item, Put, Store, settled
from infra.operate.patience import persistently
from infra.operate.rows import STATE


def add(store: Store, items: Iterable[Item], now: datetime) -> list[Item]:
    """Write rows where there are none; gives those in whose place another one is."""
    others: list[Item] = []
    for part in _transactions(items):
        others += persistently(settled, lambda part=part: _added(store, part, now))
    return others


def _added(store: Store, part: list[Item], now: datetime) -> list[Item]:
    """Write what is missing of one transaction; raises ``Conflict`` if others write there, too."""
    there = store.read(*(item.key for item in part), now=now)
    missing = [item for item, found in zip(part, there, strict=True) if not found]
    if missing:
        store.write(*(Put(item, 0) for item in missing), now=now)
    return [item for item, found in zip(part, there, strict=True) if found and found != item]


def _transactions(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Cut rows into transactions within the limits of the port."""
    part: list[Item] = []
    size = 0
    for item in items:
        heavy = len(item.body.encode())
        if part and (len(part) == BATCH_LIMIT or size + heavy > BODIES_LIMIT):
            yield part
            part, size = [], 0
        part.append(item)
        size += heavy
    if part:
        yield part


def quiet(item: Item) -> bool:
    """Whether nobody does anything about a row by itself.

    These go first, then the states of games, then what is due: a letter whose game is not there
    yet would be taken for one that nobody needs any more.
    """
    return item.due is None and item.sk != STATE
