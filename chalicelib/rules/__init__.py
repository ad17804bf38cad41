"""The rule sets, and the codecs for what is stored of their games."""

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

read_state = msgspec.json.Decoder(State).decode
read_entry = msgspec.json.Decoder(Log).decode
write = msgspec.json.Encoder().encode


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
