"""What a text is read against: the names in play, and where they stand in the text."""

from collections.abc import Iterator
from functools import cached_property
from typing import Literal

import msgspec

from chalicelib.rules import State
from chalicelib.rules.cluedo import CATEGORIES
from chalicelib.rules.table import seat_of
from chalicelib.text import plain

Kind = Literal["nick", "role", "suspect", "weapon", "room"]


class Reading(msgspec.Struct, frozen=True):
    """What a name can mean: a seat by nick or role (``value`` is its id), or a card."""

    kind: Kind
    value: str

    @property
    def card(self) -> bool:
        """Whether it means a card."""
        return self.kind in CATEGORIES


class Span(msgspec.Struct, frozen=True):
    """A name in a plain text, with everything it can mean."""

    start: int
    end: int
    readings: tuple[Reading, ...]

    def only(self, *kinds: str) -> "Span":
        """Give the span with those readings alone that are of some kinds."""
        return Span(self.start, self.end, tuple(r for r in self.readings if r.kind in kinds))


class Scene(msgspec.Struct, frozen=True, dict=True):
    """A game as a seat sees it, and the suggestion that a reply is about, if one is known."""

    state: State
    seat: str
    prompt: int | None
    quoted: str

    @cached_property
    def names(self) -> tuple[tuple[str, tuple[Reading, ...]], ...]:
        """Every name in its plain form with what it can mean, the longest first."""
        found: dict[str, list[Reading]] = {}
        for seat in self.state.seats:
            found.setdefault(plain(seat.nick), []).append(Reading("nick", seat.id))
            found.setdefault(plain(seat.role), []).append(Reading("role", seat.id))
        for kind in ("suspect", "weapon", "room"):
            for card in self.state.deck.of(kind):
                found.setdefault(plain(card), []).append(Reading(kind, card))
        longest_first = sorted(found.items(), key=lambda item: -len(item[0]))
        return tuple((form, tuple(readings)) for form, readings in longest_first if form)

    def spans(self, text: str) -> tuple[Span, ...]:
        """Find all names in a plain text: the longest win, none overlap, in order."""
        taken: list[Span] = []
        for form, readings in self.names:
            for start in _places(text, form):
                end = start + len(form)
                if all(end <= span.start or start >= span.end for span in taken):
                    taken.append(Span(start, end, readings))
        return tuple(sorted(taken, key=lambda span: span.start))

    def nick(self, seat: str) -> str:
        """Give a seat's nick."""
        found = seat_of(self.state, seat)
        return found.nick if found else seat

    @property
    def hand(self) -> tuple[str, ...]:
        """The reader's own hand."""
        found = seat_of(self.state, self.seat)
        return (found.hand if found else None) or ()


def _places(text: str, form: str) -> Iterator[int]:
    """Find where a name stands as words of its own."""
    start = text.find(form)
    while start >= 0:
        if _bounded(text, start, start + len(form)):
            yield start
        start = text.find(form, start + 1)


def _bounded(text: str, start: int, end: int) -> bool:
    """Whether no letter or digit goes on before or after a name."""
    before = start and text[start - 1].isalnum() and text[start].isalnum()
    after = end < len(text) and text[end].isalnum() and text[end - 1].isalnum()
    return not before and not after
