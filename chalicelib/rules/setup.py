"""From an empty table to the deal, and what the end reveals of it, in any rule set (F1-F5, F35)."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal, Protocol, TypeVar

from chalicelib.game import Actor, Chance, Event, IllegalMove
from chalicelib.rules import table, verbs
from chalicelib.rules.cluedo import Case, checked_deck, deal
from chalicelib.rules.running import Running
from chalicelib.rules.successors import need_no_gm
from chalicelib.rules.table import need_organiser

Events = tuple[Event, ...]
E = TypeVar("E", bound=Event)

LEAST_SEATS = 2
MOST_SEATS = 12
"""With five suggestions a day and the limits on names this keeps every item under 32 KB."""


class Sealed(Running, Protocol):
    """The part of a state that the end reveals."""

    @property
    def case(self) -> Case | None:
        """The envelope."""

    @property
    def nonce(self) -> str | None:
        """What makes the commitment to the deal one that tells nothing."""


def created(kind: Callable[..., E], by: Actor, move: Any) -> E:
    """Open a table with a time zone, a title and a deck that are possible (F1, F6)."""
    setting = table.checked_setting(move.setting)
    deck = checked_deck(move.deck)
    return kind(setting, move.options, move.preset, deck, by.account, move.join_code)


def most_seats(state: Running) -> int:
    """Give the most players the deck and the program allow (F1)."""
    return min(state.deck.most_players, MOST_SEATS)


def join(state: Running, by: Actor, move: table.Join, *_: object) -> Events:
    """Seat a newcomer while the deck suffices for one more (F1, F4)."""
    _need_gathering(state)
    need_no_gm(state, by)
    joined = table.join(state, by, move, state.deck.suspects)
    if len(state.seats) >= most_seats(state):
        raise IllegalMove("table_full", "F1", limit=most_seats(state))
    return (joined,)


def dealt(state: Running, by: Actor, opens: datetime, rng: Chance) -> Events:
    """Deal for the organiser, and commit to the deal (F2, F3); the game ``opens`` then (UTC)."""
    need_organiser(by)
    _need_gathering(state)
    if len(state.seats) < LEAST_SEATS:
        raise IllegalMove("too_few_players", "F1", players=len(state.seats), least=LEAST_SEATS)
    drawn = deal(state.deck, (seat.id for seat in state.seats), rng)
    hands = (verbs.HandDealt(seat, len(cards), cards) for seat, cards in drawn.hands.items())
    return (verbs.CaseSealed(drawn.commitment, opens, drawn.case, drawn.nonce), *hands)


def revealed(state: Sealed, told: tuple[verbs.Verdict, ...], winner: str | None) -> verbs.Ended:
    """Reveal envelope and hands with all accusations: solved, if one of them was right."""
    if not state.case or not state.nonce:
        raise ValueError("a game that was dealt knows its case file")
    hands = tuple(verbs.Hand(seat.id, seat.hand or ()) for seat in state.seats)
    solved = any(verdict.right for verdict in told)
    outcome: Literal["solved", "unsolved"] = "solved" if solved else "unsolved"
    return verbs.Ended(outcome, state.case, hands, told, state.nonce, winner)


def _need_gathering(state: Running) -> None:
    """Refuse what is possible only before the deal."""
    if state.phase != "gathering":
        raise IllegalMove("already_started", "F3")
