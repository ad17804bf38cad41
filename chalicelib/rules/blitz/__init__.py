"""Cluedo-blitz (rules B1-B10): turns in a fixed order, a suggestion goes round until refuted."""

from chalicelib.rules import shared
from chalicelib.rules.blitz import state as _state
from chalicelib.rules.blitz.clock import due
from chalicelib.rules.blitz.evolve import evolve
from chalicelib.rules.blitz.moves import decide, need_accusation, need_together
from chalicelib.rules.blitz.options import PRESETS, Options
from chalicelib.rules.blitz.state import Create, Created, State

__all__ = [
    "NAME",
    "PRESETS",
    "AnyEvent",
    "Create",
    "Created",
    "Options",
    "PlayerMove",
    "State",
    "StoredMove",
    "decide",
    "due",
    "evolve",
    "need_accusation",
    "need_together",
]

NAME = "blitz"

PlayerMove = shared.PlayerMove | _state.Pass
"""What a client may send to a game that exists."""

StoredMove = PlayerMove | shared.StoredMove | Create
"""What the log may hold."""

AnyEvent = (
    shared.AnyEvent
    | Created
    | _state.AccusationMade
    | _state.DutyPassed
    | _state.Passed
    | _state.PlayedByGM
    | _state.RolledBack
    | _state.SeatsOrdered
    | _state.TimeRanOut
    | _state.TurnBegan
    | _state.Unrefuted
)
"""What may have happened."""
