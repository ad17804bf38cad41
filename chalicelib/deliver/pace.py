"""How fast mail leaves: so many in a second from all processes together, and not at all in trouble.

::

    MAIL  PACE   when the next mail may leave, and until when none may; version counts the changes

A process reserves the next free moments by a conditional write, and its mails wait for theirs. So
no two leave closer than the rate allows, and none of the rate is lost while there is a queue. Times
are UTC.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import msgspec
from msgspec.structs import replace

from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Key, Put, encoded

KEY: Key = ("MAIL", "PACE")
PATIENCE = timedelta(seconds=2)
"""Longest wait for a moment; a mail that would have to wait longer is left to the next sweep."""
FIRST_REST, LONGEST_REST = timedelta(seconds=15), timedelta(minutes=15)
"""How long all mail rests when the carrier asks for it: doubled each time, and less at random."""
SKEW = timedelta(seconds=5)
"""By how much the clocks of two processes may differ."""
TRIES = 20
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """When the next mail may leave: from ``free`` on, and not before ``rest`` is over.

    ``taken`` counts the moments given away, ``rests`` the rests since a mail last left. ``queue``:
    some letters wait already, and a new one has to wait behind them. ``drained``: until when
    somebody is at that.
    """

    free: datetime = LONG_AGO
    rest: datetime = LONG_AGO
    rests: int = 0
    taken: int = 0
    queue: bool = False
    drained: datetime = LONG_AGO


_log = logging.getLogger(__name__)
_read = msgspec.json.Decoder(Pace).decode


def present(site: Site) -> Pace:
    """Give the pace as it was last written."""
    (item,) = site.store.read(KEY, now=site.now())
    return _known(site, item)


def _known(site: Site, item: Item | None) -> Pace:
    """Read the pace; one that cannot be read must not stop all mail, and is begun anew."""
    try:
        return _sane(site, _read(item.body)) if item else Pace()
    except msgspec.MsgspecError:
        _log.error("the pace of the mail cannot be read")
        return Pace()


def _sane(site: Site, pace: Pace) -> Pace:
    """Forget times further ahead than any that is given away: the clock was set back since."""
    now, step = site.now(), timedelta(seconds=1 / site.mail_rate) if site.mail_rate else PATIENCE
    free = pace.free if pace.free <= now + patience(site) + step + SKEW else LONG_AGO
    rest = pace.rest if pace.rest <= now + LONGEST_REST + SKEW else LONG_AGO
    return replace(pace, free=free, rest=rest)


def patience(site: Site) -> timedelta:
    """Say how long a mail waits for its moment: long enough for the next one at a slow rate."""
    if not site.mail_rate:
        return PATIENCE
    return max(PATIENCE, timedelta(seconds=1 / site.mail_rate))


def has_moment(site: Site, pace: Pace) -> bool:
    """Whether a mail could leave soon, as far as is known."""
    now = site.now()
    return pace.rest <= now and pace.free - now <= patience(site)


def reserve(site: Site, count: int = 1) -> tuple[Sequence[datetime], Pace]:
    """Reserve the next moments at which mails may leave; none if that is too long from now.

    Gives the pace as it was before, too.
    """
    step = timedelta(seconds=1 / site.mail_rate)

    def reserved(pace: Pace) -> Pace:
        if not has_moment(site, pace):
            return pace
        first = max(pace.free, site.now())
        return replace(pace, free=first + count * step, taken=pace.taken + count)

    before, after = _changed(site, reserved)
    if before == after:
        return (), before
    return [after.free - n * step for n in range(count, 0, -1)], before


def went_well(site: Site) -> None:
    """Note that the carrier takes mail again."""
    _changed(site, lambda pace: replace(pace, rests=0, rest=LONG_AGO))


def rest(site: Site) -> None:
    """Let all mail rest, the longer the more often in a row the carrier asks for it."""

    def resting(pace: Pace) -> Pace:
        whole = min(FIRST_REST * 2 ** min(pace.rests, 10), LONGEST_REST)
        part = whole / 2 + whole / 2 * (site.rng.randrange(1000) / 1000)
        return replace(pace, rest=site.now() + part, rests=pace.rests + 1)

    _changed(site, resting)


def note_queue(site: Site, *, waiting: bool, drained: datetime = LONG_AGO) -> None:
    """Note whether letters wait, so that new ones do not overtake them, and who sees to them."""
    now = present(site)
    if (now.queue, now.drained) != (waiting, drained):
        _changed(site, lambda pace: replace(pace, queue=waiting, drained=drained))


def _changed(site: Site, change: Callable[[Pace], Pace]) -> tuple[Pace, Pace]:
    """Change the pace, and give it before and after; unchanged if others keep coming in between."""
    before = Pace()
    for _ in range(TRIES):
        now = site.now()
        (item,) = site.store.read(KEY, now=now)
        before = _known(site, item)
        after = change(before)
        if after == before:
            return before, before
        version = item.version if item else 0
        try:
            site.store.write(Put(Item(*KEY, encoded(after), version + 1), version), now=now)
        except Conflict:
            continue
        return before, after
    return before, before
