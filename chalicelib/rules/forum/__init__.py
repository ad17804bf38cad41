"""Forum Cluedo (rules F1-F57): suggestions by day to one addressee, accusations in private."""

from chalicelib.rules.forum import corrections as _corrections
from chalicelib.rules.forum import office as _office
from chalicelib.rules.forum import state as _state
from chalicelib.rules.forum.clock import due
from chalicelib.rules.forum.evolve import evolve
from chalicelib.rules.forum.moves import decide
from chalicelib.rules.forum.rollback import RollBack, RolledBack
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
    | _corrections.Amend
    | _corrections.Settle
    | _corrections.SuggestMalformed
    | _office.AnswerAsGM
    | _office.AnswerForSeat
    | _office.CloseDay
    | _office.Complain
    | _office.Fine
    | _office.Hide
    | _office.MoveClose
    | _office.NameDeputy
    | _office.OfferSeat
    | _office.Pause
    | _office.Restore
    | _office.Resume
    | _office.Void
    | _office.Waive
    | RollBack
)
"""What a client may send to a game that exists."""

StoredMove = PlayerMove | _state.Create | Join | _office.TakeSeat | TimePassed
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
    | _corrections.Amended
    | _corrections.MalformedAnswered
    | _corrections.MalformedMade
    | _corrections.Settled
    | _office.CloseMoved
    | _office.Complained
    | _office.DeputyNamed
    | _office.Fined
    | _office.OfficeTaken
    | _office.Paused
    | _office.PenaltyWaived
    | _office.PostHidden
    | _office.Restored
    | _office.Resumed
    | _office.SeatOffered
    | _office.SeatTaken
    | _office.Voided
    | RolledBack
)
"""What may have happened."""
