"""Judging the moves of Cluedo-blitz. Pure: the events, or a refusal that cites its rule."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from chalicelib.game import Actor, Chance, Event, IllegalMove
from chalicelib.rules import office, setup, table, verbs
from chalicelib.rules.answering import about, asked, back, hand_of
from chalicelib.rules.blitz import powers
from chalicelib.rules.blitz import state as b
from chalicelib.rules.blitz.clock import due, time_passed
from chalicelib.rules.blitz.evolve import evolve
from chalicelib.rules.blitz.flow import ending, unfolded
from chalicelib.rules.blitz.state import State
from chalicelib.rules.cluedo import check_none, check_shown, matches, named
from chalicelib.rules.running import Judge, judge_of, need_clock, need_dealt, need_running
from chalicelib.rules.shared import JUDGES
from chalicelib.rules.table import need_seat
from chalicelib.rules.together import need_last
from chalicelib.rules.verbs import Question
from chalicelib.text import plain

Events = tuple[Event, ...]


def decide(state: State | None, by: Actor, move: Any, at: datetime, rng: Chance) -> Events:
    """Judge a move that arrived at ``at`` (UTC), with all that follows from it by itself.

    A move that arrives at or after a deadline which the clock has not yet played is ``Busy``.
    """
    if state is None:
        return (setup.created(b.Created, by, move),)
    if isinstance(move, b.Create):
        raise IllegalMove("game_exists")
    need_clock(by, due(state), at, "B9")
    judge = judge_of(MOVES, state, move, end="B7", moves_by="B10")
    made = judge(state, by, move, at, rng)
    return unfolded(state, (*made, *back(state, by, made, at)), at)


def need_together(moves: Sequence[Any]) -> None:
    """Refuse more than one move in a request, but for speech before it (B2).

    The GM may answer a suggestion at once for others; what came after it would tell their hands.
    """
    need_last(moves, "B2")


def start(state: State, by: Actor, _: table.Start, at: datetime, rng: Chance) -> Events:
    """Deal and commit to it (F2, F3), fix the order (B1); the first turn follows."""
    return (*setup.dealt(state, by, at, rng), b.SeatsOrdered(_in_order(state)))


def _in_order(state: State) -> tuple[str, ...]:
    """Give the seats by their roles as the deck lists these, then others as they joined (B1)."""
    places = {plain(name): place for place, name in enumerate(state.deck.suspects)}
    seats = sorted(state.seats, key=lambda seat: places.get(plain(seat.role), len(places)))
    return tuple(seat.id for seat in seats)


def leave(_: State, by: Actor, *__: object) -> Events:
    """Vacate the actor's seat; meanwhile the GM answers for it and passes its turns (F53)."""
    return (table.Left(need_seat(by), by.account),)


def suggest(state: State, by: Actor, move: verbs.Suggest, at: datetime, _: Chance) -> Events:
    """Judge a suggestion: one, in the own turn, to no addressee (B2, F12)."""
    seat = need_seat(by)
    need_turn(state, seat, at, "B2")
    if state.step == "decide":
        raise IllegalMove("pass_or_accuse", "B5")
    if state.step == "answer":
        raise IllegalMove("one_suggestion", "B2")
    if move.to:
        raise IllegalMove("no_addressee_here", "B2")
    case = named(state.deck, move.suspect, move.weapon, move.room)
    number = state.suggestions + 1
    return (verbs.Suggested(number, number, seat, state.after(seat), case),)


def need_turn(state: State, seat: str, at: datetime, rule: str) -> None:
    """Refuse a seat that is not at turn at ``at`` (UTC), or has no turns any more (B2, B7)."""
    need_dealt(state)
    need_running(state, at)
    if state.tallies[seat].lost:
        raise IllegalMove("rights_lost", "B7")
    if state.player != seat:
        raise IllegalMove("not_your_turn", rule, to=state.player)


def refute(state: State, by: Actor, move: verbs.Refute, *_: object) -> Events:
    """Judge a refutation; its card comes with it (B3, F20, F21)."""
    question, hand = _asked(state, by, move.suggestion)
    choices = matches(hand, question.case)
    if not choices:
        raise IllegalMove("holds_none", "F20")
    if not move.card:
        raise IllegalMove("card_missing", "F21", choices=choices)
    return (verbs.Refuted(*about(question), card=check_shown(hand, question.case, move.card)),)


def cannot_refute(state: State, by: Actor, move: verbs.CannotRefute, *_: object) -> Events:
    """Judge «no refutation» (B3, F20)."""
    question, hand = _asked(state, by, move.suggestion)
    check_none(hand, question.case)
    return (verbs.NotRefuted(*about(question)),)


def _asked(state: State, by: Actor, suggestion: int) -> tuple[Question, tuple[str, ...]]:
    """Give the suggestion that the actor has to answer now, and the hand; refuse all else (B3)."""
    seat, question = need_seat(by), asked(state, suggestion, "B3")
    if _has_answered(state, seat, question):
        raise IllegalMove("already_answered", "B3", suggestion=suggestion)
    if question.to != seat:
        raise IllegalMove("out_of_order", "B3", to=question.to)
    return question, hand_of(state, seat)


def _has_answered(state: State, seat: str, question: Question) -> bool:
    """Whether a seat stands between the suggester and whoever has to answer now."""
    between = state.after(question.by)
    while between != question.to:
        if between == seat:
            return True
        between = state.after(between)
    return False


def pass_turn(state: State, by: Actor, _: b.Pass, at: datetime, __: Chance) -> Events:
    """Judge a pass: after a suggestion that nobody could refute (B5)."""
    seat = need_seat(by)
    need_turn(state, seat, at, "B5")
    if state.step != "decide":
        raise IllegalMove("nothing_to_pass", "B5")
    return (b.Passed(seat),)


def accuse(state: State, by: Actor, move: verbs.Accuse, at: datetime, _: Chance) -> Events:
    """Judge an accusation: a right one ends the game, a wrong one costs the turns (B5-B7)."""
    seat = need_seat(by)
    need_accusation(state, seat, at)
    case = named(state.deck, move.suspect, move.weapon, move.room)
    made = b.AccusationMade(seat, case, case == state.case)
    return (made, ending(evolve(state, made, at))) if made.right else (made,)


def need_accusation(state: State, seat: str, at: datetime) -> None:
    """Refuse a seat that cannot accuse at ``at`` (UTC), whatever it names (B6)."""
    need_turn(state, seat, at, "B6")
    own_turn = state.step == "suggest" and state.options.accuse == "own_turn"
    if state.step != "decide" and not own_turn:
        raise IllegalMove("accuse_later", "B6")


MOVES: dict[type, Judge] = JUDGES | {
    table.Leave: leave,
    table.Start: start,
    table.AnswerForMe: powers.answer_for_me,
    table.TimePassed: time_passed,
    verbs.Suggest: suggest,
    verbs.Refute: refute,
    verbs.CannotRefute: cannot_refute,
    verbs.Accuse: accuse,
    b.Pass: pass_turn,
    office.Resume: powers.resume,
    office.MoveClose: powers.move_deadline,
    office.AnswerForSeat: powers.answer_for_seat,
    office.RollBackTo: powers.roll_back,
}
"""Every move of the rule set and the function that judges it."""
