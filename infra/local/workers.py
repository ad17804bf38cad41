"""Threads that do one thing again and again: at once while there is work, else when woken."""

import logging
from collections.abc import Callable
from threading import Event, Thread

from chalicelib import logs

GRACE = 10
"""Seconds that a worker may take to finish; after that it is as if the power failed."""

_log = logging.getLogger(__name__)


class Worker(Thread):
    """Calls ``work`` until stopped; when it did nothing, waits ``patience`` seconds or to be woken.

    An error is logged by its class and place, and the work is tried again after the wait.
    """

    def __init__(self, name: str, work: Callable[[], object], patience: float) -> None:
        """Keep what to do; ``start`` begins."""
        super().__init__(name=name, daemon=True)
        self._work = work
        self._patience = patience
        self._woken = Event()
        self._stopped = Event()

    def wake(self) -> None:
        """Let it look for work now."""
        self._woken.set()

    def stop(self) -> None:
        """Let it finish what it is at, and wait a little for that."""
        self._stopped.set()
        self._woken.set()
        self.join(GRACE)

    def run(self) -> None:
        """Work until stopped."""
        while not self._stopped.is_set():
            self._woken.clear()
            if not self._worked() and not self._stopped.is_set():
                self._woken.wait(self._patience)

    def _worked(self) -> bool:
        with logs.doing(function=self.name.replace(" ", "_")):
            try:
                return bool(self._work())
            except Exception as error:  # noqa: BLE001 -- the next round may do better
                _log.error("failed", extra=logs.told(**logs.failure(error)))
                return False
