"""How much is read and answered in a time: enough for people, too little for a loop.

::

    LIMIT#…  COUNT   mails in this hour
             PACE    when the last answer of a kind left, and how many did today
"""

from datetime import date, datetime, timedelta

import msgspec

from chalicelib.ledger import digest
from chalicelib.site import Site
from chalicelib.store import Item, Key, Put, encoded, settled

MAILS_PER_GAME = 200
"""Mails of one game in an hour; whatever else comes waits for the organiser."""
TRIES = 25


class Measure(msgspec.Struct, frozen=True):
    """How much somebody may ask of us; whom the mail server vouches for may ask for more."""

    mails: int
    """To one reply address in an hour."""
    pause: timedelta
    """Between two answers of a kind about one question."""
    answers: int
    """Of a kind in a day."""


UNPROVEN = Measure(20, timedelta(minutes=10), 5)
PROVEN = Measure(60, timedelta(seconds=30), 30)


class Pace(msgspec.Struct, frozen=True):
    """When the last answer of a kind left or will leave, which one it is, and how many today."""

    at: datetime
    letter: str
    day: date
    count: int


class Leave(msgspec.Struct, frozen=True):
    """Permission for one answer: which letter of the outbox it is, when it may go.

    ``write`` has to be in the same transaction. ``replaces``: it takes the place of one that waits.
    """

    letter: str
    due: datetime
    write: Put
    replaces: bool = False


_read_pace = msgspec.json.Decoder(Pace).decode


def within(site: Site, name: str, most: int) -> bool:
    """Count one more in this hour; false once there are more than ``most``."""
    now, key = site.now(), (f"LIMIT#{digest(name)}", "COUNT")

    def counted() -> bool:
        (item,) = site.store.read(key, now=now)
        count, version = (int(item.body), item.version) if item else (0, 0)
        if count < most:
            until = item.expires if item else now + timedelta(hours=1)
            one_more = Item(*key, str(count + 1), version + 1, expires=until)
            site.store.write(Put(one_more, version), now=now)
        return count < most

    return settled(counted, TRIES)


def leave(
    site: Site, name: str, letter: str, *, waits: bool, measure: Measure = UNPROVEN
) -> Leave | None:
    """Ask for leave to send an answer of a kind, called ``letter``.

    Too soon after the last one it ``waits`` for its turn, in the place of one that waits already;
    or else there is none. There is none either when there were enough today.
    """
    now, key = site.now(), _pace_key(name)
    (item,) = site.store.read(key, now=now)
    last = _read_pace(item.body) if item else None
    today = last.count if last and last.day == now.date() else 0
    soon = bool(last and now < last.at + measure.pause)
    if last and soon and waits and now < last.at:
        due, named, count = last.at, last.letter, today
    elif today >= measure.answers or (soon and not waits):
        return None
    else:
        then = last.at + measure.pause if last and soon else now
        due, named, count = then, letter, today + 1
    pace = Pace(due, named, now.date(), count)
    version = item.version if item else 0
    kept = Item(*key, encoded(pace), version + 1, expires=now + timedelta(days=1))
    return Leave(named, due, Put(kept, version), replaces=named != letter)


def waiting(site: Site, name: str) -> str:
    """Give the letter of a kind that waits for its time, if one does."""
    (item,) = site.store.read(_pace_key(name), now=site.now())
    last = _read_pace(item.body) if item else None
    return last.letter if last and site.now() < last.at else ""


def _pace_key(name: str) -> Key:
    return f"LIMIT#{digest(name)}", "PACE"
