"""When a seat was last seen in the thread (F27)."""

from datetime import datetime

from chalicelib.rules.changes import tallied
from chalicelib.rules.forum.state import State


def seen(state: State, seat: str, at: datetime, **changes: object) -> State:
    """Change the tally of a seat that was seen at ``at``; mails may come in out of order."""
    before = state.tallies[seat].seen
    return tallied(state, seat, seen=max(at, before) if before else at, **changes)
