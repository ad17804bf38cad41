"""When a thread is read again, because what a forum brings by itself may get lost.

::

    partition    sort key
    BINDING # b  RECONCILE#every   due every quarter of an hour while the game runs
                 RECONCILE#n       due once: after log entry n, on somebody's word, for one post
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from chalicelib.forums.binding import Binding, of_game, pk
from chalicelib.happenings.happening import News
from chalicelib.rules import Log, State
from chalicelib.rules.blitz.state import TurnBegan
from chalicelib.rules.forum.corrections import EDIT_TIME
from chalicelib.rules.forum.state import DayClosed, DayOpened
from chalicelib.rules.office import Resumed
from chalicelib.site import Site
from chalicelib.store import Item, Put, stamp

EVERY = timedelta(minutes=15)
BEFORE_CLOSE = timedelta(minutes=1)
"""So long before a day ends the thread is read once more."""
SLACK = timedelta(seconds=30)
POST = "post."


def recheck_item(binding: str, post: str, created: datetime, now: datetime) -> Item:
    """Give the row by which a post is read again once it may not be edited any more (F41)."""
    due = max(created + EDIT_TIME + SLACK, now)
    return Item(pk(binding), f"RECONCILE#{POST}{post}", "{}", due=due)


def soon(site: Site, binding: str) -> None:
    """Have a thread read again as soon as may be."""
    now = site.now()
    site.store.write(Put(Item(pk(binding), f"RECONCILE#{stamp(now)}", "{}", due=now)), now=now)


def listener(site: Site, news: News, entry: Log | None, state: State) -> Iterable[Item]:
    """Have the threads of a game read again when a day opens or closes, or the game goes on."""
    moments = (DayOpened, DayClosed, Resumed, TurnBegan)
    if not entry or state.phase == "over":
        return ()
    if not any(isinstance(event, moments) for event in entry.events):
        return ()
    now = site.now()
    return tuple(
        _row(binding, entry.seq, now) for binding in of_game(site.store, news.game, now=now)
    )


def _row(binding: Binding, seq: int, now: datetime) -> Item:
    return Item(pk(binding.id), f"RECONCILE#{seq:08d}", "{}", due=now)


def next_time(state: State, now: datetime) -> datetime | None:
    """Say when a thread is read next (UTC): in time before the day ends; not while nothing runs."""
    if state.phase in ("gathering", "over") or state.paused:
        return None
    last = state.closes - BEFORE_CLOSE if state.closes else None
    usual = now + EVERY
    return min(usual, last) if last and last > now + BEFORE_CLOSE else usual
