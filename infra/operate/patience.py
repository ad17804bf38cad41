"""A database that wants less is asked again, more slowly: bulk work takes as long as it takes."""

import time
from collections.abc import Callable
from typing import Any, TypeVar

from pynamodb.exceptions import PynamoDBException

from chalicelib.game import Busy

T = TypeVar("T")

FIRST, LONGEST = 0.2, 20.0
"""Seconds between two attempts, at first and at most; doubled each time."""
TRIES = 12
"""All attempts together wait for two minutes; then the trouble is another."""
THROTTLED = frozenset(
    {
        *("ProvisionedThroughputExceededException", "ProvisionedThroughputExceeded"),
        *("ThrottlingException", "ThrottlingError", "RequestLimitExceeded"),
        "TransactionInProgressException",
    }
)


def patiently(act: Callable[..., T], *given: Any, **more: Any) -> T:
    """Do something that may be refused for being too much, and again after a while."""
    for attempt in range(TRIES - 1):
        try:
            return act(*given, **more)
        except (Busy, PynamoDBException) as error:
            if not _is_too_much(error):
                raise
        time.sleep(min(FIRST * 2**attempt, LONGEST))
    return act(*given, **more)


def _is_too_much(error: Busy | PynamoDBException) -> bool:
    """Whether the same would be taken later."""
    if isinstance(error, Busy):
        return True
    reasons = getattr(error, "cancellation_reasons", ())
    codes = {error.cause_response_code, *(reason.code for reason in reasons if reason)}
    return bool(codes & THROTTLED)
