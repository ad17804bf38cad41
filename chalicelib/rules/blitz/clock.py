"""What time does in blitz: a step that takes too long is taken by the GM (B9)."""

from datetime import datetime

from chalicelib.game import Actor, Event, IllegalMove
from chalicelib.rules import office
from chalicelib.rules.answering import beginnings, begun, gm_answer
from chalicelib.rules.blitz import state as b
from chalicelib.rules.blitz.state import State
from chalicelib.rules.table import TimePassed


def due(state: State) -> datetime | None:
    """Give the next deadline (UTC): of the step, or of an order that begins; none in a pause."""
    steps = (state.closes,) if state.closes else ()
    return None if state.paused else min((*steps, *beginnings(state)), default=None)


def time_passed(
    state: State, by: Actor, move: TimePassed, at: datetime, *_: object
) -> tuple[Event, ...]:
    """Act for the seat that let its time run out at ``at`` (UTC): answer by F25, or pass (B9).

    An order that begins at ``at`` goes first (F29).

    Where the clock itself was down, nobody could act: the step gets its time once more.
    """
    if not by.clock or at != due(state):
        raise IllegalMove("not_due", "B9")
    if begin := begun(state, at):
        return begin
    if move.late:
        return (office.CloseMoved(at + state.time),)
    question = state.questions[0] if state.questions else None
    seat = question.to if question else state.player
    acted = gm_answer(state, question) if question else b.Passed(seat, gm=True)
    return (b.TimeRanOut(seat), *_flag(state, seat), acted)


def _flag(state: State, seat: str) -> tuple[Event, ...]:
    """Let the GM play for a seat that has missed too many deadlines in a row (B9)."""
    missed = state.tallies[seat].timeouts + 1
    return (b.PlayedByGM(seat),) if missed >= state.options.max_timeouts else ()
