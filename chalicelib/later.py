"""Rows that are due are worked on one by one; one that goes wrong waits, and stops no other."""

import logging
from collections.abc import Callable
from datetime import timedelta

import msgspec

from chalicelib import ledger, logs
from chalicelib.game import Busy
from chalicelib.site import Site
from chalicelib.store import Conflict, Key, Put

FIRST = timedelta(seconds=1)
LONGEST = timedelta(hours=1)

_log = logging.getLogger(__name__)

Work = Callable[[Site, Key], int]


def each(
    site: Site, prefix: str, work: Work, limit: int = 100, patience: timedelta = LONGEST
) -> int:
    """Work on the rows that are due and whose sort key begins so; gives how much was done.

    No other one is begun with when ``patience`` is over.
    """
    began, done = site.now(), 0
    for key in site.store.due(began, limit, prefix=prefix):
        if site.now() - began > patience:
            break
        done += tried(site, key, work)
    return done


def tried(site: Site, key: Key, work: Work) -> int:
    """Work on one row, and give how much was done; what goes wrong is logged and tried later."""
    try:
        return work(site, key)
    except Busy:
        put_off(site, key)
    except Exception as error:  # noqa: BLE001 -- one row must not stop the others
        put_off(site, key)
        kind, game = key[1].partition("#")[0], ledger.game_of(key[0])  # other partitions are secret
        _log.error("a row failed", extra=logs.told(kind=kind, game=game, **logs.failure(error)))
    return 0


def put_off(site: Site, key: Key) -> None:
    """Make a row that is due, due again later: after seconds, then twice as long each time."""
    (item,) = site.store.read(key, now=site.now())
    if not item or not item.due:
        return
    wait = min(FIRST * 2 ** min(item.version, 20), LONGEST)
    later = msgspec.structs.replace(item, version=item.version + 1, due=site.now() + wait)
    try:
        site.store.write(Put(later, item.version), now=site.now())
    except Conflict:
        return  # somebody else has just dealt with it
