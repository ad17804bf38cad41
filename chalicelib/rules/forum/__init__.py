"""Forum Cluedo (rules F1-F57): suggestions by day to one addressee, accusations in private."""

from chalicelib.rules import shared
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
from chalicelib.rules.together import need_alone

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

NAME = "forum"
need_together = need_alone

PlayerMove = (
    shared.PlayerMove
    | _corrections.Amend
    | _corrections.Settle
    | _corrections.SuggestMalformed
    | rulings.CloseDay
    | rulings.Complain
    | rulings.Fine
    | rulings.NameDeputy
    | rulings.Restore
    | rulings.Void
    | rulings.Waive
)
"""What a client may send to a game that exists."""

StoredMove = PlayerMove | shared.StoredMove | _state.Create
"""What the log may hold."""

AnyEvent = (
    shared.AnyEvent
    | _state.AccusationFailed
    | _state.Accused
    | _state.CardOverdue
    | _state.CardOwed
    | _state.CardSent
    | _state.Created
    | _state.DayClosed
    | _state.DayOpened
    | _state.Penalised
    | _state.SeatsIdle
    | _state.WindowClosed
    | _state.WindowOpened
    | _corrections.Amended
    | _corrections.MalformedAnswered
    | _corrections.MalformedMade
    | _corrections.Settled
    | rulings.Complained
    | rulings.DeputyNamed
    | rulings.Fined
    | rulings.PenaltyWaived
    | rulings.Restored
    | rulings.Voided
    | RolledBack
    | Solved
)
"""What may have happened."""
