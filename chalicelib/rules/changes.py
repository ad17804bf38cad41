"""How the events that all rule sets share change a state. Assigns, never judges."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from msgspec.structs import replace

from chalicelib.game import ORGANISER, Event
from chalicelib.rules import office, table, verbs
from chalicelib.rules.running import Running
from chalicelib.rules.table import Seat, seat_of

S = TypeVar("S", bound=Running)


def changed(state: S, **changes: Any) -> S:
    """Give a state with some fields changed."""
    return replace(state, **changes)  # type: ignore[type-var] # every state is a struct


def created(kind: Callable[..., S], event: Any) -> S:
    """Give the state of a table that was just opened."""
    return kind(
        setting=event.setting,
        options=event.options,
        preset=event.preset,
        deck=event.deck,
        host=event.host,
        join_code=event.join_code,
    )


def seated(state: S, seat: str, **changes: Any) -> S:
    """Change one seat."""
    seats = (replace(s, **changes) if s.id == seat else s for s in state.seats)
    return changed(state, seats=tuple(seats))


def tallied(state: S, seat: str, **changes: Any) -> S:
    """Change one seat's tally."""
    tally: Any = state.tallies[seat]
    return changed(state, tallies={**state.tallies, seat: replace(tally, **changes)})


def joined(state: S, event: table.Joined, tally: object) -> S:
    """Add a seat, with a fresh tally."""
    seat = Seat(event.by, event.nick, event.role, event.account)
    return changed(
        state,
        seats=(*state.seats, seat),
        joined=state.joined + 1,
        tallies={**state.tallies, seat.id: tally},
    )


def unseated(state: S, seat: str) -> S:
    """Take a seat away, as one can before the deal."""
    return changed(
        state,
        seats=tuple(s for s in state.seats if s.id != seat),
        tallies={k: v for k, v in state.tallies.items() if k != seat},
    )


def talked(state: S, event: table.Talked, _: datetime) -> S:
    """Count a post."""
    state = changed(state, posts=event.post)
    if event.by not in state.tallies:
        return state
    return tallied(state, event.by, said=state.tallies[event.by].said + len(event.text))


def _told_gm(state: S, event: table.ToldGM, _: datetime) -> S:
    seat = seat_of(state, event.by)
    return seated(state, event.by, words=(seat.words or 0) + 1) if seat else state


def standing_order(state: S, event: table.StandingOrder, _: datetime) -> S:
    """Keep an order, or forget it (F29)."""
    given = {"until": event.until, "since": event.since, "away": event.away}
    return tallied(state, event.by, by_gm=event.on, **given)


def _hand_dealt(state: S, event: verbs.HandDealt, _: datetime) -> S:
    return seated(state, event.to, hand=event.cards, size=event.size)


def _post_hidden(state: S, event: office.PostHidden, _: datetime) -> S:
    return changed(state, hidden=(*state.hidden, event.post))


def _seat_offered(state: S, event: office.SeatOffered, _: datetime) -> S:
    others = _offers_but(state, event.seat)
    return changed(state, offers=(*others, office.Offer(event.seat, event.code)))


def _offers_but(state: Running, seat: str) -> tuple[office.Offer, ...]:
    return tuple(offer for offer in state.offers if offer.seat != seat)


def seat_taken(state: S, event: office.SeatTaken, _: datetime) -> S:
    """Let somebody else sit on a seat."""
    taken = seated(state, event.by, nick=event.nick, account=event.account)
    return changed(tallied(taken, event.by, left=False), offers=_offers_but(state, event.by))


def _office_taken(state: S, event: office.OfficeTaken, _: datetime) -> S:
    """Keep who has seen all cards, each once: only a person who was GM has (F56)."""
    saw = state.options.gm == "human" and state.host
    served = tuple(dict.fromkeys((*(state.served or ()), state.host))) if saw else state.served
    return changed(state, host=event.host, served=served, offers=_offers_but(state, ORGANISER))


SHARED: dict[type[Event], Callable[[Any, Any, datetime], Any]] = {
    table.Talked: talked,
    table.ToldGM: _told_gm,
    table.StandingOrder: standing_order,
    verbs.HandDealt: _hand_dealt,
    office.PostHidden: _post_hidden,
    office.SeatOffered: _seat_offered,
    office.SeatTaken: seat_taken,
    office.OfficeTaken: _office_taken,
}
"""What of these events future decisions need, in every rule set."""
