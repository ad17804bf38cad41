"""Judging answers: refutations, owed cards, standing orders (F20-F25, F29)."""

from datetime import datetime, timedelta

from chalicelib.game import Actor, Chance, Event, IllegalMove
from chalicelib.rules import table, verbs
from chalicelib.rules.answering import about, asked, hand_of
from chalicelib.rules.cluedo import check_none, check_shown, matches
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.corrections import answer_malformed
from chalicelib.rules.forum.orders import standing_order
from chalicelib.rules.forum.parts import Owed
from chalicelib.rules.forum.state import State
from chalicelib.rules.table import need_seat
from chalicelib.rules.verbs import Question

Events = tuple[Event, ...]


def answer_for_me(
    state: State, by: Actor, move: table.AnswerForMe, at: datetime, _: Chance
) -> Events:
    """Set or take back a player's own standing order (F29, F34)."""
    return standing_order(state, need_seat(by), at, move)


def refute(state: State, by: Actor, move: verbs.Refute, at: datetime, _: Chance) -> Events:
    """Judge a refutation (F20, F21); without a card it is announced and the card is owed (F24)."""
    seat = need_seat(by)
    owed = next((o for o in state.owed if o.id == move.suggestion and o.by == seat), None)
    if owed:
        return _owed_card(state, owed, move.card)
    malformed = answer_malformed(state, seat, move.suggestion, move.card, refuted=True)
    if malformed:
        return malformed
    question, hand = _asked(state, by, move.suggestion)
    quoted = about(question)
    if not matches(hand, question.case):
        raise IllegalMove("holds_none", "F20")
    if move.card:
        return (verbs.Refuted(*quoted, card=check_shown(hand, question.case, move.card)),)
    delay = timedelta(minutes=state.options.card_delay_minutes)
    return (verbs.Refuted(*quoted), f.CardOwed(*quoted, at + delay))


def _owed_card(state: State, owed: Owed, card: str | None) -> Events:
    """Send the card of an announced refutation (F24)."""
    hand = hand_of(state, owed.by)
    if not card:
        raise IllegalMove("card_owed", "F24", choices=matches(hand, owed.case))
    shown = check_shown(hand, owed.case, card)
    return (f.CardSent(owed.id, owed.number, owed.by, owed.to, owed.case, shown),)


def cannot_refute(state: State, by: Actor, move: verbs.CannotRefute, *_: object) -> Events:
    """Judge «no refutation» (F20)."""
    malformed = answer_malformed(state, need_seat(by), move.suggestion, None, refuted=False)
    if malformed:
        return malformed
    question, hand = _asked(state, by, move.suggestion)
    check_none(hand, question.case)
    return (verbs.NotRefuted(*about(question)),)


def _asked(state: State, by: Actor, suggestion: int) -> tuple[Question, tuple[str, ...]]:
    """Give the open suggestion the actor has to answer, and the hand; refuse all others (F20)."""
    seat, question = need_seat(by), asked(state, suggestion, "F20")
    if question.to != seat:
        raise IllegalMove("not_addressee", "F20", to=question.to)
    return question, hand_of(state, seat)


def complain(state: State, by: Actor, move: rulings.Complain, *_: object) -> Events:
    """Tell the thread that a card has not come (F24)."""
    seat = need_seat(by)
    owed = next((o for o in state.owed if o.id == move.suggestion and o.to == seat), None)
    if not owed:
        raise IllegalMove("no_card_owed", "F24", suggestion=move.suggestion)
    if owed.complained:
        raise IllegalMove("already_complained", "F24", suggestion=move.suggestion)
    return (rulings.Complained(owed.id, owed.number, seat, owed.by),)
