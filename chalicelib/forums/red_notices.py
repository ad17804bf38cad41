"""The time for a red notice that was asked for is over: the organiser decides (F41, F44).

::

    partition    sort key
    BINDING # b  ASK#p     due when the time is over for the notice in the post p
"""

from datetime import datetime, timedelta

from chalicelib.forums import edit_rules
from chalicelib.forums.binding import name_in, pk
from chalicelib.forums.case import Case, noted, open_case
from chalicelib.forums.posts import known_of
from chalicelib.forums.reading import reading_of
from chalicelib.later import each
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Key, Write

SLACK = timedelta(seconds=30)
"""How long an edit may be on its way."""


def ask_item(binding: str, post: str, until: datetime) -> Item:
    """Give the item that is due when the time for a notice is over (UTC)."""
    return Item(pk(binding), f"ASK#{post}", "{}", due=until + SLACK)


def sweep(site: Site, limit: int = 100) -> int:
    """Settle the questions whose time is over; gives how many were looked at."""
    return each(site, "ASK#", settle, limit)


def settle(site: Site, key: Key) -> bool:
    """Leave an edit without its notice to the organiser, if it is still waited for."""
    now = site.now()
    (item,) = site.store.read(key, now=now)
    if not item or not item.due or item.due > now:
        return False
    binding, post = name_in(item.key), item.sk.removeprefix("ASK#")
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
    more = edit_rules.told_of(site, case, reading_of(site, case, edited=True), "edit_overdue")
    return (noted(case, decided, asking=None), *more)
