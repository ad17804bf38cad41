"""Being away from a day to a day: a standing order that begins by itself and ends by it (F29)."""

from datetime import UTC, date, datetime

import pytest

from chalicelib.game import ORGANISER
from chalicelib.rules import blitz, office, table, verbs
from chalicelib.rules.office import RollBackTo
from tests.tables import DAY, START, Table, kinds, refused
from tests.turns import Turns

OF_BORIS = ("Mustard", "Rope", "Lounge")
SECOND, THIRD, FOURTH = (date(2026, 12, day) for day in (2, 3, 4))
MIDNIGHT = 6 * 60
"""Minutes from the start of the table to its first midnight, UTC."""


def away(since: date | None, until: date | None) -> table.AnswerForMe:
    """The order of somebody who is absent."""
    return table.AnswerForMe(since=since, until=until, away=True)


def test_F29_an_order_for_later_begins_at_midnight():
    """Until its first day the player answers; then the GM answers what is open, and all are told.

    The first day begins at midnight on the game's clock.
    """
    game = Table()
    (given,) = game.play("s2", away(SECOND, THIRD))
    assert given == table.StandingOrder("s2", True, THIRD, SECOND, True)
    assert kinds(game.ask("s1", "s2", *OF_BORIS)) == ["Suggested"]
    assert game.kind.due(game.state) == datetime(2026, 12, 2, tzinfo=UTC)
    begun, answer = game.clock()
    assert begun == table.StandingOrder("s2", True, THIRD, None, True, True)
    assert isinstance(answer, verbs.Refuted)
    assert (answer.gm, answer.card) == (True, "Mustard")
    assert kinds(game.ask("s3", "s2", *OF_BORIS)) == ["Suggested", "Refuted"]


def test_F29_the_last_day_is_the_last():
    """After it the player answers again without a word."""
    game = Table()
    game.play("s2", away(None, SECOND))
    game.at(MIDNIGHT + DAY - 1)
    assert kinds(game.ask("s1", "s2", *OF_BORIS)) == ["Suggested", "Refuted"]
    game.at(MIDNIGHT + DAY)
    assert kinds(game.ask("s3", "s2", *OF_BORIS)) == ["Suggested"]


def test_F29_days_are_those_of_the_zone():
    """Midnight is that of the game's own clock."""
    game = Table(zone="Europe/Moscow")
    game.play("s2", away(THIRD, None))
    game.at(27 * 60 - 1)
    assert not game.state.answered_by_gm("s2", game.now)
    game.at(27 * 60)
    assert game.state.answered_by_gm("s2", game.now)


def test_F29_F24_a_card_is_sent_when_the_order_begins():
    """A card that is owed by then is sent by the GM, without blame."""
    game = Table(card_delay_minutes=24 * 60)
    game.ask("s1", "s2", *OF_BORIS)
    game.announce("s2", 1)
    game.play("s2", away(SECOND, None))
    assert kinds(game.clock()) == ["StandingOrder", "CardSent"]


def test_F29_whoever_plays_again_is_back():
    """A suggestion of one's own ends an absence; the thread is told."""
    game = Table()
    game.play("s2", away(None, FOURTH))
    made = game.play("s2", verbs.Suggest("White", "Rope", "Bar", "s1"))
    assert made[-1] == table.StandingOrder("s2", on=False)
    assert kinds(game.ask("s1", "s2", *OF_BORIS)) == ["Suggested"]


def test_F29_F32_what_is_secret_ends_no_absence():
    """A private word and an accusation tell the thread nothing, so they end nothing."""
    game = Table()
    game.play("s2", away(None, FOURTH))
    assert kinds(game.play("s2", table.TellGM("Good luck."))) == ["ToldGM"]
    assert "StandingOrder" not in kinds(game.accuse("s2", "Green", "Pipe", "Hall"))


def test_F29_an_absence_to_come_is_not_ended_by_playing():
    """Who leaves on the second may play on the first."""
    game = Table()
    game.play("s2", away(SECOND, None))
    assert kinds(game.ask("s2", "s1", *OF_BORIS)) == ["Suggested"]
    game.at(MIDNIGHT)
    assert game.state.answered_by_gm("s2", game.now)


def test_F29_F34_an_order_without_absence_stays():
    """Who only lets the GM answer may go on suggesting."""
    game = Table()
    game.order("s2")
    assert kinds(game.ask("s2", "s1", *OF_BORIS)) == ["Suggested"]
    assert game.state.answered_by_gm("s2", game.now)


def test_F29_an_absence_is_taken_back():
    """«I am back» ends one that has begun, and one that has not."""
    for since in (None, SECOND):
        game = Table()
        game.play("s2", away(since, FOURTH))
        game.order("s2", on=False)
        assert game.kind.due(game.state) == game.state.closes
        assert kinds(game.ask("s1", "s2", *OF_BORIS)) == ["Suggested"]


@pytest.mark.parametrize(("since", "until"), [(THIRD, SECOND), (None, date(2026, 11, 30))])
def test_F29_an_absence_ends_after_it_begins(since, until):
    """A last day before the first, or before today, is refused."""
    with refused("bad_date", "F29"):
        Table().play("s2", away(since, until))


def test_F29_a_first_day_that_has_come_is_now():
    """From today, or from yesterday, is at once."""
    game = Table()
    game.ask("s1", "s2", *OF_BORIS)
    assert kinds(game.play("s2", away(START.date(), None))) == ["StandingOrder", "Refuted"]
    assert game.state.tallies["s2"].since is None


def test_F29_an_order_for_later_does_not_end_the_one_that_holds():
    """Whoever is answered for already stays so, now until the last day of the absence.

    Our reading: an absence announced on top of a standing order never uncovers the days between.
    """
    game = Table()
    game.order("s2")
    game.play("s2", away(THIRD, FOURTH))
    for days, answered in ((0, True), (1, True), (3, True), (4, False)):
        assert game.state.answered_by_gm("s2", game.minute(days * DAY)) is answered


def test_F29_F52_an_order_begins_after_a_pause():
    """In a pause no clock runs; what should have begun meanwhile begins with its end."""
    game = Table()
    game.ask("s1", "s2", *OF_BORIS)
    game.play("s2", away(SECOND, None))
    game.organise(office.Pause())
    game.at(3 * DAY)
    assert kinds(game.organise(office.Resume())) == ["Resumed", "StandingOrder", "Refuted"]


def test_F29_F56_going_back_keeps_an_order():
    """Who is away is about people: it does not go back with the game."""
    game = Table()
    game.ask("s1", "s2", *OF_BORIS)
    then, at = game.state, game.now
    game.play("s2", away(THIRD, FOURTH))
    game.play(ORGANISER, RollBackTo(len(game.log) - 1, then, at))
    tally = game.state.tallies["s2"]
    assert (tally.by_gm, tally.since, tally.until) == (True, THIRD, FOURTH)


def test_F7_F29_a_day_closes_with_the_answers_of_an_order():
    """Where days close early by themselves, the order's answers may be the last they wait for."""
    game = Table(early_close="auto", suggestions_per_day=1)
    game.play("s2", away(SECOND, None))
    game.ask("s1", "s2", *OF_BORIS)
    game.ask("s2", "s3", *OF_BORIS)
    game.none("s3", 2)
    game.ask("s3", "s1", *OF_BORIS)
    game.none("s1", 3)
    assert kinds(game.clock())[:3] == ["StandingOrder", "Refuted", "DayClosed"]


def test_F29_a_finished_game_waits_for_no_order():
    """When the game is over nothing falls due any more."""
    game = Table(accusation_window="none")
    game.play("s2", away(THIRD, None))
    game.accuse("s1", "Green", "Pipe", "Attic")
    assert game.state.phase == "over"
    assert game.kind.due(game.state) is None


def test_B10_F29_in_blitz_an_order_begins_too():
    """The clock of blitz lets it begin before the step ends, and the GM answers what waits."""
    game = Turns(answer_hours=48)
    game.play("s2", away(SECOND, THIRD))
    game.play("s1", verbs.Suggest(*OF_BORIS))
    assert blitz.due(game.state) == datetime(2026, 12, 2, tzinfo=UTC)
    assert kinds(game.clock())[:2] == ["StandingOrder", "Refuted"]
    assert game.state.player == "s2"


def test_B10_F29_in_blitz_a_turn_ends_the_absence():
    """Whoever uses the turn is back."""
    game = Turns()
    game.play("s1", away(None, FOURTH))
    made = game.play("s1", verbs.Suggest(*OF_BORIS))
    assert table.StandingOrder("s1", on=False) in made


def test_B10_F52_in_blitz_an_order_begins_after_a_pause():
    """What should have begun in a pause begins with its end."""
    game = Turns()
    game.play("s3", away(SECOND, None))
    game.organise(office.Pause())
    game.at(2 * DAY)
    assert kinds(game.organise(office.Resume())) == ["Resumed", "StandingOrder"]
    assert game.state.answered_by_gm("s3", game.now)
