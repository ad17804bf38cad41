"""From a log entry to everybody outside who listens: what is to be sent to webhooks and forums.

A note of news is written with each move. Here it becomes rows that are sent one by one, whenever
it is taken up and however often: their names follow from what happened. ::

    partition  sort key
    GAME  # g  NEWS#n     log entry n, or something that no log tells; gone when it is spread
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from chalicelib import ledger
from chalicelib.forums import ending, rechecks
from chalicelib.forums import listener as forums
from chalicelib.happenings.happening import News
from chalicelib.later import each, tried
from chalicelib.rules import Log, State
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Key, Put, settled
from chalicelib.webhooks import listening

AT_ONCE = 50
"""Writes of one transaction."""

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
    rows, failed = _told(site, news, state) if state else ([], [])
    writes = [*(Put(row, 0) for row in rows), *(() if failed else (Delete(*key),))]
    for start in range(0, len(writes), AT_ONCE):
        _write(site, writes[start : start + AT_ONCE])
    if failed:
        raise failed[0]
    return True


def _told(site: Site, news: News, state: State) -> tuple[list[Item], list[Exception]]:
    """Give the rows of the listeners; one that fails keeps no other from being told."""
    entry = ledger.entry_of(site.store, news.game, news.seq, site.now()) if news.seq else None
    rows: list[Item] = []
    failed: list[Exception] = []
    for told in LISTENERS:
        try:
            rows += list(told(site, news, entry, state))
        except Exception as error:  # noqa: BLE001 -- raised when all have been told
            failed.append(error)
    return rows, failed


def _write(site: Site, writes: Sequence[Put | Delete]) -> None:
    """Write the rows that are not there yet, and delete what is there still."""
    left = list(writes)

    def write() -> None:
        now = site.now()
        try:
            site.store.write(*left, now=now)
        except Conflict:
            found = site.store.read(*(one.key for one in left), now=now)
            pairs = zip(left, found, strict=True)
            left[:] = [one for one, item in pairs if isinstance(one, Delete) == bool(item)]
            if left:
                raise

    settled(write)
