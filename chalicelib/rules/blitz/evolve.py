"""How each event changes a blitz state. Assigns, never judges; works on redacted events as well."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from chalicelib.game import Event
from chalicelib.rules import changes, office, table, verbs
from chalicelib.rules.blitz import state as b
from chalicelib.rules.blitz.parts import Tally
from chalicelib.rules.blitz.state import State
from chalicelib.rules.changes import SHARED, seated, tallied


def evolve(state: State | None, event: Event, at: datetime) -> State:
    """Give the state after ``event``, which happened at ``at`` (UTC)."""
    if isinstance(event, b.Created):
        return changes.created(State, event)
    if isinstance(event, b.RolledBack):
        return event.state
    if state is None:
        raise TypeError("a log begins with Created")
    change = CHANGES.get(type(event))
    return change(state, event, at) if change else state


def _joined(state: State, event: table.Joined, _: datetime) -> State:
    return changes.joined(state, event, Tally())


def _left(state: State, event: table.Left, _: datetime) -> State:
    if state.phase == "gathering":
        return changes.unseated(state, event.by)
    return tallied(seated(state, event.by, account=None), event.by, left=True)


def _case_sealed(state: State, event: verbs.CaseSealed, _: datetime) -> State:
    return replace(
        state, phase="open", commitment=event.commitment, case=event.case, nonce=event.nonce
    )


def _seats_ordered(state: State, event: b.SeatsOrdered, _: datetime) -> State:
    by_id = {seat.id: seat for seat in state.seats}
    return replace(state, seats=tuple(by_id[seat] for seat in event.seats))


def _waiting(state: State, step: b.Step, at: datetime) -> State:
    """Let a step begin, with its full time; in a pause the time runs from its end (B9, F52)."""
    begun = replace(state, step=step)
    return replace(begun, closes=(state.paused or at) + begun.time)


def _turn_began(state: State, event: b.TurnBegan, at: datetime) -> State:
    fresh = replace(
        state,
        turn=event.turn,
        player=event.by,
        question=None,
        seats=tuple(replace(seat, words=None) for seat in state.seats),
        tallies={seat: replace(tally, said=0) for seat, tally in state.tallies.items()},
    )
    return _waiting(fresh, "suggest", at)


def _suggested(state: State, event: verbs.Suggested, at: datetime) -> State:
    question = verbs.Question(event.id, event.number, event.by, event.to, event.case, at)
    asked = replace(_present(state, event.by), suggestions=event.id, question=question)
    return _waiting(asked, "answer", at)


def _present(state: State, seat: str) -> State:
    """Forget the missed deadlines of a seat that has acted (B9)."""
    return tallied(state, seat, timeouts=0)


def _not_refuted(state: State, event: verbs.NotRefuted, _: datetime) -> State:
    after = replace(state, step="unanswered")
    return after if event.gm else _present(after, event.by)


def _duty_passed(state: State, event: b.DutyPassed, at: datetime) -> State:
    question = verbs.Question(event.id, event.number, event.by, event.to, event.case, at)
    return _waiting(replace(state, question=question), "answer", at)


def _refuted(state: State, event: verbs.Refuted, _: datetime) -> State:
    after = replace(state, step="done", idle=0)
    return after if event.gm else _present(after, event.by)


def _unrefuted(state: State, _: b.Unrefuted, at: datetime) -> State:
    return _waiting(replace(state, question=None), "decide", at)


def _passed(state: State, event: b.Passed, _: datetime) -> State:
    """Count the turns that the last one passes (B8)."""
    alone = state.playing == (event.by,)
    return replace(state, step="done", idle=state.idle + 1 if alone else 0)


def _accused(state: State, event: b.AccusationMade, at: datetime) -> State:
    verdict = verbs.Verdict(event.by, event.case, at, event.right)
    after = replace(state, step="done", accusations=(*state.accusations, verdict), idle=0)
    return tallied(after, event.by, timeouts=0, lost=not event.right)


def _time_ran_out(state: State, event: b.TimeRanOut, _: datetime) -> State:
    return tallied(state, event.by, timeouts=state.tallies[event.by].timeouts + 1)


def _played_by_gm(state: State, event: b.PlayedByGM, _: datetime) -> State:
    return tallied(state, event.by, absent=True)


def _standing_order(state: State, event: table.StandingOrder, at: datetime) -> State:
    """Give an order or take it back; who takes it back is there again."""
    ordered = changes.standing_order(state, event, at)
    return ordered if event.on else tallied(ordered, event.by, absent=False, timeouts=0)


def _seat_taken(state: State, event: office.SeatTaken, at: datetime) -> State:
    taken = changes.seat_taken(replace(state, idle=0), event, at)
    return tallied(taken, event.by, absent=False, timeouts=0)


def _paused(state: State, _: office.Paused, at: datetime) -> State:
    return replace(state, paused=at)


def _resumed(state: State, event: office.Resumed, at: datetime) -> State:
    """Move the deadline by the pause; if everybody was absent, all get another chance (F52)."""
    moved = state.closes + (at - event.since) if state.closes else None
    resumed = replace(state, paused=None, closes=moved)
    if not all(state.tallies[seat].absent for seat in state.playing):
        return resumed
    fresh = {s: replace(t, absent=False, timeouts=0) for s, t in resumed.tallies.items()}
    return replace(resumed, tallies=fresh)


def _close_moved(state: State, event: office.CloseMoved, _: datetime) -> State:
    return replace(state, closes=event.closes)


def _ended(state: State, event: verbs.Ended, _: datetime) -> State:
    return replace(
        state,
        phase="over",
        step="done",
        player="",
        question=None,
        closes=None,
        paused=None,
        offers=(),
        result=event,
    )


CHANGES: dict[type[Event], Callable[[State, Any, datetime], State]] = SHARED | {
    table.Joined: _joined,
    table.Left: _left,
    table.StandingOrder: _standing_order,
    verbs.CaseSealed: _case_sealed,
    verbs.Suggested: _suggested,
    verbs.NotRefuted: _not_refuted,
    verbs.Refuted: _refuted,
    verbs.Ended: _ended,
    b.SeatsOrdered: _seats_ordered,
    b.TurnBegan: _turn_began,
    b.DutyPassed: _duty_passed,
    b.Unrefuted: _unrefuted,
    b.Passed: _passed,
    b.AccusationMade: _accused,
    b.TimeRanOut: _time_ran_out,
    b.PlayedByGM: _played_by_gm,
    office.SeatTaken: _seat_taken,
    office.Paused: _paused,
    office.Resumed: _resumed,
    office.CloseMoved: _close_moved,
}
"""Events that change something that future decisions need."""
