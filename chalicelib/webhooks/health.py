"""How deliveries to an endpoint fare: what a success and a failure change, and when it ends. Pure.

The first event whose eight attempts have all failed makes the endpoint failing. If no delivery
succeeds for five days, and three events at least were given up, it is disabled; its owner is
warned a day before. Any success makes all of that forgotten. ::

    HOOK  # h  FARE   due when there is something to warn of, or to end
"""

from datetime import datetime, timedelta

import msgspec

from chalicelib.store import Item, Key, encoded
from chalicelib.webhooks.endpoint import hook_pk

PATIENCE = timedelta(days=5)
WARNING = timedelta(days=1)
MOST_GIVEN_UP = 3


class Fare(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it goes. Times are UTC.

    ``first_failure_at``: the first attempt that failed since a success; ``failing_since``: when
    the first event since then was given up; ``given_up`` counts those.
    """

    last_success_at: datetime | None = None
    first_failure_at: datetime | None = None
    failing_since: datetime | None = None
    given_up: int = 0
    warned_at: datetime | None = None

    def succeeded(self, now: datetime) -> "Fare":
        """Give how it goes after a success."""
        return Fare(last_success_at=now)

    def failed(self, now: datetime, *, given_up: bool) -> "Fare":
        """Give how it goes after an attempt that failed, perhaps the last one of an event."""
        first = self.first_failure_at or now
        if not given_up:
            return msgspec.structs.replace(self, first_failure_at=first)
        return msgspec.structs.replace(
            self,
            first_failure_at=first,
            failing_since=self.failing_since or now,
            given_up=self.given_up + 1,
        )

    @property
    def warning_due(self) -> datetime | None:
        """When its owner has to be warned."""
        if not self.failing_since or self.given_up < MOST_GIVEN_UP or self.warned_at:
            return None
        return self.failing_since + PATIENCE - WARNING

    @property
    def end_due(self) -> datetime | None:
        """When it has to be disabled: a whole day after the warning at the earliest."""
        if not self.failing_since or not self.warned_at:
            return None
        return max(self.failing_since + PATIENCE, self.warned_at + WARNING)


_read = msgspec.json.Decoder(Fare).decode


def fare_key(endpoint: str) -> Key:
    """Give where it is kept how an endpoint fares."""
    return hook_pk(endpoint), "FARE"


def read_fare(item: Item | None) -> Fare:
    """Decode how an endpoint fares; nothing is known of a new one."""
    return _read(item.body) if item else Fare()


def fare_item(endpoint: str, fare: Fare, version: int) -> Item:
    """Give the item of how an endpoint fares."""
    due = fare.warning_due or fare.end_due
    return Item(*fare_key(endpoint), encoded(fare), version, due)
