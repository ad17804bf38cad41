"""The public thread of a game for the page: a heading for each day or turn, and what it brought.

Pure.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

import msgspec

from chalicelib.game import Event
from chalicelib.rules import Log
from chalicelib.rules.blitz.state import TurnBegan
from chalicelib.rules.forum.parts import Row
from chalicelib.rules.forum.state import DayClosed, DayOpened, Penalised
from chalicelib.thread import Line, lines


class Day(msgspec.Struct, frozen=True):
    """A game day, in blitz a turn of ``player``; 0 is the time before the first. Times are UTC."""

    number: int
    player: str = ""
    closes: datetime | None = None
    lines: tuple[Line, ...] = ()
    table: tuple[Row, ...] = ()
    penalised: tuple[str, ...] = ()

    @property
    def closed(self) -> bool:
        """Whether the day is over; only then it has a table."""
        return bool(self.table)


def days(entries: Iterable[Log], hidden: Collection[int]) -> tuple[Day, ...]:
    """Give the days or turns of a game in order; ``entries`` are redacted already.

    ``hidden`` are the numbers of the posts whose text nobody may read any more (F54).
    """
    return tuple(_day(part, hidden) for part in _parts(entries))


def _parts(entries: Iterable[Log]) -> Iterator[list[Log]]:
    """Cut the log where days or turns begin: one entry may end one and begin the next."""
    part: list[Log] = []
    for entry in entries:
        for event in entry.events:
            if isinstance(event, DayOpened | TurnBegan):
                yield part
                part = []
            part.append(msgspec.structs.replace(entry, events=(event,)))
    yield part


def _day(part: list[Log], hidden: Collection[int]) -> Day:
    events: list[Event] = [event for entry in part for event in entry.events]
    opened = next((e for e in events if isinstance(e, DayOpened)), None)
    closed = next((e for e in events if isinstance(e, DayClosed)), None)
    turn = next((e for e in events if isinstance(e, TurnBegan)), None)
    return Day(
        opened.day if opened else turn.turn if turn else 0,
        turn.by if turn else "",
        opened.closes if opened else None,
        lines(part, hidden),
        closed.table if closed else (),
        tuple(e.by for e in events if isinstance(e, Penalised)),
    )
