"""The moves and events that every rule set of Cluedo has; each adds its own."""

from chalicelib.rules import answering, office, running, setup, successors, table, verbs
from chalicelib.rules.running import Judge

PlayerMove = (
    verbs.Suggest
    | verbs.Refute
    | verbs.CannotRefute
    | verbs.Accuse
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
"""What a client may send to any game that exists."""

StoredMove = PlayerMove | table.Join | office.TakeSeat | table.TimePassed
"""What the log of any game may hold, besides its creation."""

AnyEvent = (
    verbs.CaseSealed
    | verbs.Ended
    | verbs.HandDealt
    | verbs.NotRefuted
    | verbs.Refuted
    | verbs.Suggested
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
"""What may have happened in any game, besides its creation."""

JUDGES: dict[type, Judge] = {
    table.Join: setup.join,
    table.Talk: running.talk,
    table.TellGM: running.tell_gm,
    table.TellPlayer: running.tell_player,
    office.Pause: running.pause,
    office.AnswerAsGM: answering.answer_as_gm,
    office.Hide: running.hide,
    office.OfferSeat: successors.offer_seat,
    office.TakeSeat: successors.take_seat,
}
"""The moves that are judged alike in every rule set, and the functions that judge them."""
