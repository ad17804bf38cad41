"""Small parts of forum events and states: open suggestions, the table, tallies, verdicts."""

from datetime import date, datetime
from typing import ClassVar

import msgspec

from chalicelib.game import Secret
from chalicelib.rules.cluedo import Case


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the day's table (F9): suggestions made and left, answers owed, penalty."""

    seat: str
    made: int
    left: int
    owed: int
    penalty: int


class Tally(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is counted for a seat: today's suggestions, penalties, and standing orders."""

    made: int = 0
    said: int = 0
    asked: dict[str, int] = {}
    penalty: int = 0
    fined: int = 0
    seen: datetime | None = None
    by_gm: bool = False
    until: date | None = None
    since: date | None = None
    away: bool = False
    left: bool = False
    lost: bool = False
    place: int = 0

    @property
    def out(self) -> bool:
        """Whether all know that the seat suggests and accuses no more (F15, F31, F35)."""
        return self.left or self.lost or self.place > 0


class Malformed(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A malformed suggestion of the day that waits to be put right or settled (F41-F45)."""

    id: int
    number: int
    by: str
    to: str
    at: datetime
    answered: bool = False


class Owed(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A card that ``by`` owes to ``to`` after refuting without one (F24)."""

    audience: ClassVar[Secret] = Secret("by", "to")
    id: int
    number: int
    by: str
    to: str
    case: Case
    due: datetime
    complained: bool = False


class Accusation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An accusation that was made, for its author and the GM; ``at`` is its arrival (UTC)."""

    audience: ClassVar[Secret] = Secret("by")
    by: str
    case: Case
    at: datetime
