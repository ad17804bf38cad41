"""What players may do as far as they can see, they may do, and nothing else."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib.game import Refusal, fold, redact
from chalicelib.rules import blitz, office, table, verbs
from chalicelib.rules.blitz.state import Pass
from chalicelib.rules.cluedo import matches
from chalicelib.rules.forum import rulings
from tests.laws import turns
from tests.laws.games import Game, Plan, played
from tests.laws.plans import each, of
from tests.laws.steps import sitting

SOME = settings(max_examples=25)


def legal(seen: Any, seat: str, at: Any) -> Iterator[Any]:
    """The moves that a seat may make at a time, told by nothing but its own view of the state."""
    if isinstance(seen, blitz.State):
        yield from (*turns.legal(seen, seat), *said(seen, seat))
        return
    if seen.phase == "open" and at >= seen.opened and not seen.paused:
        if seen.suggestions_left(seat):
            yield from _suggestions(seen, seat, at)
        if not seen.retired(seat):
            yield verbs.Accuse(*_cards(seen))
    if seen.phase != "over":
        yield from _answers(seen, seat)
        yield from (table.AnswerForMe(), table.AnswerForMe(on=False), table.Leave())
    if seen.phase not in ("gathering", "over"):
        yield office.OfferSeat()
    if seen.paused and seen.deputy == seat:
        yield office.Resume()
    yield from said(seen, seat)


def said(seen: Any, seat: str) -> Iterator[Any]:
    """What a seat may say in public and in private, while it has not said enough (F55, F57)."""
    if seen.tallies[seat].said + 13 <= table.TALK_PER_DAY:
        yield table.Talk("Good evening.")
    if (next(s.words for s in seen.seats if s.id == seat) or 0) < table.WORDS_PER_DAY:
        yield table.TellGM("A word.")


def _cards(seen: Any) -> tuple[str, str, str]:
    """Some card of each category."""
    return (seen.deck.suspects[0], seen.deck.weapons[-1], seen.deck.rooms[1])


def _suggestions(seen: Any, seat: str, at: Any) -> Iterator[Any]:
    asked, limit = seen.tallies[seat].asked, seen.options.per_addressee_per_day
    for other in seen.seats:
        here = not seen.tallies[other.id].left or seen.answered_by_gm(other.id, at)
        waiting = any(q.by == seat and q.to == other.id for q in seen.questions)
        here = here and not (seen.options.await_answer and waiting)
        if other.id != seat and here and asked.get(other.id, 0) < limit:
            yield verbs.Suggest(*_cards(seen), other.id)


def _answers(seen: Any, seat: str) -> Iterator[Any]:
    hand = next(s.hand for s in seen.seats if s.id == seat) or ()
    for question in seen.questions:
        if question.to == seat:
            choices = matches(hand, question.case)
            yield from (verbs.Refute(question.id, card) for card in choices)
            yield verbs.Refute(question.id) if choices else verbs.CannotRefute(question.id)
    for bad in seen.malformed:
        if bad.to == seat and not bad.answered and seen.options.gm == "human":
            yield from (verbs.Refute(bad.id, card) for card in (None, *hand))
            yield verbs.CannotRefute(bad.id)
    for owed in seen.owed:
        if owed.by == seat:
            yield from (verbs.Refute(owed.id, card) for card in matches(hand, owed.case))
        if owed.to == seat and not owed.complained:
            yield rulings.Complain(owed.id)


def stages(game: Game, plan: Plan) -> Iterator[tuple[Any, Any]]:
    """Some states of a game, each with a time at which moves are judged in it."""
    pairs = zip(game.log, game.states[1:], strict=True)
    for entry, state in islice(pairs, plan.seed % 3, None, 3):
        due = game.rules.due(state)
        if state.seats and not (due and due <= entry.at):
            yield entry.at, state


@each
@SOME
@given(data=st.data())
def test_every_legal_move_is_made(ruleset, data):
    """What a player finds legal in their own view is made by the rules, which know everything."""
    plan = data.draw(of(ruleset))
    game = played(plan)
    for at, state in stages(game, plan):
        for seat in (s.id for s in state.seats if s.account):
            for move in legal(redact(state, seat), seat, at):
                actor = sitting(state, seat)
                events = game.rules.decide(state, actor, move, at, game.chance)
                assert fold(game.rules, state, events, at)


@each
@SOME
@given(data=st.data(), number=st.integers(0, 100))
def test_no_other_move_is_made(ruleset, data, number):
    """Suggestions, answers and accusations that are not among the legal ones are refused."""
    plan = data.draw(of(ruleset))
    game = played(plan)
    for at, state in stages(game, plan):
        for seat in (s.id for s in state.seats if s.account):
            allowed = set(map(repr, legal(redact(state, seat), seat, at)))
            tries = [
                *(verbs.Suggest(*_cards(state), other.id) for other in state.seats),
                *(
                    verbs.Refute(q.id, card)
                    for q in state.questions
                    for card in (None, *q.case.cards)
                ),
                *(verbs.CannotRefute(q.id) for q in state.questions),
                *(verbs.Suggest(*_cards(state)), verbs.Accuse(*_cards(state)), Pass()),
                verbs.Refute(number),
                *(rulings.Complain(q.id) for q in (*state.questions, *state.owed)),
                *(() if sitting(state, seat).organiser else (office.Resume(),)),
            ]
            made = {repr(move) for move in tries if _made(game, state, seat, move, at)}
            assert made <= allowed


def _made(game: Game, state: Any, seat: str, move: Any, at: Any) -> bool:
    try:
        game.rules.decide(state, sitting(state, seat), move, at, game.chance)
    except Refusal:
        return False
    return True
