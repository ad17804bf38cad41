"""A database that wants less is asked again, more slowly: bulk work takes as long as it takes."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from chalicelib.game import Busy

T = TypeVar("T")

FIRST, LONGEST = 0.2, 20.0
"""Seconds between two attempts, at first and at most; doubled each time."""
TRIES = 12
"""All attempts together wait for two minutes; then the trouble is another."""


def persistently(act: Callable[..., T], *given: Any, **more: Any) -> T:
    """Do something that may be refused for being too much, and again after a while.

    Raises ``Busy`` if it is refused to the last.
    """
    for attempt in range(TRIES - 1):
        with suppress(Busy):
            return act(*given, **more)
        time.sleep(min(FIRST * 2**attempt, LONGEST))
    return act(*given, **more)
