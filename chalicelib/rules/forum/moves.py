"""Judging the moves of forum Cluedo. Pure: the events, or a refusal that cites its rule."""

from datetime import datetime, timedelta
from typing import Any

from chalicelib.game import ORGANISER, Actor, Chance, Event, IllegalMove
from chalicelib.rules import office, setup, table, verbs
from chalicelib.rules.answering import back
from chalicelib.rules.calendar import first_boundary
from chalicelib.rules.cluedo import named
from chalicelib.rules.forum import answers, corrections, powers, rulings, suggestions
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.clock import all_in, day_ends, due, ending, opening, time_passed
from chalicelib.rules.forum.evolve import evolve
from chalicelib.rules.forum.rollback import roll_back
from chalicelib.rules.forum.state import State
from chalicelib.rules.forum.winners import last_day, solved
from chalicelib.rules.office import RollBackTo
from chalicelib.rules.running import Judge, judge_of, need_clock, need_running
from chalicelib.rules.shared import JUDGES
from chalicelib.rules.table import need_seat

Events = tuple[Event, ...]


def decide(state: State | None, by: Actor, move: Any, at: datetime, rng: Chance) -> Events:
    """Judge a move that arrived at ``at`` (UTC).

    A move that arrives at or after a deadline which the clock has not yet played is ``Busy``.
    """
    if state is None:
        return (setup.created(f.Created, by, move),)
    if isinstance(move, f.Create):
        raise IllegalMove("game_exists")
    need_clock(by, due(state), at, "F6")
    judge = judge_of(MOVES, state, move, end="F35", moves_by="F50")
    made = judge(state, by, move, at, rng)
    events = (*made, *back(state, by, made, at))
    return (*events, *_early_close(state, events, at))


def _early_close(state: State, events: Events, at: datetime) -> Events:
    """Close the day by itself with the event that was the last it waited for (F7).

    A day that had nothing to wait for when it opened is not closed by something private. The last
    day is not closed early: somebody may still accuse (F35).
    """
    if state.options.early_close != "auto" or all_in(state) or last_day(state):
        return ()
    after = state
    for event in events:
        after = evolve(after, event, at)
    return day_ends(after, at) if all_in(after) and after.day == state.day else ()


def leave(state: State, by: Actor, *_: object) -> Events:
    """Vacate the actor's seat (F15); with nobody left who may accuse the game ends (F35)."""
    seat = need_seat(by)
    left = (table.Left(seat, by.account),)
    if state.phase == "gathering":
        return left
    others = [s.id for s in state.seats if s.id != seat and not state.retired(s.id)]
    waiting = any(offer.seat != ORGANISER for offer in state.offers)
    return left if others or waiting else (*left, ending(state))


def start(state: State, by: Actor, _: table.Start, at: datetime, rng: Chance) -> Events:
    """Deal and commit to it (F1-F3); the first day opens now or at its clock time (F5, F6)."""
    fixed = state.options.day_start
    opens = first_boundary(at, state.setting.zone, fixed) if fixed else at
    events = setup.dealt(state, by, opens, rng)
    return (*events, *(() if fixed else opening(state, at, opens)))


def accuse(state: State, by: Actor, move: verbs.Accuse, at: datetime, _: Chance) -> Events:
    """Judge an accusation: once, in private, on a game day (F30-F32, F35, F36)."""
    seat = need_seat(by)
    need_accusation(state, seat, at)
    case = named(state.deck, move.suspect, move.weapon, move.room)
    made = f.Accused(seat, case)
    wrong = () if case == state.case else (f.AccusationFailed(seat),)
    return (made, *wrong, *_consequence(state, evolve(state, made, at), at))


def need_accusation(state: State, seat: str, at: datetime) -> None:
    """Refuse a seat that cannot accuse at ``at`` (UTC), whatever it names (F30, F52)."""
    if state.phase != "open" or (state.opens and at < state.opens):
        raise IllegalMove("no_open_day", "F30", opens=state.opens)
    need_running(state, at)
    if state.accused(seat) or state.tallies[seat].lost:
        raise IllegalMove("has_accused", "F30")


def _consequence(before: State, after: State, at: datetime) -> Events:
    """What the thread is told of an accusation: end, winner, window, or nothing (F32, F35)."""
    right = after.accusations[-1].case == after.case
    nobody_left = all(after.retired(seat.id) for seat in after.seats)
    window = after.options.accusation_window
    if nobody_left or (right and window == "none" and not after.options.play_on):
        return (ending(after),)
    if window == "none":
        found = solved(after)
        return (found,) if found else ()
    opens = right or window == "from_first"
    if before.window_until or not opens:
        return ()
    return (f.WindowOpened(at + timedelta(hours=after.options.accusation_window_hours)),)


MOVES: dict[type, Judge] = JUDGES | {
    table.Leave: leave,
    table.Start: start,
    table.AnswerForMe: answers.answer_for_me,
    table.TimePassed: time_passed,
    verbs.Suggest: suggestions.suggest,
    verbs.Refute: answers.refute,
    verbs.CannotRefute: answers.cannot_refute,
    verbs.Accuse: accuse,
    corrections.SuggestMalformed: suggestions.suggest_malformed,
    corrections.Amend: suggestions.amend,
    corrections.Settle: corrections.settle,
    rulings.Complain: answers.complain,
    office.Resume: powers.resume,
    rulings.CloseDay: powers.close_day,
    office.MoveClose: powers.move_close,
    rulings.NameDeputy: powers.name_deputy,
    office.AnswerForSeat: powers.answer_for_seat,
    rulings.Fine: powers.fine,
    rulings.Waive: powers.waive,
    rulings.Void: powers.void,
    rulings.Restore: powers.restore,
    RollBackTo: roll_back,
}
"""Every move of the rule set and the function that judges it."""
