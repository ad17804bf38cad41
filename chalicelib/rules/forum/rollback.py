"""Going back to an earlier point of the log, with notice to all (F56).

The log keeps everything: what somebody was shown in between stays known.
"""

from datetime import datetime

from msgspec.structs import replace

from chalicelib.game import Actor, Event, IllegalMove
from chalicelib.rules.forum.evolve_office import shifted
from chalicelib.rules.forum.state import State
from chalicelib.rules.office import RollBackTo
from chalicelib.rules.table import need_organiser

KEPT = ("left", "lost", "place", "by_gm", "until", "since", "away")
"""What is counted for a seat and does not go back: it is about people."""


class RolledBack(Event, frozen=True):
    """The game goes on from the state after entry ``to``; every deadline is as far off as then."""

    to: int
    state: State


def roll_back(
    state: State, by: Actor, move: RollBackTo, at: datetime, *_: object
) -> tuple[Event, ...]:
    """Judge going back: to a game day, while the game goes on."""
    need_organiser(by)
    if state.phase != "open" or move.state.phase != "open":
        raise IllegalMove("no_way_back", "F56", seq=move.seq)
    return (RolledBack(move.seq, _restored(state, move, at)),)


def _restored(now: State, move: RollBackTo, at: datetime) -> State:
    """Give the earlier state with today's people and codes, and its deadlines moved to now.

    Numbers of suggestions and posts do not go back: old letters must not fit new ones. Nor do
    accusations: everybody has one, and knows how it went (F30); nor orders to answer (F29).
    """
    then = move.state
    moved = shifted(then, at - (then.paused or move.then), at)
    return replace(
        moved,
        seats=now.seats,
        tallies={
            seat: replace(moved.tallies[seat], **{name: getattr(known, name) for name in KEPT})
            for seat, known in now.tallies.items()
        },
        paused=at if then.paused or now.paused else None,
        accusations=now.accusations,
        window_until=now.window_until,
        suggestions=now.suggestions,
        posts=now.posts,
        hidden=now.hidden,
        deputy=now.deputy,
        offers=now.offers,
        host=now.host,
        served=now.served,
    )
