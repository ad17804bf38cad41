"""Clocks of blitz: every step has a deadline, and the GM acts when it runs out (B9)."""

from datetime import timedelta

import pytest

from chalicelib.game import ORGANISER, PUBLIC, THE_CLOCK
from chalicelib.rules import office, table, verbs
from chalicelib.rules.blitz import state as b
from tests.tables import HOST, kinds, refused
from tests.turns import FREE, HANDS, HOUR, WRONG, Turns

TWO_OF_S2 = ("Mustard", "Rope", "Cellar")
DAY = 24 * HOUR


def test_B9_a_turn_has_24_hours_and_an_answer_12():
    """B9: the defaults, counted from the moment in which the step begins."""
    game = Turns().at(30)
    assert game.closes == game.minute(DAY)
    game.suggest("s1")
    assert game.closes == game.minute(30 + 12 * HOUR)
    game.at(90)
    game.none("s2")
    assert game.closes == game.minute(90 + 12 * HOUR)
    game.none("s3")
    game.none("s4")
    assert game.state.step == "decide"
    assert game.closes == game.minute(90 + DAY)
    game.at(100)
    game.passes("s1")
    assert game.closes == game.minute(100 + DAY)


def test_B9_hours_are_options():
    """B9: `turn_hours` for suggestion, pass and accusation, `answer_hours` for an answer."""
    game = Turns(turn_hours=5, answer_hours=2)
    assert game.closes == game.minute(5 * HOUR)
    game.suggest("s1")
    assert game.closes == game.minute(2 * HOUR)
    for seat in ("s2", "s3", "s4"):
        game.none(seat)
    assert game.closes == game.minute(5 * HOUR)


def test_B9_the_deadline_itself_is_too_late():
    """B9: what arrives at the deadline waits for the clock, what arrives before it counts."""
    game = Turns()
    just_before = game.closes - timedelta(microseconds=1)
    with refused("clock_behind", "B9"):
        game.play("s1", verbs.Suggest(*FREE), at=game.closes)
    assert game.play("s1", verbs.Suggest(*FREE), at=just_before)


def test_B9_a_late_answer_is_given_by_the_gm():
    """B9, F25: suspect before weapon before room; the thread sees that the GM answered."""
    game = Turns()
    game.suggest("s1", *TWO_OF_S2)
    events = game.clock()
    assert kinds(events) == ["TimeRanOut", "Refuted", "TurnBegan"]
    _, refuted, _ = events
    assert isinstance(refuted, verbs.Refuted)
    assert (refuted.by, refuted.gm, refuted.card) == ("s2", True, "Mustard")
    assert game.seen_by(PUBLIC)[:2] == (
        b.TimeRanOut("s2"),
        verbs.Refuted(1, 1, "s2", "s1", refuted.case, gm=True),
    )
    assert game.state.player == "s2"


def test_B9_a_late_answer_may_be_none():
    """B9: who holds none of the cards could not refute, and the duty passes on."""
    game = Turns()
    game.suggest("s1")
    assert kinds(game.clock()) == ["TimeRanOut", "NotRefuted", "DutyPassed"]
    assert game.asked == "s3"


def test_B9_a_late_turn_is_passed():
    """B9: no suggestion in time, or neither pass nor accusation: the GM passes the turn."""
    game = Turns()
    assert game.clock() == (b.TimeRanOut("s1"), b.Passed("s1", gm=True), b.TurnBegan(2, "s2"))
    game.round("s2", *FREE)
    assert game.clock() == (b.TimeRanOut("s2"), b.Passed("s2", gm=True), b.TurnBegan(3, "s3"))


def test_B9_only_the_clock_lets_time_pass_and_only_when_it_is_due():
    """B9: nobody hurries the clock."""
    game = Turns()
    with refused("not_due", "B9"):
        game.play(HOST, table.TimePassed(), at=game.closes - timedelta(seconds=1))
    with refused("not_due", "B9"):
        game.play(THE_CLOCK, table.TimePassed(), at=game.closes - timedelta(seconds=1))


def test_B9_three_deadlines_in_a_row():
    """B9: turns and answers count alike; then the seat is flagged for replacement.

    The GM plays for it meanwhile, and the seat and the organiser are told.
    """
    game = Turns()
    assert kinds(game.clock()) == ["TimeRanOut", "Passed", "TurnBegan"]
    game.round("s2", *HANDS["s3"][:3])
    game.round("s3", *HANDS["s4"])
    game.suggest("s4", *TWO_OF_S2)
    assert kinds(game.clock()) == ["TimeRanOut", "NotRefuted", "DutyPassed"]
    game.show("s2")
    assert not game.state.tallies["s1"].absent
    assert kinds(game.clock()) == ["TimeRanOut", "PlayedByGM", "Passed", "TurnBegan"]
    assert game.state.tallies["s1"].absent
    assert game.told() == {"s1": 0, ORGANISER: 1, "s2": 1, "s3": 3, "s4": 3}
    assert b.PlayedByGM("s1") in game.seen_by(PUBLIC)


def flagged(**options):
    """A game in which s2 was flagged at its first missed deadline; it is the turn of s2's next."""
    game = Turns(max_timeouts=1, **options)
    game.suggest("s1")
    game.clock()
    return game


def test_B9_the_gm_answers_at_once_for_a_flagged_seat():
    """B9, F51: its answers wait for nobody, nor do its turns."""
    game = flagged()
    game.none("s3")
    game.none("s4")
    events = game.passes("s1")
    assert events == (
        b.Passed("s1"),
        b.TurnBegan(2, "s2"),
        b.Passed("s2", gm=True),
        b.TurnBegan(3, "s3"),
    )
    game.round("s3", *FREE)
    game.passes("s3")
    game.round("s4", *FREE)
    assert kinds(game.log[-1].events) == ["NotRefuted", "Unrefuted"]
    game.passes("s4")
    answered = game.suggest("s1", *TWO_OF_S2)
    assert kinds(answered) == ["Suggested", "Refuted", "TurnBegan", "Passed", "TurnBegan"]


@pytest.mark.parametrize("how", ["in person", "by the organiser", "by a successor"])
def test_B9_meanwhile_ends(how):
    """B9: when the player is back, or somebody sits down in their place, the seat plays again."""
    game = flagged()
    if how == "in person":
        game.order("s2", on=False)
    elif how == "by the organiser":
        game.organise(office.AnswerForSeat("s2", on=False))
    else:
        game.play(table.actor(game.state, "", "heir"), office.TakeSeat(game.offer("s2"), "Heir"))
    assert not game.state.tallies["s2"].absent
    assert game.state.tallies["s2"].timeouts == 0
    game.none("s3")
    game.none("s4")
    game.passes("s1")
    assert (game.state.player, game.state.step) == ("s2", "suggest")


def test_B9_only_deadlines_in_a_row_count():
    """B9: whatever the seat does itself in time begins the count anew."""
    game = Turns(max_timeouts=2)
    game.suggest("s1")
    game.clock()
    assert game.state.tallies["s2"].timeouts == 1
    game.none("s3")
    game.none("s4")
    game.passes("s1")
    game.suggest("s2", *HANDS["s3"][:3])
    assert game.state.tallies["s2"].timeouts == 0
    game.show("s3")
    game.suggest("s3")
    game.none("s4")
    game.none("s1")
    game.clock()
    assert game.state.tallies["s2"].timeouts == 1
    assert not game.state.tallies["s2"].absent


def missed():
    """A game in which s1 has missed its first turn, and s2 is at turn."""
    game = Turns(max_timeouts=9)
    game.clock()
    assert game.state.tallies["s1"].timeouts == 1
    return game


def test_B9_an_answer_begins_the_count_anew():
    """B9: a refutation as well as none; what the GM answers does not."""
    for cards in (FREE, HANDS["s1"][:3]):
        game = missed().round("s2", *cards)
        assert game.state.tallies["s1"].timeouts == 0
    game = missed()
    game.suggest("s2")
    for _ in range(3):
        game.clock()
    assert game.state.tallies["s1"].timeouts == 2


def test_B9_an_accusation_begins_the_count_anew():
    """B9: also one that comes instead of a suggestion; the seat still has to answer."""
    game = Turns(accuse="own_turn")
    for seat in ("s1", "s2", "s3", "s4"):
        assert game.clock()[0] == b.TimeRanOut(seat)
    assert game.state.tallies["s1"].timeouts == 1
    game.accuse("s1", *WRONG)
    assert game.state.tallies["s1"].timeouts == 0


def test_B9_when_the_gm_plays_for_everybody_the_game_pauses():
    """B9, F51: nobody is there any more, so the clock stops; going on gives all a new chance."""
    game = Turns(max_timeouts=1)
    for _ in range(3):
        game.clock()
    events = game.clock()
    assert events[-1] == office.Paused(quiet=True)
    assert game.kind.due(game.state) is None
    game.organise(office.Resume())
    assert not any(tally.absent or tally.timeouts for tally in game.state.tallies.values())
    assert game.closes == game.now + timedelta(hours=24)


def test_B9_nobody_is_blamed_for_an_outage():
    """B9, F28: while the clock was down nobody could act; each step gets its time again."""
    game = Turns()
    game.suggest("s1")
    due = game.closes
    events = game.play(THE_CLOCK, table.TimePassed(late=True), at=due)
    assert events == (office.CloseMoved(due + timedelta(hours=12)),)
    assert game.asked == "s2"
    assert game.state.tallies["s2"].timeouts == 0
    assert game.told() == {"s2": 3}
    game.now = due
    game.none("s2")
    game.none("s3")
    game.none("s4")
    due = game.closes
    game.play(THE_CLOCK, table.TimePassed(late=True), at=due)
    assert game.closes == due + timedelta(hours=24)
    assert game.told() == {"s1": 3}
