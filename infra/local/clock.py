"""The clock of a local game: UTC now, or faster for trying out whole games."""

import os
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from chalicelib.site import utc_now

# The names of one zone in the database; the plain one is what letters show.
UTC_ALIASES = frozenset({"Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "UCT", "Zulu"})


def local_zone() -> str:
    """Give the IANA time zone of this machine, UTC if it does not say."""
    name = os.environ.get("TZ") or str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    try:
        return "UTC" if name in UTC_ALIASES else ZoneInfo(name).key
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return "UTC"


class Anchor(msgspec.Struct, frozen=True):
    """From when on which time was shown, and how fast it has run since; both UTC."""

    real: datetime
    shown: datetime
    speed: float

    def at(self, real: datetime) -> datetime:
        """Give the time that is shown at a real time."""
        return self.shown + timedelta(seconds=(real - self.real).total_seconds() * self.speed)


class Clock:
    """Gives the time of the game (UTC); ``speed`` seconds of it pass in each real second."""

    def __init__(
        self,
        speed: float = 1,
        *,
        start: datetime | None = None,
        real: Callable[[], datetime] = utc_now,
    ) -> None:
        """Start at ``start``, or at the present."""
        self._real = real
        now = real()
        self.anchor = Anchor(now, start or now, speed)

    def __call__(self) -> datetime:
        """Give the present of the game (UTC)."""
        return self.anchor.at(self._real())


def kept(path: Path, speed: float, real: Callable[[], datetime] = utc_now) -> Clock:
    """Give a clock that goes on where the last one that was kept at ``path`` would be by now.

    Without such a file, at speed 1, it shows the real time and nothing is kept.
    """
    if not path.exists() and speed == 1:
        return Clock(real=real)
    before = msgspec.json.decode(path.read_bytes(), type=Anchor) if path.exists() else None
    clock = Clock(speed, start=before.at(real()) if before else None, real=real)
    draft = path.with_suffix(".new")
    draft.write_bytes(msgspec.json.encode(clock.anchor))
    draft.replace(path)
    return clock
