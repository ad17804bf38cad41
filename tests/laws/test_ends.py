"""Laws of blitz alone: what follows from a move by itself is finite, and the last one has a chance.

``flow.unfolded`` asks what follows until nothing does; it must stop in every state there may be,
also in those that no game is known to reach.
"""

from datetime import timedelta
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from chalicelib.game import fold
from chalicelib.rules import blitz, verbs
from chalicelib.rules.blitz import flow
from chalicelib.rules.blitz.parts import Tally
from chalicelib.rules.blitz.state import Passed, RolledBack, State, TurnBegan
from chalicelib.rules.cluedo import Case
from tests.laws.games import Game, played
from tests.laws.plans import options, strategies
from tests.turns import CASE, HANDS, Turns

LOSING = (*("suggest", "announce", "wrong", "clock") * 2, "leave", "take", "offer any")
"""Kinds of steps by which one is left alone, and somebody may come back."""
SEATS = tuple(HANDS)
TALLIES = st.builds(
    Tally,
    timeouts=st.integers(0, 3),
    absent=st.booleans(),
    by_gm=st.booleans(),
    left=st.booleans(),
    lost=st.booleans(),
)
CASES = st.sampled_from(
    (CASE, Case("Scarlett", "Rope", "Library"), Case("Peacock", "Candle", "Hall"))
)


@st.composite
def states(draw: Any) -> State:
    """Any state of an open game for four, though it may be one that no game comes to."""
    state, at = Turns().state, Turns().now
    by, to = draw(st.permutations(SEATS))[:2]
    question = verbs.Question(1, 1, by, to, draw(CASES), at)
    step = draw(st.sampled_from(("suggest", "answer", "unanswered", "decide", "done")))
    any_state: State = replace(
        state,
        options=draw(options("blitz")),
        tallies={seat: draw(TALLIES) for seat in SEATS},
        player=by,
        step=step,
        question=question if step in ("answer", "unanswered") else None,
        suggestions=1,
        idle=draw(st.integers(0, 3)),
        paused=draw(st.sampled_from((None, at - timedelta(hours=1)))),
    )
    return any_state


def followed(state: State, at: Any) -> tuple[State, int]:
    """Let all follow, but no more events than there can be reasons for; gives their number.

    The duty comes to each seat at most once, with an answer; then each seat has at most one turn,
    which begins and is passed; then the game waits, pauses, or ends.
    """
    most = 2 * len(state.seats) + 2 * len(state.seats) + 2
    for number in range(most + 1):
        events = flow._following(state, at)
        if not events:
            return state, number
        state = fold(blitz, state, events, at)
    raise AssertionError("it goes on and on")


@settings(max_examples=100)
@given(state=states())
def test_B3_B9_what_follows_by_itself_comes_to_an_end(state):
    """B3-B9: from any state, after a few events the game waits for somebody, pauses, or is over."""
    at = Turns().now
    after, _ = followed(state, at)
    assert after.phase == "over" or after.step in ("suggest", "answer", "decide")
    if after.step in ("suggest", "decide") and not after.paused and after.phase == "open":
        assert not after.retired(after.player)
        assert not after.tallies[after.player].absent
    if after.questions:
        assert not after.answered_by_gm(after.questions[0].to, at)


@given(plan=strategies(LOSING, ["blitz"]))
def test_B8_the_last_one_has_all_idle_turns(plan):
    """B8: the game ends with one left only after so many turns in a row that this one passed."""
    game = played(plan)
    events = [event for entry in game.log for event in entry.events]
    result = game.state.result
    if not result or result.winner or any(isinstance(e, RolledBack) for e in events):
        return
    state, most = _before_the_end(game), game.state.options.idle_turns
    if state.options.last_one == "plays_on" and len(state.playing) == 1:
        (last,) = state.playing
        idle = [
            any(e in turn for e in (Passed(last), Passed(last, gm=True))) for turn in _turns(events)
        ]
        assert all(idle[-most:])
        assert len(idle) >= most


def _turns(events: list[Any]) -> list[list[Any]]:
    """The events of each turn."""
    begun = [n for n, event in enumerate(events) if isinstance(event, TurnBegan)]
    return [events[start:end] for start, end in pairwise((*begun, len(events)))]


def _before_the_end(game: Game) -> State:
    """The state when all but the revelation has happened."""
    last = game.log[-1 - next(n for n, e in enumerate(reversed(game.log)) if _ends(e))]
    state: State = fold(blitz, game.states[last.seq - 1], last.events[:-1], last.at)
    return state


def _ends(entry: Any) -> bool:
    return isinstance(entry.events[-1], verbs.Ended)
