"""Game days on the players' own clock (F6): boundaries keep their clock time over DST changes."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from chalicelib.game import Unreadable

WIDEST_CHANGE = timedelta(hours=2)
"""No clock is put forward or back by more; two clock times may so change places."""


def checked_zone(zone: str) -> None:
    """Refuse what is no IANA time zone (F6)."""
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError) as error:
        raise Unreadable("unknown_zone", "F6", zone=zone) from error


def local_date(moment: datetime, zone: str) -> date:
    """Give the date that the calendar in ``zone`` shows at a moment (UTC)."""
    return moment.astimezone(ZoneInfo(zone)).date()


def midnight(day: date, zone: str) -> datetime:
    """Give the moment (UTC) at which a day begins on the calendar in ``zone``."""
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)


def first_boundary(now: datetime, zone: str, start: str) -> datetime:
    """Give the next time (UTC) at which the clock in ``zone`` shows ``start`` (HH:MM)."""
    hour, minute = map(int, start.split(":"))
    local = now.astimezone(ZoneInfo(zone))
    today = local.replace(hour=hour, minute=minute, second=0, microsecond=0, fold=0)
    day = timedelta(days=1)
    return next(t for n in (-1, 0, 1, 2) if (t := (today + n * day).astimezone(UTC)) > now)


def next_boundary(anchor: datetime, zone: str, length: timedelta, after: datetime) -> datetime:
    """Give the first boundary (UTC) after ``after`` on the grid that runs from ``anchor`` (UTC).

    The grid is one of local clock times: ``anchor`` plus whole lengths, each read in ``zone``.
    A clock time that a DST change skips is read with the offset before the change.
    """
    place = ZoneInfo(zone)
    origin = anchor.astimezone(place).replace(tzinfo=None)
    local = after.astimezone(place).replace(tzinfo=None)
    passed, spare = (local - origin) // length, WIDEST_CHANGE // length + 2
    steps = (origin + n * length for n in range(passed - spare, passed + spare))
    return min(t for s in steps if (t := s.replace(tzinfo=place).astimezone(UTC)) > after)
