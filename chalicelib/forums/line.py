"""The line of a binding to its forum: one request at a time, and rest after one that failed.

::

    partition      sort key
    BINDING  # b   LINE      who is at it until when, how long to rest, how often it failed
"""

from contextlib import suppress
from datetime import datetime, timedelta

import msgspec

from chalicelib.forums.binding import pk
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Key, Put

LEASE = timedelta(minutes=2)
"""Longer than any attempt takes; who dies in the middle holds the line no longer."""
RESTS = (10, 30, 60, 300, 900, 1800, 3600)
"""Seconds of rest after the first failure, the second, and so on."""
SPREAD = 0.2
"""By so much a rest is longer or shorter, so that not all come back in one moment."""
LONGEST = timedelta(hours=1)
"""No forum makes us wait longer by ``Retry-After``."""
OFTEN, LONG = 5, timedelta(minutes=15)
"""After so many failures in a row, and so long, the organiser is told."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the line stands; times UTC. ``since`` is the first of the failures in a row."""

    lease: datetime | None = None
    rest: datetime | None = None
    failures: int = 0
    since: datetime | None = None
    last: str = ""
    """The queue that had the last turn."""


class Claim(msgspec.Struct, frozen=True):
    """The line as somebody holds it, with the version that only they may write over."""

    binding: str
    line: Line
    version: int


_json = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(Line).decode


def claim(site: Site, binding: str) -> Claim | None:
    """Take the line, unless somebody has it or it rests."""
    now = site.now()
    (item,) = site.store.read(_key(binding), now=now)
    line = _read(item.body) if item else Line()
    if not _is_free(line, now):
        return None
    version = item.version if item else 0
    taken = Claim(binding, msgspec.structs.replace(line, lease=now + LEASE), version + 1)
    try:
        site.store.write(Put(_item(taken), version), now=now)
    except Conflict:
        return None
    return taken


def is_free(site: Site, binding: str) -> bool:
    """Whether nobody has the line and it does not rest."""
    now = site.now()
    (item,) = site.store.read(_key(binding), now=now)
    return _is_free(_read(item.body), now) if item else True


def _is_free(line: Line, now: datetime) -> bool:
    return all(not until or until <= now for until in (line.lease, line.rest))


def free(site: Site, held: Claim) -> None:
    """Give the line back unused."""
    with suppress(Conflict):  # somebody took it when the lease was over
        site.store.write(_back(held, held.line), now=site.now())


def went_well(held: Claim, queue: str) -> Put:
    """Give the write that gives the line back after something was written."""
    return _back(held, Line(last=queue))


def failed(site: Site, held: Claim, queue: str, wait: float | None) -> Put:
    """Give the write that lets the line rest; ``wait`` are seconds that the forum asks for."""
    now, line = site.now(), held.line
    usual = RESTS[min(line.failures, len(RESTS) - 1)]
    varied = usual * (1 + SPREAD * (site.rng.randrange(2001) - 1000) / 1000)
    seconds = varied if wait is None else min(max(wait, 1), LONGEST.total_seconds())
    rest = now + timedelta(seconds=seconds)
    return _back(held, Line(None, rest, line.failures + 1, line.since or now, queue))


def is_trouble(site: Site, held: Claim) -> bool:
    """Whether one more failure is enough to tell the organiser."""
    line = held.line
    return bool(line.since and line.failures + 1 >= OFTEN and site.now() - line.since >= LONG)


def _back(held: Claim, line: Line) -> Put:
    free = Claim(held.binding, msgspec.structs.replace(line, lease=None), held.version + 1)
    return Put(_item(free), held.version)


def _item(held: Claim) -> Item:
    return Item(*_key(held.binding), _json(held.line).decode(), held.version)


def _key(binding: str) -> Key:
    return pk(binding), "LINE"
