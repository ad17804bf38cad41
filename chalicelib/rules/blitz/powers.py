"""Judging what the organiser of a blitz game does, and standing orders (F29, F51-F53, F56, B10)."""

from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from chalicelib.game import Actor, Chance, Event, IllegalMove
from chalicelib.rules import office, table
from chalicelib.rules.answering import begun, order
from chalicelib.rules.blitz.state import RolledBack, State
from chalicelib.rules.running import need_dealt, need_running, need_seat_of
from chalicelib.rules.table import need_organiser, need_seat

Events = tuple[Event, ...]

FURTHEST = timedelta(days=31)
"""How far ahead a deadline may be moved."""


def answer_for_me(
    state: State, by: Actor, move: table.AnswerForMe, at: datetime, _: Chance
) -> Events:
    """Set or take back a player's own standing order (F29); who takes it back plays again (B9)."""
    return (order(state, need_seat(by), at, move),)


def answer_for_seat(
    state: State, by: Actor, move: office.AnswerForSeat, at: datetime, _: Chance
) -> Events:
    """Let the GM answer for an absent seat, or no longer (F51)."""
    need_organiser(by)
    need_dealt(state)
    need_seat_of(state, move.seat)
    return (order(state, move.seat, at, table.AnswerForMe(move.on)),)


def resume(state: State, by: Actor, _: office.Resume, at: datetime, *__: object) -> Events:
    """Let the clock run again (F52)."""
    need_organiser(by)
    if not state.paused:
        raise IllegalMove("not_paused", "F52")
    return (office.Resumed(state.paused), *begun(state, at))


def move_deadline(
    state: State, by: Actor, move: office.MoveClose, at: datetime, _: Chance
) -> Events:
    """Let the present step end later; a person who is GM may also let it end earlier (B9, F56).

    An organiser who plays could else cut short the time of others.
    """
    need_organiser(by)
    need_dealt(state)
    need_running(state, at)
    if move.closes.tzinfo is None or not at < move.closes < at + FURTHEST:
        raise IllegalMove("close_out_of_range", "B9", days=FURTHEST.days)
    if state.closes and move.closes < state.closes and state.options.gm != "human":
        raise IllegalMove("only_later", "B9")
    return (office.CloseMoved(move.closes.astimezone(UTC)),)


def roll_back(state: State, by: Actor, move: office.RollBackTo, at: datetime, *_: object) -> Events:
    """Go back to an earlier moment of the game, with notice to all (F56)."""
    need_organiser(by)
    if state.phase != "open" or move.state.phase != "open":
        raise IllegalMove("no_way_back", "F56", seq=move.seq)
    return (RolledBack(move.seq, _restored(state, move, at)),)


def _restored(now: State, move: office.RollBackTo, at: datetime) -> State:
    """Give the earlier state with today's people and codes, and its deadline moved to now.

    Numbers do not go back, so that old letters do not fit new suggestions; nor do accusations,
    since everybody knows how they went (B7); nor who is absent or has left an order, since that is
    about people (B9, F29).
    """
    then: State = move.state
    ago = at - (then.paused or move.then)
    return replace(
        now,
        turn=then.turn,
        player=then.player,
        step=then.step,
        question=then.question,
        idle=then.idle,
        closes=then.closes + ago if then.closes else None,
        paused=at if then.paused or now.paused else None,
    )
