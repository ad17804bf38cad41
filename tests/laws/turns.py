"""What a step of a plan means in a game of blitz, and what a seat may do there."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from chalicelib.game import Actor, Move
from chalicelib.rules import office, table, verbs
from chalicelib.rules.blitz.state import Pass
from chalicelib.rules.cluedo import matches
from tests.laws.steps import Step, anybody, case_of, heir, junk, organiser, sharp, sitting

PLAYING = (
    *("suggest", "sharp", "answer", "announce", "right", "wrong", "malformed", "amend"),
    "wrong answer",
)
"""Kinds of steps by which the game goes on."""


def moved(state: Any, step: Step) -> tuple[Actor, Any]:
    """What a step means in this state: who makes which move."""
    seats = [seat.id for seat in state.seats]
    turn = seats[step.who % len(seats) :] + seats[: step.who % len(seats)]
    who, whom = turn[0], turn[1 + step.whom % (len(turn) - 1)]
    if step.kind == "junk":
        return anybody(state, step), Pass() if step.whom % 5 == 0 else junk(state, step)
    if state.paused and step.whom % 3 == 0:
        return organiser(state), office.Resume()
    if move := _office(state, step, whom):
        return organiser(state), move
    if step.kind in PLAYING and state.phase == "open" and step.cards[2] % 8:
        return _goes_on(state, step)
    return heir(state, step, who) or (sitting(state, who), _spoken(state, step))


def _goes_on(state: Any, step: Step) -> tuple[Actor, Any]:
    """What the game waits for: an answer, a suggestion, a pass or an accusation."""
    if state.questions:
        question = state.questions[0]
        return sitting(state, question.to), _answer(state, question, step)
    return sitting(state, state.player), _turn(state, step)


def _answer(state: Any, question: verbs.Question, step: Step) -> Move:
    """The true answer, or any other: most of these are refused."""
    hand = next(seat.hand for seat in state.seats if seat.id == question.to)
    if step.kind == "wrong answer":
        cards = (None, *question.case.cards)
        return verbs.Refute(question.id, cards[step.whom % 4])
    if step.kind == "amend" and step.whom % 2:
        return verbs.CannotRefute(question.id)
    choices = matches(hand or (), question.case)
    if not choices:
        return verbs.CannotRefute(question.id)
    return verbs.Refute(question.id, choices[step.who % len(choices)])


def _turn(state: Any, step: Step) -> Move:
    """A move of whoever has the turn."""
    case = case_of(state.deck, step.cards)
    if step.kind == "right":
        return verbs.Accuse(*state.case.cards)
    if step.kind == "wrong" or (state.step == "decide" and step.whom % 5 == 0):
        return verbs.Accuse(*case.cards)
    if state.step == "decide":
        return Pass()
    if step.kind == "announce":
        return verbs.Suggest(*state.case.cards)
    asked = sharp(state, state.after(state.player), case) if step.kind == "sharp" else case
    return verbs.Suggest(*asked.cards)


def _spoken(state: Any, step: Step) -> Move:
    """Whatever anybody may want at any time, or at the wrong one."""
    number, case = step.who % (state.suggestions + 2), case_of(state.deck, step.cards)
    until = None if step.whom % 2 else date(2026, 10, 23 + step.cards[0] % 5)
    moves: dict[str, Move] = {
        "talk": table.Talk(step.text or "?"),
        "tell_gm": table.TellGM(step.text or "?"),
        "order": table.AnswerForMe(bool(step.cards[0] % 3), until),
        "leave": table.Leave(),
        "offer": office.OfferSeat(),
        "wrong": verbs.Accuse(*case.cards),
        "wrong answer": verbs.Refute(number, case.cards[step.whom % 3]),
        "answer": verbs.CannotRefute(number),
        "complain": Pass(),
    }
    return moves.get(step.kind) or verbs.Suggest(*case.cards)


def _office(state: Any, step: Step, whom: str) -> Move | None:
    """A move of the organiser."""
    some, number = step.cards[0] % 3 > 0, step.who % (state.suggestions + 2)
    moves: dict[str, Move] = {
        "tell_player": table.TellPlayer(whom, step.text or "?"),
        "answer for": office.AnswerForSeat(whom, some),
        "answer as gm": office.AnswerAsGM(number),
        "hide": office.Hide(step.cards[0] % (state.posts + 1)),
        "offer any": office.OfferSeat(whom),
        "offer office": office.OfferSeat(gm=True),
        "pause": office.Pause(step.text),
        "resume": office.Resume(),
        "roll back": office.RollBack(step.cards[2]),
    }
    if step.kind == "move close" and state.closes:
        return office.MoveClose(state.closes + timedelta(minutes=step.cards[1] * 20 - 200))
    return moves.get(step.kind)


def legal(seen: Any, seat: str) -> Iterator[Any]:
    """The moves that a seat may make, told by nothing but its own view of the state."""
    if seen.phase == "open" and not seen.paused and seen.player == seat and not seen.retired(seat):
        yield from _legal_in_turn(seen)
    for question in seen.questions:
        if question.to == seat:
            hand = next(s.hand for s in seen.seats if s.id == seat) or ()
            choices = matches(hand, question.case)
            yield from (verbs.Refute(question.id, card) for card in choices)
            yield from () if choices else (verbs.CannotRefute(question.id),)
    if seen.phase != "over":
        yield from (table.AnswerForMe(), table.AnswerForMe(on=False), table.Leave())
    if seen.phase == "open":
        yield office.OfferSeat()


def _legal_in_turn(seen: Any) -> Iterator[Any]:
    """The moves of whoever has the turn (B2, B5, B6)."""
    cards = (seen.deck.suspects[0], seen.deck.weapons[-1], seen.deck.rooms[1])
    if seen.step == "suggest":
        yield verbs.Suggest(*cards)
    if seen.step == "decide":
        yield Pass()
    if seen.step == "decide" or (seen.step == "suggest" and seen.options.accuse == "own_turn"):
        yield verbs.Accuse(*cards)
