"""The lane of a binding to its forum: one request at a time, and rest after one that failed.

::

    partition      sort key
    BINDING  # b   LANE      who is at it until when, how long to rest, how often it failed
"""

from contextlib import suppress
from datetime import datetime, timedelta

import msgspec

from chalicelib.forums.binding import pk
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Key, Put, encoded

LEASE = timedelta(minutes=2)
"""Longer than any attempt takes; who dies in the middle holds the lane no longer."""
RESTS = (10, 30, 60, 300, 900, 1800, 3600)
"""Seconds of rest after the first failure, the second, and so on."""
SPREAD = 0.2
"""By so much a rest is longer or shorter, so that not all come back in one moment."""
LONGEST = timedelta(hours=1)
"""No forum makes us wait longer by ``Retry-After``."""
OFTEN, LONG = 5, timedelta(minutes=15)
"""After so many failures in a row, and so long, the organiser is told."""


class Lane(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the lane stands; times UTC. ``since`` is the first of the failures in a row."""

    lease: datetime | None = None
    rest: datetime | None = None
    failures: int = 0
    since: datetime | None = None
    last: str = ""
    """The queue that had the last turn."""


class Claim(msgspec.Struct, frozen=True):
    """The lane as somebody holds it, with the version that only they may write over."""

    binding: str
    lane: Lane
    version: int


_read = msgspec.json.Decoder(Lane).decode


def claim(site: Site, binding: str) -> Claim | None:
    """Take the lane, unless somebody has it or it rests."""
    now = site.now()
    (item,) = site.store.read(_key(binding), now=now)
    lane = _read(item.body) if item else Lane()
    if not _is_free(lane, now):
        return None
    version = item.version if item else 0
    taken = Claim(binding, msgspec.structs.replace(lane, lease=now + LEASE), version + 1)
    try:
        site.store.write(Put(_item(taken), version), now=now)
    except Conflict:
        return None
    return taken


def is_free(site: Site, binding: str) -> bool:
    """Whether nobody has the lane and it does not rest."""
    now = site.now()
    (item,) = site.store.read(_key(binding), now=now)
    return _is_free(_read(item.body), now) if item else True


def _is_free(lane: Lane, now: datetime) -> bool:
    return all(not until or until <= now for until in (lane.lease, lane.rest))


def free(site: Site, held: Claim) -> None:
    """Give the lane back unused."""
    with suppress(Conflict):  # somebody took it when the lease was over
        site.store.write(_back(held, held.lane), now=site.now())


def went_well(held: Claim, queue: str) -> Put:
    """Give the write that gives the lane back after something was written."""
    return _back(held, Lane(last=queue))


def failed(site: Site, held: Claim, queue: str, wait: float | None) -> Put:
    """Give the write that lets the lane rest; ``wait`` are seconds that the forum asks for."""
    now, lane = site.now(), held.lane
    usual = RESTS[min(lane.failures, len(RESTS) - 1)]
    varied = usual * (1 + SPREAD * (site.rng.randrange(2001) - 1000) / 1000)
    seconds = varied if wait is None else min(max(wait, 1), LONGEST.total_seconds())
    rest = now + timedelta(seconds=seconds)
    return _back(held, Lane(None, rest, lane.failures + 1, lane.since or now, queue))


def is_trouble(site: Site, held: Claim) -> bool:
    """Whether one more failure is enough to tell the organiser."""
    lane = held.lane
    return bool(lane.since and lane.failures + 1 >= OFTEN and site.now() - lane.since >= LONG)


def _back(held: Claim, lane: Lane) -> Put:
    free = Claim(held.binding, msgspec.structs.replace(lane, lease=None), held.version + 1)
    return Put(_item(free), held.version)


def _item(held: Claim) -> Item:
    return Item(*_key(held.binding), encoded(held.lane), held.version)


def _key(binding: str) -> Key:
    return pk(binding), "LANE"
