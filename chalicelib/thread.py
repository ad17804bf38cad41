"""A day's thread as people read it: each suggestion with its answer, and the posts. Pure."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, TypeAlias

import msgspec

from chalicelib.game import PUBLIC, Event, redact
from chalicelib.rules import Log, office, verbs
from chalicelib.rules.blitz import state as b
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.rollback import RolledBack
from chalicelib.rules.forum.winners import Solved
from chalicelib.rules.table import Left, StandingOrder, Talked, TimePassed

Answer: TypeAlias = verbs.Refuted | verbs.NotRefuted
ANSWERS = (verbs.Refuted, verbs.NotRefuted)
OFFICE = (
    *(office.Paused, office.Resumed, office.CloseMoved, office.PostHidden),
    *(office.SeatTaken, office.OfficeTaken, RolledBack, b.RolledBack),
    *(rulings.DeputyNamed, rulings.Fined, rulings.PenaltyWaived, rulings.Voided),
    *(rulings.Restored, rulings.Complained, c.MalformedAnswered, c.Settled),
)
"""What the thread is told of the GM's office, and of what the GM has to decide."""
SUGGESTIONS = (verbs.Suggested, c.Amended)
NEWS = (
    *(*SUGGESTIONS, c.MalformedMade, f.CardOverdue, f.WindowOpened, f.WindowClosed),
    *(Solved, Talked, StandingOrder, Left),
    *(b.Passed, b.AccusationMade, b.PlayedByGM),
)


class Line(msgspec.Struct, frozen=True):
    """Something that happened in public; a suggestion with the last that is known of its answer.

    ``answers`` are all of them, in the order in which they came: in blitz there may be several.
    ``void``: the suggestion counts for nothing (F43, F45). ``hidden``: the post was hidden, and
    its text is not in the line any more; ``reason`` says why, where that is known (F54).
    """

    event: Event
    answer: Answer | None = None
    answers: tuple[Answer, ...] = ()
    void: bool = False
    hidden: bool = False
    reason: str = ""


def ended_by(entry: Log, before: Iterable[Log], *, in_turns: bool) -> tuple[Log, ...]:
    """Give the public part of the day, or in blitz of the turn, that an entry ended, in order.

    ``before`` are the entries before it, the last first. Days that a late clock closed before it
    without a letter belong to it.
    """
    if any(isinstance(event, f.DayClosed) for event in entry.events):
        return tuple(reversed([*_days(entry, before)]))
    if in_turns and any(_ends_turn(event) for event in entry.events):
        return tuple(reversed([*_turn(entry, before)]))
    return ()


def _ends_turn(event: Event) -> bool:
    """Whether a turn is over with an event: the next one begins, or the game ends."""
    return isinstance(event, verbs.Ended) or (isinstance(event, b.TurnBegan) and event.turn > 1)


def _days(entry: Log, before: Iterable[Log]) -> Iterator[Log]:
    """Give the entries of a day, the last first."""
    yield redact(entry, PUBLIC)
    quiet = True
    for earlier in before:
        yield redact(earlier, PUBLIC)
        opened = any(isinstance(event, f.DayOpened) for event in earlier.events)
        if opened and not (quiet and TimePassed(late=True) in (earlier.moves or ())):
            return
        quiet = quiet and opened


def _turn(entry: Log, before: Iterable[Log]) -> Iterator[Log]:
    """Give the entries of a turn, the last first; of those at its ends only what belongs to it."""
    yield _cut(entry, slice(0, _last_turn(entry)))
    for earlier in before:
        began = _last_turn(earlier)
        yield _cut(earlier, slice(began or 0, None))
        if began is not None:
            return


def _last_turn(entry: Log) -> int | None:
    """Give the place of the last turn that began with an entry."""
    places = [n for n, event in enumerate(entry.events) if isinstance(event, b.TurnBegan)]
    return places[-1] if places else None


def _cut(entry: Log, part: slice) -> Log:
    """Give the public part of some of an entry's events."""
    return redact(msgspec.structs.replace(entry, events=entry.events[part]), PUBLIC)


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
        given = _answers(event.id, events)
        last = given[-1] if given else None
        return Line(event, last, given, void=_void(event.id, events))
    if isinstance(event, Talked) and event.post in hidden:
        bare = msgspec.structs.replace(event, text="")
        return Line(bare, hidden=True, reason=_reason(event.post, events))
    return Line(event)


def _answers(suggestion: int, events: list[Any]) -> tuple[Answer, ...]:
    """Give the answers to a suggestion."""
    return tuple(e for e in events if isinstance(e, ANSWERS) and e.id == suggestion)


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
