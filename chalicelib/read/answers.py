"""Answers to suggestions: a number, a card, «опровергаю», «нечем опровергнуть» (F20)."""

import re

from chalicelib.letters import Problem
from chalicelib.read.scene import MARKS, Scene, Waiting, closest
from chalicelib.read.which import Said, senses, target
from chalicelib.read.words import NO, NO_REFUTATION, REFUTE, SHOW
from chalicelib.rules.cluedo import matches
from chalicelib.rules.verbs import CannotRefute, Refute

LONGEST_SLIP = 40
"""The longest text, in characters, that may be one card's name gone wrong."""

_NONE = re.compile(rf"[\W_]{{0,8}}(?:{NO_REFUTATION})(?![^\W_])")
_YES = re.compile(
    rf"[\W_]{{0,8}}(?:(?:(?:{REFUTE})[\W_]{{1,8}})?(?P<show>{SHOW})|{REFUTE})(?![^\W_])"
)
_NUMBER = re.compile(r"[\W_]{0,4}(\d{1,2})(?:[\W_]{0,6}|[\W_]{1,6}([^\W_].{0,80}))")
_ATTACHED = re.compile(r"[\W_]{0,3}(?:nr|no|n)?[\W_]{0,3}(\d{1,3})(?![^\W_])")


def is_answer(scene: Scene, form: str) -> bool:
    """Whether a text begins as an answer, or is nothing but a number, a card or a no."""
    if form.strip(MARKS) in NO or _NONE.match(form) or _YES.match(form):
        return True
    number = _NUMBER.fullmatch(form)
    card = form if not number else number[2]
    return card is None or scene.is_card(card)


def is_like_a_card(scene: Scene, form: str) -> bool:
    """Whether a text is short and close to the name of a card."""
    return len(form) <= LONGEST_SLIP and bool(closest(form, scene.state.deck.cards))


def answer(scene: Scene, raw: str) -> Refute | CannotRefute | Problem:
    """Read an answer: to which suggestion, and by which card if by any."""
    form = scene.form(raw)
    none, yes = _NONE.match(form), _YES.match(form)
    if form.rstrip(MARKS).endswith("?"):
        return Problem(raw, "unreadable", "F20")
    if form.strip(MARKS) in NO and not scene.exactly(form):
        return _none(scene, raw, "")
    if none:
        return _none(scene, raw, form[none.end() :])
    said = form[yes.end() :] if yes else form
    number = _NUMBER.fullmatch(said if yes and yes["show"] else form)
    if number and not scene.is_card(said):
        return _by_number(scene, raw, int(number[1]), number[2] or "")
    return _by_card(scene, raw, said, announced=bool(yes))


def _none(scene: Scene, raw: str, rest: str) -> CannotRefute | Problem:
    """Read «no refutation»; the suggestion may be quoted beside it (F22)."""
    said, words = senses(scene, rest)
    for sense in said:
        question = target(scene, raw, sense)
        if isinstance(question, int) and not words and _quotes(scene, question, sense.cards):
            return CannotRefute(question)
    if words or not said:
        return Problem(raw, "unreadable", "F20")
    question = target(scene, raw, said[0])
    return question if isinstance(question, Problem) else Problem(raw, "unreadable", "F20")


def _quotes(scene: Scene, suggestion: int, cards: frozenset[str]) -> bool:
    """Whether these are cards of that suggestion."""
    asked = _question(scene, suggestion)
    return not cards or bool(asked and cards <= set(asked.case.cards))


def _by_number(scene: Scene, raw: str, number: int, name: str) -> Refute | Problem:
    """Take the card with that number (F25); a name beside it has to be its own."""
    suggestion = target(scene, raw, Said(cards=frozenset({name})))
    if isinstance(suggestion, Problem):
        return suggestion
    if not _question(scene, suggestion):
        return Refute(suggestion)
    choices = _choices(scene, suggestion)
    named = {reading.value for reading in scene.exactly(name)} if name else set()
    if not 0 < number <= len(choices) or (name and choices[number - 1] not in named):
        return Problem(raw, "no_such_choice", "F20", {"choices": choices})
    return Refute(suggestion, choices[number - 1])


def _by_card(scene: Scene, raw: str, rest: str, *, announced: bool) -> Refute | Problem:
    """Take the one card that is named, or announce the refutation where none is."""
    attached = _ATTACHED.match(rest) if announced and not scene.is_card(rest) else None
    said, words = senses(scene, rest[attached.end() :] if attached else rest)
    said = [s for s in said if len(s.cards) == 1] or [s for s in said if announced and not s.cards]
    found = [(sense, target(scene, raw, sense, attached)) for sense in said]
    moves = {_refuted(scene, to, sense.cards) for sense, to in found if isinstance(to, int)}
    if words:
        return _unknown_card(scene, raw, words)
    numbered = attached and not any(sense.cards for sense in said)
    if len(moves) == 1 and not numbered:
        return moves.pop()
    if moves or not found:
        choices = _choices(scene, next(iter(moves)).suggestion if moves else scene.prompt)
        return Problem(raw, "one_card_only", "F20", {"choices": choices})
    return next(to for _, to in found if isinstance(to, Problem))


def _refuted(scene: Scene, suggestion: int, cards: frozenset[str]) -> Refute:
    """Refute by the card that is named; where none is, by the only one that can be shown (F20)."""
    choices = cards or _choices(scene, suggestion)
    return Refute(suggestion, next(iter(choices)) if len(choices) == 1 else None)


def _unknown_card(scene: Scene, raw: str, words: str) -> Problem:
    """Say that what was shown is no card, and which was perhaps meant."""
    suggestion = target(scene, raw, Said(cards=frozenset({words})))
    choices = () if isinstance(suggestion, Problem) else _choices(scene, suggestion)
    near = closest(words, choices) or closest(words, scene.state.deck.cards)
    facts = {"text": scene.as_written(raw, words), "nearest": near, "choices": choices}
    return Problem(raw, "unknown_card", "F20", facts)


def _question(scene: Scene, suggestion: int | None) -> Waiting | None:
    """Give a suggestion that waits for the reader."""
    return next((q for q in (*scene.asked, *scene.owed) if q.id == suggestion), None)


def _choices(scene: Scene, suggestion: int | None) -> tuple[str, ...]:
    """Give the cards the reader may show, as numbered in the letter (F25)."""
    question = _question(scene, suggestion)
    return matches(scene.hand, question.case) if question else ()
