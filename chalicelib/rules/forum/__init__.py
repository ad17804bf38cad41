"""Forum Cluedo (rules F1-F57): suggestions by day to one addressee, accusations in private."""

from chalicelib.rules import office, verbs
from chalicelib.rules.forum import corrections as _corrections
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as _state
from chalicelib.rules.forum.clock import due
from chalicelib.rules.forum.evolve import evolve
from chalicelib.rules.forum.moves import decide, need_accusation
from chalicelib.rules.forum.options import PRESETS, Options
from chalicelib.rules.forum.rollback import RolledBack
from chalicelib.rules.forum.state import Create, Created, State
from chalicelib.rules.forum.winners import Solved
from chalicelib.rules.office import RollBack
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

NAME = "forum"

PlayerMove = (
    verbs.Suggest
    | verbs.Refute
    | verbs.CannotRefute
    | verbs.Accuse
    | AnswerForMe
    | Leave
    | Start
    | Talk
    | TellGM
    | TellPlayer
    | _corrections.Amend
    | _corrections.Settle
    | _corrections.SuggestMalformed
    | office.AnswerAsGM
    | office.AnswerForSeat
    | rulings.CloseDay
    | rulings.Complain
    | rulings.Fine
    | office.Hide
    | office.MoveClose
    | rulings.NameDeputy
    | office.OfferSeat
    | office.Pause
    | rulings.Restore
    | office.Resume
    | rulings.Void
    | rulings.Waive
    | RollBack
)
"""What a client may send to a game that exists."""

StoredMove = PlayerMove | _state.Create | Join | office.TakeSeat | TimePassed
"""What the log may hold."""

AnyEvent = (
    _state.AccusationFailed
    | _state.Accused
    | _state.CardOverdue
    | _state.CardOwed
    | _state.CardSent
    | verbs.CaseSealed
    | _state.Created
    | _state.DayClosed
    | _state.DayOpened
    | verbs.Ended
    | verbs.HandDealt
    | verbs.NotRefuted
    | _state.Penalised
    | verbs.Refuted
    | _state.SeatsIdle
    | verbs.Suggested
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
    | office.CloseMoved
    | rulings.Complained
    | rulings.DeputyNamed
    | rulings.Fined
    | office.OfficeTaken
    | office.Paused
    | rulings.PenaltyWaived
    | office.PostHidden
    | rulings.Restored
    | office.Resumed
    | office.SeatOffered
    | office.SeatTaken
    | rulings.Voided
    | RolledBack
    | Solved
)
"""What may have happened."""
