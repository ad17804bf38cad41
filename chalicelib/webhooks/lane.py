"""The lane to one URL: one delivery at a time, so many in a minute. Pure but for its row."""

from datetime import datetime, timedelta

import msgspec

from chalicelib.store import Item, Key, encoded

LEASE = timedelta(minutes=1)
"""After so long whoever has a lane counts as dead: four times as long as an attempt may take."""
MINUTE = timedelta(minutes=1)
KEEP = timedelta(days=1)


class Lane(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is at it and how it goes. Times are UTC.

    ``busy``: somebody is at it until then at the latest; ``rest``: nothing may start before;
    ``taken``: how many have started since ``since``; ``ill``: the last attempt failed.
    """

    busy: datetime | None = None
    rest: datetime | None = None
    since: datetime | None = None
    taken: int = 0
    ill: bool = False

    def is_free(self, now: datetime) -> bool:
        """Whether an attempt may start."""
        return all(until is None or until <= now for until in (self.busy, self.rest))

    def begun(self, now: datetime, rate: int) -> "Lane":
        """Give the lane once an attempt has started; ``rate`` is how many may in a minute."""
        fresh = self.since is None or now >= self.since + MINUTE
        since, taken = (now, 1) if fresh or not self.since else (self.since, self.taken + 1)
        rest = since + MINUTE if taken >= rate else None
        return Lane(now + LEASE, rest, since, taken, self.ill)

    def ended(self, *, ill: bool) -> "Lane":
        """Give the lane once the attempt is over."""
        return msgspec.structs.replace(self, busy=None, ill=ill)


_read = msgspec.json.Decoder(Lane).decode


def lane_key(target: str) -> Key:
    """Give where the lane to a target lies."""
    return f"TARGET#{target}", "LANE"


def read_lane(item: Item | None) -> Lane:
    """Decode a lane; one that nobody has used is free."""
    return _read(item.body) if item else Lane()


def lane_item(pk: str, lane: Lane, before: Item | None, now: datetime) -> Item:
    """Give the next version of a lane's row, which is forgotten when it is not used."""
    version = before.version + 1 if before else 1
    return Item(pk, "LANE", encoded(lane), version, expires=now + KEEP)
