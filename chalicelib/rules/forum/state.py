"""Forum Cluedo: its moves, its events, and the state that future decisions need."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

import msgspec

from chalicelib.game import Event, Move, Secret
from chalicelib.rules import verbs
from chalicelib.rules.answering import has_order
from chalicelib.rules.cluedo import Case, Deck
from chalicelib.rules.forum import parts
from chalicelib.rules.forum.options import Options
from chalicelib.rules.office import Offer
from chalicelib.rules.table import Seat, Setting


class Create(Move, frozen=True):
    """Open a table; the actor becomes its organiser (F56, mode ``auto``)."""

    setting: Setting
    options: Options
    preset: str
    deck: Deck
    join_code: str


class Created(Event, frozen=True):
    """A table was opened."""

    setting: Setting
    options: Options
    preset: str
    deck: Deck
    host: Annotated[str | None, Secret("organiser")] = None
    join_code: Annotated[str | None, Secret("organiser")] = None


class DayOpened(Event, frozen=True):
    """A game day began (F5, F6, F9); ``closes`` is UTC."""

    day: int
    closes: datetime
    table: tuple[parts.Row, ...]


class DayClosed(Event, frozen=True):
    """A game day ended, with its table (F9)."""

    day: int
    table: tuple[parts.Row, ...]


class SeatsIdle(Event, frozen=True):
    """Seats that made no suggestion in a whole day, for the organiser (F50)."""

    audience: ClassVar[Secret] = Secret("organiser")
    day: int
    seats: tuple[str, ...]


class Penalised(Event, frozen=True):
    """A seat loses a suggestion of the next day (F27)."""

    by: str


class CardOwed(Event, frozen=True):
    """``by`` has refuted and owes the card to ``to`` until ``due``; only these two know (F24)."""

    audience: ClassVar[Secret] = Secret("by", "to")
    id: int
    number: int
    by: str
    to: str
    case: Case
    due: datetime


class CardSent(Event, frozen=True):
    """The card that was owed was sent, by the player or by the GM; only these two know (F24)."""

    audience: ClassVar[Secret] = Secret("by", "to")
    id: int
    number: int
    by: str
    to: str
    case: Case
    card: str
    gm: bool = False


class CardOverdue(Event, frozen=True):
    """The GM had to send the card that ``by`` owed to ``to``; the thread is told (F24)."""

    id: int
    number: int
    by: str
    to: str


class Accused(Event, frozen=True):
    """Somebody accused; nobody else is told who and what (F30, F32)."""

    audience: ClassVar[Secret] = Secret("by")
    by: str
    case: Case


class AccusationFailed(Event, frozen=True):
    """The accusation was wrong; told at once, and only to the accuser (F36)."""

    audience: ClassVar[Secret] = Secret("by")
    by: str


class WindowOpened(Event, frozen=True):
    """An accusation (or a right one) is in; the others may accuse until then (F32)."""

    until: datetime


class WindowClosed(Event, frozen=True):
    """The window ended with no right accusation; these seats lost their rights (F31, F35)."""

    lost: tuple[str, ...]


class State(
    msgspec.Struct,
    frozen=True,
    tag_field="ruleset",
    tag="forum",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A game of forum Cluedo; all times UTC. Its size does not grow with the length of the game."""

    setting: Setting
    options: Options
    preset: str
    deck: Deck
    phase: Literal["gathering", "dealt", "open", "over"] = "gathering"
    seats: tuple[Seat, ...] = ()
    tallies: dict[str, parts.Tally] = {}
    joined: int = 0
    commitment: str = ""
    opens: datetime | None = None
    day: int = 0
    opened: datetime | None = None
    closes: datetime | None = None
    suggestions: int = 0
    questions: tuple[verbs.Question, ...] = ()
    owed: tuple[parts.Owed, ...] = ()
    voided: tuple[verbs.Question, ...] = ()
    malformed: tuple[parts.Malformed, ...] = ()
    posts: int = 0
    hidden: tuple[int, ...] = ()
    paused: datetime | None = None
    quiet: int = 0
    deputy: str | None = None
    offers: tuple[Offer, ...] = ()
    accusations: tuple[parts.Accusation, ...] = ()
    window_until: datetime | None = None
    result: verbs.Ended | None = None
    host: Annotated[str | None, Secret("organiser")] = None
    served: Annotated[tuple[str, ...] | None, Secret("organiser")] = None
    join_code: Annotated[str | None, Secret("organiser")] = None
    case: Annotated[Case | None, Secret()] = None
    nonce: Annotated[str | None, Secret()] = None

    def accused(self, seat: str) -> bool:
        """Whether the seat has used its accusation, as far as the viewer of this state knows."""
        return any(a.by == seat for a in self.accusations)

    def retired(self, seat: str) -> bool:
        """Whether the seat has no suggestions and no accusation any more (F15, F31, F33, F35)."""
        return self.tallies[seat].out or self.accused(seat)

    def suggestions_left(self, seat: str) -> int:
        """How many suggestions the seat may still make today (F10, F27)."""
        tally = self.tallies[seat]
        allowed = self.options.suggestions_per_day - tally.penalty
        return 0 if self.retired(seat) or self.phase != "open" else max(0, allowed - tally.made)

    def answered_by_gm(self, seat: str, at: datetime) -> bool:
        """Whether a standing order of the seat holds at ``at`` (F29)."""
        return has_order(self, seat, at)

    def table(self) -> tuple[parts.Row, ...]:
        """Give the table of F9, as far as the viewer of this state may know it."""
        return tuple(self._row(seat.id) for seat in self.seats)

    def _row(self, seat: str) -> parts.Row:
        owed = sum(q.to == seat for q in self.questions)
        tally = self.tallies[seat]
        return parts.Row(seat, tally.made, self.suggestions_left(seat), owed, tally.penalty)
