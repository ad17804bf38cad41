"""How long an answer asks us to wait."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Give the seconds of a ``Retry-After`` header: a number or a date; ``now`` is UTC."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdecimal():
        return float(text[:9])
    try:
        at = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    moment = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())
