"""Judging what organiser and deputy do: times, penalties, void suggestions, successors (F56)."""

from datetime import UTC, datetime, timedelta

from chalicelib.game import Actor, Chance, Event, IllegalMove, NotYours, Unknown
from chalicelib.rules import office, table
from chalicelib.rules.answering import gm_answer
from chalicelib.rules.calendar import first_boundary
from chalicelib.rules.cluedo import Case
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum.clock import all_in, day_ends
from chalicelib.rules.forum.orders import orders_begin, standing_order
from chalicelib.rules.forum.state import State
from chalicelib.rules.forum.winners import last_day
from chalicelib.rules.running import need_dealt, need_seat_of
from chalicelib.rules.table import need_organiser
from chalicelib.rules.verbs import Question

Events = tuple[Event, ...]

LONGEST_DAY = timedelta(days=31)
"""How far ahead a day's end may be moved."""


def resume(state: State, by: Actor, _: office.Resume, at: datetime, __: Chance) -> Events:
    """Start them again; a first day that was missed opens at its next clock time (F52, F8)."""
    _need_organiser_or_deputy(state, by)
    if not state.paused:
        raise IllegalMove("not_paused", "F52")
    fixed, opens = state.options.day_start, None
    if state.phase == "dealt" and fixed and state.opens and state.opens <= at:
        opens = first_boundary(at, state.setting.zone, fixed)
    return (office.Resumed(state.paused, opens), *orders_begin(state, at))


def close_day(state: State, by: Actor, _: rulings.CloseDay, at: datetime, __: Chance) -> Events:
    """Close the day early, once everything is in (F7); the deputy may do it too (F8)."""
    _need_organiser_or_deputy(state, by)
    _need_open_day(state)
    _need_all_in(state)
    return day_ends(state, at)


def move_close(state: State, by: Actor, move: office.MoveClose, at: datetime, _: Chance) -> Events:
    """Move the day's end: later, or, once everything is in, earlier (F6, F7)."""
    need_organiser(by)
    _need_open_day(state)
    if move.closes.tzinfo is None or not at < move.closes < at + LONGEST_DAY:
        raise IllegalMove("close_out_of_range", "F6", days=LONGEST_DAY.days)
    if state.closes and move.closes < state.closes:
        _need_all_in(state)
    return (office.CloseMoved(move.closes.astimezone(UTC)),)


def name_deputy(state: State, by: Actor, move: rulings.NameDeputy, *_: object) -> Events:
    """Name a deputy among the players (F8)."""
    need_organiser(by)
    if move.seat is not None:
        need_seat_of(state, move.seat)
        if state.tallies[move.seat].left:
            raise IllegalMove("addressee_left", "F8", to=move.seat)
    return (rulings.DeputyNamed(move.seat),)


def answer_for_seat(
    state: State, by: Actor, move: office.AnswerForSeat, at: datetime, _: Chance
) -> Events:
    """Let the GM answer for an absent seat at once, or no longer (F15, F51)."""
    need_organiser(by)
    need_dealt(state)
    need_seat_of(state, move.seat)
    return standing_order(state, move.seat, at, table.AnswerForMe(move.on))


def fine(state: State, by: Actor, move: rulings.Fine, *_: object) -> Events:
    """Take a suggestion of today if one is left, else of tomorrow (F44)."""
    need_organiser(by)
    need_dealt(state)
    need_seat_of(state, move.seat)
    tally = state.tallies[move.seat]
    left = state.options.suggestions_per_day - tally.penalty - tally.made
    today = state.phase == "open" and left > 0
    if not today and tally.fined >= state.options.suggestions_per_day:
        raise IllegalMove("fined_enough", "F44", seat=move.seat)
    return (rulings.Fined(move.seat, today, table.said_or_nothing(move.reason)),)


def waive(state: State, by: Actor, move: rulings.Waive, *_: object) -> Events:
    """Forgive one penalty: of tomorrow first, else of today (F28, F44)."""
    need_organiser(by)
    need_seat_of(state, move.seat)
    tally = state.tallies[move.seat]
    if not tally.fined and not tally.penalty:
        raise IllegalMove("no_penalty", "F28", seat=move.seat)
    return (rulings.PenaltyWaived(move.seat, today=not tally.fined),)


def void(state: State, by: Actor, move: rulings.Void, *_: object) -> Events:
    """Declare an open suggestion of today void; it counts as made (F43, F45)."""
    need_organiser(by)
    about = _about(_open(state, move.suggestion))
    return (rulings.Voided(*about, table.said_or_nothing(move.reason)),)


def restore(state: State, by: Actor, move: rulings.Restore, at: datetime, _: Chance) -> Events:
    """Let a void suggestion of today wait for its answer again (F45); an order answers it (F29)."""
    need_organiser(by)
    found = next((q for q in state.voided if q.id == move.suggestion), None)
    if not found:
        raise Unknown("no_such_suggestion", "F45", suggestion=move.suggestion)
    restored = (rulings.Restored(*_about(found)),)
    by_gm = state.answered_by_gm(found.to, at)
    return (*restored, gm_answer(state, found)) if by_gm else restored


def _need_organiser_or_deputy(state: State, by: Actor) -> None:
    """Refuse all but the organiser and the deputy (F8)."""
    if not (by.organiser or (by.seat and by.seat == state.deputy)):
        raise NotYours("not_organiser", "F8")


def _need_open_day(state: State) -> None:
    """Refuse what needs a game day that runs."""
    if state.phase != "open":
        raise IllegalMove("no_open_day", "F6", opens=state.opens)
    if state.paused:
        raise IllegalMove("paused", "F52")


def _need_all_in(state: State) -> None:
    """Refuse to close early what people wait for; on the last day they may still accuse (F7)."""
    if last_day(state):
        raise IllegalMove("last_day", "F35", day=state.day)
    if not all_in(state):
        raise IllegalMove("not_all_in", "F7")


def _open(state: State, suggestion: int) -> Question:
    """Give an open suggestion; refuse any other."""
    found = next((q for q in state.questions if q.id == suggestion), None)
    if not found:
        raise Unknown("no_such_suggestion", "F20", suggestion=suggestion)
    return found


def _about(question: Question) -> tuple[int, int, str, str, Case]:
    """Give what the thread is told of a suggestion: who asked whom for what."""
    return (question.id, question.number, question.by, question.to, question.case)
