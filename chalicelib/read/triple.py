"""Suggestions and accusations: three keywords, and for a suggestion whom it is for (F12-F14, F30).

A name may mean several things: a nick may be that of a suspect, a role too. All meanings of all
names are tried together; only if exactly one makes sense is it taken.
"""

import re
from collections.abc import Iterable
from itertools import product
from math import prod

from chalicelib.letters import Problem
from chalicelib.read import addressee, guess, rest
from chalicelib.read.faults import ambiguous, fault
from chalicelib.read.scene import MARKS, Reading, Scene, paired, weak
from chalicelib.read.which import without
from chalicelib.read.words import ACCUSATION, PLEASANTRIES, SUGGESTION, SUPPOSING, TEXT
from chalicelib.rules.cluedo import CATEGORIES, Case
from chalicelib.rules.verbs import Accuse, Suggest
from chalicelib.text import plain

MOST_NAMES, MOST_MEANINGS, MOST_LISTED = 12, 20_000, 500
MOST_MEANT = 80

_HEAD = re.compile(
    rf"[\W_]{{0,8}}(?:{SUGGESTION})(?![^\W\d_])(?:[\W_]{{0,4}}(?:nr|no|n)?[\W_]{{0,3}}\d{{1,3}})?"
)
_ACCUSATION = re.compile(rf"[\W_]{{0,8}}(?:{ACCUSATION})(?![^\W_])")
_LISTED = re.compile(r"[\W_]{0,4}\d{1,2}[.)]\s")
_COMMA = re.compile(r"[,;\n]|:\s")
_SUPPOSING = re.compile(rf"\b(?:{SUPPOSING})\b")
_POLITE = re.compile(PLEASANTRIES)
_MARKS_BEHIND = re.compile(r"[\W_]*")
_GAP = r"[\s*_«»\"'“”„,.:()\[\]—–-]{0,8}"


def is_suggestion(form: str) -> bool:
    """Whether a text is headed as a suggestion."""
    return bool(_HEAD.match(form))


def is_accusation(form: str) -> bool:
    """Whether a text is headed as an accusation."""
    return bool(_ACCUSATION.match(form))


def is_for_somebody(form: str) -> bool:
    """Whether a text begins with whom it is for."""
    return addressee.begin(form, 0) is not None


def is_supposed(scene: Scene, form: str) -> bool:
    """Whether a text is no answer: it supposes, calls somebody, or is about several categories."""
    if addressee.is_called(scene, form) or is_for_somebody(form) or _SUPPOSING.search(form):
        return True
    return len(_meant(scene, form)) > 1


def is_about_cards(scene: Scene, form: str) -> bool:
    """Whether a text names a card, or something like one, or says whom it is for."""
    return bool(_meant(scene, form)) or addressee.is_called(scene, form) or is_for_somebody(form)


def _meant(scene: Scene, form: str) -> set[str]:
    """Give the categories of which a text names a card, perhaps by a slip of the pen.

    Slips are looked for in so many texts of a mail; one with more is prose.
    """
    if form not in scene.meant:
        slips = len(scene.meant) < MOST_MEANT
        scene.meant[form] = _categories(scene, form, slips=slips)
    return scene.meant[form]


def _categories(scene: Scene, form: str, *, slips: bool) -> set[str]:
    """Give the categories of the cards in a text, with ``slips`` also of what is like one."""
    spans = scene.spans(form)
    named: set[str] = {r.kind for span in spans for r in span.readings if r.card}
    if not slips:
        return named
    wanted: dict[str, tuple[str, ...]] = {
        kind: scene.state.deck.of(kind) for kind in CATEGORIES if kind not in named
    }
    pieces = rest.pieces(form, spans)[: rest.MOST_WORDS]
    alike = guess.guesses(pieces, wanted)
    return named | {found.kind for found in alike if found.likeness >= guess.SURE}


def suggestion(scene: Scene, raw: str) -> Suggest | Problem:
    """Read a suggestion, headed or bare."""
    form = scene.form(raw)
    head = _HEAD.match(form) or _LISTED.match(form)
    start = head.end() if head else 0
    headed = is_suggestion(form)
    if scene.in_turns:
        return _for_all(scene, raw, form[start:], headed=headed)
    return _for_one(scene, raw, form, start, headed=headed)


def _for_one(scene: Scene, raw: str, form: str, start: int, *, headed: bool) -> Suggest | Problem:
    """Read a suggestion that has an addressee, whose name may stand anywhere (F12, F13)."""
    behind = addressee.begin(form, start)
    if behind is None:
        behind = addressee.begin_loosely(scene, form, start)
    if behind is None:
        body = form[start:]
        meanings = {
            m for m in map(_sense, _combined(_names(scene, body))) if isinstance(m, Suggest)
        }
        if not meanings:
            return fault(scene, raw, body, "F12")
        return _judged(scene, raw, body, meanings, headed=headed)
    found = addressee.find(scene, form, behind)
    if not found:
        return addressee.unknown(scene, raw, form[behind:])
    seats, end = found
    body = form[end:]
    cases = _cases(scene, body, seats)
    meanings = {Suggest(*case.cards, to) for case in cases for to in seats}
    if not meanings:
        return fault(scene, raw, body, "F12", seats)
    if _as_text(scene, body) and len(meanings) == 1:
        return meanings.pop()
    return _judged(scene, raw, body, meanings, headed=headed)


def _for_all(scene: Scene, raw: str, body: str, *, headed: bool) -> Suggest | Problem:
    """Read a suggestion that has no addressee: three keywords, no two ways to read them (B2)."""
    addressed = addressee.begin(body, 0) is not None
    seats = {r.value for readings in _names(scene, body) for r in readings if _only_seat(readings)}
    if addressed or seats - {scene.seat}:
        return Problem(raw, "no_addressee_here", "B2")
    cases = _cases(scene, body, {scene.seat})
    if not cases:
        return fault(scene, raw, body, "F12")
    sure = bool(_list(scene, body)) or rest.is_sure(scene, body, headed=headed)
    wondering = not headed and _is_wondered(scene, body)
    if len(cases) == 1 and not wondering and (sure or _as_text(scene, body)):
        return Suggest(*cases.pop().cards)
    return ambiguous(raw, "F12", (", ".join(case.cards) for case in cases))


def _only_seat(readings: tuple[Reading, ...]) -> bool:
    """Whether a name can mean nothing but a seat."""
    return not any(reading.card for reading in readings)


def _judged(
    scene: Scene, raw: str, body: str, meanings: set[Suggest], *, headed: bool
) -> Suggest | Problem:
    """Take the only meaning, unless the words around it leave a doubt."""
    reported = headed and addressee.is_made_by(body, 0)
    wondering = not headed and _is_wondered(scene, body)
    sure = bool(_list(scene, body)) or rest.is_sure(scene, body, headed=headed)
    if len(meanings) == 1 and sure and not reported and not wondering:
        return meanings.pop()
    ways = (f"{scene.nick(m.to)}: {m.suspect}, {m.weapon}, {m.room}" for m in meanings)
    return ambiguous(raw, "F12", ways)


def _is_wondered(scene: Scene, body: str) -> bool:
    """Whether a question mark comes before the last name or right behind it.

    Then the suggestion may be just a thought; behind it the addressee may well be asked to answer.
    """
    spans = scene.spans(body)
    if not spans:
        return False
    behind = _MARKS_BEHIND.match(body, spans[-1].end)
    before = without(body[: spans[-1].start], spans[:-1])
    return "?" in before or bool(behind and "?" in behind.group())


def accusation(scene: Scene, raw: str) -> Accuse | Problem:
    """Read an accusation: the three keywords, and no two ways to read them."""
    form = scene.form(raw)
    head = _ACCUSATION.match(form)
    body = form[head.end() :] if head else form
    cases = _cases(scene, body, {scene.seat})
    if not cases:
        return fault(scene, raw, body, scene.accusing)
    asked = addressee.begin(body, 0) is not None or body.rstrip(MARKS).endswith("?")
    parts = rest.fragments(scene, body, accusing=True)
    sure = all(part.plain and not part.doubtful for part in parts)
    if len(cases) > 1 or asked or not (sure or _as_text(scene, body)):
        return ambiguous(raw, scene.accusing, (", ".join(case.cards) for case in cases))
    return Accuse(*cases.pop().cards)


def _as_text(scene: Scene, body: str) -> Case | None:
    """Read the text of F13 to the letter: then no nick can be meant by any word of it."""
    if len(body) > MOST_LISTED:
        return None
    packs = ("|".join(_by_length(scene.state.deck.of(kind))) for kind in CATEGORIES)
    slots = [f"({pack})" for pack in packs]
    for words in TEXT:
        parts = (f"{_GAP}{word}{_GAP}{slot}" for word, slot in zip(words, slots, strict=True))
        if found := re.fullmatch("".join(parts) + _GAP, body):
            return Case(*(scene.exactly(name)[-1].value for name in found.groups()))
    return None


def _by_length(cards: Iterable[str]) -> list[str]:
    """Give the patterns of some cards, the longest first."""
    forms = sorted(map(plain, cards), key=len, reverse=True)
    return [re.escape(form).replace(r"\ ", r"\s") for form in forms]


def _cases(scene: Scene, body: str, seats: set[str]) -> set[Case]:
    """Give the ways to read a text as three keywords; ``seats`` may be named besides."""
    if case := _as_text(scene, body):
        return {case}
    options = [
        tuple(r for r in readings if r.card) or tuple(r for r in readings if r.value in seats)
        for readings in _names(scene, body)
    ]
    found = (_sense(readings) for readings in _combined(options))
    return {Case(m.suspect, m.weapon, m.room) for m in found if m}


def _names(scene: Scene, body: str) -> list[tuple[Reading, ...]]:
    """Give what each name of a text can mean; a role right behind its nick is none.

    A nick goes before a role of the same name, as in a heading (F13).
    """
    listed = _list(scene, body)
    names = listed or [span.readings for span in paired(body, scene.spans(body))]
    return [_nicks_first(readings) for readings in names]


def _nicks_first(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Leave out roles where a nick can be meant."""
    nicks = any(reading.kind == "nick" for reading in readings)
    return tuple(r for r in readings if not (nicks and r.kind == "role"))


def _list(scene: Scene, body: str) -> list[tuple[Reading, ...]]:
    """Read names between commas and nothing else; a nick of everyday words can stand there."""
    if len(body) > MOST_LISTED:
        return []
    parts = [part.strip() for part in _COMMA.split(body) if part.strip()]
    names = [scene.exactly(part) for part in parts if part not in MARKS or part in scene.names]
    doubtful = (weak(part) and (len(part) == 1 or _POLITE.match(part)) for part in parts)
    return names if all(names) and not any(doubtful) else []


def _combined(names: list[tuple[Reading, ...]]) -> Iterable[tuple[Reading, ...]]:
    """Give every combination of meanings; none where there are too many."""
    kept = [readings for i, readings in enumerate(names) if names[:i].count(readings) <= 1]
    if len(kept) > MOST_NAMES or prod(map(len, kept)) > MOST_MEANINGS:
        return ()
    return product(*kept)


def _sense(readings: tuple[Reading, ...]) -> Suggest | Case | None:
    """Put meanings together: one card of each category, and at most one seat."""
    cards = [{r.value for r in readings if r.kind == kind} for kind in CATEGORIES]
    if any(len(values) != 1 for values in cards):
        return None
    case = Case(*(values.pop() for values in cards))
    nicks = {r.value for r in readings if r.kind == "nick"}
    seats = nicks or {r.value for r in readings if r.kind == "role"}
    if not seats:
        return case
    return Suggest(*case.cards, seats.pop()) if len(seats) == 1 else None
