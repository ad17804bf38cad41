"""Absence, pause, replacement and the GM's office in blitz (B10: F29, F51-F53; F54-F57)."""

from datetime import date, timedelta

import pytest

from chalicelib.game import ORGANISER, PUBLIC, Actor, redact
from chalicelib.rules import office, table, verbs
from chalicelib.rules.blitz import state as b
from tests.tables import HOST, kinds, refused
from tests.turns import FREE, HANDS, HOUR, WRONG, Turns

TWO_OF_S2 = ("Mustard", "Rope", "Cellar")
PAUSE = timedelta(days=2, hours=5, minutes=20, seconds=7)


def test_B10_F29_standing_order():
    """B10, F29: the GM answers at once, by F25; the thread is told; turns stay the player's own."""
    game = Turns()
    assert game.order("s2") == (table.StandingOrder("s2", on=True),)
    assert kinds(game.suggest("s1", *TWO_OF_S2)) == ["Suggested", "Refuted", "TurnBegan"]
    assert game.log[-1].events[1].card == "Mustard"
    assert (game.state.player, game.state.step) == ("s2", "suggest")
    game.order("s2", on=False)
    game.round("s2", *FREE)
    game.passes("s2")
    game.round("s3", *FREE)
    game.passes("s3")
    game.suggest("s4", *TWO_OF_S2)
    game.none("s1")
    assert game.asked == "s2"


def test_B10_F29_an_order_answers_what_is_open():
    """B10, F29: also the suggestion that waits already; the round goes on."""
    game = Turns()
    game.suggest("s1")
    assert kinds(game.order("s2")) == ["StandingOrder", "NotRefuted", "DutyPassed"]
    assert kinds(game.order("s4")) == ["StandingOrder"]
    assert kinds(game.none("s3")) == ["NotRefuted", "DutyPassed", "NotRefuted", "Unrefuted"]


def test_B10_F29_until_a_date():
    """B10, F29: that day is the last one, in the game's zone; a day that is over is refused."""
    game = Turns()
    game.order("s2", until=date(2026, 12, 1))
    game.round("s1", *TWO_OF_S2)
    game.at(6 * HOUR)
    game.round("s2", *FREE)
    game.passes("s2")
    game.round("s3", *FREE)
    game.passes("s3")
    game.suggest("s4", *TWO_OF_S2)
    game.none("s1")
    assert game.asked == "s2"
    with refused("bad_date", "F29"):
        game.order("s3", until=date(2026, 12, 1))


def test_B10_F51_the_organiser_lets_the_gm_answer():
    """B10, F51: for an absent seat, and the thread is told."""
    game = Turns()
    game.suggest("s1")
    with refused("not_organiser", "F56"):
        game.play("s1", office.AnswerForSeat("s2"))
    with refused("no_such_seat", "F4"):
        game.organise(office.AnswerForSeat("s9"))
    events = game.organise(office.AnswerForSeat("s2"))
    assert kinds(events) == ["StandingOrder", "NotRefuted", "DutyPassed"]
    assert game.seen_by(PUBLIC)[0] == table.StandingOrder("s2", on=True)


def test_B10_F52_pause_keeps_the_time_to_the_second():
    """B10, F52: the deadline moves by the length of the pause, and nothing is lost."""
    game = Turns()
    game.suggest("s1")
    game.at(3 * HOUR)
    due = game.closes
    game.organise(office.Pause("holidays"))
    assert game.kind.due(game.state) is None
    game.now += PAUSE
    with refused("paused", "F52"):
        game.accuse("s1", *FREE)
    game.organise(office.Resume())
    assert game.closes == due + PAUSE
    assert game.asked == "s2"
    with refused("not_paused", "F52"):
        game.organise(office.Resume())


def test_B10_F52_answers_come_in_during_a_pause():
    """B10, F52: who is asked may answer; a step that begins meanwhile has its full time after."""
    game = Turns()
    game.suggest("s1")
    game.organise(office.Pause())
    game.now += PAUSE
    game.none("s2")
    game.now += PAUSE
    game.none("s3")
    game.none("s4")
    with refused("paused", "F52"):
        game.passes("s1")
    game.organise(office.Resume())
    assert game.closes == game.now + timedelta(hours=24)
    with refused("already_paused", "F52"):
        game.organise(office.Pause())
        game.organise(office.Pause())


def test_B10_F53_successor():
    """B10, F53: the seat with its hand, its turn and what it was shown; the other is out."""
    game = Turns()
    game.round("s1", *TWO_OF_S2)
    code = game.offer("s2")
    closes = game.closes
    (taken,) = game.play(Actor("heir"), office.TakeSeat(code, "Heir"))
    assert isinstance(taken, office.SeatTaken)
    assert (game.state.player, game.closes) == ("s2", closes)
    gone = table.actor(game.state, "host", "account2")
    with refused("not_seated", "F4"):
        game.play(gone, verbs.Suggest(*FREE))
    game.suggest("s2")
    assert redact(game.state, "s2").seats[1].hand == HANDS["s2"]


def test_B10_F53_an_empty_seat():
    """B10, F53: the GM answers for it and passes its turns, until somebody takes it over."""
    game = Turns()
    game.suggest("s1", *TWO_OF_S2)
    events = game.leave("s2")
    assert kinds(events) == ["Left", "Refuted", "TurnBegan"]
    assert game.state.player == "s3"
    game.round("s3", *HANDS["s2"][:3])
    game.play(Actor("heir"), office.TakeSeat(game.offer(ORGANISER, "s2")))
    game.round("s4", *HANDS["s3"][:3])
    game.round("s1", *HANDS["s3"][:3])
    assert game.state.player == "s2"


@pytest.mark.parametrize("step", ["suggest", "decide"])
def test_B10_F53_leaving_in_the_own_turn(step):
    """B10, F53: the GM passes the turn of who leaves."""
    game = Turns()
    if step == "decide":
        game.round("s1", *FREE)
    assert game.leave("s1")[1:] == (b.Passed("s1", gm=True), b.TurnBegan(2, "s2"))


def test_B10_F53_the_suggester_leaves_during_the_round():
    """B10, F53: the round goes on for whoever takes over; unrefuted, the GM passes."""
    game = Turns()
    game.suggest("s1")
    assert kinds(game.leave("s1")) == ["Left"]
    game.none("s2")
    game.none("s3")
    assert kinds(game.none("s4")) == ["NotRefuted", "Unrefuted", "Passed", "TurnBegan"]


def test_B10_F53_everybody_leaves():
    """B8, F53: with nobody left the game ends unsolved."""
    game = Turns()
    for seat in ("s2", "s3", "s4"):
        game.leave(seat)
    assert game.state.phase == "open"
    assert kinds(game.leave("s1"))[-1] == "Ended"
    assert game.state.result.winner is None


def test_F15_leaving_before_the_deal_gives_the_seat_back():
    """F15: before the start the seat is gone, and somebody else may take a place."""
    game = Turns()
    state = game.state.__class__(
        game.state.setting, game.state.options, "full", game.state.deck, host="host", join_code="x"
    )
    game.state = state
    game.play(Actor("new"), table.Join("x", "New"))
    assert [seat.nick for seat in game.state.seats] == ["New"]
    game.leave("s1")
    assert game.state.seats == ()
    assert game.state.tallies == {}


def test_F54_to_F57_talk_and_words():
    """F54, F55, F57: comments are free, no move, may be hidden; a line to the GM is open."""
    game = Turns()
    (said,) = game.say("s3", "I pass my cup.")
    assert isinstance(said, table.Talked)
    assert (game.state.player, game.state.step) == ("s1", "suggest")
    assert game.organise(office.Hide(said.post)) == (office.PostHidden(said.post),)
    with refused("no_such_post", "F54"):
        game.organise(office.Hide(said.post))
    game.play("s2", table.TellGM("Is it my turn?"))
    assert game.told() == {ORGANISER: 1}
    assert game.seen_by(PUBLIC) == ()
    game.play(HOST, table.TellPlayer("s2", "Not yet."))
    assert game.told() == {"s2": 1}


def test_F55_F57_limits_begin_anew_with_each_turn():
    """F55, F57: so much talk, and so many private words, until the next turn begins (ours)."""
    game = Turns()
    for _ in range(5):
        game.say("s1", "x" * 2000)
    with refused("talk_enough", "F55"):
        game.say("s1", "x")
    for _ in range(20):
        game.play("s1", table.TellGM("?"))
    with refused("words_enough", "F57"):
        game.play("s1", table.TellGM("?"))
    game.round("s1", *TWO_OF_S2)
    game.say("s1", "x")
    game.play("s1", table.TellGM("?"))


def test_F56_a_person_as_gm_answers_for_a_seat():
    """F56: by F25 and only where the GM is a person; any other suggestion there is not."""
    game = Turns(gm="human")
    game.suggest("s1", *TWO_OF_S2)
    with refused("no_such_suggestion", "F20"):
        game.organise(office.AnswerAsGM(2))
    with refused("not_organiser", "F56"):
        game.play("s3", office.AnswerAsGM(1))
    answered, *_ = game.organise(office.AnswerAsGM(1))
    assert isinstance(answered, verbs.Refuted)
    assert (answered.by, answered.gm, answered.card) == ("s2", True, "Mustard")
    with refused("already_answered", "F20"):
        game.organise(office.AnswerAsGM(1))
    game = Turns()
    game.suggest("s1")
    with refused("not_human_gm", "F56"):
        game.organise(office.AnswerAsGM(1))


def test_F56_the_gm_moves_a_deadline():
    """B9, F56: the present step may end later, within a month; earlier only by a human GM."""
    game = Turns()
    with refused("not_organiser", "F56"):
        game.play("s1", office.MoveClose(game.minute(10)))
    for minutes in (0, -1, 31 * 24 * HOUR):
        with refused("close_out_of_range", "B9"):
            game.organise(office.MoveClose(game.minute(minutes)))
    with refused("close_out_of_range", "B9"):
        game.organise(office.MoveClose(game.minute(10).replace(tzinfo=None)))
    with refused("only_later", "B9"):
        game.organise(office.MoveClose(game.closes - timedelta(seconds=1)))
    for minutes in (24 * HOUR, 31 * 24 * HOUR - 1):
        assert game.organise(office.MoveClose(game.minute(minutes)))
        assert game.closes == game.minute(minutes)
    assert set(game.told()) >= {"s1", "s2", "s3", "s4"}
    game.organise(office.Pause())
    with refused("paused", "F52"):
        game.organise(office.MoveClose(game.minute(10)))
    game = Turns(gm="human")
    assert game.organise(office.MoveClose(game.minute(10)))
    assert game.closes == game.minute(10)


def test_F56_going_back():
    """F56: to an earlier turn, with the time that was left then; accusations are never undone."""
    game = Turns()
    game.at(HOUR)
    then, seq = game.state, len(game.log)
    game.suggest("s1", *TWO_OF_S2)
    game.show("s2")
    game.round("s2", *FREE)
    game.accuse("s2", *WRONG)
    game.at(3 * HOUR)
    back = office.RollBackTo(seq, then, game.minute(HOUR))
    with refused("not_organiser", "F56"):
        game.play("s1", back)
    (event,) = game.organise(back)
    assert isinstance(event, b.RolledBack)
    assert (game.state.player, game.state.step, game.state.turn) == ("s1", "suggest", 1)
    assert game.closes == then.closes + timedelta(hours=2)
    assert game.state.suggestions == 2
    assert game.state.retired("s2")
    made, *_ = game.suggest("s1", *TWO_OF_S2)
    assert isinstance(made, verbs.Suggested)
    assert made.id == 3


def test_F56_going_back_to_the_turn_of_who_is_out_by_now():
    """B7, F56: the GM passes it at once."""
    game = Turns().round("s1", *FREE)
    then, seq = game.state, len(game.log)
    game.accuse("s1", *WRONG)
    events = game.organise(office.RollBackTo(seq, then, game.now))
    assert kinds(events) == ["RolledBack", "Passed", "TurnBegan"]
    assert game.state.player == "s2"


def test_F56_no_way_back_before_the_deal():
    """F56: only to a moment of play."""
    game = Turns()
    before = game.state.__class__(game.state.setting, game.state.options, "full", game.state.deck)
    with refused("no_way_back", "F56"):
        game.organise(office.RollBackTo(1, before, game.now))
