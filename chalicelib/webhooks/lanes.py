"""All lanes at once: whoever is slow keeps nobody waiting but themselves.

Lanes whose last attempt failed run in a few threads of their own, so that however many receivers
hang, the others find a free thread.
"""

import time
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from datetime import timedelta
from types import TracebackType
from typing import Self

from chalicelib.later import LONGEST
from chalicelib.site import Site
from chalicelib.store import Key
from chalicelib.webhooks import recovery, telling
from chalicelib.webhooks.claim import Held
from chalicelib.webhooks.endpoint import read_all
from chalicelib.webhooks.lane import lane_key, read_lane
from chalicelib.webhooks.sending import send

WELL, ILL = 64, 4
"""Threads for lanes that work, and for those where the last attempt failed.

Those that work are many: receivers that all begin to hang at one moment must leave some free.
"""
MOST_WAITING = 10_000
"""How many deliveries that are due are looked at."""
AT_ONCE = 100
"""How many deliveries a lane takes in a row."""
BROKEN_FOR = 60.0
"""Seconds for which a lane is left alone on which our own work went wrong."""
TURN = 10.0
"""Seconds after which a lane begins no other attempt before the others have had their turn."""


class Lanes:
    """The threads of one process that send; stop them, or use it as a context."""

    def __init__(self, site: Site) -> None:
        """Begin with nothing to do; ``made`` counts the attempts of lanes that have ended."""
        self._site = site
        self.made = 0
        self._well = ThreadPoolExecutor(WELL, "webhooks")
        self._ill = ThreadPoolExecutor(ILL, "ill webhooks")
        self._running: dict[str, Future[int]] = {}
        self._broken: dict[str, float] = {}
        self._errors: list[Exception] = []

    def __enter__(self) -> Self:
        """Give the lanes."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Wait for what has begun; raise what went wrong on our side."""
        self.stop()
        self._reap()
        if error is None:
            self._complain()

    def round(self) -> int:
        """Start whatever is due, and wait for nothing; gives how many lanes were started.

        Raises together the errors of ours by which lanes have ended meanwhile.
        """
        started = self.start()
        self._complain()
        return started

    def start(self) -> int:
        """Start whatever is due, as ``round`` does, but keep errors for later."""
        self._reap()
        due = self._site.store.due(self._site.now(), MOST_WAITING, prefix="SEND#")
        return self.take(due)

    def take(self, keys: Iterable[Key], *, ill: bool = True) -> int:
        """Start the lanes of these deliveries where they are free; see ``round``.

        Without ``ill`` only those whose last attempt did not fail.
        """
        lanes: dict[str, list[Key]] = {}
        for key in keys:
            target = key[0].removeprefix("TARGET#")
            if target not in self._running and not self._is_broken(target):
                lanes.setdefault(target, []).append(key)
        now = self._site.now()
        rows = read_all(self._site.store, [lane_key(target) for target in lanes], now)
        started = 0
        for (target, mine), row in zip(lanes.items(), rows, strict=True):
            lane = read_lane(row)
            if lane.is_free(now) and (ill or not lane.ill):
                pool = self._ill if lane.ill else self._well
                self._running[target] = pool.submit(self._run, mine[:AT_ONCE])
                started += 1
        return started

    def _run(self, keys: Iterable[Key]) -> int:
        """Send the deliveries of one lane one after the other, till one fails or its turn is over.

        What is left is due still; a lane that failed goes on among its like.
        """
        made, end = 0, time.monotonic() + TURN
        with suppress(Held):
            for key in keys:
                outcome = send(self._site, key)
                made += outcome is not None
                if (outcome and not outcome.ok) or time.monotonic() > end:
                    break
        return made

    def wait(self, seconds: float | None = None) -> None:
        """Wait until some lane has ended, but not longer."""
        wait(self._running.values(), seconds, FIRST_COMPLETED)
        self._reap()

    @property
    def is_idle(self) -> bool:
        """Whether no lane is running."""
        return not self._running

    def _reap(self) -> None:
        """Forget the lanes that have ended, but not their errors."""
        for target in [target for target, lane in self._running.items() if lane.done()]:
            lane = self._running.pop(target)
            if lane.cancelled():
                continue
            error = lane.exception()
            if isinstance(error, Exception):
                self._errors.append(error)
                self._broken[target] = time.monotonic() + BROKEN_FOR
            else:
                self.made += lane.result()

    def _is_broken(self, target: str) -> bool:
        """Whether our own work on a lane went wrong just now."""
        return self._broken.get(target, 0) > time.monotonic()

    def _complain(self) -> None:
        errors, self._errors = self._errors, []
        if errors:
            raise ExceptionGroup("lanes that failed", errors)

    def stop(self) -> None:
        """Finish what is being sent; what waits in a queue stays due."""
        for pool in (self._well, self._ill):
            pool.shutdown(wait=True, cancel_futures=True)


def sweep(site: Site, patience: timedelta = LONGEST) -> int:
    """Send whatever is due, and wait for the end of it; gives how many attempts it took.

    No other lane is begun with when ``patience`` is over.
    """
    until = site.now() + patience
    upkeep(site)
    with Lanes(site) as lanes:
        while site.now() < until and (lanes.start() or not lanes.is_idle):
            lanes.wait(1)
    return lanes.made


def take(site: Site, keys: Iterable[Key]) -> None:
    """Send these deliveries at once, where their lanes are free and did not fail before.

    A receiver that fails is left to ``sweep``, so that it holds up no others here.
    """
    with Lanes(site) as lanes:
        lanes.take(keys, ill=False)
        while not lanes.is_idle:
            lanes.wait()


def upkeep(site: Site) -> None:
    """Do what is due besides sending: warnings, endings, deliveries to be made anew."""
    telling.look(site)
    recovery.sweep(site)
