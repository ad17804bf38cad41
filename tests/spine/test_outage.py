"""A clock that was down: each day closes once, at its own time; nobody is blamed; one digest."""

import pytest

from chalicelib.game import PUBLIC, redact
from chalicelib.rules import table
from chalicelib.rules.forum.state import DayClosed, Penalised
from chalicelib.rules.verbs import Suggest
from tests.worlds import World, words


@pytest.fixture
def world(tmp_path):
    """A game of three in which much is owed when the clock stops; its first letters are sent."""
    made = World(tmp_path).start(unanswered_penalty="always", day_minutes=720)
    made.post()
    made.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    made.move("p3", table.Talk("What a night."))
    made.post()
    return made


def test_F6_missed_days_close_once_each_in_order_at_their_own_times(world):
    """F6: after 36 hours three days are closed, twelve hours apart."""
    closes = world.state.closes
    world.wait(hours=37)
    assert world.tick() == 3
    assert world.tick() == 0
    closed = [entry for entry in world.log() if any(isinstance(e, DayClosed) for e in entry.events)]
    assert [(entry.at - closes).total_seconds() / 3600 for entry in closed] == [0, 12, 24]


def test_F28_nobody_is_blamed_for_time_in_which_nobody_could_act(world):
    """F27, F28: no penalty for what was left unanswered while the clock was down."""
    world.wait(hours=37)
    world.tick()
    assert not [e for entry in world.log() for e in entry.events if isinstance(e, Penalised)]


def test_F27_a_clock_that_is_a_little_late_changes_nothing(world):
    """F27: a few minutes are no excuse."""
    world.wait(hours=12, minutes=5)
    world.tick()
    assert [e for entry in world.log() for e in entry.events if isinstance(e, Penalised)]


def test_F9_three_missed_days_are_one_letter(world):
    """F9: everybody gets one report with all that happened; private cards come all the same."""
    world.wait(hours=37)
    world.tick()
    mails = world.post()
    to = [mail["To"] for mail in mails]
    assert to.count("p3@example.org") == 1
    (report,) = (words(mail) for mail in mails if mail["To"] == "p3@example.org")
    assert "What a night." in report
    assert "suggestion 1: Mustard, Knife, Attic" in report
    card = [words(mail) for mail in mails if mail["To"] == "p1@example.org"]
    assert any("shows you: Mustard" in text for text in card)
    assert len(card) == 2


def test_F9_an_ordinary_day_is_reported_once(world):
    """F9: the report of a quiet day does not repeat the day before."""
    world.wait(hours=12, minutes=1)
    world.tick()
    assert "What a night." in words(world.letters_to("p3")[0])
    world.wait(hours=12)
    world.tick()
    (report,) = world.letters_to("p3")
    assert "What a night." not in words(report)


def test_the_log_of_an_outage_is_public(world):
    """What the clock did late stands in the log like everything else."""
    world.wait(hours=37)
    world.tick()
    public = [redact(entry, PUBLIC) for entry in world.log()]
    assert sum(isinstance(e, DayClosed) for entry in public for e in entry.events) == 3
