"""Answers to suggestions: a number, a card, «опровергаю», «нечем опровергнуть» (F20)."""

import re

from chalicelib.letters import Problem
from chalicelib.read.scene import Scene
from chalicelib.read.words import (
    FILLERS,
    FROM,
    NO,
    NO_REFUTATION,
    OF_SUGGESTION,
    REFUTATION,
    SUGGESTION,
)
from chalicelib.rules.cluedo import CATEGORIES, matches
from chalicelib.rules.forum.state import CannotRefute, Question, Refute
from chalicelib.text import nearest, plain

_NONE = re.compile(rf"\W{{0,8}}(?:{NO_REFUTATION})\b")
_YES = re.compile(rf"\W{{0,8}}(?:{REFUTATION})\b")
_NUMBER = re.compile(r"\W{0,4}(\d{1,2})(?:\W{0,6}|\W{1,6}(\D{1,80}))")
_REFERENCE = re.compile(
    rf"(?:\b(?:{OF_SUGGESTION})[\W_]{{0,3}}(?:nr|no|n)?\W{{0,3}}|№\s?)(\d{{1,3}})"
)
_HEADING = re.compile(rf"(?:{SUGGESTION})[\W_]{{0,4}}(\d{{1,3}})")
_NOISE = re.compile(rf"\b(?:{OF_SUGGESTION}|{FROM}|{FILLERS})\b|\d")


def is_answer(text: str) -> bool:
    """Whether a plain text begins as an answer, or is nothing but a number or a no."""
    bare = text.strip(" .!?*_«»\"'()[]")
    return bare in NO or any(p.match(text) for p in (_NONE, _YES)) or bool(_NUMBER.fullmatch(text))


def answer(scene: Scene, raw: str) -> Refute | CannotRefute | Problem:
    """Read an answer: to which suggestion, and by which card if by any."""
    text = plain(raw)
    question = _target(scene, raw, text)
    if isinstance(question, Problem):
        return question
    if text.strip(" .!?*_«»\"'()[]") in NO or _NONE.match(text):
        return CannotRefute(question)
    numbered = _NUMBER.fullmatch(text)
    if numbered:
        return _by_number(scene, raw, question, int(numbered[1]), plain(numbered[2] or ""))
    return _by_card(scene, raw, text, question)


def _target(scene: Scene, raw: str, text: str) -> int | Problem:
    """Find the suggestion that is answered: the reply's own, the only open one, the one named."""
    if scene.prompt is not None:
        return scene.prompt
    mine = [q for q in scene.state.questions if q.to == scene.seat]
    if not mine:
        return Problem(raw, "nothing_to_answer", "F20")
    found = mine if len(mine) == 1 else _named(scene, mine, text)
    if len(found) == 1:
        return found[0].id
    choices = [f"{q.number} — {scene.nick(q.by)}: {', '.join(q.case.cards)}" for q in mine]
    return Problem(raw, "which_suggestion", "F20", {"choices": choices})


def _named(scene: Scene, mine: list[Question], text: str) -> list[Question]:
    """Narrow the open suggestions down by number and nick, as written or as quoted."""
    numbers = {int(n) for n in _REFERENCE.findall(text)}
    seats = {r.value for s in scene.spans(text) for r in s.readings if r.kind == "nick"}
    if not numbers and not seats:
        numbers = {int(n) for n in _HEADING.findall(plain(scene.quoted))}
    return [
        q for q in mine if (not numbers or q.number in numbers) and (not seats or q.by in seats)
    ]


def _choices(scene: Scene, suggestion: int) -> tuple[str, ...]:
    """Give the cards the reader may show, as numbered in the letter (F25)."""
    question = next((q for q in scene.state.questions if q.id == suggestion), None)
    return matches(scene.hand, question.case) if question else ()


def _by_number(scene: Scene, raw: str, suggestion: int, number: int, said: str) -> Refute | Problem:
    """Take the card with that number; a name beside it has to be its own."""
    if not any(q.id == suggestion for q in scene.state.questions):
        return Refute(suggestion)
    choices = _choices(scene, suggestion)
    if not 0 < number <= len(choices):
        return Problem(raw, "no_such_choice", "F20", {"choices": choices})
    card = choices[number - 1]
    if said and plain(card) not in said:
        return Problem(raw, "no_such_choice", "F20", {"choices": choices})
    return Refute(suggestion, card)


def _by_card(scene: Scene, raw: str, text: str, suggestion: int) -> Refute | Problem:
    """Take the one card that is named, or announce the refutation where none is."""
    rest = _YES.sub("", text, count=1)
    spans = scene.spans(rest)
    cards = {r.value for span in spans for r in span.readings if r.kind in CATEGORIES}
    named = [s for s in spans if {r.kind for r in s.readings} & set(CATEGORIES)]
    choices = _choices(scene, suggestion)
    if len(named) > 1 and len(cards) > 1:
        return Problem(raw, "one_card_only", "F20", {"choices": choices})
    for span in reversed(spans):
        rest = f"{rest[: span.start]},{rest[span.end :]}"
    said = " ".join(re.findall(r"\w[\w'’-]*", _NOISE.sub(" ", rest)))
    if said:
        near = nearest(said, scene.state.deck.cards)
        facts = {"text": said, "nearest": near, "choices": choices}
        return Problem(raw, "unknown_card", "F20", facts)
    return Refute(suggestion, cards.pop() if cards else None)
