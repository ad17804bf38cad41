"""What has happened, day by day or turn by turn, as a reader may know it. Pure."""

from collections.abc import Collection, Iterable

import msgspec

from chalicelib.game import redact
from chalicelib.rules import Log
from chalicelib.rules.blitz.state import TurnBegan
from chalicelib.rules.forum.state import CardSent, DayOpened
from chalicelib.rules.verbs import Refuted
from chalicelib.thread import Line, lines

USUAL = 2
"""How many days or turns are told where none are named: the last ones."""
MOST_LINES = 120
"""About as much as one letter holds; what is left over is asked for in another."""


class Shown(msgspec.Struct, frozen=True):
    """A card that the reader has seen: by whom it was shown, and to whom."""

    card: str
    by: str
    to: str


class Section(msgspec.Struct, frozen=True):
    """A day or turn: its number, its lines, and the cards known to the reader by suggestion."""

    number: int
    lines: tuple[Line, ...]
    shown: dict[int, Shown]


class History(msgspec.Struct, frozen=True):
    """Some days or turns in order; ``rest`` are those that were asked for and found no room."""

    sections: tuple[Section, ...]
    known: int = 0
    rest: tuple[int, int] | None = None


def history(
    log: Iterable[Log], reader: str, hidden: Collection[int], first: int = 0, last: int = 0
) -> History:
    """Tell some days or turns from a whole log; of none that is named the last `USUAL`."""
    days = _days(log, reader)
    known = max(days, default=0)
    if not first:
        first, last = max(1, known - USUAL + 1), known
    wanted = [n for n in sorted(days) if first <= n <= last]
    told: list[Section] = []
    room = MOST_LINES
    for number in wanted:
        section = _section(number, days[number], hidden)
        if told and len(section.lines) > room:
            return History(tuple(told), known, (number, wanted[-1]))
        told.append(section)
        room -= len(section.lines)
    return History(tuple(told), known)


def _days(log: Iterable[Log], reader: str) -> dict[int, list[Log]]:
    """Cut a log into days or turns; what comes before the first is left out."""
    days: dict[int, list[Log]] = {}
    number = 0
    for entry in log:
        seen = redact(entry, reader)
        for event in seen.events:
            if isinstance(event, DayOpened):
                number = event.day
            elif isinstance(event, TurnBegan):
                number = event.turn
            part = msgspec.structs.replace(seen, events=(event,))
            days.setdefault(number, []).append(part)
    days.pop(0, None)
    return days


def _section(number: int, entries: list[Log], hidden: Collection[int]) -> Section:
    shown = {
        event.id: Shown(event.card, event.by, event.to)
        for entry in entries
        for event in entry.events
        if isinstance(event, Refuted | CardSent) and event.card
    }
    return Section(number, lines(entries, hidden), shown)
