"""Judging suggestions, well-formed or not, and their corrections (F10-F15, F40-F43)."""

from datetime import datetime
from typing import Literal

from chalicelib.game import Actor, Chance, Event, IllegalMove
from chalicelib.rules import table, verbs
from chalicelib.rules.answering import gm_answer
from chalicelib.rules.cluedo import named
from chalicelib.rules.forum import corrections
from chalicelib.rules.forum.state import State
from chalicelib.rules.running import need_running
from chalicelib.rules.table import need_seat, seat_of
from chalicelib.rules.verbs import Question

Events = tuple[Event, ...]


def suggest(state: State, by: Actor, move: verbs.Suggest, at: datetime, _: Chance) -> Events:
    """Judge a suggestion (F10-F15); a standing order answers it at once (F29)."""
    seat = need_seat(by)
    need_open_day(state, at)
    need_rights(state, seat)
    _check_addressee(state, seat, move.to, at)
    case = named(state.deck, move.suspect, move.weapon, move.room)
    _check_quota(state, seat, move.to)
    number = state.tallies[seat].made + 1
    made = verbs.Suggested(state.suggestions + 1, number, seat, move.to, case)
    if not state.answered_by_gm(move.to, at):
        return (made,)
    return (made, gm_answer(state, Question(made.id, number, seat, move.to, case, at)))


def suggest_malformed(
    state: State, by: Actor, move: corrections.SuggestMalformed, at: datetime, _: Chance
) -> Events:
    """Take down a suggestion that is malformed: it counts like any other (F43)."""
    seat = need_seat(by)
    need_open_day(state, at)
    need_rights(state, seat)
    _check_addressee(state, seat, move.to, at)
    _check_quota(state, seat, move.to)
    number, text = state.tallies[seat].made + 1, table.said(move.text)
    return (corrections.MalformedMade(state.suggestions + 1, number, seat, move.to, text),)


def need_open_day(state: State, at: datetime) -> None:
    """Refuse what arrives outside a game day (F6)."""
    if state.phase != "open" or not state.opened:
        raise IllegalMove("no_open_day", "F6", opens=state.opens)
    need_running(state, at)
    if at < state.opened:
        raise IllegalMove("day_over", "F6", day=state.day - 1)


def need_rights(state: State, seat: str) -> None:
    """Refuse a seat that has left, lost, or accused (F15, F31, F33)."""
    if state.tallies[seat].left:
        raise IllegalMove("seat_left", "F15")
    if state.tallies[seat].lost:
        raise IllegalMove("rights_lost", "F31")
    if state.accused(seat):
        raise IllegalMove("has_accused", "F33")


def _check_addressee(state: State, seat: str, to: str, at: datetime) -> None:
    """Refuse an addressee who is no other seat, or who left and is not answered for (F12, F15)."""
    if not to:
        others = tuple(other.nick for other in state.seats if other.id != seat)
        raise IllegalMove("no_addressee", "F12", choices=others)
    if to == seat:
        raise IllegalMove("asks_oneself", "F12")
    if not seat_of(state, to):
        raise IllegalMove("no_such_seat", "F12", to=to)
    if state.tallies[to].left and not state.answered_by_gm(to, at):
        raise IllegalMove("addressee_left", "F15", to=to)


def _check_quota(state: State, seat: str, to: str) -> None:
    """Refuse more than the day's suggestions, in all or to one player (F10, F11, F27)."""
    tally, options = state.tallies[seat], state.options
    if not state.suggestions_left(seat):
        allowed = max(0, options.suggestions_per_day - tally.penalty)
        raise IllegalMove("quota_spent", "F10", made=tally.made, allowed=allowed)
    if tally.asked.get(to, 0) >= options.per_addressee_per_day:
        allowed = options.per_addressee_per_day
        raise IllegalMove("addressee_quota_spent", "F11", to=to, allowed=allowed)
    if options.await_answer and any(q.by == seat and q.to == to for q in state.questions):
        raise IllegalMove("await_answer", "F11", to=to)


def amend(state: State, by: Actor, move: corrections.Amend, at: datetime, _: Chance) -> Events:
    """Judge a correction: of the cards, to the same addressee (F40-F42)."""
    seat = need_seat(by)
    need_open_day(state, at)
    need_rights(state, seat)
    bad = corrections.correctable(state, seat, move.suggestion)
    _check_addressee(state, seat, bad.to, at)
    case = named(state.deck, move.suspect, move.weapon, move.room)
    late = at - bad.at > corrections.EDIT_TIME
    how: Literal["edit", "post"] = "post" if late or move.new_post else "edit"
    amended = corrections.Amended(bad.id, bad.number, seat, bad.to, case, how)
    if not state.answered_by_gm(bad.to, at):
        return (amended,)
    return (amended, gm_answer(state, Question(bad.id, bad.number, seat, bad.to, case, at)))
