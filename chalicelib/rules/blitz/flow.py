"""What follows by itself in blitz: the next duty, the next turn, the GM's part, the end (B3-B9)."""

from collections.abc import Iterable
from datetime import datetime

from chalicelib.game import Event
from chalicelib.rules import office, verbs
from chalicelib.rules.answering import gm_answer
from chalicelib.rules.blitz import state as b
from chalicelib.rules.blitz.evolve import evolve
from chalicelib.rules.blitz.state import State
from chalicelib.rules.setup import revealed
from chalicelib.rules.verbs import Question

Events = tuple[Event, ...]


def unfolded(state: State, made: Iterable[Event], at: datetime) -> Events:
    """Give events with all that follows from them until the game waits for somebody again.

    It comes to an end: every answer brings the duty nearer to the suggester, and turns pass only
    while there is a player whom the GM does not play for.
    """
    events: list[Event] = []
    following = tuple(made)
    while following:
        for event in following:
            state = evolve(state, event, at)
        events += following
        following = _following(state, at)
    return tuple(events)


def _following(state: State, at: datetime) -> Events:
    """Give what follows at once, if anything does."""
    if state.phase != "open":
        return ()
    if _is_over(state):
        return (ending(state),)
    question = state.question
    if state.step == "answer" and question and state.answered_by_gm(question.to, at):
        return (gm_answer(state, question),)
    if state.step == "unanswered" and question:
        return (_next_duty(state, question),)
    if state.step == "done":
        return (b.TurnBegan(state.turn + 1, _next_player(state)),)
    return _played_by_gm(state) if state.step in ("suggest", "decide") else ()


def _is_over(state: State) -> bool:
    """Whether nobody is left with turns, or one alone who has won or passed often enough (B8)."""
    if len(state.playing) > 1:
        return False
    options = state.options
    alone = bool(state.playing) and options.last_one == "plays_on"
    return not alone or state.idle >= options.idle_turns


def _next_duty(state: State, question: Question) -> Event:
    """Give the duty to the seat after the one that could not refute, or end the round (B3, B5)."""
    to = state.after(question.to)
    if to == question.by:
        return b.Unrefuted(question.id, question.number, question.by, question.case)
    return b.DutyPassed(question.id, question.number, question.by, to, question.case)


def _next_player(state: State) -> str:
    """Give the next seat with turns after the one that had the turn (B4, B7)."""
    seat = state.after(state.player) if state.player else state.seats[0].id
    while state.retired(seat):
        seat = state.after(seat)
    return seat


def _played_by_gm(state: State) -> Events:
    """Pass the turn of a seat that is empty, out, or played by the GM (B9).

    Where the GM plays for everybody, the game pauses instead (F51).
    """
    absent = state.tallies[state.player].absent
    if not (absent or state.retired(state.player)):
        return ()
    if absent and all(state.tallies[seat].absent for seat in state.playing):
        return () if state.paused else (office.Paused(quiet=True),)
    return (b.Passed(state.player, gm=True),)


def ending(state: State) -> verbs.Ended:
    """Reveal all (B7, B8): the winner accused rightly, or is the last one where the last wins."""
    right = next((v.by for v in state.accusations if v.right), None)
    last = state.playing[0] if state.options.last_one == "wins" and state.playing else None
    return revealed(state, state.accusations, right or last)
