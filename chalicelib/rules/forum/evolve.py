"""How each event changes the state. Assigns, never judges; works on redacted events as well."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from chalicelib.game import Event
from chalicelib.rules import changes, table, verbs
from chalicelib.rules.changes import SHARED, seated, tallied
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.evolve_office import CHANGES as OFFICE
from chalicelib.rules.forum.parts import Accusation, Owed, Tally
from chalicelib.rules.forum.rollback import RolledBack
from chalicelib.rules.forum.state import State
from chalicelib.rules.forum.tallies import seen
from chalicelib.rules.forum.winners import Solved
from chalicelib.rules.verbs import Question


def evolve(state: State | None, event: Event, at: datetime) -> State:
    """Give the state after ``event``, which happened at ``at`` (UTC)."""
    if isinstance(event, f.Created):
        return changes.created(State, event)
    if isinstance(event, RolledBack):
        return event.state
    change = CHANGES.get(type(event))
    return change(state, event, at) if change and state else _same(state)


def _same(state: State | None) -> State:
    if state is None:
        raise TypeError("a log begins with Created")
    return state


def _joined(state: State, event: table.Joined, _: datetime) -> State:
    return changes.joined(state, event, Tally())


def _left(state: State, event: table.Left, _: datetime) -> State:
    if state.phase == "gathering":
        return changes.unseated(state, event.by)
    deputy = None if state.deputy == event.by else state.deputy
    vacated = replace(seated(state, event.by, account=None), deputy=deputy)
    return tallied(vacated, event.by, left=True)


def _talked(state: State, event: table.Talked, at: datetime) -> State:
    state = changes.talked(state, event, at)
    return seen(state, event.by, at) if event.by in state.tallies else state


def _case_sealed(state: State, event: verbs.CaseSealed, _: datetime) -> State:
    return replace(
        state,
        phase="dealt",
        commitment=event.commitment,
        opens=event.opens,
        case=event.case,
        nonce=event.nonce,
    )


def _day_opened(state: State, event: f.DayOpened, at: datetime) -> State:
    tallies = {
        seat: replace(tally, made=0, said=0, asked={}, penalty=tally.fined, fined=0)
        for seat, tally in state.tallies.items()
    }
    return replace(
        state,
        phase="open",
        seats=tuple(replace(seat, words=None) for seat in state.seats),
        day=event.day,
        opened=at,
        closes=event.closes,
        tallies=tallies,
        voided=(),
        malformed=tuple(bad for bad in state.malformed if bad.answered),
    )


def _day_closed(state: State, _: f.DayClosed, __: datetime) -> State:
    quiet = state.quiet + 1 if nobody_moved(state) else 0
    return replace(state, quiet=quiet)


def nobody_moved(state: State) -> bool:
    """Whether no seat did anything in the thread since the day opened (F51)."""
    opened = state.opened
    return not any(t.seen and opened and t.seen >= opened for t in state.tallies.values())


def _penalised(state: State, event: f.Penalised, _: datetime) -> State:
    return tallied(state, event.by, fined=state.tallies[event.by].fined + 1)


def _suggested(state: State, event: verbs.Suggested, at: datetime) -> State:
    asked = state.tallies[event.by].asked
    counted = asked | {event.to: asked.get(event.to, 0) + 1}
    question = Question(event.id, event.number, event.by, event.to, event.case, at)
    return seen(
        replace(state, suggestions=event.id, questions=(*state.questions, question)),
        event.by,
        at,
        made=event.number,
        asked=counted,
    )


def _answered(state: State, event: verbs.Refuted | verbs.NotRefuted, at: datetime) -> State:
    rest = tuple(q for q in state.questions if q.id != event.id)
    after = replace(state, questions=rest)
    return after if event.gm else seen(after, event.by, at)


def _card_owed(state: State, event: f.CardOwed, _: datetime) -> State:
    owed = Owed(event.id, event.number, event.by, event.to, event.case, event.due)
    return replace(state, owed=(*state.owed, owed))


def _card_sent(state: State, event: f.CardSent, _: datetime) -> State:
    return replace(state, owed=tuple(o for o in state.owed if o.id != event.id))


def _accused(state: State, event: f.Accused, at: datetime) -> State:
    accusation = Accusation(event.by, event.case, at)
    return replace(state, accusations=(*state.accusations, accusation))


def _window_opened(state: State, event: f.WindowOpened, _: datetime) -> State:
    return replace(state, window_until=event.until)


def _window_closed(state: State, event: f.WindowClosed, _: datetime) -> State:
    for seat in event.lost:
        state = tallied(state, seat, lost=True)
    return replace(state, window_until=None)


def _solved(state: State, event: Solved, _: datetime) -> State:
    for place, seat in enumerate(event.winners, event.place):
        state = tallied(state, seat, place=place)
    for seat in event.lost:
        state = tallied(state, seat, lost=True)
    return replace(state, window_until=None)


def _ended(state: State, event: verbs.Ended, _: datetime) -> State:
    return replace(
        state,
        phase="over",
        result=event,
        questions=(),
        owed=(),
        opens=None,
        closes=None,
        voided=(),
        malformed=(),
        offers=(),
        paused=None,
        window_until=None,
    )


CHANGES: dict[type[Event], Callable[[State, Any, datetime], State]] = (
    SHARED
    | OFFICE
    | {
        table.Joined: _joined,
        table.Left: _left,
        table.Talked: _talked,
        verbs.CaseSealed: _case_sealed,
        f.DayClosed: _day_closed,
        f.DayOpened: _day_opened,
        f.Penalised: _penalised,
        verbs.Suggested: _suggested,
        verbs.Refuted: _answered,
        verbs.NotRefuted: _answered,
        f.CardOwed: _card_owed,
        f.CardSent: _card_sent,
        f.Accused: _accused,
        f.WindowOpened: _window_opened,
        f.WindowClosed: _window_closed,
        Solved: _solved,
        verbs.Ended: _ended,
    }
)
"""Events that change something that future decisions need."""
