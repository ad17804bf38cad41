"""What DynamoDB's failures mean: whether they pass by themselves. Known by code, never by words.

What passes becomes ``Busy`` here and nowhere else: the API answers 503 with Retry-After, and a
trigger brings its message again. A write that was refused so may have happened all the same (its
answer was lost): whoever tries again finds its key.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from botocore.exceptions import ClientError, ConnectionError, HTTPClientError  # noqa: A004
from pynamodb.exceptions import CancellationReason, PynamoDBException, TransactWriteError

from chalicelib import logs
from chalicelib.game import Busy

PASSING = frozenset(
    {
        *("ProvisionedThroughputExceededException", "RequestLimitExceeded"),
        *("ThrottlingException", "Throttling", "RequestTimeout", "TransactionInProgressException"),
        *("InternalServerError", "InternalFailure", "ServiceUnavailable"),
    }
)
"""DynamoDB is too busy, or is ill; botocore has tried several times already."""
THROTTLED = frozenset({"ThrottlingError", "ProvisionedThroughputExceeded"})
"""The same, as the reason for which a transaction did not happen."""
RACING = "TransactionConflict"
"""Another transaction was in the way; whether the conditions hold is not known."""
SERVER = 500
AGAIN = 2
"""Seconds after which it is worth trying again."""

_log = logging.getLogger(__name__)


@contextmanager
def patiently() -> Iterator[None]:
    """Raise ``Busy`` for a failure that passes, and every other one as it is."""
    try:
        yield
    except PynamoDBException as error:
        if not passes(error):
            raise
        _log.warning("the store is busy", extra=logs.told(error=_named(error)))
        raise Busy("busy", seconds=AGAIN) from error


def passes(error: PynamoDBException) -> bool:
    """Whether it is worth trying again in a moment."""
    reasons = {reason.code for reason in reasons_of(error) if reason}
    return bool(
        isinstance(error.cause, HTTPClientError | ConnectionError)
        or _named(error) in PASSING
        or reasons & THROTTLED
        or (reasons == {RACING})
        or _status(error) >= SERVER
    )


def reasons_of(error: PynamoDBException) -> list[CancellationReason | None]:
    """Give why a transaction did not happen, by its writes; nothing for other failures."""
    return error.cancellation_reasons if isinstance(error, TransactWriteError) else []


def is_race(error: PynamoDBException) -> bool:
    """Whether another transaction was in the way, and nothing else is known."""
    return {reason.code for reason in reasons_of(error) if reason} == {RACING}


def _named(error: PynamoDBException) -> str:
    """Give what DynamoDB calls an error, or botocore where there is no answer."""
    return logs.named(error.cause or error)


def _status(error: PynamoDBException) -> int:
    """Give the status of the answer: PynamoDB keeps it in the error of botocore that it wraps."""
    cause = error.cause.__cause__ if error.cause else None
    if not isinstance(cause, ClientError):
        return 0
    return int(cause.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))
