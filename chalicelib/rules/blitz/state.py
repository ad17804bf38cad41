"""Cluedo-blitz: its own moves and events, and the state that future decisions need."""

from datetime import datetime, timedelta
from typing import Annotated, Literal, Never

import msgspec

from chalicelib.game import Event, Move, Secret
from chalicelib.rules import verbs
from chalicelib.rules.answering import has_order
from chalicelib.rules.blitz.options import Options
from chalicelib.rules.blitz.parts import Place, Row, Tally
from chalicelib.rules.cluedo import Case, Deck
from chalicelib.rules.office import Offer
from chalicelib.rules.table import Seat, Setting


class Create(Move, frozen=True, tag="create_blitz"):
    """Open a table; the actor becomes its organiser (F56)."""

    setting: Setting
    options: Options
    preset: str
    deck: Deck
    join_code: str


class Pass(Move, frozen=True):
    """Pass the turn after a suggestion that nobody could refute (B5)."""


class Created(Event, frozen=True, tag="created_blitz"):
    """A table was opened."""

    setting: Setting
    options: Options
    preset: str
    deck: Deck
    host: Annotated[str | None, Secret("organiser")] = None
    join_code: Annotated[str | None, Secret("organiser")] = None


class SeatsOrdered(Event, frozen=True):
    """The order of turns and answers is fixed for the game (B1)."""

    seats: tuple[str, ...]


class TurnBegan(Event, frozen=True):
    """It is the turn of ``by`` to make a suggestion (B2, B4); turns are counted from 1."""

    turn: int
    by: str


class DutyPassed(Event, frozen=True):
    """Nobody has refuted the suggestion of ``by`` so far, and now ``to`` has to answer (B3)."""

    id: int
    number: int
    by: str
    to: str
    case: Case


class Unrefuted(Event, frozen=True):
    """Nobody could refute the suggestion of ``by``, who now passes or accuses (B5)."""

    id: int
    number: int
    by: str
    case: Case


class Passed(Event, frozen=True):
    """``by`` passed the turn (B5); ``gm``: the GM did, for a seat that was silent or empty (B9)."""

    by: str
    gm: bool = False


class AccusationMade(Event, frozen=True):
    """``by`` accused for all to read, and all learn how it went (B7)."""

    by: str
    case: Case
    right: bool


class TimeRanOut(Event, frozen=True):
    """``by`` missed a deadline, and the GM acts in their place (B9)."""

    by: str


class PlayedByGM(Event, frozen=True):
    """``by`` missed too many deadlines in a row: the GM plays for the seat meanwhile (B9, F51)."""

    by: str


class RolledBack(Event, frozen=True, tag="rolled_back_blitz"):
    """The game goes on from the state after entry ``to``; the deadline is as far off as then."""

    to: int
    state: "State"


Step = Literal["suggest", "answer", "unanswered", "decide", "done"]
"""What the game waits for: a suggestion, an answer, a pass or accusation.

``unanswered`` and ``done`` last no longer than a move: the next duty, or turn, follows at once.
"""


class State(
    msgspec.Struct,
    frozen=True,
    tag_field="ruleset",
    tag="blitz",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A game of Cluedo-blitz; all times UTC. Its size does not grow with the length of the game.

    ``turn`` counts the turns, ``player`` has the present one; its step ``closes`` then (B9).
    """

    setting: Setting
    options: Options
    preset: str
    deck: Deck
    phase: Literal["gathering", "open", "over"] = "gathering"
    seats: tuple[Seat, ...] = ()
    tallies: dict[str, Tally] = {}
    joined: int = 0
    commitment: str = ""
    turn: int = 0
    player: str = ""
    step: Step = "done"
    question: verbs.Question | None = None
    closes: datetime | None = None
    suggestions: int = 0
    idle: int = 0
    posts: int = 0
    hidden: tuple[int, ...] = ()
    paused: datetime | None = None
    offers: tuple[Offer, ...] = ()
    accusations: tuple[verbs.Verdict, ...] = ()
    result: verbs.Ended | None = None
    host: Annotated[str | None, Secret("organiser")] = None
    served: Annotated[tuple[str, ...] | None, Secret("organiser")] = None
    join_code: Annotated[str | None, Secret("organiser")] = None
    case: Annotated[Case | None, Secret()] = None
    nonce: Annotated[str | None, Secret()] = None

    @property
    def questions(self) -> tuple[verbs.Question, ...]:
        """The suggestion that waits for an answer, if one does."""
        return (self.question,) if self.question and self.step == "answer" else ()

    @property
    def owed(self) -> tuple[Never, ...]:
        """Nothing: a card comes with its refutation, as F24 is no rule of blitz."""
        return ()

    @property
    def playing(self) -> tuple[str, ...]:
        """The seats that still have turns, in order (B7)."""
        return tuple(seat.id for seat in self.seats if not self.retired(seat.id))

    @property
    def time(self) -> timedelta:
        """How long the present step may take (B9)."""
        options, answering = self.options, self.step == "answer"
        return timedelta(hours=options.answer_hours if answering else options.turn_hours)

    def retired(self, seat: str) -> bool:
        """Whether the seat has no turns any more: it accused wrongly, or is empty (B7)."""
        return self.tallies[seat].lost or self.tallies[seat].left

    def answered_by_gm(self, seat: str, at: datetime) -> bool:
        """Whether the GM answers at once for a seat: by order, or as nobody is there (F29, B9)."""
        tally = self.tallies[seat]
        return tally.left or tally.absent or has_order(self, seat, at)

    def after(self, seat: str) -> str:
        """Give the seat after another, in the fixed order (B1)."""
        places = [s.id for s in self.seats]
        return places[(places.index(seat) + 1) % len(places)]

    def suggestions_left(self, seat: str) -> int:
        """Whether the seat may suggest now: one for each turn of its own (B2)."""
        return int(self.phase == "open" and self.step == "suggest" and self.player == seat)

    def table(self) -> tuple[Row, ...]:
        """Give the seats in order, each with what it does now."""
        return tuple(Row(seat.id, self._place(seat.id)) for seat in self.seats)

    def _place(self, seat: str) -> Place:
        tally = self.tallies[seat]
        if self.phase == "open" and seat == self.player and not self.retired(seat):
            return "turn"
        if any(question.to == seat for question in self.questions):
            return "answer"
        if tally.left:
            return "left"
        if tally.lost:
            return "out"
        return "absent" if tally.absent else "waits"
