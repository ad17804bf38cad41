"""The moments at which one process may send: reserved a few at once, given out in order."""

from collections import deque
from datetime import datetime, timedelta
from math import ceil
from threading import Lock

from chalicelib.deliver import pace
from chalicelib.site import Site

AHEAD = 0.25
"""For how many seconds moments are reserved at once: who dies with them loses no more."""
OVERSLEPT = timedelta(milliseconds=20)
"""How late a thread may wake without making all later ones late: so does any machine."""
LATE = SECOND = timedelta(seconds=1)
"""How long after its moment a mail may still begin to leave."""


class Moments:
    """In no second more mails leave than the rate allows, however late threads come for them.

    What is late makes up for it, but never closer than half of the usual distance.
    """

    def __init__(self, site: Site, until: datetime | None = None, ahead: float = AHEAD) -> None:
        """Up to ``until`` a thread waits for its moment where others have reserved many."""
        self._site, self._until = site, until
        self._lock = Lock()
        self._mine: deque[datetime] = deque()
        self._left: deque[datetime] = deque(maxlen=max(1, ceil(site.mail_rate)))
        self._count = max(1, ceil(site.mail_rate * ahead))
        self._rests = 0

    def take(self) -> bool:
        """Take the next moment and wait for it; false if none comes soon enough.

        Without a rate there is nothing to take.
        """
        site = self._site
        if not site.mail_rate:
            return True
        with self._lock:  # held while waiting: threads leave one after the other
            moment = self._next()
            if not moment:
                return False
            moment = max(moment, self._earliest(), site.now())
            wait = (moment - site.now()).total_seconds()
            if wait > 0:
                site.wait(wait)
            self._left.append(max(moment, site.now() - OVERSLEPT))
        return True

    def _earliest(self) -> datetime:
        """Say when the next mail may leave, by those that have left."""
        if not self._left:
            return pace.LONG_AGO
        close = self._left[-1] + timedelta(seconds=0.5 / self._site.mail_rate)
        full = len(self._left) == self._left.maxlen
        return max(close, self._left[0] + SECOND) if full else close

    def went_well(self) -> None:
        """Note that the carrier takes mail, if it did not before."""
        if self._rests:
            self._rests = 0
            pace.went_well(self._site)

    def _next(self) -> datetime | None:
        """Give the next moment that has not passed, and reserve more where none is left."""
        while True:
            while self._mine:
                if (moment := self._mine.popleft()) >= self._site.now() - LATE:
                    return moment
            reserved, before = pace.reserve(self._site, self._count)
            self._mine.extend(reserved)
            self._rests = max(self._rests, before.rests)
            if not reserved and not self._may_wait(before):
                return None

    def _may_wait(self, known: pace.Pace) -> bool:
        """Wait a little where others have reserved what comes next; false if it is no use."""
        now = self._site.now()
        if known.rest > now or not self._until or now >= self._until:
            return False
        self._site.wait(AHEAD)
        return True
