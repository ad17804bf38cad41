"""One happening as it is told outside, and the note that there is news of a game. Pure."""

from datetime import datetime
from typing import Any

import msgspec

from chalicelib.game import PUBLIC


class Happening(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event of the catalogue; ``data`` holds what its audience may know and nothing else.

    ``audience`` is ``public``, a seat id, ``organiser`` or (``endpoint.*``) ``owner``. ``at`` (UTC)
    is when it happened, not when it is sent. ``seq`` is the log entry it comes from, 0 if none;
    ``part`` counts the happenings of one entry from 1, for each audience by itself. ``event`` is
    the place of what it tells among the entry's public events, where it is the first to tell it.
    """

    type: str
    at: datetime
    data: dict[str, Any]
    audience: str = PUBLIC
    seq: int = 0
    part: int = 0
    event: int | None = None

    @property
    def name(self) -> str:
        """What tells it from all others of its game's log; empty for what no log tells."""
        return f"{self.seq:08d}.{self.audience}.{self.part}" if self.seq else ""


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """A note in the outbox: something has happened in a game that others may want to hear of.

    Either log entry ``seq``, made while game day (in blitz: turn) ``day`` was on, or a happening
    that no log tells.
    """

    game: str
    seq: int = 0
    day: int = 0
    happening: Happening | None = None
