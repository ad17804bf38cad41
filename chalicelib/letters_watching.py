"""Which entries of a log observers are told of: the close of a day, a turn, the end. Pure."""

from typing import Any

from chalicelib.game import Entry
from chalicelib.letters import Note
from chalicelib.rules.blitz.state import TurnBegan
from chalicelib.rules.forum.state import DayClosed
from chalicelib.rules.verbs import Ended

REPORTED = (DayClosed, TurnBegan, Ended)
"""With these events observers are written to."""


def report(game: str, entry: Entry[Any, Any]) -> Note | None:
    """Give the letter that stands for those to all observers, if an entry is told to them."""
    told = any(isinstance(event, REPORTED) for event in entry.events)
    return Note("watching", game, seq=entry.seq) if told else None
