"""What a text is read against: the names in play, and where they stand in the text.

Texts are compared in the form that ``Scene.form`` gives: plain, line by line.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import cached_property
from typing import Literal
from unicodedata import category

import msgspec

from chalicelib.read.lexicon import Lexicon, bounded, lexicon
from chalicelib.read.marks import Marks
from chalicelib.read.words import FILLERS, GOVERNING, NEGATION, PLEASANTRIES, PRONOUNS, TURNING
from chalicelib.rules import State, blitz
from chalicelib.rules.cluedo import CATEGORIES, Case
from chalicelib.rules.table import seat_of
from chalicelib.text import plain, tidy

Kind = Literal["nick", "role", "suspect", "weapon", "room"]
ADDRESSEE = ("nick", "role")
LONGEST_NAME = 200
MOST_READ_AS = 8
MARKS = " \n.,:;!*_«»\"'“”„()[]"
"""What may stand around a name."""

_GOVERNING = re.compile(rf"\b(?:{GOVERNING})[\s*_«\"„“]{{1,4}}$")
_NAME_BEHIND = re.compile(r"\b(?:для|от|dla|od|игрока|gracza)[\s*_«\"„“]{1,4}$")
_WEAK = re.compile(rf"(?:(?:{FILLERS}|{PLEASANTRIES})\b|[\W_])+")


class Reading(msgspec.Struct, frozen=True):
    """What a name can mean: a seat by nick or role (``value`` is its id), or a card."""

    kind: Kind
    value: str

    @property
    def card(self) -> bool:
        """Whether it means a card."""
        return self.kind in CATEGORIES


class Span(msgspec.Struct, frozen=True):
    """A name in a text, with everything it can mean; not ``exact`` where it is in another case."""

    start: int
    end: int
    readings: tuple[Reading, ...]
    exact: bool = True

    @property
    def card(self) -> bool:
        """Whether it can mean a card."""
        return any(reading.card for reading in self.readings)

    def only(self, *kinds: str) -> "Span":
        """Give the span with those readings alone that are of some kinds."""
        kept = tuple(r for r in self.readings if r.kind in kinds)
        return Span(self.start, self.end, kept, self.exact)


class Waiting(msgspec.Struct, frozen=True):
    """A suggestion that waits for the reader's answer, or for a card after it (F20, F24)."""

    id: int
    number: int
    by: str
    case: Case


class Scene(msgspec.Struct, frozen=True, dict=True):
    """A game as a seat sees it, and the suggestion that a reply is about, if one is known."""

    state: State
    seat: str
    prompt: int | None
    quoted: str
    today: date | None = None

    @property
    def in_turns(self) -> bool:
        """Whether a suggestion goes round the table instead of to one player (B2, B3)."""
        return isinstance(self.state, blitz.State)

    @property
    def accusing(self) -> str:
        """The rule about accusations."""
        return "B5" if self.in_turns else "F30"

    @cached_property
    def names(self) -> dict[str, tuple[Reading, ...]]:
        """Every name in its plain form with all it can mean, the longest first."""
        found: dict[str, list[Reading]] = {}
        for seat in self.state.seats:
            found.setdefault(plain(seat.nick), []).append(Reading("nick", seat.id))
            found.setdefault(plain(seat.role), []).append(Reading("role", seat.id))
        for kind in CATEGORIES:
            for card in self.state.deck.of(kind):
                found.setdefault(plain(card), []).append(Reading(kind, card))
        forms = sorted(filter(None, found), key=len, reverse=True)
        return {form: tuple(found[form]) for form in forms}

    @cached_property
    def _sought(self) -> list[str]:
        """The names that are looked for anywhere: all cards, and no weak nicks and roles."""
        return [n for n, found in self.names.items() if any(r.card for r in found) or not weak(n)]

    @cached_property
    def shortened(self) -> frozenset[str]:
        """The cards whose names are part of the name of another card."""
        forms = {card: plain(card) for card in self.state.deck.cards}
        return frozenset(
            card
            for card, form in forms.items()
            if any(form in other for other in forms.values() if other != form)
        )

    @cached_property
    def lexicon(self) -> Lexicon:
        """The names in all their cases; a name of everyday words has none."""
        return lexicon(tuple(self._sought))

    @cached_property
    def _marks(self) -> Marks:
        """The marks that mean nothing here."""
        return Marks(self.names)

    @cached_property
    def _seen(self) -> dict[str, tuple[Span, ...]]:
        """The texts that were searched already."""
        return {}

    def bare(self, text: str) -> str:
        """Give a text without the marks for bold and colour."""
        return self._marks.without(text)

    @cached_property
    def meant(self) -> dict[str, set[str]]:
        """The categories of cards that texts were found to be about."""
        return {}

    @cached_property
    def _forms(self) -> dict[str, str]:
        """The texts whose form was wanted already."""
        return {}

    def form(self, text: str) -> str:
        """Give the form for comparing: plain, line by line, without blank lines."""
        if text not in self._forms:
            lines = map(plain, self.bare(text).splitlines())
            self._forms[text] = "\n".join(filter(None, lines))
        return self._forms[text]

    def as_written(self, raw: str, said: str) -> str:
        """Give a piece of a form as it stands in the raw text, if it can be found there."""
        kept, form = tidy(self.bare(raw)), plain(self.bare(raw))
        start = form.find(said.replace("\n", " "))
        return kept[start : start + len(said)] if start >= 0 and len(kept) == len(form) else said

    def read_as(self, raw: str, form: str, named: frozenset[str]) -> tuple[tuple[str, str], ...]:
        """Give the names of a move that are not written as in the list, with those of the list.

        ``named`` are the cards and the seat of the move.
        """
        found = {
            (form[span.start : span.end], self._listed(reading)): None
            for span in self.spans(form)
            for reading in span.readings
            if not span.exact and reading.value in named
        }
        return tuple((self.as_written(raw, said), name) for said, name in [*found][:MOST_READ_AS])

    def _listed(self, reading: Reading) -> str:
        """Give a name as it stands in the lists of cards and players."""
        seat = seat_of(self.state, reading.value)
        if reading.card or not seat:
            return reading.value
        return seat.nick if reading.kind == "nick" else seat.role

    def spans(self, form: str) -> tuple[Span, ...]:
        """Find all names in a form: the longest win, none overlap, in order.

        Names without letters, or of everyday words, are read only where a name must stand.
        """
        if form not in self._seen:
            self._seen[form] = tuple(self._spans(form.replace("\n", " ")))
        return self._seen[form]

    def _spans(self, text: str) -> list[Span]:
        """Find all names in one line: the longest first, as they are before another case."""
        places: dict[tuple[int, int], tuple[set[str], set[str]]] = {}
        for name in self._sought:
            for start in _places(text, name):
                places.setdefault((start, start + len(name)), (set(), set()))[0].add(name)
        for found in self.lexicon.find(text):
            if found.exact or not _is_other_word(text, found.start, found.end):
                names = places.setdefault((found.start, found.end), (set(), set()))
                names[not found.exact].add(found.name)
        taken, spans = bytearray(len(text)), []
        for start, end in sorted(places, key=lambda p: (p[0] - p[1], not places[p][0], p[0])):
            if not any(taken[start:end]):
                taken[start:end] = b"\1" * (end - start)
                spans.append(self._span(text, start, end, *places[start, end]))
        return sorted(spans, key=lambda span: span.start)

    def _span(self, text: str, start: int, end: int, exact: set[str], cases: set[str]) -> Span:
        """Give a name with all it can mean.

        What stands in the list counts alone, unless a word before asks for another case, so that
        it may be one of another name («для Александра»).
        """
        alone = exact and not (cases and _GOVERNING.search(text[max(0, start - 30) : start]))
        meant = [name for name in self.names if name in (exact if alone else exact | cases)]
        readings = (reading for name in meant for reading in self.names[name])
        return Span(start, end, tuple(dict.fromkeys(readings)), bool(exact))

    def exactly(self, piece: str) -> tuple[Reading, ...]:
        """Give what a piece of a form means that is a name, in any case, and nothing else."""
        flat = piece.replace("\n", " ").strip()
        bare = flat.strip(MARKS)
        named = self.names.get(flat) or self.names.get(bare)
        spans = () if named or len(bare) > LONGEST_NAME else self.spans(bare)
        whole = len(spans) == 1 and (spans[0].start, spans[0].end) == (0, len(bare))
        return named or (spans[0].readings if whole else ())

    def is_card(self, piece: str) -> bool:
        """Whether a piece of a form is a card and nothing else."""
        return any(reading.card for reading in self.exactly(piece))

    @cached_property
    def asked(self) -> tuple[Waiting, ...]:
        """The suggestions to the reader that are not answered."""
        mine = (q for q in self.state.questions if q.to == self.seat)
        return tuple(Waiting(q.id, q.number, q.by, q.case) for q in mine)

    @cached_property
    def owed(self) -> tuple[Waiting, ...]:
        """The suggestions that the reader refuted without showing a card yet (F24)."""
        mine = (owed for owed in self.state.owed if owed.by == self.seat)
        return tuple(Waiting(owed.id, owed.number, owed.to, owed.case) for owed in mine)

    def nick(self, seat: str) -> str:
        """Give a seat's nick."""
        found = seat_of(self.state, seat)
        return found.nick if found else seat

    @property
    def others(self) -> list[str]:
        """The nicks of all others."""
        return [seat.nick for seat in self.state.seats if seat.id != self.seat]

    @property
    def hand(self) -> tuple[str, ...]:
        """The reader's own hand."""
        found = seat_of(self.state, self.seat)
        return (found.hand if found else None) or ()


def paired(form: str, spans: tuple[Span, ...]) -> list[Span]:
    """Give the names of a text without the roles right behind their nicks: «Ник / Роль»."""
    kept: list[Span] = []
    for before, span in zip((None, *spans), spans, strict=False):
        between = form[before.end : span.start].strip(" \n*_«»\"'“”") if before else ""
        nicks = {r.value for r in before.readings if r.kind == "nick"} if before else set()
        roles = {r.value for r in span.readings if r.kind == "role"}
        if between not in ("/", "(") or not nicks & roles:
            kept.append(span)
    return kept


def _is_other_word(text: str, start: int, end: int) -> bool:
    """Whether a form of a name is rather an everyday word («ani») where no name must stand."""
    form = text[start:end]
    if form in NEGATION | TURNING | PRONOUNS:
        return not _NAME_BEHIND.search(text[max(0, start - 20) : start])
    return weak(form)


def weak(name: str) -> bool:
    """Whether a plain name could stand in any text: signs alone, or everyday words."""
    return bool(_WEAK.fullmatch(name)) and all(category(char) != "So" for char in name)


def _places(text: str, name: str) -> Iterator[int]:
    """Find where a name stands as words of its own."""
    start = text.find(name)
    while start >= 0:
        if bounded(text, start, start + len(name)):
            yield start
        start = text.find(name, start + 1)
