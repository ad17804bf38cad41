"""Game days: opening, close, table, penalties, the idle (F6, F9, F26-F28, F50)."""

from datetime import timedelta

import pytest

from chalicelib.game import ORGANISER, PUBLIC, THE_CLOCK, redact
from chalicelib.rules import table, verbs
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.options import Options
from chalicelib.rules.forum.parts import Row
from tests.tables import ALL_VIEWERS, CODE, DAY, DECK, HOST, START, Table, kinds, refused

CASE = ("Mustard", "Pipe", "Attic")
"""A suggestion that s2 can refute, and only s2."""


def test_F6_nothing_is_asked_before_the_first_day():
    """Between deal and opening there are hands, but no suggestions and no accusations."""
    game = Table(day_start="09:00", day_minutes=60)
    assert (game.state.phase, game.state.opens) == ("dealt", game.minute(15 * 60))
    with refused("no_open_day", "F6"):
        game.ask("s1", "s2", *CASE)
    with refused("no_open_day", "F30"):
        game.accuse("s1", *CASE)
    assert kinds(game.clock()) == ["DayOpened"]
    assert game.state.closes == game.minute(16 * 60)
    game.ask("s1", "s2", *CASE)


def test_F6_the_next_day_opens_at_once_and_unused_suggestions_are_gone():
    """Close and opening are one: the time of one is the time of the other."""
    game = Table()
    game.ask("s1", "s2", *CASE)
    assert kinds(game.close()) == ["Refuted", "DayClosed", "SeatsIdle", "DayOpened"]
    assert (game.state.day, game.state.opened) == (2, game.minute(DAY))
    assert {game.left(seat) for seat in ("s1", "s2", "s3")} == {3}
    assert set(game.told()) == {"s1", "s2", "s3", ORGANISER}


def test_F6_a_move_belongs_to_the_day_in_which_it_arrived():
    """At the boundary the clock comes first; what arrived before is not of the new day."""
    game = Table()
    suggestion = verbs.Suggest(*CASE, "s2")
    with refused("clock_behind", "F6"):
        game.play("s1", suggestion, at=game.minute(DAY))
    game.play("s1", suggestion, at=game.minute(DAY - 0.01))
    game.close()
    with refused("day_over", "F6") as facts:
        game.play("s1", suggestion, at=game.minute(DAY - 0.01))
    assert facts == {"day": 1}
    game.play("s1", suggestion, at=game.minute(DAY))


def test_F6_only_the_clock_moves_time_and_only_when_it_is_due():
    """Neither player nor organiser closes a day, and the clock neither early nor late."""
    game = Table()
    for by in ("s1", HOST):
        with refused("not_due", "F6"):
            game.play(by, table.TimePassed(), at=game.minute(DAY - 1))
    for wrong in (DAY - 0.01, DAY + 0.01):
        with refused("not_due", "F6"):
            game.play(THE_CLOCK, table.TimePassed(), at=game.minute(wrong))


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../etc/passwd", "Europe", "a\0b", "x" * 999])
def test_F6_the_zone_must_exist(zone):
    """A zone that no clock knows is refused."""
    create = f.Create(table.Setting("Manor", zone=zone), Options(), "full", DECK, CODE)
    game = Table()
    game.state = None
    with refused("unknown_zone", "F6"):
        game.play(HOST, create)


def test_F9_the_table_of_the_day():
    """At the close suggestions made and left, answers owed, penalty; then what is allowed."""
    game = Table(unanswered_penalty="always")
    game.ask("s1", "s2", *CASE)
    game.ask("s1", "s3", *CASE)
    game.ask("s3", "s2", *CASE)
    game.none("s3", 2)
    _, _, closed, _, _, opened = game.close()
    assert closed == f.DayClosed(
        1, (Row("s1", 2, 1, 0, 0), Row("s2", 0, 3, 2, 0), Row("s3", 1, 2, 0, 0))
    )
    assert isinstance(opened, f.DayOpened)
    assert opened.table == (
        Row("s1", 0, 3, 0, 0),
        Row("s2", 0, 2, 0, 1),
        Row("s3", 0, 3, 0, 0),
    )
    assert redact(game.state, PUBLIC).table() == opened.table


def test_F9_the_table_does_not_tell_who_has_accused():
    """What is left is counted as everybody may know it: a secret accusation does not show."""
    game = Table(accusation_window="from_first_correct")
    game.accuse("s2", "Green", "Pipe", "Hall")
    assert (game.left("s2"), redact(game.state, PUBLIC).suggestions_left("s2")) == (0, 3)
    closed, _, opened = game.close()
    assert isinstance(closed, f.DayClosed)
    assert isinstance(opened, f.DayOpened)
    assert [row.left for row in (*closed.table, *opened.table)] == [3] * 6


@pytest.mark.parametrize(
    ("rule", "seen", "fined"),
    [
        ("always", "no", True),
        ("never", "after", False),
        ("if_active", "no", False),
        ("if_active", "before", False),
        ("if_active", "after", True),
    ],
)
def test_F27_who_leaves_suggestions_unanswered_loses_one(rule, seen, fined):
    """`if_active`: only who was seen after the suggestion came; `always`; `never`. For one day."""
    game = Table(unanswered_penalty=rule)
    if seen == "before":
        game.at(5).say("s2")
    game.at(10).ask("s1", "s2", *CASE)
    if seen == "after":
        game.at(11).say("s2")
    closed = game.close()
    assert (f.Penalised("s2") in closed) is fined
    assert game.left("s2") == (2 if fined else 3)
    game.close()
    assert game.left("s2") == 3


@pytest.mark.parametrize(
    "seen",
    [
        lambda game: game.ask("s2", "s3", *CASE),
        lambda game: game.none("s2", 1),
        lambda game: game.refute("s2", 3),
        lambda game: game.say("s2"),
    ],
)
def test_F27_what_counts_as_seen(seen):
    """Suggesting, answering another suggestion, announcing and posting are all to be seen."""
    game = Table().at(1)
    game.ask("s1", "s2", "Green", "Pipe", "Attic")
    game.ask("s3", "s2", *CASE)
    game.ask("s3", "s2", "Mustard", "Rope", "Attic")
    game.at(2)
    seen(game)
    assert f.Penalised("s2") in game.close()


def test_F27_seen_is_the_latest_time_whatever_came_in_first():
    """A mail that was long on its way does not make its sender less seen."""
    game = Table().at(20)
    game.ask("s1", "s2", *CASE)
    game.at(30).say("s2")
    game.play("s2", table.Talk("This took a while."), at=game.minute(10))
    assert f.Penalised("s2") in game.close()


def test_F27_one_per_day_and_never_below_none():
    """Three unanswered cost one; of one suggestion a day nothing is left, and that is said."""
    game = Table(unanswered_penalty="always", suggestions_per_day=1)
    game.ask("s1", "s2", *CASE)
    game.ask("s3", "s2", *CASE)
    assert kinds(game.close()).count("Penalised") == 1
    assert (game.left("s2"), game.state.tallies["s2"].penalty) == (0, 1)
    with refused("quota_spent", "F10") as facts:
        game.ask("s2", "s1", *CASE)
    assert facts == {"made": 0, "allowed": 0}
    game.ask("s1", "s2", *CASE)
    assert f.Penalised("s2") in game.close()
    assert game.left("s2") == 0


def test_F27_what_was_announced_is_answered():
    """Who said that they refute owes a card (F24), but no answer."""
    game = Table(unanswered_penalty="always").at(DAY - 180)
    game.ask("s1", "s2", "Mustard", "Rope", "Attic")
    game.at(DAY - 30).refute("s2", 1)
    assert f.Penalised("s2") not in game.close()


@pytest.mark.parametrize(
    ("before_close", "margin", "fined"),
    [
        (120, 120, True),
        (119.99, 120, False),
        (0.01, 0, True),
        (DAY / 2, 1440, True),
        (DAY / 2 - 1, 1440, False),
    ],
)
def test_F28_late_suggestions_cost_nothing(before_close, margin, fined):
    """Who had the whole margin to answer had time enough; who had less is excused.

    The margin is half the day at most, so that short days have penalties, too.
    """
    game = Table(unanswered_penalty="always", late_margin_minutes=margin).at(DAY - before_close)
    game.ask("s1", "s2", *CASE)
    assert (f.Penalised("s2") in game.close()) is fined


def test_F28_a_late_suggestion_does_not_excuse_an_early_one():
    """One that came in time is enough for the penalty; seen after a late one only is not."""
    game = Table().at(10)
    game.ask("s1", "s2", *CASE)
    game.at(DAY - 10).ask("s1", "s2", *CASE)
    game.at(DAY - 5).say("s2")
    assert f.Penalised("s2") in game.close()
    game.at(2 * DAY - 10).ask("s1", "s2", *CASE)
    game.at(2 * DAY - 5).say("s2")
    assert f.Penalised("s2") not in game.close()


def test_F50_who_suggests_nothing_is_flagged_to_the_organiser():
    """Fewer than allowed are fine; none all day is told to the organiser alone."""
    game = Table()
    game.ask("s1", "s2", *CASE)
    flagged = f.SeatsIdle(1, ("s2", "s3"))
    assert flagged in game.close()
    assert {v for v in ALL_VIEWERS if flagged in game.seen_by(v)} == {ORGANISER}
    for by, to in (("s1", "s2"), ("s2", "s3"), ("s3", "s1")):
        game.ask(by, to, *CASE)
    assert "SeatsIdle" not in kinds(game.close())
    assert ORGANISER not in game.told()


def test_F50_who_may_not_suggest_is_not_idle():
    """Neither who has left nor who has publicly lost is expected to suggest."""
    game = Table(accusation_window_hours=1)
    game.leave("s3")
    game.accuse("s2", "Green", "Pipe", "Hall")
    assert f.SeatsIdle(1, ("s1",)) in game.close()


def test_F50_who_had_no_suggestion_left_is_not_idle():
    """A penalty that takes the only suggestion of the day is no idleness."""
    game = Table(unanswered_penalty="always", suggestions_per_day=1)
    game.ask("s1", "s2", *CASE)
    game.close()
    game.ask("s1", "s3", *CASE)
    game.ask("s3", "s1", *CASE)
    assert "SeatsIdle" not in kinds(game.close())


def test_F50_one_suggestion_a_day_is_one_to_make():
    """Who lets the only one pass is idle, too."""
    assert f.SeatsIdle(1, ("s1", "s2", "s3")) in Table(suggestions_per_day=1).close()


def test_F50_the_idle_do_not_tell_who_has_accused():
    """The organiser sees no accusations (F56): who accused unseen is idle like the others."""
    game = Table(accusation_window="from_first_correct")
    game.accuse("s2", "Green", "Pipe", "Hall")
    assert f.SeatsIdle(1, ("s1", "s2", "s3")) in game.close()


def test_F6_missed_days_are_played_one_by_one():
    """After an outage each day closes once, at its own time."""
    game = Table().at(4 * DAY)
    assert [e.at for e in game.log[-4:]] == [START + timedelta(days=n) for n in (1, 2, 3, 4)]
    assert game.state.day == 5
