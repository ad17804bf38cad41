"""Who and what an event is about, as everybody may know it. Pure."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from msgspec.structs import asdict

from chalicelib.game import Event
from chalicelib.happenings.facts import Cards, Line, Player, Reference, Suggestion
from chalicelib.rules import State, blitz, day_of
from chalicelib.rules.blitz.state import TurnBegan
from chalicelib.rules.cluedo import Case
from chalicelib.rules.forum.parts import Row
from chalicelib.rules.forum.state import DayClosed, DayOpened


class Scene:
    """A game as its public sees it, while one event is told; ``day`` is a turn in blitz."""

    def __init__(self, game: str, state: State, day: int = 0) -> None:
        """Take the public's view of a state."""
        self.game, self.state, self.day = game, state, day
        self._players = {seat.id: Player(seat.id, seat.nick, seat.role) for seat in state.seats}

    def player(self, seat: str) -> Player:
        """Give a seat with nick and role; whoever is none, without."""
        return self._players.get(seat) or Player(seat)

    def players(self, seats: Iterable[str]) -> tuple[Player, ...]:
        """Give several."""
        return tuple(map(self.player, seats))

    def suggestion(self, event: Any, by: str, to: str | None) -> Suggestion:
        """Give the suggestion that an event quotes."""
        return Suggestion(
            id=event.id,
            number=event.number,
            by=self.player(by),
            to=self.player(to) if to else None,
            **named(event.case),
        )

    def reference(self, event: Any, by: str, to: str) -> Reference:
        """Give the suggestion that an event is about, without its cards."""
        return Reference(id=event.id, number=event.number, by=self.player(by), to=self.player(to))

    def table(self, rows: Iterable[Row]) -> tuple[Line, ...]:
        """Give the day's table with names."""
        return tuple(Line(**asdict(self.player(row.seat)) | asdict(row)) for row in rows)

    def until(self) -> datetime | None:
        """When the day, or the step of blitz, ends (UTC), as long as the event's day is on."""
        return self.state.closes if self.day == day_of(self.state) else None


def named(case: Case) -> dict[str, str]:
    """Give the three cards by category."""
    return {"suspect": case.suspect, "weapon": case.weapon, "room": case.room}


def cards(case: Case) -> Cards:
    """Give the three cards."""
    return Cards(**named(case))


def dated(events: Iterable[Event], after: int) -> Iterator[tuple[Event, int]]:
    """Give each event with its day or turn; ``after`` is the one that is on after the last."""
    events = tuple(events)
    day = next(filter(None, map(_day_before, events)), None)
    now = after if day is None else day - 1
    for event in events:
        if isinstance(event, DayOpened):
            now = event.day
        elif isinstance(event, TurnBegan):
            now = event.turn
        yield event, now


def _day_before(event: Event) -> int | None:
    """Give the number of the day before an event that ends or begins one, and one more."""
    if isinstance(event, DayOpened):
        return event.day
    if isinstance(event, DayClosed):
        return event.day + 1
    return event.turn if isinstance(event, TurnBegan) else None


def is_blitz(state: State) -> bool:
    """Whether a game has turns instead of days."""
    return isinstance(state, blitz.State)
