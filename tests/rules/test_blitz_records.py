"""What a game of blitz keeps and tells, to the letter: events, state, table, going back."""

from datetime import UTC, timedelta, timezone

import pytest

from chalicelib.game import Actor
from chalicelib.rules import blitz, office, table, verbs
from chalicelib.rules.blitz import state as b
from chalicelib.rules.blitz.parts import Row, Tally
from tests.tables import CODE, HOST, START, kinds, refused
from tests.turns import CASE, DECK, FREE, HANDS, HOUR, WRONG, Turns

TWO_OF_S2 = ("Mustard", "Rope", "Cellar")


def test_F5_the_opening():
    """F1-F5: the table as it was created, the seal, hands, order and the first turn."""
    game = Turns()
    created, sealed, ordered = game.log[0].events[0], *game.log[-1].events[:1], game.log[-1]
    assert created == b.Created(
        table.Setting("Manor", zone="UTC"), blitz.Options(), "full", DECK, "host", CODE
    )
    assert (game.state.preset, game.state.host, game.state.join_code) == ("full", "host", CODE)
    assert isinstance(sealed, verbs.CaseSealed)
    assert sealed.opens == START
    assert kinds(ordered.events)[-2:] == ["SeatsOrdered", "TurnBegan"]
    assert ordered.events[-1] == b.TurnBegan(1, "s1")


def test_a_table_is_opened_once():
    """A game that exists cannot be created again."""
    game = Turns()
    with refused("game_exists"):
        game.play(HOST, b.Create(table.Setting("x"), blitz.Options(), "full", DECK, CODE))


def test_B3_the_events_of_a_round():
    """B3, B5: each says whose suggestion it is, and which."""
    game = Turns()
    assert game.suggest("s1") == (verbs.Suggested(1, 1, "s1", "s2", CASE),)
    assert game.state.question == verbs.Question(1, 1, "s1", "s2", CASE, START)
    game.at(7)
    none, passed_on = game.none("s2")
    assert none == verbs.NotRefuted(1, 1, "s2", "s1", CASE)
    assert passed_on == b.DutyPassed(1, 1, "s1", "s3", CASE)
    assert game.state.question == verbs.Question(1, 1, "s1", "s3", CASE, game.minute(7))
    game.none("s3")
    assert game.none("s4")[1] == b.Unrefuted(1, 1, "s1", CASE)
    assert game.state.question is None
    game.passes("s1")
    game.suggest("s2", *HANDS["s3"][:3])
    assert [question.number for question in game.state.questions] == [2]
    game.show("s3")
    assert game.state.question is None


def test_B7_the_end_leaves_nothing_open():
    """B7: whatever waited does not any more."""
    game = Turns(accuse="own_turn")
    game.offer("s2")
    game.accuse("s1", *FREE)
    state = game.state
    assert (state.step, state.player, state.question, state.closes) == ("done", "", None, None)
    assert (state.paused, state.offers) == (None, ())
    assert state.accusations == state.result.accusations
    assert state.accusations[0] == verbs.Verdict("s1", CASE, START, right=True)


def test_B8_a_game_that_ends_in_a_pause():
    """B8, F52: everybody leaves while it is paused, during a round: nothing waits after it."""
    game = Turns()
    game.suggest("s1")
    game.organise(office.Pause())
    for seat in ("s1", "s2", "s3", "s4"):
        game.leave(seat)
    assert (game.state.phase, game.state.paused, game.state.question) == ("over", None, None)


def test_F53_who_leaves_is_gone():
    """F53: the account of the one who left, and no other, has no seat any more."""
    game = Turns()
    left, *_ = game.leave("s2")
    assert left == table.Left("s2", "account2")
    accounts = {seat.id: seat.account for seat in game.state.seats}
    assert accounts == {"s1": "account1", "s2": None, "s3": "account3", "s4": "account4"}


def test_B9_what_the_gm_does_forgives_nothing():
    """B9: neither the GM's refutation nor an order to answer begins the count anew."""
    game = Turns(max_timeouts=9)
    game.suggest("s1", *TWO_OF_S2)
    assert kinds(game.clock()) == ["TimeRanOut", "Refuted", "TurnBegan"]
    assert game.state.tallies["s2"].timeouts == 1
    game.order("s2")
    assert game.state.tallies["s2"].timeouts == 1
    game.order("s2", on=False)
    assert game.state.tallies["s2"] == Tally()


def test_B9_a_new_chance_is_a_clean_one():
    """B9: after the pause in which everybody was absent, and for a successor."""
    game = Turns(max_timeouts=1)
    for _ in range(4):
        game.clock()
    game.organise(office.Resume())
    assert all(tally == Tally() for tally in game.state.tallies.values())
    game = Turns(max_timeouts=1)
    game.clock()
    game.play(Actor("heir"), office.TakeSeat(game.offer("s1"), "Heir"))
    assert game.state.tallies["s1"] == Tally()


def test_B10_F52_a_pause_in_the_own_turn():
    """F52: no suggestion and no pass; the answer of the last moment before it still counts."""
    game = Turns()
    game.at(10)
    game.organise(office.Pause())
    with refused("paused", "F52"):
        game.suggest("s1")
    made, *_ = game.play("s1", verbs.Suggest(*FREE), at=game.minute(9))
    assert isinstance(made, verbs.Suggested)


def test_B2_one_suggestion_is_left_in_the_own_turn():
    """B2: for whoever has the turn, until it is made."""
    game = Turns()
    assert [game.left(seat) for seat in HANDS] == [1, 0, 0, 0]
    game.suggest("s1")
    assert [game.left(seat) for seat in HANDS] == [0, 0, 0, 0]
    game = Turns(accuse="own_turn")
    game.accuse("s1", *FREE)
    assert [game.left(seat) for seat in HANDS] == [0, 0, 0, 0]


def test_B1_the_table_shows_what_each_seat_does():
    """B1, B7, B9: the turn, the answer, waiting; out, empty, played by the GM."""
    game = Turns(max_timeouts=1)

    def places():
        return [(row.seat, row.place) for row in game.state.table()]

    assert game.state.table()[0] == Row("s1", "turn")
    assert places() == [("s1", "turn"), ("s2", "waits"), ("s3", "waits"), ("s4", "waits")]
    game.round("s1", *FREE)
    game.accuse("s1", *WRONG)
    game.suggest("s2")
    assert places() == [("s1", "out"), ("s2", "turn"), ("s3", "answer"), ("s4", "waits")]
    game.clock()
    game.leave("s4")
    assert places() == [("s1", "answer"), ("s2", "turn"), ("s3", "absent"), ("s4", "left")]
    game.none("s1")
    game.leave("s2")
    assert places()[:2] == [("s1", "out"), ("s2", "left")]


def test_F56_a_deadline_is_kept_in_utc():
    """F56: whatever zone the organiser writes it in."""
    game = Turns()
    there = game.minute(90 * HOUR).astimezone(timezone(timedelta(hours=5)))
    (moved,) = game.organise(office.MoveClose(there))
    assert moved == office.CloseMoved(game.minute(90 * HOUR))
    assert game.closes.tzinfo is UTC


@pytest.mark.parametrize("now_paused", [True, False])
@pytest.mark.parametrize("then_paused", [True, False])
def test_F56_going_back_keeps_people_and_numbers(now_paused, then_paused):
    """F56: nicks, accounts, posts, codes stay as they are; turn, step and question as they were.

    If the game was or is paused, it is paused.
    """
    game = Turns()
    game.suggest("s1")
    game.order("s3")
    if then_paused:
        game.organise(office.Pause())
    game.at(HOUR)
    then, seq, moment = game.state, len(game.log), game.now
    if then_paused:
        game.organise(office.Resume())
    game.none("s2")
    game.none("s4")
    game.say("s4")
    game.play(Actor("heir"), office.TakeSeat(game.offer("s4"), "Heir"))
    game.leave("s3")
    game.offer("s1")
    game.at(3 * HOUR)
    before = game.state
    if now_paused:
        game.organise(office.Pause())
    event, *_ = game.organise(office.RollBackTo(seq, then, moment))
    assert isinstance(event, b.RolledBack)
    assert event.to == seq
    back = event.state
    assert (back.turn, back.player, back.step, back.question) == (1, "s1", "answer", then.question)
    assert (back.posts, back.suggestions, back.offers) == (1, 1, before.offers)
    assert [(s.nick, s.account, s.hand) for s in back.seats] == [
        (s.nick, s.account, s.hand) for s in before.seats
    ]
    assert back.tallies["s3"].by_gm
    assert back.tallies["s3"].left
    assert back.paused == (game.now if now_paused or then_paused else None)
    elapsed = moment - then.paused if then.paused else timedelta()
    assert back.closes == then.closes + (game.now - moment) + elapsed


def test_F56_going_back_takes_passed_turns_back():
    """B8, F56: the idle turns of the last one are counted from there."""
    game = Turns(idle_turns=3)
    for seat in ("s1", "s2", "s3"):
        game.round(seat, *FREE)
        game.accuse(seat, *WRONG)
    game.round("s4", *FREE)
    game.passes("s4")
    then, seq = game.state, len(game.log)
    game.round("s4", *FREE)
    game.passes("s4")
    assert (then.idle, game.state.idle) == (1, 2)
    game.organise(office.RollBackTo(seq, then, game.now))
    assert game.state.idle == 1
    assert game.state.turn == then.turn


def test_B9_going_back_makes_nobody_absent():
    """B9, F29, F53: a successor is there, and orders taken back stay so, whatever was then."""
    game = Turns(max_timeouts=1)
    game.order("s3")
    game.suggest("s1")
    game.clock()
    then, seq = game.state, len(game.log)
    game.play(Actor("heir"), office.TakeSeat(game.offer("s2"), "Heir"))
    game.order("s3", on=False)
    game.organise(office.RollBackTo(seq, then, game.now))
    assert game.state.tallies["s2"] == game.state.tallies["s3"] == Tally()


def test_B8_idle_turns_are_those_of_one_player():
    """B8: whoever is left alone has all of them, whatever another one passed before."""
    game = Turns(idle_turns=2)
    for seat in ("s2", "s3", "s4"):
        game.leave(seat)
    game.round("s1", *FREE)
    game.passes("s1")
    game.play(Actor("heir"), office.TakeSeat(game.offer("organiser", "s2"), "Heir"))
    assert game.state.idle == 0
    game.round("s1", *FREE)
    game.accuse("s1", *WRONG)
    game.round("s2", *FREE)
    game.passes("s2")
    assert (game.state.phase, game.state.idle) == ("open", 1)
