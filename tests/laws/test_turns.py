"""Laws of blitz alone: it always waits for somebody, and comes to an end or a pause by itself."""

from datetime import timedelta

from hypothesis import given

from chalicelib.game import THE_CLOCK, fold
from chalicelib.ledger import Held
from chalicelib.play import REQUEST_LIMIT, Asked, judge
from chalicelib.rules import office, table, verbs, write
from chalicelib.rules.blitz.state import RolledBack, TurnBegan
from tests.laws.games import START, attempt, found, played
from tests.laws.plans import strategies
from tests.laws.steps import HOST
from tests.laws.test_size import WIDE, offered_and_hidden, seated, sizes, wide_deck
from tests.stores import ITEM_LIMIT
from tests.turns import Turns

BLITZ = strategies(rulesets=["blitz"])


@given(plan=BLITZ)
def test_B3_B9_the_game_waits_for_a_suggestion_an_answer_or_a_decision(plan):
    """B2-B9: after every move there is a step, a player with turns, and a deadline to come.

    No entry holds more than a round of answers and a round of turns.
    """
    game = played(plan)
    for entry, state in zip(game.log, game.states[1:], strict=True):
        answers = [e for e in entry.events if isinstance(e, verbs.Refuted | verbs.NotRefuted)]
        turns = [e for e in entry.events if isinstance(e, TurnBegan)]
        assert len(answers) < plan.seats
        assert len(turns) <= plan.seats
        if state.phase == "open":
            assert state.step in ("suggest", "answer", "decide")
            assert bool(state.questions) == (state.step == "answer")
            assert state.closes
            assert state.paused or state.closes > entry.at
            assert state.playing
        else:
            assert game.rules.due(state) is None


@given(plan=BLITZ)
def test_B9_a_game_in_which_only_the_clock_acts(plan):
    """B8, B9: it pauses, or ends, when all have missed as many deadlines as they may."""
    game = played(plan)
    state, options = game.state, game.state.options
    most = len(state.seats) * (options.max_timeouts + 1) * (len(state.seats) + 1)
    for _ in range(most + options.idle_turns):
        due = game.rules.due(state)
        if not due:
            break
        events = game.rules.decide(state, THE_CLOCK, table.TimePassed(), due, game.chance)
        state = fold(game.rules, state, events, due)
    assert state.paused or state.phase in ("over", "gathering")


@given(plan=BLITZ)
def test_B1_the_order_is_that_of_the_start(plan):
    """B1: the seats never change places, and each suggestion is answered along them."""
    game = played(plan)
    order = [seat.id for seat in game.state.seats]
    asked = ""
    for event in (event for entry in game.log for event in entry.events):
        if isinstance(event, verbs.Suggested):
            asked = event.to
            assert asked == order[(order.index(event.by) + 1) % len(order)]
        elif isinstance(event, verbs.NotRefuted | verbs.Refuted):
            assert event.by == asked
            asked = order[(order.index(event.by) + 1) % len(order)]
        elif isinstance(event, RolledBack) and event.state.question:
            asked = event.state.question.to


def test_the_largest_table_of_blitz_fits():
    """Twelve seats, longest names, codes, hidden posts, a round in one entry; then back in time.

    The GM answers for all, so that one suggestion is answered eleven times at once; the mail that
    brings it is as large as it may be.
    """
    game = seated(wide_deck(), ruleset="blitz")
    offered_and_hidden(game)
    at = START + timedelta(minutes=1)
    for seat in game.state.seats:
        assert attempt(game, HOST, office.AnswerForSeat(seat.id), at)
    suspect, weapon, room = game.state.case.cards
    player = game.state.player
    account = next(seat.account for seat in game.state.seats if seat.id == player)
    talk = [table.Talk(WIDE * 490) for _ in range(6)]
    asked = Asked(account, (*talk, verbs.Suggest(suspect, weapon, room)), "mail", at)
    entry, state = judge(Held(game.state, len(game.log)), asked, game.chance)
    assert len(write(asked.moves)) > 0.95 * REQUEST_LIMIT
    assert len([e for e in entry.events if isinstance(e, verbs.NotRefuted)]) == 11
    assert max(len(write(entry)), len(write(state))) <= ITEM_LIMIT
    assert attempt(game, HOST, office.Pause(WIDE * 300), at)
    assert attempt(game, HOST, found(game, office.RollBack(len(game.log))), at)
    assert max(sizes(game)) <= ITEM_LIMIT


def test_the_state_of_blitz_does_not_grow():
    """After 400 turns the state is as large as after eight, but for the digits of the counts."""
    game, sizes_after = Turns(), {}
    for turn in range(400):
        game.round(game.state.player, "Mustard", "Pistol", "Kitchen")
        game.say("s1", "A turn like any other.")
        game.play("s1", table.TellGM("Hm?"))
        sizes_after[turn] = len(write(game.state))
    assert game.state.turn == 401
    assert sizes_after[399] <= sizes_after[7] + 30
