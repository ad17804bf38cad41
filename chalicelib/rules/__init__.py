"""The rule sets, and the codecs for what is stored of their games."""

import re
from typing import Any, TypeAlias

import msgspec

from chalicelib.game import Entry, Ruleset, fold
from chalicelib.rules import blitz, forum

RULESETS: dict[str, Ruleset] = {kind.NAME: kind for kind in (forum, blitz)}
"""Every rule set by name; a game keeps the name of its own."""

State: TypeAlias = forum.State | blitz.State
"""The state of any game."""
Log: TypeAlias = Entry[forum.AnyEvent | blitz.AnyEvent, forum.StoredMove | blitz.StoredMove]
"""A log entry of any game."""

Move: TypeAlias = forum.PlayerMove | blitz.PlayerMove
"""What a client may send to a game."""

FOLD = 1
"""The number of this program's fold, kept with every state; rows without a number are of fold 1.

One more whenever a state gets another shape or ``evolve`` another meaning: what another program
folded is then folded again from the log, by newer and by older ones (tests/spine/test_fold.py).
"""

_MARK = re.compile(r'{"fold":(\d+),')
_decode_state = msgspec.json.Decoder(State).decode
read_entry = msgspec.json.Decoder(Log).decode
write = msgspec.json.Encoder().encode


class OtherFold(Exception):  # noqa: N818 -- it says what happened
    """A state was folded by another program: fold its log again."""


def read_state(body: str | bytes) -> State:
    """Read a state, whoever folded it; raises msgspec's ``ValidationError`` if it is strange."""
    text = body if isinstance(body, str) else body.decode()
    mark = _MARK.match(text)
    return _decode_state("{" + text[mark.end() :] if mark else text)


def write_row(state: State) -> str:
    """Give the body of a state's row: the state with the number of its fold before it."""
    return f'{{"fold":{FOLD},{write(state).decode()[1:]}'


def read_row(body: str) -> State:
    """Read a state's row as this program folded it; raises ``OtherFold`` if another one did."""
    mark = _MARK.match(body)
    if (int(mark[1]) if mark else 1) != FOLD:
        raise OtherFold
    return read_state(body)


def day_of(state: State) -> int:
    """Give the game day of a state, in blitz the turn."""
    return state.day if isinstance(state, forum.State) else state.turn


def ruleset(state: State) -> Ruleset:
    """Give the rule set of a game."""
    return RULESETS[str(type(state).__struct_config__.tag)]


def opened_by(first: Any) -> Ruleset | None:
    """Give the rule set whose games begin with this move or event, if it is one of those."""
    kinds = RULESETS.values()
    return next((kind for kind in kinds if isinstance(first, kind.Create | kind.Created)), None)


def folded(state: State | None, entry: Log) -> State:
    """Give the state after a log entry of any game; ``None`` before the first."""
    kind = ruleset(state) if state else opened_by(entry.events[0])
    if not kind:
        raise TypeError("a log begins with the creation of its game")
    after: State = fold(kind, state, entry.events, entry.at)
    return after
