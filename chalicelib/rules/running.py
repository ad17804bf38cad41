"""What players and organiser may do at every table, whatever is played there (F52, F54-F57)."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, Literal, Protocol

from chalicelib.game import Actor, Busy, Event, IllegalMove, Unknown
from chalicelib.rules import office, table
from chalicelib.rules.cluedo import Deck
from chalicelib.rules.table import Tabled, need_organiser, need_seat, seat_of

Events = tuple[Event, ...]
Judge = Callable[..., Events]

MOST_HIDDEN = 50
"""How many posts of a game may be hidden."""


class Counted(Protocol):
    """The part of a seat's tally that every rule set has."""

    @property
    def said(self) -> int:
        """How much the seat has said of late, in characters."""

    @property
    def by_gm(self) -> bool:
        """Whether the seat has a standing order."""

    @property
    def until(self) -> date | None:
        """The last day of that order, in the game's zone."""

    @property
    def since(self) -> date | None:
        """Its first day, while that is to come."""

    @property
    def away(self) -> bool:
        """Whether the player is absent as long as it holds."""


class House(Protocol):
    """The house rule that every rule set has."""

    @property
    def gm(self) -> Literal["auto", "human"]:
        """Who is GM (F56)."""


class Running(Tabled, Protocol):
    """The part of a state that these functions and those about successors read."""

    @property
    def options(self) -> House:
        """The house rules."""

    @property
    def deck(self) -> Deck:
        """The cards in play."""

    @property
    def phase(self) -> str:
        """``gathering``, then whatever the rule set has, then ``over``."""

    @property
    def tallies(self) -> Mapping[str, Counted]:
        """What is counted for each seat."""

    @property
    def posts(self) -> int:
        """How many lyric posts there were."""

    @property
    def hidden(self) -> tuple[int, ...]:
        """Which of them are hidden."""

    @property
    def paused(self) -> datetime | None:
        """Since when the game is paused (UTC)."""

    @property
    def offers(self) -> tuple[office.Offer, ...]:
        """The codes that wait for successors."""

    @property
    def host(self) -> str | None:
        """The organiser's account."""

    @property
    def served(self) -> tuple[str, ...] | None:
        """The accounts that had the office before."""


def judge_of(
    moves: Mapping[type, Judge], state: Running, move: Any, *, end: str, moves_by: str
) -> Judge:
    """Give the function that judges a move.

    ``end`` is the rule by which a game is over, ``moves_by`` the one that says which moves it has.
    """
    if state.phase == "over" and not isinstance(move, table.Talk | table.TellGM | table.TellPlayer):
        raise IllegalMove("game_over", end)
    judge = moves.get(type(move))
    if not judge:
        raise IllegalMove("no_such_move", moves_by)
    return judge


def need_clock(by: Actor, deadline: datetime | None, at: datetime, rule: str) -> None:
    """Refuse for the moment what arrives at a deadline that the clock has not yet played."""
    if deadline and at >= deadline and not by.clock:
        raise Busy("clock_behind", rule, seconds=1)


def need_dealt(state: Running) -> None:
    """Refuse what makes no sense before the deal."""
    if state.phase == "gathering":
        raise IllegalMove("not_started", "F3")


def need_seat_of(state: Running, seat: str) -> None:
    """Refuse a seat that is none."""
    if not seat_of(state, seat):
        raise IllegalMove("no_such_seat", "F4", to=seat)


def need_running(state: Running, at: datetime) -> None:
    """Refuse what arrives while the game is paused (F52)."""
    if state.paused and at >= state.paused:
        raise IllegalMove("paused", "F52")


def talk(state: Running, by: Actor, move: table.Talk, *_: object) -> Events:
    """Post a lyric post (F55)."""
    if not by.organiser:
        need_seat(by)
    text = table.said(move.text)
    if by.seat and state.tallies[by.seat].said + len(text) > table.TALK_PER_DAY:
        raise IllegalMove("talk_enough", "F55", limit=table.TALK_PER_DAY)
    return (table.Talked(by.name, text, state.posts + 1),)


def tell_gm(state: Running, by: Actor, move: table.TellGM, *_: object) -> Events:
    """Tell the GM something in private (F57)."""
    seat = seat_of(state, need_seat(by))
    if seat and (seat.words or 0) >= table.WORDS_PER_DAY:
        raise IllegalMove("words_enough", "F57", limit=table.WORDS_PER_DAY)
    return (table.told_gm(by, move),)


def tell_player(state: Running, by: Actor, move: table.TellPlayer, *_: object) -> Events:
    """Tell a player something in private (F57)."""
    return (table.told_player(state, by, move),)


def pause(state: Running, by: Actor, move: office.Pause, *_: object) -> Events:
    """Stop the clocks of a game that runs (F52)."""
    need_organiser(by)
    need_dealt(state)
    if state.paused:
        raise IllegalMove("already_paused", "F52")
    return (office.Paused(table.said_or_nothing(move.reason)),)


def hide(state: Running, by: Actor, move: office.Hide, *_: object) -> Events:
    """Hide a post (F54)."""
    need_organiser(by)
    if not 0 < move.post <= state.posts or move.post in state.hidden:
        raise Unknown("no_such_post", "F54", post=move.post)
    if len(state.hidden) >= MOST_HIDDEN:
        raise IllegalMove("hidden_enough", "F54", limit=MOST_HIDDEN)
    return (office.PostHidden(move.post, table.said_or_nothing(move.reason)),)
