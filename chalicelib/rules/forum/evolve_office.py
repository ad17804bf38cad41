"""How the GM's office and corrections change the state. Assigns, never judges."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from chalicelib.game import Event
from chalicelib.rules import office
from chalicelib.rules.changes import tallied
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum.parts import Malformed
from chalicelib.rules.forum.state import State
from chalicelib.rules.forum.tallies import seen
from chalicelib.rules.verbs import Question


def _paused(state: State, _: office.Paused, at: datetime) -> State:
    return replace(state, paused=at)


def _resumed(state: State, event: office.Resumed, at: datetime) -> State:
    """Move every time that counts by the length of the pause, so that none of it was lost (F52).

    What happened during the pause counts as of its end.
    """
    moved = shifted(state, at - event.since, at)
    return replace(moved, paused=None, quiet=0, opens=event.opens or state.opens)


def shifted(state: State, by: timedelta, now: datetime) -> State:
    """Move deadlines and times of arrival by so much; what has happened stays before ``now``."""
    delay = timedelta(minutes=state.options.card_delay_minutes)

    def moved(moment: datetime) -> datetime:
        return min(moment + by, now)

    return replace(
        state,
        closes=later(state.closes, by),
        window_until=later(state.window_until, by),
        questions=tuple(replace(q, at=moved(q.at)) for q in state.questions),
        malformed=tuple(replace(m, at=moved(m.at)) for m in state.malformed),
        owed=tuple(replace(owed, due=moved(owed.due - delay) + delay) for owed in state.owed),
        tallies={
            seat: replace(tally, seen=tally.seen and moved(tally.seen))
            for seat, tally in state.tallies.items()
        },
    )


def later(moment: datetime | None, by: timedelta) -> datetime | None:
    """Give a moment that is later by so much, if there is one."""
    return moment + by if moment else None


def _close_moved(state: State, event: office.CloseMoved, _: datetime) -> State:
    return replace(state, closes=event.closes)


def _deputy_named(state: State, event: rulings.DeputyNamed, _: datetime) -> State:
    return replace(state, deputy=event.seat)


def _fined(state: State, event: rulings.Fined, _: datetime) -> State:
    return _penalty(state, event.by, 1, today=event.today)


def _penalty_waived(state: State, event: rulings.PenaltyWaived, _: datetime) -> State:
    return _penalty(state, event.by, -1, today=event.today)


def _penalty(state: State, seat: str, change: int, *, today: bool) -> State:
    tally = state.tallies[seat]
    if today:
        return tallied(state, seat, penalty=tally.penalty + change)
    return tallied(state, seat, fined=tally.fined + change)


def _voided(state: State, event: rulings.Voided, _: datetime) -> State:
    void = tuple(q for q in state.questions if q.id == event.id)
    rest = tuple(q for q in state.questions if q.id != event.id)
    return replace(state, questions=rest, voided=(*state.voided, *void))


def _restored(state: State, event: rulings.Restored, at: datetime) -> State:
    """Ask again: there was nothing to answer while it was void (F28)."""
    found = tuple(replace(q, at=at) for q in state.voided if q.id == event.id)
    rest = tuple(q for q in state.voided if q.id != event.id)
    return replace(state, questions=(*state.questions, *found), voided=rest)


def _complained(state: State, event: rulings.Complained, at: datetime) -> State:
    owed = (replace(x, complained=True) if x.id == event.id else x for x in state.owed)
    return seen(replace(state, owed=tuple(owed)), event.by, at)


def _malformed_made(state: State, event: c.MalformedMade, at: datetime) -> State:
    before = state.tallies[event.by].asked
    asked = before | {event.to: before.get(event.to, 0) + 1}
    bad = Malformed(event.id, event.number, event.by, event.to, at)
    listed = replace(state, suggestions=event.id, malformed=(*state.malformed, bad))
    return seen(listed, event.by, at, made=event.number, asked=asked)


def _amended(state: State, event: c.Amended, at: datetime) -> State:
    rest = tuple(m for m in state.malformed if m.id != event.id)
    question = Question(event.id, event.number, event.by, event.to, event.case, at)
    put_right = replace(state, malformed=rest, questions=(*state.questions, question))
    return seen(put_right, event.by, at)


def _malformed_answered(state: State, event: c.MalformedAnswered, at: datetime) -> State:
    bad = (replace(m, answered=True) if m.id == event.id else m for m in state.malformed)
    return seen(replace(state, malformed=tuple(bad)), event.by, at)


def _settled(state: State, event: c.Settled, _: datetime) -> State:
    return replace(state, malformed=tuple(m for m in state.malformed if m.id != event.id))


CHANGES: dict[type[Event], Callable[[State, Any, datetime], State]] = {
    office.Paused: _paused,
    office.Resumed: _resumed,
    office.CloseMoved: _close_moved,
    rulings.Complained: _complained,
    rulings.DeputyNamed: _deputy_named,
    rulings.Fined: _fined,
    rulings.PenaltyWaived: _penalty_waived,
    rulings.Voided: _voided,
    rulings.Restored: _restored,
    c.MalformedMade: _malformed_made,
    c.Amended: _amended,
    c.MalformedAnswered: _malformed_answered,
    c.Settled: _settled,
}
"""What of these events future decisions need."""
