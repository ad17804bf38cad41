"""A day's thread as people read it: each suggestion with its answer, and the posts. Pure."""

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from chalicelib.game import Event
from chalicelib.rules import Log, office, verbs
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.rollback import RolledBack
from chalicelib.rules.forum.winners import Solved
from chalicelib.rules.table import Left, StandingOrder, Talked

ANSWERS = (verbs.Refuted, verbs.NotRefuted)
OFFICE = (
    *(
        office.Paused,
        office.Resumed,
        office.CloseMoved,
        rulings.DeputyNamed,
        rulings.Fined,
        rulings.PenaltyWaived,
        rulings.Voided,
    ),
    *(
        rulings.Restored,
        office.PostHidden,
        office.SeatTaken,
        office.OfficeTaken,
        rulings.Complained,
        RolledBack,
    ),
    *(c.MalformedAnswered, c.Settled),
)
"""What the thread is told of the GM's office, and of what the GM has to decide."""
SUGGESTIONS = (verbs.Suggested, c.Amended)
NEWS = (
    *(*SUGGESTIONS, c.MalformedMade, f.CardOverdue, f.WindowOpened, f.WindowClosed),
    *(Solved, Talked, StandingOrder, Left),
)


class Line(msgspec.Struct, frozen=True):
    """Something that happened in public; a suggestion with the last that is known of its answer.

    ``void``: the suggestion counts for nothing (F43, F45). ``hidden``: the post was hidden, and
    its text is not in the line any more; ``reason`` says why, where that is known (F54).
    """

    event: Event
    answer: verbs.Refuted | verbs.NotRefuted | None = None
    void: bool = False
    hidden: bool = False
    reason: str = ""


def lines(entries: Iterable[Log], hidden: Collection[int]) -> tuple[Line, ...]:
    """Give the lines of entries in order, without answers to suggestions of another day.

    ``hidden`` are the numbers of the game's posts that nobody may read any more (F54). That one
    was hidden is told in its place, or as a line of its own where it is of another day.
    """
    events = [event for entry in entries for event in entry.events]
    posts = {event.post for event in events if isinstance(event, Talked)}
    told = (event for event in events if isinstance(event, NEWS + OFFICE))
    return tuple(
        _line(event, events, hidden)
        for event in told
        if not isinstance(event, office.PostHidden) or event.post not in posts
    )


def _line(event: Event, events: list[Any], hidden: Collection[int]) -> Line:
    """Give one line; ``events`` are all of the day."""
    if isinstance(event, SUGGESTIONS):
        return Line(event, _answer(event.id, events), void=_void(event.id, events))
    if isinstance(event, Talked) and event.post in hidden:
        bare = msgspec.structs.replace(event, text="")
        return Line(bare, hidden=True, reason=_reason(event.post, events))
    return Line(event)


def _answer(suggestion: int, events: list[Any]) -> verbs.Refuted | verbs.NotRefuted | None:
    """Give the last answer to a suggestion."""
    given = [e for e in events if isinstance(e, ANSWERS) and e.id == suggestion]
    return given[-1] if given else None


def _void(suggestion: int, events: list[Any]) -> bool:
    """Whether the last that the GM said of a suggestion is that it is void."""
    said = [
        e for e in events if isinstance(e, rulings.Voided | rulings.Restored) and e.id == suggestion
    ]
    return bool(said) and isinstance(said[-1], rulings.Voided)


def _reason(post: int, events: list[Any]) -> str:
    """Give the reason for which a post was hidden."""
    reasons = (e.reason for e in events if isinstance(e, office.PostHidden) and e.post == post)
    return next(reasons, "")
