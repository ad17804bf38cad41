"""What a seat has to do by when, and when to remind it of that. Pure; times are UTC.

A duty is something that the GM does otherwise: an unanswered suggestion (F26, B9), a card that is
owed (F24), in blitz the turn (B9). Nobody has to suggest or accuse in forum play.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

import msgspec

from chalicelib.rules import State, blitz

USUAL = (24, 3)
"""Hours before a deadline at which to remind whoever has named none."""
TWICE = 2
"""At the usual times only duties count for which there was at least so many times as long."""
LEAST = timedelta(hours=1)
"""At times of the reader's own choice, this long must have passed before."""
SHORTEST = timedelta(hours=2)
"""Nobody is reminded of what has a shorter time altogether."""


class Duty(msgspec.Struct, frozen=True):
    """Something a seat owes since ``asked`` until ``deadline``; ``prompt`` is its suggestion."""

    asked: datetime
    deadline: datetime
    prompt: int | None = None


def duties(state: State, seat: str, now: datetime) -> tuple[Duty, ...]:
    """Give what a seat owes at ``now``; nothing in a pause, or where the GM answers for it."""
    closes = state.closes
    if not closes or not _runs(state) or state.answered_by_gm(seat, now):
        return ()
    if isinstance(state, blitz.State):
        return tuple(_in_turns(state, seat, closes))
    delay = timedelta(minutes=state.options.card_delay_minutes)
    cards = (
        Duty(card.due - delay, min(card.due, closes), card.id)
        for card in state.owed
        if card.by == seat
    )
    questions = (Duty(q.at, closes, q.id) for q in state.questions if q.to == seat)
    return (*questions, *cards)


def _in_turns(state: blitz.State, seat: str, closes: datetime) -> Iterator[Duty]:
    began = closes - state.time
    yield from (Duty(began, closes, q.id) for q in state.questions if q.to == seat)
    if state.player == seat and state.step in ("suggest", "decide") and not state.retired(seat):
        yield Duty(began, closes)


def _runs(state: State) -> bool:
    return state.phase == "open" and not state.paused


def deadlines(state: State | None) -> frozenset[datetime]:
    """Give the times at which something falls due that somebody may owe."""
    if not state or not _runs(state) or not state.closes:
        return frozenset()
    return frozenset({state.closes, *(min(card.due, state.closes) for card in state.owed)})


def offsets(own: Iterable[int]) -> tuple[int, ...]:
    """Give the hours before a deadline at which to remind; a list of zeros alone means never."""
    return tuple(sorted({hours for hours in (tuple(own) or USUAL) if hours > 0}, reverse=True))


def is_worth_it(duty: Duty, hours: int, own: Iterable[int]) -> bool:
    """Whether to remind of a duty so many hours before: there was time enough before that."""
    before, given = timedelta(hours=hours), duty.deadline - duty.asked
    return given >= before + LEAST if tuple(own) else given >= TWICE * before
