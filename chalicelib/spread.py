"""From a log entry to everybody outside who listens: what is to be sent to webhooks and forums.

A note of news is written with each move. Here it becomes rows that are sent one by one, whenever
it is taken up and however often: their names follow from what happened. ::

    partition  sort key
    GAME  # g  NEWS#n     log entry n, or something that no log tells; gone when it is spread
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from chalicelib import ledger
from chalicelib.forums import ending, rechecks
from chalicelib.forums import listener as forums
from chalicelib.happenings.happening import News
from chalicelib.later import each, tried
from chalicelib.rules import Log, State
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Key, Put
from chalicelib.webhooks import listening

AT_ONCE = 50
"""Rows of one transaction."""

_read = msgspec.json.Decoder(News).decode


class Listener(Protocol):
    """Gives the rows that tell somebody outside of a piece of news; the same each time."""

    def __call__(self, site: Site, news: News, entry: Log | None, state: State) -> Iterable[Item]:
        """``entry`` and ``state`` (the present one) are whole: redact them."""


LISTENERS: tuple[Listener, ...] = (
    listening.listener,
    ending.listener,
    rechecks.listener,
    forums.listener,
)


def sweep(site: Site, limit: int = 100) -> int:
    """Spread the news that waits, the oldest first; gives how many notes were spread."""
    return each(site, "NEWS#", spread, limit)


def come(site: Site, key: Key) -> int:
    """Spread one note, if it is still there; what goes wrong is tried again later."""
    return tried(site, key, spread)


def spread(site: Site, key: Key) -> bool:
    """Turn one note into rows to be sent; whether it was still there."""
    now = site.now()
    (item,) = site.store.read(key, now=now)
    if not item:
        return False
    news = _read(item.body)
    state = ledger.state_of(site.store, news.game, now)
    if state:
        entry = ledger.entry_of(site.store, news.game, news.seq, now) if news.seq else None
        _tell(site, news, entry, state)
    site.store.write(Delete(*key), now=now)
    return True


def _tell(site: Site, news: News, entry: Log | None, state: State) -> None:
    """Write what the listeners give; one that fails keeps no other from being told."""
    rows: list[Item] = []
    failed: list[Exception] = []
    for told in LISTENERS:
        try:
            rows += list(told(site, news, entry, state))
        except Exception as error:  # noqa: BLE001 -- raised when all have been told
            failed.append(error)
    for some in _pieces(rows):
        _write_new(site, some)
    if failed:
        raise failed[0]


def _pieces(rows: Sequence[Item]) -> Iterator[Sequence[Item]]:
    for start in range(0, len(rows), AT_ONCE):
        yield rows[start : start + AT_ONCE]


def _write_new(site: Site, rows: Sequence[Item]) -> None:
    """Write the rows that are not there yet."""
    while rows:
        try:
            site.store.write(*(Put(row, 0) for row in rows), now=site.now())
        except Conflict as conflict:
            rows = [row for place, row in enumerate(rows) if place not in conflict.failed]
        else:
            return
