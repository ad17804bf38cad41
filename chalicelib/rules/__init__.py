"""The rule sets, and the codecs for what is stored of their games."""

import msgspec

from chalicelib.game import Entry, Ruleset
from chalicelib.rules import forum

RULESETS: dict[str, Ruleset] = {forum.NAME: forum}
"""Every rule set by name; a game keeps the name of its own."""

State = forum.State
"""The state of any game."""
Log = Entry[forum.AnyEvent, forum.StoredMove]
"""A log entry of any game."""

Move = forum.PlayerMove
"""What a client may send to a game."""

read_state = msgspec.json.Decoder(State).decode
read_entry = msgspec.json.Decoder(Log).decode
write = msgspec.json.Encoder().encode


def ruleset(state: State | None) -> Ruleset:
    """Give the rule set of a game; one that does not exist yet is created by the only one."""
    return RULESETS[str(type(state).__struct_config__.tag)] if state else forum
