"""What the GM of forum Cluedo rules besides: days, deputies, penalties, void suggestions."""

from chalicelib.game import Event, Move
from chalicelib.rules.cluedo import Case
from chalicelib.rules.office import Reason


class CloseDay(Move, frozen=True):
    """Close the day now and open the next, once everything is in (F7, F8)."""


class NameDeputy(Move, frozen=True):
    """Name the player who may open the next day, or nobody (F8)."""

    seat: str | None = None


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


class Complain(Move, frozen=True):
    """Tell the thread that a refutation came without its card (F24)."""

    suggestion: int


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


class Complained(Event, frozen=True):
    """``by`` waits for the card of a refutation by ``to`` (F24)."""

    id: int
    number: int
    by: str
    to: str
