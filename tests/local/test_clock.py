"""The clock of a local game."""

from datetime import UTC, datetime, timedelta

import pytest

from infra.local.clock import Clock, kept, local_zone

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_speed_stretches_time():
    """At speed 60 a minute is an hour."""
    times = iter([NOON, NOON + timedelta(minutes=1)])
    clock = Clock(60, real=lambda: next(times))
    assert clock() == NOON + HOUR


def test_without_speed_nothing_is_kept(tmp_path):
    """At speed 1 the clock is that of the machine."""
    clock = kept(tmp_path / "clock.json", 1, lambda: NOON)
    assert clock() == NOON
    assert not (tmp_path / "clock.json").exists()


def test_time_never_goes_back(tmp_path):
    """A restart, at whatever speed, goes on where the clock would be by now."""
    path, real = tmp_path / "clock.json", [NOON]
    kept(path, 3600, lambda: real[0])
    real[0] += timedelta(seconds=2)
    slow = kept(path, 1, lambda: real[0])
    assert slow() == NOON + 2 * HOUR
    real[0] += HOUR
    assert slow() == NOON + 3 * HOUR


@pytest.mark.parametrize(
    ("machine", "zone"),
    [("Etc/UTC", "UTC"), ("Europe/Warsaw", "Europe/Warsaw"), ("Nowhere/At_All", "UTC")],
)
def test_the_zone_of_this_machine(monkeypatch, machine, zone):
    """UTC has one name, and so has a zone that nobody knows."""
    monkeypatch.setenv("TZ", machine)
    assert local_zone() == zone
