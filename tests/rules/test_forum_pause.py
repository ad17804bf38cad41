"""Pause and resumption: no clock runs, and no time is lost (F52)."""

from datetime import timedelta

import pytest

from chalicelib.game import PUBLIC, THE_CLOCK
from chalicelib.rules import forum, office, table
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.corrections import Amend, Amended, SuggestMalformed
from tests.tables import CASE, DAY, START, Table, kinds, refused

OF_S2 = ("Mustard", "Rope", "Lounge")
PAUSE = timedelta(days=2, hours=5, minutes=20, seconds=17)
LONG = PAUSE / timedelta(minutes=1)


def resumed(game: Table, minutes: float) -> Table:
    """Resume a game so many minutes after now."""
    game.now += timedelta(minutes=minutes)
    game.organise(office.Resume())
    return game


def test_F52_every_clock_keeps_the_time_it_had_left():
    """Day, window and owed card, to the second, after 2 days, 5 hours, 20 minutes, 17 seconds."""
    game = Table(accusation_window_hours=30, card_delay_minutes=90).at(37)
    game.ask("s1", "s2", *OF_S2)
    game.announce("s2", 1)
    game.at(41).accuse("s3", *CASE.cards)
    game.at(100.5).organise(office.Pause())
    before = game.state
    resumed(game, LONG)
    after = game.state
    assert (after.closes, after.window_until) == (
        before.closes + PAUSE,
        before.window_until + PAUSE,
    )
    assert [owed.due for owed in after.owed] == [game.minute(37 + 90) + PAUSE]
    assert [kinds(game.clock())[0] for _ in range(3)] == ["CardSent", "DayClosed", "Ended"]
    assert [entry.at - PAUSE - START for entry in game.log[-3:]] == [
        timedelta(minutes=127),
        timedelta(days=1),
        timedelta(minutes=41, hours=30),
    ]


def test_F52_no_clock_runs_while_paused():
    """Nothing is due, however long it lasts, and the clock is refused."""
    game = Table().at(10)
    game.organise(office.Pause())
    assert forum.due(game.state) is None
    with refused("not_due", "F6"):
        game.play(THE_CLOCK, table.TimePassed(), at=game.minute(DAY))
    game.at(50 * DAY)
    assert game.state.day == 1
    game.organise(office.Resume())
    assert forum.due(game.state) == game.minute(51 * DAY - 10)


def test_F52_no_suggestions_and_no_accusations_but_answers():
    """What costs others time waits; what others wait for may be done, as may talk."""
    game = Table(card_delay_minutes=60)
    game.ask("s1", "s2", *OF_S2)
    game.ask("s1", "s2", *OF_S2)
    game.ask("s2", "s3", *CASE.cards)
    game.organise(office.Pause())
    game.at(3 * DAY)
    with refused("paused", "F52"):
        game.ask("s1", "s2", *OF_S2)
    with refused("paused", "F52"):
        game.accuse("s1", *CASE.cards)
    assert kinds(game.refute("s2", 1)) == ["Refuted"]
    assert kinds(game.announce("s2", 2)) == ["Refuted", "CardOwed"]
    assert kinds(game.refute("s2", 2)) == ["CardSent"]
    assert kinds(game.order("s3")) == ["StandingOrder", "NotRefuted"]
    game.say("s1")
    game.play("s1", table.TellGM("Until when?"))
    with refused("paused", "F52"):
        game.organise(rulings.CloseDay())
    with refused("paused", "F52"):
        game.organise(office.MoveClose(game.minute(4 * DAY)))


def test_F52_a_card_announced_in_the_pause_has_its_whole_time():
    """Its hour begins when the clocks run again, and is an hour."""
    game = Table(card_delay_minutes=60)
    game.ask("s1", "s2", *OF_S2)
    game.organise(office.Pause())
    game.at(600).announce("s2", 1)
    resumed(game, 300)
    assert [owed.due for owed in game.state.owed] == [game.minute(960)]


@pytest.mark.parametrize(("before_close", "fined"), [(120, True), (119, False)])
def test_F52_the_late_margin_is_time_of_play(before_close, fined):
    """A pause neither excuses who had two hours of play (F28), nor fines who had less."""
    game = Table(unanswered_penalty="always").at(DAY - before_close)
    game.ask("s1", "s2", *OF_S2)
    game.at(DAY - 60).organise(office.Pause())
    resumed(game, LONG)
    game.at(DAY - 30 + LONG).organise(office.Pause())
    resumed(game, LONG)
    assert (f.Penalised("s2") in game.close()) is fined
    assert game.now == game.minute(DAY) + 2 * PAUSE


@pytest.mark.parametrize(("asked", "fined"), [(100, True), (350, False)])
def test_F52_who_was_seen_in_the_pause(asked, fined):
    """A post in the pause is seen after what was asked before it, and before what comes later."""
    game = Table(late_margin_minutes=0)
    if asked < 200:
        game.at(asked).ask("s1", "s2", *OF_S2)
    game.at(200).organise(office.Pause())
    game.at(290).say("s2")
    game.at(300).organise(office.Resume())
    if asked > 300:
        game.at(asked).ask("s1", "s2", *OF_S2)
    assert (f.Penalised("s2") in game.close()) is fined


def test_F52_a_void_suggestion_is_restored_after_a_pause():
    """It counts as asked again when it is: time in which it was void excuses (F28)."""
    game = Table(unanswered_penalty="always").at(10)
    game.ask("s1", "s2", *OF_S2)
    game.organise(rulings.Void(1))
    game.at(20).organise(office.Pause())
    resumed(game, LONG)
    game.at(LONG + DAY - 60).organise(rulings.Restore(1))
    closed = game.close()
    assert kinds(closed)[0] == "Refuted"
    assert f.Penalised("s2") not in closed


def test_F52_the_days_after_a_pause_meet_the_usual_time_again():
    """The paused day is as long as ever in play; the next one ends at the usual clock time."""
    game = Table().at(600)
    game.organise(office.Pause())
    resumed(game, LONG)
    game.close()
    assert game.now == game.minute(DAY) + PAUSE
    assert game.state.closes == game.minute(4 * DAY)
    assert game.state.closes - game.now >= timedelta(hours=12)


@pytest.mark.parametrize(
    ("resumed_after", "opens"), [(600, 900), (899.9, 900), (900, 900 + DAY), (4000, 900 + 3 * DAY)]
)
def test_F52_a_pause_before_the_first_day(resumed_after, opens):
    """A first day that was missed opens at the next time that its clock shows, no other does."""
    game = Table(day_start="09:00").at(60)
    game.organise(office.Pause())
    assert forum.due(game.state) is None
    game.at(resumed_after).organise(office.Resume())
    assert game.state.opens == forum.due(game.state) == game.minute(opens)
    assert kinds(game.clock()) == ["DayOpened"]
    assert game.state.closes == game.minute(opens + DAY)


def test_F52_the_thread_is_told_of_both():
    """With the reason; neither is possible twice, nor before the deal, nor for a player."""
    game = Table()
    with refused("not_organiser", "F56"):
        game.play("s1", office.Pause())
    with refused("not_paused", "F52"):
        game.organise(office.Resume())
    assert game.organise(office.Pause(" New  Year ")) == (office.Paused("New Year"),)
    assert game.seen_by(PUBLIC) == (office.Paused("New Year"),)
    with refused("already_paused", "F52"):
        game.organise(office.Pause())
    with refused("not_organiser", "F8"):
        game.play("s1", office.Resume())
    game.at(30).organise(office.Resume())
    assert game.seen_by(PUBLIC) == (office.Resumed(START),)


def test_F52_a_game_that_ends_in_a_pause_is_over():
    """The last who may accuse may leave; nothing is paused or due then."""
    game = Table()
    game.organise(office.Pause())
    game.play("s1", table.Leave())
    game.play("s2", table.Leave())
    assert kinds(game.play("s3", table.Leave())) == ["Left", "Ended"]
    assert (game.state.paused, forum.due(game.state)) == (None, None)
    with refused("game_over", "F35"):
        game.organise(office.Resume())


@pytest.mark.parametrize(("edited", "how"), [(5, "edit"), (5.1, "post")])
def test_F52_the_time_to_edit_is_time_of_play(edited, how):
    """The five minutes of F41 stand still while the game is paused."""
    game = Table()
    game.play("s1", SuggestMalformed("s2", "In the Attic or the Hall?"))
    game.at(1).organise(office.Pause())
    game.at(101).organise(office.Resume())
    (amended,) = game.at(100 + edited).play("s1", Amend(1, *OF_S2))
    assert isinstance(amended, Amended)
    assert amended.how == how


def test_F52_who_was_seen_before_the_pause_was_seen_after_the_question():
    """Both times move with the clocks, so that their order stays (F27)."""
    game = Table().at(100)
    game.ask("s1", "s2", *OF_S2)
    game.at(150).say("s2")
    game.at(200).organise(office.Pause())
    game.at(300).organise(office.Resume())
    assert f.Penalised("s2") in game.close()


def test_F52_a_first_day_that_came_is_not_announced_again():
    """A pause in the middle of a day moves its end; no day is said to open."""
    game = Table(day_start="20:00").at(180)
    game.organise(office.Pause())
    assert game.at(240).organise(office.Resume()) == (office.Resumed(game.minute(180)),)
