"""The GM's office, whatever is played: what an organiser may do, and what all are told (F56)."""

from datetime import datetime
from typing import Annotated, Any, ClassVar

import msgspec

from chalicelib.game import Event, Move, Secret

Reason = Annotated[str, msgspec.Meta(max_length=300)]


class Pause(Move, frozen=True):
    """Stop all clocks (F52)."""

    reason: Reason = ""


class Resume(Move, frozen=True):
    """Let the clocks run again; every deadline moves by the length of the pause (F52, F8)."""


class MoveClose(Move, frozen=True):
    """Let the day end at another time (UTC): later, or earlier once everything is in (F6, F7)."""

    closes: datetime


class AnswerForSeat(Move, frozen=True):
    """Let the GM answer at once for a seat that is absent, or no longer (F15, F51)."""

    seat: str
    on: bool = True


class AnswerAsGM(Move, frozen=True):
    """Answer one suggestion for its addressee, in the order of F25; for a human GM (F56)."""

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


class RollBack(Move, frozen=True):
    """Go back to the state after a log entry of a game day (the organiser)."""

    seq: int


class RollBackTo(Move, frozen=True):
    """The same with what the spine has found in the log: that state, and its time (UTC)."""

    seq: int
    state: Any
    then: datetime


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code that waits for a successor."""

    audience: ClassVar[Secret] = Secret("seat", "organiser")
    seat: str
    code: str


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
