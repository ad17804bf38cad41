"""The spine: every door calls ``play`` with moves, an account and an idempotency key."""

import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec

from chalicelib import ledger, logs, metrics, rules
from chalicelib.game import (
    CLOCK,
    GM,
    ORGANISER,
    PUBLIC,
    THE_CLOCK,
    Actor,
    Busy,
    Chance,
    IllegalMove,
    Refusal,
    Unknown,
    Unreadable,
    fold,
)
from chalicelib.ledger import Change, Held, KeyTaken, digest
from chalicelib.rules import Log, State, table
from chalicelib.rules.office import RollBack, RollBackTo
from chalicelib.store import Conflict, Store, Write

TRIES = 25
"""How often a move is judged anew because another came in between."""
SETTLE = timedelta(seconds=10)
"""How long the clock waits after a deadline for moves that arrived before it."""
DOWN = timedelta(minutes=15)
"""A clock that is later than this was down, and so perhaps was everything else."""
DEADLINES_AT_ONCE = 50
"""How many deadlines of one game the clock plays in a row; the next tick goes on."""
REQUEST_LIMIT = 12_000
"""UTF-8 bytes of the moves of one request: with what they lead to, an entry fits its item."""
MOVES_AT_ONCE = 20
"""The most moves in one request or mail."""


Along = Callable[[Log], Iterable[Write]]
_log = logging.getLogger(__name__)


class Played(msgspec.Struct, frozen=True):
    """What became of a request: its log entry, the state after it, whether it was known already."""

    entry: Log
    state: State
    replayed: bool = False


class Asked(msgspec.Struct, frozen=True):
    """A request: who asks for which moves, by which door, when it arrived (UTC).

    ``read_as`` has the names that a mail gave in another way than the list, ``reply_to`` is its
    Message-ID: both for its receipt.
    """

    account: str
    moves: tuple[Any, ...]
    via: str
    at: datetime
    read_as: tuple[tuple[str, str], ...] = ()
    reply_to: str = ""


def play(  # noqa: PLR0913 -- the one place where all that a move needs meets
    store: Store,
    game: str,
    asked: Asked,
    *,
    key: str,
    now: datetime,
    rng: Chance,
    settle: timedelta = SETTLE,
    along: Along | None = None,
) -> Played:
    """Make all the moves or none: load, decide, commit, and again if somebody came in between.

    Moves are judged by their time of arrival; ``now`` is the time of processing (UTC). The same
    key of the same account gives the first answer again; for other moves it is refused.
    ``along`` gives, by the entry, what is written in the same transaction.
    Raises a ``Refusal``; ``Busy`` when it is worth trying again.
    """
    began = time.monotonic()
    name = key_name(asked.account, key)
    mark = digest(rules.write(asked.moves).decode())
    for _ in range(TRIES):
        held = ledger.load(store, game, name, now)
        if held.done:
            return _again(store, game, held, mark, now)
        if _clock_behind(held.state, asked, now, settle):
            pass_time(store, game, now=now, rng=rng, settle=settle)
            continue
        entry, state = _judged(store, game, held, asked, now, rng)
        change = Change(game, held.state, state, entry, name, mark, asked.read_as, asked.reply_to)
        more = along(entry) if along else ()
        try:
            ledger.commit(store, change, now, more)
        except (Conflict, KeyTaken):
            continue
        _tell(game, entry, asked, began)
        return Played(entry, state)
    raise Busy("busy", seconds=1)


def _judged(  # noqa: PLR0913, PLR0917 -- as ``play``
    store: Store, game: str, held: Held, asked: Asked, now: datetime, rng: Chance
) -> tuple[Log, State]:
    """Decide, with what has to be looked up; a refusal is told in the log by its code."""
    try:
        return judge(held, asked, rng, _looked_up(store, game, held, asked, now))
    except Refusal as refusal:
        if asked.via != "rest":  # what comes by HTTP is counted there, with what never gets here
            metrics.count("Refusals", of=asked.via)
        known = game if held.state else ""
        _log.info("refused", extra=logs.told(game=known, door=asked.via, code=refusal.code))
        raise


def _tell(game: str, entry: Log, asked: Asked, began: float) -> None:
    """Say in the log that moves were made: of which kind, not which; ``began`` is monotonic."""
    milliseconds = (time.monotonic() - began) * 1000
    metrics.count("MovesPlayed", of=asked.via)
    metrics.timed("MoveTime", milliseconds)
    closed = [event for event in entry.events if event.__struct_config__.tag == "day_closed"]
    metrics.count("DaysClosed", len(closed))
    kinds = [str(move.__struct_config__.tag) for move in asked.moves]
    line = logs.told(
        game=game, seq=entry.seq, door=asked.via, moves=kinds, ms=round(milliseconds, 1)
    )
    _log.info("moved", extra=line)


def key_name(account: str, key: str) -> str:
    """Give the name of an account's key in the store; the same key of others is another."""
    return digest(account, key)


def judge(
    held: Held, asked: Asked, rng: Chance, moves: tuple[Any, ...] | None = None
) -> tuple[Log, State]:
    """Decide the moves one after the other: the entry and the state after it. Pure.

    ``moves`` are those of ``asked`` with what had to be looked up for them.
    """
    _check_request(held.state, asked)
    state, events = held.state, []
    author = actor(state, asked)
    for place, move in enumerate(asked.moves if moves is None else moves):
        kind = _ruleset(state, move)
        try:
            made = kind.decide(state, actor(state, asked), move, asked.at, rng)
        except Refusal as refusal:
            refusal.place = place
            raise
        state = fold(kind, state, made, asked.at)
        events += made
    entry = Log(held.seq + 1, asked.at, tuple(events), author.name, asked.via, asked.moves)
    if state is None:
        raise Unreadable("nothing_written")
    return entry, state


def _check_request(state: State | None, asked: Asked) -> None:
    """Refuse what is too much, or may not come together, by what was sent alone."""
    if len(asked.moves) > MOVES_AT_ONCE:
        raise Unreadable("too_many_moves", limit=MOVES_AT_ONCE)
    if len(rules.write(asked.moves)) > REQUEST_LIMIT:
        raise Unreadable("too_long", limit=REQUEST_LIMIT)
    if state:
        rules.ruleset(state).need_together(asked.moves)


def _looked_up(store: Store, game: str, held: Held, asked: Asked, now: datetime) -> tuple[Any, ...]:
    """Give the moves, with the earlier state for one that goes back to it."""
    return tuple(
        _with_past(store, game, held, move, now) if isinstance(move, RollBack) else move
        for move in asked.moves
    )


def _with_past(store: Store, game: str, held: Held, move: RollBack, now: datetime) -> RollBackTo:
    if not 0 < move.seq < held.seq:
        raise Unknown("no_such_entry", "F56", seq=move.seq)
    state, then = ledger.state_at(store, game, move.seq, now)
    return RollBackTo(move.seq, state, then)


def _ruleset(state: State | None, move: Any) -> Any:
    """Give the rule set that judges a move; a game that does not exist can only be created."""
    kind = rules.ruleset(state) if state else rules.opened_by(move)
    if not kind:
        raise Unknown("unknown_game")
    return kind


def actor(state: State | None, asked: Asked) -> Actor:
    """Say who asks, at this table."""
    if asked.account == CLOCK:
        return THE_CLOCK
    if not state:
        return Actor(account=asked.account, organiser=True)
    return table.actor(state, state.host, asked.account)


def viewer(state: State, account: str) -> str:
    """Say as whom an account looks at a game: its seat, the organiser or GM, or the public."""
    who = table.actor(state, state.host, account)
    return who.seat or (eyes(state, ORGANISER) if who.organiser else PUBLIC)


def eyes(state: State, reader: str) -> str:
    """Say with whose eyes a reader sees: an organiser who is a human GM sees all (F56)."""
    return GM if reader == ORGANISER and state.options.gm == "human" else reader


def _again(store: Store, game: str, held: Held, mark: str, now: datetime) -> Played:
    """Answer a known key as the first time."""
    if not held.done or not held.state or held.done.fingerprint != mark:
        raise IllegalMove("key_reused")
    return Played(ledger.entry_of(store, game, held.done.seq, now), held.state, replayed=True)


def _clock_behind(state: State | None, asked: Asked, now: datetime, settle: timedelta) -> bool:
    """Whether the clock must act first; ``Busy`` while it still waits for late arrivals."""
    deadline = rules.ruleset(state).due(state) if state else None
    if asked.account == CLOCK or not deadline or asked.at < deadline:
        return False
    if now < deadline + settle:
        raise Busy("clock_behind", "F6", seconds=max(1, (deadline + settle - now).seconds + 1))
    return True


def pass_time(  # noqa: PLR0913 -- as play
    store: Store,
    game: str,
    *,
    now: datetime,
    rng: Chance,
    settle: timedelta = SETTLE,
    along: Along | None = None,
) -> int:
    """Let the clock play every deadline of a game that is over by ``settle``, in order, each once.

    Events carry the deadline's own time, however late the clock comes. Gives the number of turns
    that the clock took; several may fall on one moment. ``along`` is as in ``play``. One read, and
    for each turn one write: the version of the state keeps it from being taken twice.
    """
    held, turns = ledger.peek(store, game, now), 0
    for _ in range(DEADLINES_AT_ONCE):
        deadline = rules.ruleset(held.state).due(held.state) if held.state else None
        if not deadline or deadline + settle > now:
            break
        began = time.monotonic()
        passed = table.TimePassed(late=now - deadline > DOWN)
        asked = Asked(CLOCK, (passed,), CLOCK, deadline)
        entry, state = judge(held, asked, rng)
        key, mark = key_name(CLOCK, f"clock:{held.seq}"), digest(rules.write(asked.moves).decode())
        change = Change(game, held.state, state, entry, key, mark)
        try:
            ledger.commit(store, change, now, along(entry) if along else ())
        except (Conflict, KeyTaken):
            held = ledger.peek(store, game, now)
            continue
        _tell(game, entry, asked, began)
        held, turns = Held(state, entry.seq), turns + 1
    return turns
