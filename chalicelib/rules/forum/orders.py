"""Standing orders in forum Cluedo: the GM answers what is open, and sends owed cards (F29)."""

from datetime import datetime

from chalicelib.game import Event
from chalicelib.rules import table
from chalicelib.rules.answering import begun, gm_answer, hand_of, order
from chalicelib.rules.cluedo import matches
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.evolve import evolve
from chalicelib.rules.forum.parts import Owed
from chalicelib.rules.forum.state import State

Events = tuple[Event, ...]


def gm_card(state: State, owed: Owed) -> f.CardSent:
    """Send the card that a seat owes, in the order of F25."""
    card = matches(hand_of(state, owed.by), owed.case)[0]
    return f.CardSent(owed.id, owed.number, owed.by, owed.to, owed.case, card, gm=True)


def standing_order(state: State, seat: str, at: datetime, asked: table.AnswerForMe) -> Events:
    """Set or take back a standing order; where it holds, the GM answers what is open (F29)."""
    return _followed(state, order(state, seat, at, asked), at)


def orders_begin(state: State, at: datetime) -> Events:
    """Let the orders begin whose first day has come (F29)."""
    return tuple(event for given in begun(state, at) for event in _followed(state, given, at))


def _followed(state: State, given: table.StandingOrder, at: datetime) -> Events:
    """Give an order with what the GM answers by it at once."""
    seat = given.by
    if not evolve(state, given, at).answered_by_gm(seat, at):
        return (given,)
    answers = (gm_answer(state, q) for q in state.questions if q.to == seat)
    return (given, *answers, *(gm_card(state, o) for o in state.owed if o.by == seat))
