"""Small parts of forum events and states: lines of the table, tallies, what is revealed."""

from datetime import date, datetime

import msgspec

from chalicelib.rules.cluedo import Case


class Row(msgspec.Struct, frozen=True):
    """One line of the day's table (F9): suggestions made and left, answers owed, penalty."""

    seat: str
    made: int
    left: int
    owed: int
    penalty: int


class Hand(msgspec.Struct, frozen=True):
    """A revealed hand."""

    seat: str
    cards: tuple[str, ...]


class Verdict(msgspec.Struct, frozen=True):
    """A revealed accusation; ``at`` is its time of arrival (UTC)."""

    by: str
    case: Case
    at: datetime
    right: bool


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is counted for a seat: today's suggestions, penalties, and standing orders."""

    made: int = 0
    asked: dict[str, int] = {}
    penalty: int = 0
    fined: int = 0
    seen: datetime | None = None
    by_gm: bool = False
    until: date | None = None
    left: bool = False
    lost: bool = False
