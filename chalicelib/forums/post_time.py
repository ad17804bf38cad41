"""At what time a post counts in the game.

It is the forum's own time, as people see it above the post. It cannot lie after the post came to
us, nor before anything that the clock has already played: nobody moves in a day that is closed.
"""

from datetime import datetime, timedelta

from chalicelib import ledger
from chalicelib.game import CLOCK
from chalicelib.rules import Log
from chalicelib.rules.blitz.state import TurnBegan
from chalicelib.rules.forum.state import DayOpened
from chalicelib.site import Site

BEYOND = 10**8 - 1
"""A number after every log entry."""
UNTIDY = timedelta(minutes=1)
"""By so much entries of the log may be out of the order of their times."""


def counts_at(site: Site, game: str, made: datetime, came: datetime) -> datetime:
    """Give the time (UTC) at which a post counts that was ``made`` then and ``came`` then.

    It is the first of these that is not before what the clock has played, else the present.
    """
    now = site.now()
    came = min(came, now)
    made = min(made, came)
    played = _played_until(site, game, made)
    return next((at for at in (made, came) if not played or at >= played), now)


def _played_until(site: Site, game: str, after: datetime) -> datetime | None:
    """Give the time of the last thing that the clock played after a moment, if it did any."""
    for entry in ledger.entries_before(site.store, game, BEYOND, site.now()):
        if entry.at < after - UNTIDY:
            return None
        if entry.at > after and _is_time(entry):
            return entry.at
    return None


def _is_time(entry: Log) -> bool:
    """Whether an entry is the clock's, or begins a day or a turn."""
    return entry.by == CLOCK or any(isinstance(e, DayOpened | TurnBegan) for e in entry.events)
