"""Which events a thread is told of, and in which of the posts of an entry. Pure."""

from chalicelib.announce.voice import Kind
from chalicelib.game import Event
from chalicelib.rules import verbs
from chalicelib.rules.blitz import state as b
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.table import Joined, Talked

SILENT = (
    *(f.Created, b.Created, Joined, verbs.HandDealt, b.SeatsOrdered),
    *(b.TimeRanOut, b.DutyPassed),
)
"""Public events of which the thread is told nothing: others say the same."""
MOVES = (
    *(verbs.Suggested, c.Amended, c.MalformedMade, verbs.Refuted, verbs.NotRefuted),
    *(Talked, b.Passed, b.AccusationMade, rulings.Complained),
)
"""What players do in public, unless the GM does it for them."""
RULED = (c.MalformedMade, b.AccusationMade)
"""Moves to which the GM says something at once."""
_KINDS: dict[type[Event], Kind] = {
    verbs.CaseSealed: "opening",
    f.DayOpened: "day.opened",
    f.DayClosed: "day.closed",
    f.Penalised: "day.closed",
    verbs.Ended: "end",
}


def is_move(event: Event) -> bool:
    """Whether a player did it, and not the GM in their place."""
    return isinstance(event, MOVES) and not getattr(event, "gm", False)


def mover(event: Event) -> str:
    """Give the seat whose move a post has just repeated under its name; nobody for talk."""
    return str(getattr(event, "by", "")) if is_move(event) and not isinstance(event, Talked) else ""


def kind_of(event: Event, *, in_thread: bool) -> Kind | None:
    """Say in which post an event is told; ``None`` where the thread is told nothing.

    Moves that came in through the thread stand there already.
    """
    if isinstance(event, SILENT):
        return None
    if is_move(event):
        if not in_thread:
            return "moves"
        return "gm" if isinstance(event, RULED) else None
    return _KINDS.get(type(event), "gm")
