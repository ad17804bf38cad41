"""Forum Cluedo (rules F1-F57): suggestions by day to one addressee, accusations in private."""

from chalicelib.rules.forum import state as _state
from chalicelib.rules.forum.clock import due
from chalicelib.rules.forum.evolve import evolve
from chalicelib.rules.forum.moves import decide
from chalicelib.rules.forum.state import State
from chalicelib.rules.table import (
    AnswerForMe,
    Join,
    Joined,
    Leave,
    Left,
    StandingOrder,
    Start,
    Talk,
    Talked,
    TellGM,
    TellPlayer,
    TimePassed,
    ToldGM,
    ToldPlayer,
)

__all__ = ["NAME", "AnyEvent", "PlayerMove", "State", "StoredMove", "decide", "due", "evolve"]

NAME = "forum"

PlayerMove = (
    _state.Suggest
    | _state.Refute
    | _state.CannotRefute
    | _state.Accuse
    | AnswerForMe
    | Leave
    | Start
    | Talk
    | TellGM
    | TellPlayer
)
"""What a client may send to a game that exists."""

StoredMove = PlayerMove | _state.Create | Join | TimePassed
"""What the log may hold."""

AnyEvent = (
    _state.AccusationFailed
    | _state.Accused
    | _state.CardOverdue
    | _state.CardOwed
    | _state.CardSent
    | _state.CaseSealed
    | _state.Created
    | _state.DayClosed
    | _state.DayOpened
    | _state.Ended
    | _state.HandDealt
    | _state.NotRefuted
    | _state.Penalised
    | _state.Refuted
    | _state.SeatsIdle
    | _state.Suggested
    | _state.WindowClosed
    | _state.WindowOpened
    | Joined
    | Left
    | StandingOrder
    | Talked
    | ToldGM
    | ToldPlayer
)
"""What may have happened."""
