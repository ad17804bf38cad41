"""The verbs of Cluedo, whatever the rule set: what players ask for, and what comes of it.

Rule ids are those of the forum checklist; ``blitz.md`` shares F12-F14, F20-F23 and F25.
"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from chalicelib.game import Event, Move, Secret
from chalicelib.rules.cluedo import Case, Deal

Name = Annotated[str, msgspec.Meta(max_length=200)]


class Suggest(Move, frozen=True):
    """Ask about a suspect, a weapon and a room: one seat (F12), or in blitz all in turn (B2, B3).

    In blitz it has no addressee.
    """

    suspect: Name
    weapon: Name
    room: Name
    to: Name = ""


class Refute(Move, frozen=True):
    """Refute a suggestion by a card (F20).

    Without ``card`` the refutation is announced and the card is owed, whether one matches or
    several, so that the public cannot tell (F24).
    """

    suggestion: int
    card: Name | None = None


class CannotRefute(Move, frozen=True):
    """Answer «no refutation» (F20)."""

    suggestion: int


class Accuse(Move, frozen=True):
    """Name the case file: once, in private to the GM (F30), or in blitz for all to read (B5)."""

    suspect: Name
    weapon: Name
    room: Name


class Question(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A suggestion that waits for the answer of ``to``."""

    id: int
    number: int
    by: str
    to: str
    case: Case
    at: datetime


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A revealed hand."""

    seat: str
    cards: tuple[str, ...]


class Verdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A revealed accusation; ``at`` is its time of arrival (UTC)."""

    by: str
    case: Case
    at: datetime
    right: bool


class CaseSealed(Event, frozen=True):
    """The envelope is filled (F2) and the deal committed to by SHA-256 before the first move."""

    commitment: str
    opens: datetime
    case: Annotated[Case | None, Secret()] = None
    nonce: Annotated[str | None, Secret()] = None


class HandDealt(Event, frozen=True):
    """A seat got its hand (F3)."""

    to: str
    size: int
    cards: Annotated[tuple[str, ...] | None, Secret("to")] = None


class Suggested(Event, frozen=True):
    """A suggestion was made (F12).

    ``number`` counts the player's suggestions of the day (F13), in blitz those of the game; ``to``
    has to answer, in blitz as the first (B3).
    """

    id: int
    number: int
    by: str
    to: str
    case: Case


class Refuted(Event, frozen=True):
    """``by`` refuted the suggestion of ``to`` (F20); the card is for these two (F21).

    Where there is none, it is owed (F24).
    """

    id: int
    number: int
    by: str
    to: str
    case: Case
    gm: bool = False
    card: Annotated[str | None, Secret("by", "to")] = None


class NotRefuted(Event, frozen=True):
    """``by`` holds none of the named cards (F20)."""

    id: int
    number: int
    by: str
    to: str
    case: Case
    gm: bool = False


class Ended(Event, frozen=True):
    """The game is over and all is revealed (F35)."""

    outcome: Literal["solved", "unsolved"]
    case: Case
    hands: tuple[Hand, ...]
    accusations: tuple[Verdict, ...]
    nonce: str
    winner: str | None = None

    @property
    def deal(self) -> Deal:
        """What was committed to before the first move."""
        return Deal(self.case, {hand.seat: hand.cards for hand in self.hands}, self.nonce)
