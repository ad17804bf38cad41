"""Who is told of an event by letter, and how urgently. Pure."""

from collections.abc import Callable, Iterable
from typing import Any

from chalicelib.game import CLOCK, ORGANISER, Event
from chalicelib.rules import State, blitz, forum, office, table, verbs
from chalicelib.rules.blitz import state as b
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.rollback import RolledBack
from chalicelib.rules.forum.winners import Solved

PRIVATE, PROMPT, REMINDER, NEWS, DIGEST = range(5)
"""Ranks: the lower goes out first (private cards, questions, reminders, news, digests)."""


def readers(state: State, by: str | None, event: Event) -> Iterable[tuple[str, int]]:
    """Who is told of an event by letter, and how urgently.

    A standing order is news to its seat where the organiser has given it (F51). That a step of
    blitz was given its time again is news to whoever has to act (B9).
    """
    if isinstance(event, table.StandingOrder):
        return () if by in (event.by, CLOCK) else ((event.by, NEWS),)
    if isinstance(event, office.CloseMoved) and by == CLOCK:
        return ((seat, NEWS) for seat in _on_duty(state))
    rule = READERS.get(type(event))
    return rule(state, event) if rule else ()


def _on_duty(state: State) -> tuple[str, ...]:
    """Who has to act in blitz: answer, or else use the turn."""
    if not isinstance(state, blitz.State):
        return ()
    return tuple(question.to for question in state.questions) or (state.player,)


def _everybody(rank: int) -> Callable[[State, Any], Iterable[tuple[str, int]]]:
    return lambda state, _: ((seat.id, rank) for seat in state.seats)


def _answered(state: State, event: Any) -> Iterable[tuple[str, int]]:
    """The suggester gets the card; whom the GM answered for learns what was shown for them.

    In blitz the suggester is told of those who could not refute when the round is over (B5).
    """
    if isinstance(state, forum.State) or isinstance(event, verbs.Refuted):
        yield event.to, PRIVATE
    if event.gm:
        yield event.by, PRIVATE


def _everywhere(rank: int) -> Callable[[State, Any], Iterable[tuple[str, int]]]:
    """Everybody at the table, and the organiser where they have no seat of their own."""

    def readers(state: State, _: Event) -> Iterable[tuple[str, int]]:
        yield from ((seat.id, rank) for seat in state.seats)
        if all(seat.account != state.host for seat in state.seats):
            yield ORGANISER, rank

    return readers


def _turn(state: State, event: Any) -> Iterable[tuple[str, int]]:
    """Whoever has the turn, and all others with the news of the last one."""
    yield event.by, PROMPT
    yield from _everybody(NEWS)(state, event)


def _passed(_: State, event: Any) -> Iterable[tuple[str, int]]:
    """Whoever did not pass by themselves."""
    return ((event.by, PRIVATE),) if event.gm else ()


def _deputy(_: State, event: rulings.DeputyNamed) -> Iterable[tuple[str, int]]:
    """The new deputy, if there is one."""
    return ((event.seat, PROMPT),) if event.seat else ()


def _asked_and_asking(_: State, event: Any) -> Iterable[tuple[str, int]]:
    """Both sides of a suggestion."""
    return ((event.to, PROMPT), (event.by, PROMPT))


READERS: dict[type, Callable[[State, Any], Iterable[tuple[str, int]]]] = {
    table.Joined: lambda _, e: ((e.by, PROMPT), (ORGANISER, NEWS)),
    table.Left: lambda _, __: ((ORGANISER, NEWS),),
    table.ToldGM: lambda _, __: ((ORGANISER, PROMPT),),
    table.ToldPlayer: lambda _, e: ((e.to, PROMPT),),
    verbs.HandDealt: lambda _, e: ((e.to, PRIVATE),),
    f.DayOpened: _everybody(NEWS),
    f.DayClosed: _everybody(NEWS),
    f.SeatsIdle: lambda _, __: ((ORGANISER, NEWS),),
    verbs.Suggested: lambda _, e: ((e.to, PROMPT),),
    verbs.Refuted: _answered,
    verbs.NotRefuted: _answered,
    f.CardSent: _answered,
    f.CardOwed: lambda _, e: ((e.by, PROMPT),),
    f.CardOverdue: lambda _, e: ((e.by, PRIVATE),),
    f.AccusationFailed: lambda _, e: ((e.by, PRIVATE),),
    f.WindowOpened: _everywhere(PROMPT),
    f.WindowClosed: _everywhere(PROMPT),
    Solved: _everywhere(PROMPT),
    verbs.Ended: _everywhere(NEWS),
    c.MalformedMade: _asked_and_asking,
    c.Amended: lambda _, e: ((e.to, PROMPT),),
    c.MalformedAnswered: lambda _, e: ((e.to, PRIVATE), (ORGANISER, PROMPT)),
    c.Settled: _asked_and_asking,
    office.Paused: _everywhere(PROMPT),
    office.Resumed: _everywhere(PROMPT),
    office.CloseMoved: _everywhere(PROMPT),
    RolledBack: _everywhere(PROMPT),
    rulings.DeputyNamed: _deputy,
    rulings.Fined: lambda _, e: ((e.by, PROMPT),),
    rulings.PenaltyWaived: lambda _, e: ((e.by, PROMPT),),
    rulings.Voided: _asked_and_asking,
    rulings.Restored: _asked_and_asking,
    rulings.Complained: lambda _, e: ((e.to, PROMPT),),
    office.SeatOffered: lambda _, e: ((e.seat, PROMPT), (ORGANISER, PROMPT)),
    office.SeatTaken: lambda _, e: ((e.by, PRIVATE), (ORGANISER, NEWS)),
    office.OfficeTaken: lambda _, __: ((ORGANISER, PROMPT),),
    b.TurnBegan: _turn,
    b.DutyPassed: lambda _, e: ((e.to, PROMPT),),
    b.Unrefuted: lambda _, e: ((e.by, PROMPT),),
    b.Passed: _passed,
    b.AccusationMade: lambda _, e: ((e.by, PRIVATE),),
    b.PlayedByGM: lambda _, e: ((e.by, PROMPT), (ORGANISER, PROMPT)),
    b.RolledBack: _everywhere(PROMPT),
}
"""Which events are told by letter; the others are read in the thread and in the day report."""
