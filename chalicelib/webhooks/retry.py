"""When a delivery that failed is tried again. Pure: chance and time are arguments.

At once, then after 1 and 5 and 30 minutes, 2, 5, 10 and 10 hours, each a fifth more or less.
"""

from collections.abc import Sequence
from datetime import timedelta

from chalicelib.game import Chance

WAITS = tuple(timedelta(minutes=m) for m in (1, 5, 30, 120, 300, 600, 600))
"""What lies between the eight attempts at an event."""
PING_WAITS = WAITS[:2]
"""What lies between the three attempts at a ping: all are made within ten minutes."""
_EVEN = 1000
_SPREAD = 200


def wait(
    waits: Sequence[timedelta], failed: int, rng: Chance, asked: float | None = None
) -> timedelta | None:
    """Give how long to wait after ``failed`` attempts, or nothing if those were all.

    ``asked`` are the seconds that the receiver wishes: heard from once to twice what is due.
    """
    if failed > len(waits):
        return None
    part = _EVEN - _SPREAD + rng.randrange(2 * _SPREAD + 1)
    due = waits[failed - 1] * part / _EVEN
    wished = min(max(asked or 0, due.total_seconds()), 2 * due.total_seconds())
    return timedelta(seconds=wished)
