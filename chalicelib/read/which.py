"""Which suggestion somebody writes about: its number, its asker, its cards, or the quotation."""

import re
from itertools import product
from math import prod

import msgspec

from chalicelib.letters import Problem
from chalicelib.read.scene import ADDRESSEE, MARKS, Reading, Scene, Span, Waiting, paired
from chalicelib.read.words import (
    AROUND,
    FOR,
    FROM,
    OF_SUGGESTION,
    PLEASANTRIES,
    PLEASE,
    REGRETS,
    SUGGESTION,
)
from chalicelib.rules.cluedo import CATEGORIES
from chalicelib.text import plain

MOST_NAMES, MOST_MEANINGS, MOST_QUOTED = 12, 1000, 20_000

_REFERENCE = re.compile(
    rf"(?:\b(?:{OF_SUGGESTION})[\W_]{{0,3}}(?:nr|no|n)?[\W_]{{0,3}}|[№#]\s?)(\d{{1,3}})(?!\d)"
)
_HEADING = re.compile(
    rf"(?:{SUGGESTION})[\W_]{{0,4}}(?:nr|no|n)?[\W_]{{0,3}}(\d{{1,3}})(?!\d)"
    rf"(?:[\W_]{{1,4}}(?:{FOR})[\W_]{{1,8}}(.{{1,100}}))?"
)
_NOISE = re.compile(rf"\b(?:{OF_SUGGESTION}|{FROM}|{AROUND}|{PLEASANTRIES}|{PLEASE}|{REGRETS})\b")
_BY = re.compile(rf"\b(?:{FROM})[\s*_«\"]{{1,4}}$")
_WORD = re.compile(r"\w[\w'’-]*")


class Said(msgspec.Struct, frozen=True):
    """What an answer says: of which suggestion and whose, and by which card."""

    numbers: frozenset[int] = frozenset()
    seats: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()


def senses(scene: Scene, rest: str, by: frozenset[str] = frozenset()) -> tuple[list[Said], str]:
    """Give every sense of the names in an answer, and the words that are left besides.

    ``by`` is the seat that was named before them, if one was.
    """
    numbers = frozenset(int(n) for n in _REFERENCE.findall(rest))
    spans = scene.spans(rest)
    names = list(dict.fromkeys(_possible(rest, span) for span in paired(rest, spans)))
    known = len(names) <= MOST_NAMES and prod(map(len, names)) <= MOST_MEANINGS
    senses = [_sense(scene, numbers, meaning, by) for meaning in product(*names)] if known else []
    left = _NOISE.sub(" ", _REFERENCE.sub(" ", without(rest, spans)))
    return list(dict.fromkeys(s for s in senses if s)), " ".join(_WORD.findall(left))


def _possible(rest: str, span: Span) -> tuple[Reading, ...]:
    """Give what a name can mean where it stands: a seat behind «от» or «для», else first a card."""
    seats, shown = span.only(*ADDRESSEE).readings, span.only(*CATEGORIES).readings
    by = _BY.search(rest[max(0, span.start - 40) : span.start])
    return (seats or shown) if by else (shown or seats)


def _sense(
    scene: Scene, numbers: frozenset[int], meaning: tuple[Reading, ...], by: frozenset[str]
) -> Said | None:
    """Put the meanings of names together: the reader's own name says nothing."""
    seats = (by | {r.value for r in meaning if not r.card}) - {scene.seat}
    cards = frozenset(r.value for r in meaning if r.card)
    return Said(numbers, frozenset(seats), cards) if len(seats) <= 1 else None


def without(form: str, spans: tuple[Span, ...]) -> str:
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
        named = [q for q in mine if fits(q, said)]
        if len(named) == 1:
            return named[0].id
        if mine and scene.prompt not in {q.id for q in named}:
            return ask(scene, raw, mine)
    if scene.prompt is not None:
        return scene.prompt
    if len(mine) > 1:
        hinted = tuple(q for q in mine if hint and q.number == int(hint[1]))
        found = hinted or _quoted(scene, mine)
        mine = found if len(found) == 1 else mine
    if len(mine) == 1:
        return mine[0].id
    return ask(scene, raw, mine) if mine else Problem(raw, "nothing_to_answer", "F20")


def fits(question: Waiting, said: Said) -> bool:
    """Whether a suggestion has the number and the nick that an answer gives."""
    numbered = not said.numbers or question.number in said.numbers
    return numbered and (not said.seats or question.by in said.seats)


def ask(scene: Scene, raw: str, mine: tuple[Waiting, ...], rule: str = "F20") -> Problem:
    """Ask which suggestion is meant."""
    choices = [f"{q.number} — {scene.nick(q.by)}: {', '.join(q.case.cards)}" for q in mine]
    return Problem(raw, "which_suggestion", rule, {"choices": choices})


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
