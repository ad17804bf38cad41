"""Suggestions that are none, and how they are put right (F40-F45).

At most doors a malformed suggestion is refused and never made. In a forum thread it stands there
for all to see; so it is made, counts, and waits to be corrected or settled.
"""

from datetime import timedelta
from typing import Annotated, Literal

import msgspec

from chalicelib.game import Actor, Event, IllegalMove, Move, NotYours, Secret, Unknown
from chalicelib.rules.cluedo import Case
from chalicelib.rules.forum.parts import Malformed
from chalicelib.rules.forum.state import State
from chalicelib.rules.table import need_organiser, seat_of
from chalicelib.rules.verbs import Name

Events = tuple[Event, ...]

EDIT_TIME = timedelta(minutes=5)
"""How long a malformed suggestion may be edited in place (F41)."""


class SuggestMalformed(Move, frozen=True):
    """A suggestion as it stands in the thread, which names no legal three cards (F41, F43)."""

    to: Name
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class Amend(Move, frozen=True):
    """Put a malformed suggestion right: by an edit in five minutes, or a new post (F41, F42).

    In the five minutes it is taken for an edit, unless it is said to be a ``new_post``.
    """

    suggestion: int
    suspect: Name
    weapon: Name
    room: Name
    new_post: bool = False


class Settle(Move, frozen=True):
    """Decide about a malformed suggestion that was answered: it stands, or both are void (F45)."""

    suggestion: int
    stand: bool


class MalformedMade(Event, frozen=True):
    """A malformed suggestion was made; it counts (F43)."""

    id: int
    number: int
    by: str
    to: str
    text: str


class Amended(Event, frozen=True):
    """It was put right: by an edit that all see, or by a new post that voids the old (F41, F42)."""

    id: int
    number: int
    by: str
    to: str
    case: Case
    how: Literal["edit", "post"]


class MalformedAnswered(Event, frozen=True):
    """Somebody answered it all the same; the GM has to settle that (F45)."""

    id: int
    number: int
    by: str
    to: str
    refuted: bool
    card: Annotated[str | None, Secret("by", "to")] = None


class Settled(Event, frozen=True):
    """The GM decided: the answer stands, or suggestion and answer are void (F45)."""

    id: int
    number: int
    by: str
    to: str
    stand: bool


def correctable(state: State, seat: str, suggestion: int) -> Malformed:
    """Give the actor's malformed suggestion of today; all others are never changed (F40, F43)."""
    found = next((m for m in state.malformed if m.id == suggestion and m.by == seat), None)
    if not found:
        raise IllegalMove("never_changed", "F40", suggestion=suggestion)
    if state.options.corrections == "none":
        raise IllegalMove("no_corrections", "F43")
    if found.answered:
        raise IllegalMove("gm_settles", "F45")
    return found


def answer_malformed(
    state: State, seat: str, suggestion: int, card: str | None, *, refuted: bool
) -> Events | None:
    """Judge an answer to a malformed suggestion, if it is one: for a human GM to settle (F45).

    Where the service is GM, such a suggestion is void and nobody answers it.
    """
    bad = next((m for m in state.malformed if m.id == suggestion and m.to == seat), None)
    if not bad:
        return None
    if state.options.gm != "human" or bad.answered:
        raise IllegalMove("malformed", "F45", suggestion=suggestion)
    held = seat_of(state, seat)
    if card and card not in ((held.hand if held else None) or ()):
        raise IllegalMove("not_held", "F20", card=card, choices=())
    return (MalformedAnswered(bad.id, bad.number, seat, bad.by, refuted, card),)


def settle(state: State, by: Actor, move: Settle, *_: object) -> Events:
    """Judge the GM's decision (F45)."""
    need_organiser(by)
    if state.options.gm != "human":
        raise NotYours("not_human_gm", "F45")
    found = next((m for m in state.malformed if m.id == move.suggestion and m.answered), None)
    if not found:
        raise Unknown("no_such_suggestion", "F45", suggestion=move.suggestion)
    return (Settled(found.id, found.number, found.by, found.to, move.stand),)
