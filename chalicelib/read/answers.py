"""Answers to suggestions: a number, a card, «опровергаю», «нечем опровергнуть» (F20)."""

import re
from itertools import product
from math import prod

import msgspec

from chalicelib.letters import Problem
from chalicelib.read.scene import ADDRESSEE, MARKS, Reading, Scene, Span, Waiting, closest, paired
from chalicelib.read.words import (
    FILLERS,
    FOR,
    FROM,
    NO,
    NO_REFUTATION,
    OF_SUGGESTION,
    REFUTE,
    SHOW,
    SUGGESTION,
)
from chalicelib.rules.cluedo import CATEGORIES, matches
from chalicelib.rules.forum.state import CannotRefute, Refute
from chalicelib.text import plain

MOST_NAMES, MOST_MEANINGS, MOST_QUOTED = 12, 1000, 20_000
LONGEST_SLIP = 40
"""The longest text, in characters, that may be one card's name gone wrong."""

_NONE = re.compile(rf"[\W_]{{0,8}}(?:{NO_REFUTATION})(?![^\W_])")
_YES = re.compile(rf"[\W_]{{0,8}}(?:(?P<show>{SHOW})|{REFUTE})(?![^\W_])")
_NUMBER = re.compile(r"[\W_]{0,4}(\d{1,2})(?:[\W_]{0,6}|[\W_]{1,6}([^\W_].{0,80}))")
_ATTACHED = re.compile(r"[\W_]{0,3}(?:nr|no|n)?[\W_]{0,3}(\d{1,3})(?![^\W_])")
_REFERENCE = re.compile(
    rf"(?:\b(?:{OF_SUGGESTION})[\W_]{{0,3}}(?:nr|no|n)?[\W_]{{0,3}}|[№#]\s?)(\d{{1,3}})(?!\d)"
)
_HEADING = re.compile(
    rf"(?:{SUGGESTION})[\W_]{{0,4}}(?:nr|no|n)?[\W_]{{0,3}}(\d{{1,3}})(?!\d)"
    rf"(?:[\W_]{{1,4}}(?:{FOR})[\W_]{{1,8}}(.{{1,100}}))?"
)
_NOISE = re.compile(rf"\b(?:{OF_SUGGESTION}|{FROM}|{FILLERS})\b")
_BY = re.compile(rf"\b(?:{FROM})[\s*_«\"]{{1,4}}$")
_WORD = re.compile(r"\w[\w'’-]*")


class Said(msgspec.Struct, frozen=True):
    """What an answer says: of which suggestion and whose, and by which card."""

    numbers: frozenset[int] = frozenset()
    seats: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()


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
    said, words = _said(scene, rest)
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
    said, words = _said(scene, rest[attached.end() :] if attached else rest)
    said = [s for s in said if len(s.cards) == 1] or [s for s in said if announced and not s.cards]
    found = [(sense, target(scene, raw, sense, attached)) for sense in said]
    moves = {
        Refute(to, next(iter(sense.cards), None)) for sense, to in found if isinstance(to, int)
    }
    if words:
        return _unknown_card(scene, raw, words)
    if len(moves) == 1 and not (attached and not next(iter(moves)).card):
        return moves.pop()
    if moves or not found:
        choices = _choices(scene, next(iter(moves)).suggestion if moves else scene.prompt)
        return Problem(raw, "one_card_only", "F20", {"choices": choices})
    return next(to for _, to in found if isinstance(to, Problem))


def _unknown_card(scene: Scene, raw: str, words: str) -> Problem:
    """Say that what was shown is no card, and which was perhaps meant."""
    suggestion = target(scene, raw, Said(cards=frozenset({words})))
    choices = () if isinstance(suggestion, Problem) else _choices(scene, suggestion)
    near = closest(words, choices) or closest(words, scene.state.deck.cards)
    facts = {"text": scene.as_written(raw, words), "nearest": near, "choices": choices}
    return Problem(raw, "unknown_card", "F20", facts)


def _said(scene: Scene, rest: str) -> tuple[list[Said], str]:
    """Give every sense of the names in an answer, and the words that are left besides."""
    numbers = frozenset(int(n) for n in _REFERENCE.findall(rest))
    spans = scene.spans(rest)
    names = list(dict.fromkeys(_possible(rest, span) for span in paired(rest, spans)))
    known = len(names) <= MOST_NAMES and prod(map(len, names)) <= MOST_MEANINGS
    senses = [_sense(scene, numbers, meaning) for meaning in product(*names)] if known else []
    left = _NOISE.sub(" ", _REFERENCE.sub(" ", _without(rest, spans)))
    return list(dict.fromkeys(s for s in senses if s)), " ".join(_WORD.findall(left))


def _possible(rest: str, span: Span) -> tuple[Reading, ...]:
    """Give what a name can mean where it stands: a seat behind «от» or «для», else first a card."""
    seats, shown = span.only(*ADDRESSEE).readings, span.only(*CATEGORIES).readings
    by = _BY.search(rest[max(0, span.start - 40) : span.start])
    return (seats or shown) if by else (shown or seats)


def _sense(scene: Scene, numbers: frozenset[int], meaning: tuple[Reading, ...]) -> Said | None:
    """Put the meanings of names together: the reader's own name says nothing."""
    seats = {r.value for r in meaning if not r.card} - {scene.seat}
    cards = frozenset(r.value for r in meaning if r.card)
    return Said(numbers, frozenset(seats), cards) if len(seats) <= 1 else None


def _without(form: str, spans: tuple[Span, ...]) -> str:
    """Take the names out of a text."""
    ends = (0, *(span.end for span in spans))
    starts = (*(span.start for span in spans), len(form))
    return ",".join(form[end:start] for end, start in zip(ends, starts, strict=True))


def target(scene: Scene, raw: str, said: Said, hint: re.Match[str] | None = None) -> int | Problem:
    """Find the suggestion that is answered; with a card it may be one whose card is owed.

    What the answer itself says goes before the letter it replies to; then the only open one, then
    what the number behind «опровержение» or the quotation says.
    """
    mine = (*scene.asked, *scene.owed) if said.cards or not scene.asked else scene.asked
    if said.numbers or said.seats:
        named = [q for q in mine if _fits(q, said)]
        if len(named) == 1:
            return named[0].id
        if mine and scene.prompt not in {q.id for q in named}:
            return _which(scene, raw, mine)
    if scene.prompt is not None:
        return scene.prompt
    if len(mine) > 1:
        hinted = tuple(q for q in mine if hint and q.number == int(hint[1]))
        found = hinted or _quoted(scene, mine)
        mine = found if len(found) == 1 else mine
    if len(mine) == 1:
        return mine[0].id
    return _which(scene, raw, mine) if mine else Problem(raw, "nothing_to_answer", "F20")


def _fits(question: Waiting, said: Said) -> bool:
    """Whether a suggestion has the number and the nick that an answer gives."""
    numbered = not said.numbers or question.number in said.numbers
    return numbered and (not said.seats or question.by in said.seats)


def _which(scene: Scene, raw: str, mine: tuple[Waiting, ...]) -> Problem:
    """Ask which suggestion is answered."""
    choices = [f"{q.number} — {scene.nick(q.by)}: {', '.join(q.case.cards)}" for q in mine]
    return Problem(raw, "which_suggestion", "F20", {"choices": choices})


def _quoted(scene: Scene, mine: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
    """Narrow the open suggestions down by the headings that are quoted, then by their cards."""
    form = scene.form(scene.quoted[:MOST_QUOTED])
    headings = ((int(number), to) for number, to in _HEADING.findall(form))
    numbers = {number for number, to in headings if not to or _begins_with_me(scene, to)}
    found = tuple(q for q in mine if q.number in numbers)
    if len(found) > 1:
        cards = {r.value for span in scene.spans(form) for r in span.readings if r.card}
        found = tuple(q for q in found if cards.issuperset(q.case.cards))
    return found


def _begins_with_me(scene: Scene, heading: str) -> bool:
    """Whether a heading is addressed to the reader."""
    me = next((s for s in scene.state.seats if s.id == scene.seat), None)
    return bool(me) and heading.strip(MARKS).startswith((plain(me.nick), plain(me.role)))  # type: ignore[union-attr]


def _question(scene: Scene, suggestion: int | None) -> Waiting | None:
    """Give a suggestion that waits for the reader."""
    return next((q for q in (*scene.asked, *scene.owed) if q.id == suggestion), None)


def _choices(scene: Scene, suggestion: int | None) -> tuple[str, ...]:
    """Give the cards the reader may show, as numbered in the letter (F25)."""
    question = _question(scene, suggestion)
    return matches(scene.hand, question.case) if question else ()
