"""A day's thread as people read it: each suggestion with its answer, and the posts. Pure."""

from collections.abc import Iterable

import msgspec

from chalicelib.game import Event
from chalicelib.rules import Log
from chalicelib.rules.forum import state as f
from chalicelib.rules.table import Left, StandingOrder, Talked

ANSWERS = (f.Refuted, f.NotRefuted)
NEWS = (f.Suggested, f.CardOverdue, f.WindowOpened, f.WindowClosed, Talked, StandingOrder, Left)


class Line(msgspec.Struct, frozen=True):
    """Something that happened in public; a suggestion with the last that is known of its answer."""

    event: Event
    answer: f.Refuted | f.NotRefuted | None = None


def lines(entries: Iterable[Log]) -> tuple[Line, ...]:
    """Give the lines of entries in order, without answers to suggestions of another day."""
    events = [event for entry in entries for event in entry.events]
    answers = {event.id: event for event in events if isinstance(event, ANSWERS)}
    news = (event for event in events if isinstance(event, NEWS))
    return tuple(Line(e, answers.get(e.id) if isinstance(e, f.Suggested) else None) for e in news)
