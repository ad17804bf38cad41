"""What is asked of the service that carries our mail, besides carrying it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Protocol

import msgspec


class Listed(msgspec.Struct, frozen=True):
    """An address on the carrier's suppression list: nothing is sent to it since ``at`` (UTC)."""

    address: str
    complained: bool
    at: datetime


class Carrier(Protocol):
    """Knows whom it will not write to, and how much it has sent."""

    def suppressed(self, since: datetime) -> Iterator[Listed]:
        """Give who was put on the suppression list since a time (UTC)."""

    def sent_last_day(self) -> int:
        """Say how many mails were sent in the last 24 hours."""
