"""The players' own clock: days keep their clock time when clocks change (F6)."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from chalicelib.rules.calendar import first_boundary, next_boundary
from tests.tables import DAY, Table

# Clocks go forward, back, forward by half an hour, back by half an hour, forward at midnight.
CHANGES = [
    ("Europe/Warsaw", date(2026, 3, 29)),
    ("Europe/Warsaw", date(2026, 10, 25)),
    ("Australia/Lord_Howe", date(2026, 10, 4)),
    ("Australia/Lord_Howe", date(2026, 4, 5)),
    ("America/Sao_Paulo", date(2018, 11, 4)),
    ("America/Sao_Paulo", date(2019, 2, 17)),
]


def local(zone: str, day: date, clock: str) -> datetime:
    """The time (UTC) at which the clock in a zone shows ``clock`` on a day."""
    return datetime.combine(day, time.fromisoformat(clock), ZoneInfo(zone)).astimezone(UTC)


@pytest.mark.parametrize("days", [1, 2, 3])
@pytest.mark.parametrize("clock", ["09:15", "21:00", "23:59"])
@pytest.mark.parametrize(("zone", "change"), CHANGES)
def test_F6_days_keep_their_clock_time_when_clocks_change(zone, change, clock, days):
    """A day of D days closes at the same clock time D days later, whatever happens to the clock."""
    start = local(zone, change - timedelta(days=2), clock)
    game = Table(zone=zone, start=start, day_minutes=days * DAY)
    for number in range(1, 5):
        there = game.state.closes.astimezone(ZoneInfo(zone))
        assert there.date() == change + timedelta(days=number * days - 2)
        assert f"{there:%H:%M}" == clock
        game.close()


@pytest.mark.parametrize(("zone", "change"), CHANGES)
def test_F6_the_changing_day_really_is_longer_or_shorter(zone, change):
    """Clock time is kept and not 24 hours: the days around a change differ in length."""
    start = local(zone, change - timedelta(days=1), "12:00")
    assert Table(zone=zone, start=start).state.closes - start != timedelta(hours=24)


@pytest.mark.parametrize("length", [5, 30, 45, 60, 90, 600])
@pytest.mark.parametrize(("zone", "change"), CHANGES)
def test_F6_short_days_go_on_while_clocks_change(zone, change, length):
    """Boundaries are on the grid of clock times, follow each other, and none lasts two days."""
    step = timedelta(minutes=length)
    start = local(zone, change - timedelta(days=1), "12:00")
    times = [start]
    while times[-1] < start + timedelta(days=2):
        times.append(next_boundary(start, zone, step, times[-1]))
    gaps = {after - before for before, after in pairwise(times)}
    hour = timedelta(hours=1)
    assert step in gaps
    assert all(timedelta(0) < gap <= step + hour for gap in gaps)
    origin = start.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    shown = [t.astimezone(ZoneInfo(zone)).replace(tzinfo=None) for t in times]
    allowed = {timedelta(0), hour % step, timedelta(minutes=30) % step}
    assert {(s - origin) % step for s in shown} <= allowed


def test_F6_half_hours_over_a_fold_and_a_gap():
    """The hour that comes twice belongs to one day; the hour that is skipped has none."""
    half = timedelta(minutes=30)

    def shown(start: datetime, number: int) -> list[str]:
        times = [start]
        for _ in range(number):
            times.append(next_boundary(start, "Europe/Warsaw", half, times[-1]))
        return [f"{t:%H:%M}" for t in times]

    fold = datetime(2026, 10, 24, 23, 30, tzinfo=UTC)
    assert shown(fold, 4) == ["23:30", "00:00", "00:30", "02:00", "02:30"]
    gap = datetime(2026, 3, 29, 0, 0, tzinfo=UTC)
    assert shown(gap, 4) == ["00:00", "00:30", "01:00", "01:30", "02:00"]


def test_F6_a_clock_time_in_the_gap_is_not_left_out():
    """A day of 25 minutes: 02:40 does not exist, and is read as 01:40 UTC, after 03:30."""
    start = datetime(2026, 3, 29, 0, 0, tzinfo=UTC)
    times = [start]
    for _ in range(6):
        times.append(next_boundary(start, "Europe/Warsaw", timedelta(minutes=25), times[-1]))
    assert [f"{t:%H:%M}" for t in times[1:]] == [
        "00:25",
        "00:50",
        "01:05",
        "01:15",
        "01:30",
        "01:40",
    ]


@pytest.mark.parametrize(
    ("now", "start", "opens"),
    [
        ("2026-12-01T18:00", "20:00", "2026-12-01T19:00"),
        ("2026-12-01T18:00", "19:00", "2026-12-02T18:00"),
        ("2026-12-01T18:00", "19:01", "2026-12-01T18:01"),
        ("2026-12-01T23:30", "00:15", "2026-12-02T23:15"),
        ("2026-03-28T12:00", "02:30", "2026-03-29T01:30"),
        ("2026-10-24T12:00", "02:30", "2026-10-25T00:30"),
    ],
)
def test_F6_the_first_day_opens_at_its_clock_time(now, start, opens):
    """The next time after now, and not now, at which the clock in Warsaw shows the start."""
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    expected = datetime.fromisoformat(opens).replace(tzinfo=UTC)
    assert first_boundary(at, "Europe/Warsaw", start) == expected


def test_F6_seconds_of_the_deal_do_not_move_the_first_day():
    """A clock time is one of whole minutes, whenever the game was dealt; all times are UTC."""
    now = datetime(2026, 12, 1, 18, 0, 30, 500_000, tzinfo=UTC)
    opens = first_boundary(now, "Europe/Warsaw", "20:00")
    assert opens == datetime(2026, 12, 1, 19, tzinfo=UTC)
    closes = next_boundary(opens, "Europe/Warsaw", timedelta(days=1), opens)
    assert opens.tzinfo is closes.tzinfo is UTC


def test_F6_a_skipped_time_is_read_with_the_clock_before():
    """Where days of 40 minutes meet the gap: 02:20 in Warsaw, which is not shown, is 01:20 UTC."""
    anchor = datetime(2026, 3, 29, 0, 0, tzinfo=UTC)
    after = datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
    boundary = next_boundary(anchor, "Europe/Warsaw", timedelta(minutes=40), after)
    assert boundary == datetime(2026, 3, 29, 1, 20, tzinfo=UTC)
