"""Suggestions and accusations: three keywords, and for a suggestion whom it is for (F12-F14, F30).

A name may mean several things: a nick may be that of a suspect, a role too. All meanings of all
names are tried together; only if exactly one makes sense is it taken.
"""

import re
from collections.abc import Iterator
from itertools import product

from chalicelib.letters import Problem
from chalicelib.read.scene import Reading, Scene, Span
from chalicelib.read.words import ACCUSATION, FILLERS, FOR, SUGGESTION
from chalicelib.rules.cluedo import CATEGORIES, Case
from chalicelib.rules.forum.state import Accuse, Suggest
from chalicelib.text import nearest, plain

MOST_SPANS, MOST_MEANINGS = 12, 20_000
ADDRESSEE = ("nick", "role")

_HEAD = re.compile(rf"\W{{0,8}}(?:{SUGGESTION})(?:[\W_]{{0,4}}(?:nr|no|n)?\W{{0,3}}\d{{1,3}})?")
_FOR = re.compile(rf"\W{{1,4}}(?:{FOR})\b")
_ACCUSATION = re.compile(rf"\W{{0,8}}(?:{ACCUSATION})\b")
_FILLER = re.compile(rf"\b(?:{FILLERS})\b")
_FRAGMENT = re.compile(r"[^\W_][^,;:.!?«»\"“”„()\[\]*\n]{0,80}")


def is_suggestion(text: str) -> bool:
    """Whether a plain text is headed as a suggestion."""
    return bool(_HEAD.match(text))


def is_accusation(text: str) -> bool:
    """Whether a plain text is headed as an accusation."""
    return bool(_ACCUSATION.match(text))


def suggestion(scene: Scene, raw: str) -> Suggest | Problem:
    """Read a suggestion, headed or bare."""
    text = plain(raw)
    head = _HEAD.match(text)
    body = head.end() if head else 0
    named = _FOR.match(text, body) if head else None
    spans = scene.spans(text)
    if named:
        first = next((span for span in spans if span.start >= named.end()), None)
        if not first or any(c.isalnum() for c in text[named.end() : first.start]):
            return _unknown_nick(scene, raw, text[named.end() :])
        spans = tuple(s.only(*ADDRESSEE) if s is first else s for s in spans)
    meanings = {m for m in _meanings(spans, text) if isinstance(m, Suggest)}
    if len(meanings) == 1:
        return meanings.pop()
    if meanings:
        return _ambiguous(scene, raw, meanings)
    return _fault(scene, raw, text, spans, "F12")


def accusation(scene: Scene, raw: str) -> Accuse | Problem:
    """Read an accusation: the three keywords, and no two ways to read them."""
    text = plain(raw)
    head = _ACCUSATION.match(text)
    cards = (span.only(*CATEGORIES) for span in scene.spans(text))
    spans = tuple(span for span in cards if span.readings)
    meanings = {m for m in _meanings(spans, text) if isinstance(m, Case)}
    if len(meanings) == 1:
        case = meanings.pop()
        return Accuse(case.suspect, case.weapon, case.room)
    rest = text[head.end() :] if head else text
    return _fault(scene, raw, rest, scene.spans(rest), "F30")


def _meanings(spans: tuple[Span, ...], text: str) -> Iterator[Suggest | Case | None]:
    """Give every sense that all names together can make."""
    if len(spans) > MOST_SPANS:
        return
    options = [_optional_role(spans, i, text) for i in range(len(spans))]
    count = 1
    for choice in options:
        count *= max(1, len(choice))
    if count <= MOST_MEANINGS:
        for readings in product(*options):
            yield _sense(readings)


def _optional_role(spans: tuple[Span, ...], place: int, text: str) -> tuple[Reading, ...]:
    """Give what a name can mean; a role right behind its own nick only repeats the nick."""
    span = spans[place]
    if not place:
        return span.readings
    before = spans[place - 1]
    joined = text[before.end : span.start].strip() in ("/", "(", "—", "-", "–")
    nicks = {r.value for r in before.readings if r.kind == "nick"}
    repeated = (Reading("nick", r.value) for r in span.readings if r.kind == "role")
    return (*span.readings, *(r for r in repeated if joined and r.value in nicks))


def _sense(readings: tuple[Reading, ...]) -> Suggest | Case | None:
    """Put meanings together: one card of each category, and at most one seat."""
    cards = [{r.value for r in readings if r.kind == kind} for kind in CATEGORIES]
    if any(len(values) != 1 for values in cards):
        return None
    case = Case(*(values.pop() for values in cards))
    nicks = {r.value for r in readings if r.kind == "nick"}
    seats = nicks or {r.value for r in readings if r.kind == "role"}
    if nicks and any(r.kind == "role" for r in readings):
        return None
    if not seats:
        return case
    return Suggest(seats.pop(), *case.cards) if len(seats) == 1 else None


def _unknown_nick(scene: Scene, raw: str, rest: str) -> Problem:
    """Say that nobody is called what stands behind ``for``."""
    said = re.split(r"[:/\n«»\"]", rest, maxsplit=1)[0].strip(" .,*_[]b")[:60]
    nicks = [s.nick for s in scene.state.seats if s.id != scene.seat]
    facts = {"nick": said, "nearest": nearest(said, nicks), "choices": nicks}
    return Problem(raw, "unknown_nick", "F12", facts)


def _ambiguous(scene: Scene, raw: str, meanings: set[Suggest]) -> Problem:
    """Say in which ways a text could be meant."""
    ways = sorted(f"{scene.nick(m.to)}: {m.suspect}, {m.weapon}, {m.room}" for m in meanings)
    return Problem(raw, "ambiguous_suggestion", "F12", {"choices": ways[:4]})


def _fault(scene: Scene, raw: str, text: str, spans: tuple[Span, ...], rule: str) -> Problem:
    """Say what is wrong with three keywords that are not three keywords."""
    for kind in CATEGORIES:
        values = _sure(spans, kind)
        if len(values) > 1:
            return Problem(raw, "two_of_a_kind", rule, {"category": kind, "cards": values})
    for kind in CATEGORIES:
        if not any(r.kind == kind for span in spans for r in span.readings):
            return _missing(scene, raw, text, spans, kind)
    seats = {r.value for span in spans for r in span.readings if r.kind == "nick"}
    if len(seats) > 1:
        nicks = sorted(scene.nick(seat) for seat in seats)
        return Problem(raw, "two_addressees", "F12", {"choices": nicks})
    nicks = [s.nick for s in scene.state.seats if s.id != scene.seat]
    return Problem(raw, "no_addressee", "F12", {"choices": nicks})


def _sure(spans: tuple[Span, ...], kind: str) -> list[str]:
    """Give the different cards of a category that are named and can mean nothing else."""
    sure = (s.readings[0].value for s in spans if {r.kind for r in s.readings} == {kind})
    return list(dict.fromkeys(sure))


def _missing(scene: Scene, raw: str, text: str, spans: tuple[Span, ...], kind: str) -> Problem:
    """Say which category is missing, and which card was perhaps meant (F14)."""
    choices = scene.state.deck.of(kind)  # type: ignore[arg-type]
    fragments = _left_over(text, spans)
    guesses = [(near, part) for part in fragments if (near := nearest(part, choices))]
    near, said = guesses[0] if guesses else ("", max(fragments, key=len, default=""))
    facts = {"text": said, "category": kind, "nearest": near, "choices": choices}
    return Problem(raw, "unknown_card", "F14", facts)


def _left_over(text: str, spans: tuple[Span, ...]) -> list[str]:
    """Give what remains of a text without the names and the usual words."""
    for span in reversed(spans):
        text = f"{text[: span.start]},{text[span.end :]}"
    text = _FILLER.sub(",", _HEAD.sub("", text, count=1))
    return [part.strip() for part in _FRAGMENT.findall(text) if part.strip()]
