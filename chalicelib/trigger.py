"""What every trigger on AWS has in common: its name in the log, its figures, its last moment."""

import functools
import logging
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

from chalicelib import logs, metrics
from chalicelib.game import Busy

E = TypeVar("E")

_log = logging.getLogger(__name__)


class Failed(Exception):  # noqa: N818 -- it is how the runtime of Lambda hears of one
    """Something went wrong in a trigger, and AWS brings it again; says only what and where.

    The runtime of Lambda writes the message of an error into the log, and what was unexpected
    may say what it was about.
    """


def trigger(name: str) -> Callable[[Callable[[E], Any]], Callable[[E], Any]]:
    """Wrap a function that AWS calls with an event.

    Raises ``Failed`` instead of what was unexpected.
    """

    def wrap(work: Callable[[E], Any]) -> Callable[[E], Any]:
        @functools.wraps(work)
        def called(event: E) -> Any:
            invocation = str(getattr(_context(event), "aws_request_id", ""))
            with logs.alone(function=name, invocation=invocation):
                try:
                    return _told(lambda: work(event))
                finally:
                    metrics.flush()

        return called

    return wrap


def _told(work: Callable[[], Any]) -> Any:
    """Work, and say what came of it: the figures that were counted meanwhile."""
    began = time.monotonic()
    try:
        done = work()
    except Exception as error:  # noqa: BLE001 -- raised again without its words
        failure = logs.failure(error)
        level = logging.WARNING if isinstance(error, Busy) else logging.ERROR
        _log.log(level, "failed", extra=logs.told(ms=_since(began), **failure))
        failed = Failed(f"{failure['error']} at {', '.join(failure['place'][:1])}")
    else:
        _log.info("done", extra=logs.told(ms=_since(began), counts=metrics.so_far()))
        return done
    raise failed


def _since(began: float) -> float:
    return round((time.monotonic() - began) * 1000, 1)


def left(event: object, most: float, reserve: float) -> timedelta:
    """Say at the beginning how long a function may go on to begin things, so as to end in peace.

    ``most`` seconds, or until ``reserve`` seconds before AWS ends it; a second in any case.
    """
    remaining = getattr(_context(event), "get_remaining_time_in_millis", None)
    if not remaining:
        return timedelta(seconds=most)
    return timedelta(seconds=min(most, max(remaining() / 1000 - reserve, 1)))


def _context(event: object) -> Any:
    return getattr(event, "context", None)
