"""What a letter is to its reader: something for now, something of theirs, or news. Pure.

The three wishes of a reader (``Profile.post``) follow from it: *all* is every letter at once,
*mine* leaves news out, *daily* puts whatever is not for now into one digest a day.
"""

from collections.abc import Iterator
from typing import Any, Literal

from chalicelib.game import ORGANISER, Entry, Event
from chalicelib.letters_readers import NEWS, readers
from chalicelib.rules import State, office, table, verbs
from chalicelib.rules.blitz.state import DutyPassed
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.winners import Solved

Interest = Literal["now", "mine", "news"]
"""``now``: to be answered, secret, or the answer to the reader's own mail; ``mine``: about them."""

CAN_WAIT = (
    *(c.Settled, rulings.DeputyNamed, rulings.Fined, rulings.PenaltyWaived, rulings.Voided),
    *(f.WindowClosed, Solved),
)
"""Letters about these are no news, but nothing has to be done about them either."""
AT_ONCE = (verbs.Ended, office.CloseMoved)
"""News that is told at once to whoever wants any letters: the end, and another deadline."""
ABOUT_THE_TABLE = (table.Left, office.SeatTaken)
"""What concerns the organiser although nothing has to be done."""


def interest(entry: Entry[Any, Any], state: State, reader: str) -> Interest:
    """Say what an entry of the log is to one of its readers (a seat id or ``organiser``).

    ``state`` is whole. In doubt it is for now.
    """
    if is_receipt(entry, reader):
        return "now"
    found = {_of_event(event, rank, reader) for event, rank in _told(entry, state, reader)}
    found |= {"mine" for event in entry.events if _fines(event, reader)}
    if not found or "now" in found:
        return "now"
    return "mine" if "mine" in found else "news"


def is_receipt(entry: Entry[Any, Any], reader: str) -> bool:
    """Whether an entry (whole) is what came of the reader's own mail."""
    return entry.via == "mail" and entry.by == reader


def is_overtaken(entry: Entry[Any, Any], state: State, reader: str) -> bool:
    """Whether all that an entry asks its reader is answered by now, and it tells nothing else."""
    if is_receipt(entry, reader):
        return False
    told = [event for event, _ in _told(entry, state, reader)]
    return bool(told) and all(_is_answered(event, state, reader) for event in told)


def ends_day(entry: Entry[Any, Any]) -> bool:
    """Whether a game day closed with an entry: the moment for a digest."""
    return any(isinstance(event, f.DayClosed) for event in entry.events)


def _told(entry: Entry[Any, Any], state: State, reader: str) -> Iterator[tuple[Event, int]]:
    """Give the events of which a reader is told by letter, with their ranks."""
    for event in entry.events:
        yield from ((event, rank) for who, rank in readers(state, entry.by, event) if who == reader)


def _of_event(event: Event, rank: int, reader: str) -> Interest:
    if isinstance(event, AT_ONCE):
        return "now"
    own = isinstance(event, table.StandingOrder) and event.by == reader
    if own or (reader == ORGANISER and isinstance(event, ABOUT_THE_TABLE)):
        return "mine"
    if rank >= NEWS:
        return "news"
    return "mine" if isinstance(event, CAN_WAIT) else "now"


def _fines(event: Event, reader: str) -> bool:
    """Whether an event, told in a day's report, costs the reader a suggestion (F27)."""
    return isinstance(event, f.Penalised) and event.by == reader


def _is_answered(event: Event, state: State, reader: str) -> bool:
    if isinstance(event, verbs.Suggested | c.Amended | DutyPassed) and event.to == reader:
        return all(q.id != event.id or q.to != reader for q in state.questions)
    if isinstance(event, f.CardOwed) and event.by == reader:
        return all(owed.id != event.id for owed in state.owed)
    return False
