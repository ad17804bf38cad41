"""Reminders: looks at each deadline in time, and writes to those who owe something by then.

::

    GAME#g  WATCH#2026-12-01T…            a deadline; due when it is to be looked at next
            OUT#reminder.20261201T….003.s2.2  the letter to s2, three hours before it

The deadline's row is written with the move that makes the deadline. The letter's name says for
which deadline it is and how long before, so it is written once; when it leaves, what is owed is
looked at again. Programs are told as well (``soon``). Times are UTC.
"""

import logging
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta

import msgspec

from chalicelib import accounts, ledger, logs
from chalicelib.deliver import soon
from chalicelib.letters import Reminder
from chalicelib.letters_duties import deadlines, duties, is_worth_it, offsets
from chalicelib.rules import State
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Key, Put

AT_ONCE = 100
"""How many deadlines are looked at in one go."""
AGAIN = timedelta(minutes=15)
"""After so long a deadline that could not be looked at is looked at again."""

_log = logging.getLogger(__name__)


def sweep(site: Site, until: datetime) -> None:
    """Look at every deadline whose time for it has come, but at no more when ``until`` is over."""
    while site.now() < until and look(site):
        pass


def look(site: Site) -> int:
    """Look at the deadlines whose time for it has come, so many at once. Gives their number.

    One that fails is looked at again later, and keeps no others waiting.
    """
    keys = site.store.due(site.now(), AT_ONCE, prefix="WATCH#")
    return sum(_tried(site, key) for key in keys)


def _tried(site: Site, key: Key) -> bool:
    try:
        return _looked_at(site, key)
    except Exception as error:  # noqa: BLE001 -- mail goes on, whatever is wrong with one game
        _log.error("no reminders for a deadline", extra=logs.told(**logs.failure(error)))
        _put_off(site, key)
        return False


def _put_off(site: Site, key: Key) -> None:
    """Look at a deadline again later."""
    now = site.now()
    (item,) = site.store.read(key, now=now)
    if item:
        later = msgspec.structs.replace(item, version=item.version + 1, due=now + AGAIN)
        with suppress(Conflict):
            site.store.write(Put(later, item.version), now=now)


def _looked_at(site: Site, key: Key) -> bool:
    """Write the reminders for a deadline that are due, and note when to look again."""
    now = site.now()
    (item,) = site.store.read(key, now=now)
    if not item or not item.due or item.due > now:
        return False
    game, deadline = ledger.game_of(item.pk), datetime.fromisoformat(item.sk[6:])
    state = ledger.state_of(site.store, game, now)
    written: list[Item] = []
    again: datetime | None = None
    if state and now < deadline and deadline in deadlines(state):
        found = list(_plans(site, state, deadline, game))
        written = _new(site, [letter for letter, _ in found if letter])
        written += soon.news(game, state, deadline, item.due, now)
        looks = (*(later for _, later in found), soon.when(deadline, now))
        again = min((later for later in looks if later), default=None)
    kept = msgspec.structs.replace(item, version=item.version + 1, due=again)
    rest = Put(kept, item.version) if again else Delete(*item.key, item.version)
    try:
        site.store.write(rest, *(Put(letter, 0) for letter in written), now=now)
    except Conflict:
        return False
    return True


def _plans(
    site: Site, state: State, deadline: datetime, game: str
) -> Iterator[tuple[Item | None, datetime | None]]:
    """Give for each seat the reminder that is due, if any, and when the next one may be."""
    now = site.now()
    for seat in state.seats:
        if not seat.account:
            continue
        own = accounts.profile(site.store, seat.account, now=now).reminders
        times = {hours: deadline - timedelta(hours=hours) for hours in offsets(own)}
        hours = min((h for h, at in times.items() if at <= now), default=None)
        owed = [d for d in duties(state, seat.id, now) if d.deadline == deadline]
        letter = None
        if hours and any(is_worth_it(duty, hours, own) for duty in owed):
            reminder = Reminder(game, seat.id, seat.account, deadline, hours)
            letter = ledger.outgoing(reminder, now)
        yield letter, min((at for at in times.values() if at > now), default=None)


def _new(site: Site, letters: list[Item]) -> list[Item]:
    """Leave out the reminders that were written before."""
    if not letters:
        return []
    known = site.store.read(*(letter.key for letter in letters), now=site.now())
    return [letter for letter, there in zip(letters, known, strict=True) if not there]
