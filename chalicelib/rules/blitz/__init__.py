"""Cluedo-blitz (rules B1-B10): turns in a fixed order, a suggestion goes round until refuted."""

from chalicelib.rules import office, table, verbs
from chalicelib.rules.blitz import state as _state
from chalicelib.rules.blitz.clock import due
from chalicelib.rules.blitz.evolve import evolve
from chalicelib.rules.blitz.moves import decide, need_accusation
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
]

NAME = "blitz"

PlayerMove = (
    verbs.Suggest
    | verbs.Refute
    | verbs.CannotRefute
    | verbs.Accuse
    | _state.Pass
    | table.AnswerForMe
    | table.Leave
    | table.Start
    | table.Talk
    | table.TellGM
    | table.TellPlayer
    | office.AnswerAsGM
    | office.AnswerForSeat
    | office.Hide
    | office.MoveClose
    | office.OfferSeat
    | office.Pause
    | office.Resume
    | office.RollBack
)
"""What a client may send to a game that exists."""

StoredMove = PlayerMove | Create | table.Join | office.TakeSeat | table.TimePassed
"""What the log may hold."""

AnyEvent = (
    Created
    | verbs.CaseSealed
    | verbs.Ended
    | verbs.HandDealt
    | verbs.NotRefuted
    | verbs.Refuted
    | verbs.Suggested
    | _state.AccusationMade
    | _state.DutyPassed
    | _state.Passed
    | _state.PlayedByGM
    | _state.RolledBack
    | _state.SeatsOrdered
    | _state.TimeRanOut
    | _state.TurnBegan
    | _state.Unrefuted
    | table.Joined
    | table.Left
    | table.StandingOrder
    | table.Talked
    | table.ToldGM
    | table.ToldPlayer
    | office.CloseMoved
    | office.OfficeTaken
    | office.Paused
    | office.PostHidden
    | office.Resumed
    | office.SeatOffered
    | office.SeatTaken
)
"""What may have happened."""
