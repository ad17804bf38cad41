"""The log of a game, line by line: what everybody sees, and in braces what only some see.

Nothing here knows a rule set: an event is its name and its fields.
"""

from collections.abc import Iterator
from datetime import datetime
from textwrap import wrap
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from chalicelib.game import ORGANISER, PUBLIC, Event, redact
from chalicelib.rules import State
from chalicelib.rules.cluedo import Case
from chalicelib.rules.table import seat_of
from tests.letters.games import Record

OMITTED = {"account", "commitment", "nonce"}
"""Fields that are long or mean nothing to people."""
EMPTY = (None, "", (), 0)
"""Values that need no words."""
MARGIN = 20
WIDTH = 120 - MARGIN


def log(game: Record) -> Iterator[str]:
    """Write the log from the deal on: the number and the time of each entry, and its events."""
    for entry, state in played(game):
        margin = f"{f'[{entry.seq}]':<5}{clock(entry.at, state)}"
        for event in entry.events:
            for part in _wrapped(line(event, state)):
                yield f"{margin:<{MARGIN}}{part}"
                margin = ""


def _wrapped(text: str) -> list[str]:
    return wrap(
        text, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def played(game: Record) -> Iterator[tuple[Any, State]]:
    """Give the entries from the deal on, each with the state after it."""
    return ((entry, state) for entry, state in game.log if state.phase != "gathering")


def clock(at: datetime, state: State) -> str:
    """Give a time on the game's clock."""
    local = at.astimezone(ZoneInfo(state.setting.zone))
    return f"{local.day} {local:%b %H:%M}"


def line(event: Event, state: State) -> str:
    """Write an event with all its fields, and who sees it or a part of it if not all do."""
    seen: dict[str, Any] = {viewer: redact(event, viewer) for viewer in _viewers(state)}
    names = [name for name in event.__struct_fields__ if name not in OMITTED]
    readers = [viewer for viewer, version in seen.items() if version is not None]
    if PUBLIC not in readers:
        return f"{{{_named(readers, state)}: {_tag(event)}{_fields(event, names, state)}}}"
    secret = [n for n in names if getattr(seen[PUBLIC], n) is None and getattr(event, n)]
    public = [name for name in names if name not in secret]
    parts = (_secret(event, name, seen, state) for name in secret)
    return f"{_tag(event)}{_fields(event, public, state)}{''.join(parts)}"


def _viewers(state: State) -> tuple[str, ...]:
    return (PUBLIC, *(seat.id for seat in state.seats), ORGANISER)


def _named(viewers: list[str], state: State) -> str:
    return ", ".join(_value(viewer, state) for viewer in viewers) or "GM"


def _secret(event: Event, name: str, seen: dict[str, Any], state: State) -> str:
    """Write one field that not everybody sees."""
    readers = [v for v, version in seen.items() if getattr(version, name, None) is not None]
    return f" {{{_named(readers, state)}: {name} {_value(getattr(event, name), state)}}}"


def _tag(event: Event) -> str:
    return str(type(event).__struct_config__.tag)


def _fields(event: msgspec.Struct, names: list[str], state: State) -> str:
    """Write fields that say something: the number first, then by whom to whom, then the rest."""
    facts = {name: getattr(event, name) for name in names if _says(event, name)}
    number = "".join(f" {facts.pop(name)}" for name in ("id", "day") if name in facts)
    sides = [_value(facts.pop(name), state) for name in ("by", "to") if name in facts]
    who = f" {' → '.join(sides)}" if sides else ""
    rest = ", ".join(_fact(name, fact, state) for name, fact in facts.items())
    return f"{number}{who}{': ' if rest else ''}{rest}"


def _says(event: msgspec.Struct, name: str) -> bool:
    """Whether a field says something: an empty one does not, nor what is false by default."""
    value = getattr(event, name)
    if value is False:
        required = len(event.__struct_fields__) - len(event.__struct_defaults__)
        return event.__struct_fields__.index(name) < required
    return value not in EMPTY


def _fact(name: str, fact: object, state: State) -> str:
    if isinstance(fact, bool):
        return name if fact else f"not {name}"
    return f"{name} {_value(fact, state)}"


def _value(value: object, state: State) -> str:
    """Write a value: seats by their nicks, times on the game's clock."""
    if isinstance(value, datetime):
        return clock(value, state)
    if isinstance(value, tuple):
        comma = "; " if any(isinstance(item, msgspec.Struct) for item in value) else ", "
        return comma.join(_value(item, state) for item in value)
    if isinstance(value, Case):
        return f"({', '.join(value.cards)})"
    if isinstance(value, msgspec.Struct):
        names = [n for n in value.__struct_fields__ if n not in {"seat", "by"}]
        whose = getattr(value, "seat", None) or getattr(value, "by", "")
        return f"{_value(whose, state)}{_fields(value, names, state)}".strip()
    seat = seat_of(state, value) if isinstance(value, str) else None
    return seat.nick if seat else str(value).replace("\n", " / ")
