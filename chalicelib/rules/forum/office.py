"""The GM's office: what organiser and deputy may do, and what the thread is told of it (F56)."""

from datetime import datetime
from typing import Annotated, ClassVar

import msgspec

from chalicelib.game import Event, Move, Secret
from chalicelib.rules.cluedo import Case

Reason = Annotated[str, msgspec.Meta(max_length=300)]


class Pause(Move, frozen=True):
    """Stop all clocks (F52)."""

    reason: Reason = ""


class Resume(Move, frozen=True):
    """Let the clocks run again; every deadline moves by the length of the pause (F52, F8)."""


class CloseDay(Move, frozen=True):
    """Close the day now and open the next, once everything is in (F7, F8)."""


class MoveClose(Move, frozen=True):
    """Let the day end at another time (UTC): later, or earlier once everything is in (F6, F7)."""

    closes: datetime


class NameDeputy(Move, frozen=True):
    """Name the player who may open the next day, or nobody (F8)."""

    seat: str | None = None


class AnswerForSeat(Move, frozen=True):
    """Let the GM answer at once for a seat that is absent, or no longer (F15, F51)."""

    seat: str
    on: bool = True


class AnswerAsGM(Move, frozen=True):
    """Answer one suggestion for its addressee, in the order of F25; for a human GM (F56)."""

    suggestion: int


class Fine(Move, frozen=True):
    """Take one suggestion from a seat: of today if one is left, else of tomorrow (F44)."""

    seat: str
    reason: Reason = ""


class Waive(Move, frozen=True):
    """Forgive a seat one penalty, of tomorrow or of today (F28, F44)."""

    seat: str


class Void(Move, frozen=True):
    """Declare a suggestion of today void (F43, F45)."""

    suggestion: int
    reason: Reason = ""


class Restore(Move, frozen=True):
    """Take back that a suggestion is void (F45)."""

    suggestion: int


class Hide(Move, frozen=True):
    """Hide a post that discusses cards; that it was hidden is seen (F54)."""

    post: int
    reason: Reason = ""


class OfferSeat(Move, frozen=True):
    """Make a code by which a successor takes over a seat (F53).

    A player offers their own seat, the organiser any; ``gm=True`` offers the organiser's office.
    """

    seat: str = ""
    gm: bool = False


class TakeSeat(Move, frozen=True):
    """Take over what a code offers, with hand, role, counts, penalties and orders (F53)."""

    code: Annotated[str, msgspec.Meta(max_length=40)]
    nick: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Complain(Move, frozen=True):
    """Tell the thread that a refutation came without its card (F24)."""

    suggestion: int


class Paused(Event, frozen=True):
    """All clocks stand still (F52); ``quiet``: because nobody has moved for days (F51)."""

    reason: str = ""
    quiet: bool = False


class Resumed(Event, frozen=True):
    """The clocks run again; ``since`` is when they stopped, ``opens`` the first day (UTC)."""

    since: datetime
    opens: datetime | None = None


class CloseMoved(Event, frozen=True):
    """The day ends at another time (F6, F7)."""

    closes: datetime


class DeputyNamed(Event, frozen=True):
    """A player may open the next day, or nobody any more (F8)."""

    seat: str | None = None


class Fined(Event, frozen=True):
    """The GM took a suggestion from a seat: of today, or of the next day (F44)."""

    by: str
    today: bool
    reason: str = ""


class PenaltyWaived(Event, frozen=True):
    """The GM forgave a penalty: of today, or of the next day (F28)."""

    by: str
    today: bool


class Voided(Event, frozen=True):
    """The GM declared a suggestion void (F43, F45); it still counts as made."""

    id: int
    number: int
    by: str
    to: str
    case: Case
    reason: str = ""


class Restored(Event, frozen=True):
    """The GM took back that a suggestion is void; it waits for its answer as before."""

    id: int
    number: int
    by: str
    to: str
    case: Case


class PostHidden(Event, frozen=True):
    """The GM hid a post (F54)."""

    post: int
    reason: str = ""


class SeatOffered(Event, frozen=True):
    """A code waits for a successor: of a seat, or of the office (``organiser``) (F53)."""

    audience: ClassVar[Secret] = Secret("seat", "organiser")
    seat: str
    code: str


class SeatTaken(Event, frozen=True):
    """A successor took over a seat (F53)."""

    by: str
    nick: str
    was: str
    account: Annotated[str | None, Secret("by")] = None


class OfficeTaken(Event, frozen=True):
    """Somebody else is the organiser now (F56)."""

    host: Annotated[str | None, Secret("organiser")] = None


class Complained(Event, frozen=True):
    """``by`` waits for the card of a refutation by ``to`` (F24)."""

    id: int
    number: int
    by: str
    to: str


class Offer(msgspec.Struct, frozen=True):
    """A code that waits for a successor."""

    audience: ClassVar[Secret] = Secret("seat", "organiser")
    seat: str
    code: str
