"""Small parts of blitz states: what is counted for a seat, and a line of the table."""

from datetime import date
from typing import Literal

import msgspec

Place = Literal["turn", "answer", "waits", "absent", "out", "left"]
"""What a seat does: has the turn, has to answer, waits; or is played for, out of turns, empty."""


class Tally(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is counted for a seat: missed deadlines in a row, and standing orders."""

    said: int = 0
    timeouts: int = 0
    absent: bool = False
    by_gm: bool = False
    until: date | None = None
    since: date | None = None
    away: bool = False
    left: bool = False
    lost: bool = False


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the table: the seats stand in the order of turns."""

    seat: str
    place: Place
