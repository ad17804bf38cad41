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

from chalicelib.read.words import FILLERS, PLEASANTRIES
from chalicelib.rules import State, blitz
from chalicelib.rules.cluedo import CATEGORIES, Case
from chalicelib.rules.table import seat_of
from chalicelib.text import nearest, plain, tidy

Kind = Literal["nick", "role", "suspect", "weapon", "room"]
ADDRESSEE = ("nick", "role")
MARKS = " \n.,:;!*_«»\"'“”„()[]"
"""What may stand around a name."""

_TAG = re.compile(r"\[/?[biu]\]", re.IGNORECASE)
_JOINTS = "-_'’.@‐‑"
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
    """A name in a text, with everything it can mean."""

    start: int
    end: int
    readings: tuple[Reading, ...]

    @property
    def card(self) -> bool:
        """Whether it can mean a card."""
        return any(reading.card for reading in self.readings)

    def only(self, *kinds: str) -> "Span":
        """Give the span with those readings alone that are of some kinds."""
        return Span(self.start, self.end, tuple(r for r in self.readings if r.kind in kinds))


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
    def _tagged(self) -> bool:
        """Whether somebody's name looks like the marks of a forum for bold."""
        return any(_TAG.search(name) for name in self.names)

    @cached_property
    def _seen(self) -> dict[str, tuple[Span, ...]]:
        """The texts that were searched already."""
        return {}

    def bare(self, text: str) -> str:
        """Give a text without the marks of a forum for bold."""
        return text if self._tagged else _TAG.sub("", text)

    def form(self, text: str) -> str:
        """Give the form for comparing: plain, line by line, without blank lines."""
        return "\n".join(filter(None, map(plain, self.bare(text).splitlines())))

    def as_written(self, raw: str, said: str) -> str:
        """Give a piece of a form as it stands in the raw text, if it can be found there."""
        kept, form = tidy(self.bare(raw)), plain(self.bare(raw))
        start = form.find(said)
        return kept[start : start + len(said)] if start >= 0 and len(kept) == len(form) else said

    def spans(self, form: str) -> tuple[Span, ...]:
        """Find all names in a form: the longest win, none overlap, in order.

        Names without letters, or of everyday words, are read only where a name must stand.
        """
        if form not in self._seen:
            self._seen[form] = tuple(self._spans(form.replace("\n", " ")))
        return self._seen[form]

    def _spans(self, text: str) -> list[Span]:
        """Find all names in one line."""
        taken, found = bytearray(len(text)), []
        for name in self._sought:
            for start in _places(text, name):
                end = start + len(name)
                if not any(taken[start:end]):
                    taken[start:end] = b"\1" * len(name)
                    found.append(Span(start, end, self.names[name]))
        return sorted(found, key=lambda span: span.start)

    def exactly(self, piece: str) -> tuple[Reading, ...]:
        """Give what a piece of a form means that is a name and nothing else."""
        flat = piece.replace("\n", " ").strip()
        return self.names.get(flat) or self.names.get(flat.strip(MARKS)) or ()

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


def weak(name: str) -> bool:
    """Whether a plain name could stand in any text: signs alone, or everyday words."""
    return bool(_WEAK.fullmatch(name)) and all(category(char) != "So" for char in name)


def closest(said: str, choices: tuple[str, ...] | list[str]) -> str:
    """Give the one choice that holds all words of what was said, else the most similar one."""
    words = set(re.findall(r"\w+", plain(said)))
    holding = [c for c in choices if words and words <= set(re.findall(r"\w+", plain(c)))]
    return holding[0] if len(holding) == 1 else nearest(said[:80], choices)


def _places(text: str, name: str) -> Iterator[int]:
    """Find where a name stands as words of its own."""
    start = text.find(name)
    while start >= 0:
        if bounded(text, start, start + len(name)):
            yield start
        start = text.find(name, start + 1)


def bounded(text: str, start: int, end: int) -> bool:
    """Whether no word goes on before or after a name, not even behind a hyphen or a dot."""
    before = text[max(0, start - 2) : start][::-1]
    return not (
        (text[start].isalnum() and _joined(before))
        or (text[end - 1].isalnum() and _joined(text[end : end + 2]))
    )


def _joined(outside: str) -> bool:
    """Whether what stands next to a letter belongs to the same word."""
    at_once, behind_a_joint = outside[:1].isalnum(), outside[1:].isalnum()
    return at_once or (outside[:1] in _JOINTS and behind_a_joint)
