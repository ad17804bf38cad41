"""The time for a red notice that was asked for is over: the organiser decides (F41, F44).

::

    partition    sort key
    BINDING # b  ASK#p     due when the time is over for the notice in the post p
"""

import logging
from contextlib import suppress
from datetime import datetime, timedelta

import msgspec

from chalicelib.forums import judging
from chalicelib.forums.binding import pk
from chalicelib.forums.case import Case, noted, open_case
from chalicelib.forums.posts import known_of
from chalicelib.forums.reading import reading_of
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Key, Put, Write

SLACK = timedelta(seconds=30)
"""How long an edit may be on its way."""
AGAIN = timedelta(minutes=15)
"""After so long a question that could not be settled is looked at again."""

_log = logging.getLogger(__name__)


def ask_item(binding: str, post: str, until: datetime) -> Item:
    """Give the item that is due when the time for a notice is over (UTC)."""
    return Item(pk(binding), f"ASK#{post}", "{}", due=until + SLACK)


def sweep(site: Site, limit: int = 100) -> int:
    """Settle the questions whose time is over; gives how many were looked at."""
    return sum(_settled(site, key) for key in site.store.due(site.now(), limit, prefix="ASK#"))


def _settled(site: Site, key: Key) -> bool:
    """Settle a question; what goes wrong is tried again later, and keeps nobody else waiting."""
    try:
        return settle(site, key)
    except Exception as error:  # noqa: BLE001 -- one question must not stop the others
        _log.error("a question about an edit was not settled: %s", type(error).__name__)
    now = site.now()
    (item,) = site.store.read(key, now=now)
    if item:
        later = msgspec.structs.replace(item, version=item.version + 1, due=now + AGAIN)
        with suppress(Conflict):  # somebody else has settled it
            site.store.write(Put(later, item.version), now=now)
    return False


def settle(site: Site, key: Key) -> bool:
    """Leave an edit without its notice to the organiser, if it is still waited for."""
    now = site.now()
    (item,) = site.store.read(key, now=now)
    if not item or not item.due or item.due > now:
        return False
    binding, post = item.pk.removeprefix("BINDING#"), item.sk.removeprefix("ASK#")
    known, _ = known_of(site.store, binding, post, now=now)
    gone = Delete(*item.key, item.version)
    (row,) = site.store.read((item.pk, known.asking.row), now=now) if known.asking else (None,)
    case = open_case(site, row) if row else None
    writes = (*_overdue(site, case), gone) if case else (gone,)
    try:
        site.store.write(*writes, now=now)
    except Conflict:
        return False
    return True


def _overdue(site: Site, case: Case) -> tuple[Write, ...]:
    """Give the writes by which an edit without its notice is the organiser's to judge."""
    decided = case.decided("violation", "edit_overdue")
    more = judging.told_of(site, case, reading_of(site, case, edited=True), "edit_overdue")
    return (noted(case, decided, asking=None), *more)
