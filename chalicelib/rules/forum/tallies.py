"""Changing one seat, and what is counted for it."""

from datetime import datetime

from msgspec.structs import replace

from chalicelib.rules.forum.state import State


def seated(state: State, seat: str, **changes: object) -> State:
    """Change one seat."""
    seats = (replace(s, **changes) if s.id == seat else s for s in state.seats)
    return replace(state, seats=tuple(seats))


def tallied(state: State, seat: str, **changes: object) -> State:
    """Change one seat's tally."""
    return replace(state, tallies=state.tallies | {seat: replace(state.tallies[seat], **changes)})


def seen(state: State, seat: str, at: datetime, **changes: object) -> State:
    """Change the tally of a seat that was seen at ``at``; mails may come in out of order (F27)."""
    before = state.tallies[seat].seen
    return tallied(state, seat, seen=max(at, before) if before else at, **changes)
