"""Every end of a short game: all orders in which players accuse, leave or let time pass."""

from collections.abc import Iterator
from copy import copy
from typing import Any

from chalicelib.game import Refusal
from chalicelib.rules.table import Leave
from tests.letters.games import Record

STEPS = 5
"""The longest games that are tried."""


def ends(game: Record, steps: int = STEPS) -> Iterator[Record]:
    """Give the games that are over after at most so many steps from here."""
    if game.state.phase == "over":
        yield game
    elif steps:
        for after in _next(game):
            yield from ends(after, steps - 1)


def _next(game: Record) -> Iterator[Record]:
    """Give the games after one step more: what the rules refuse is none."""
    for seat in (seat.id for seat in game.state.seats if seat.account):
        for step in (_right, _wrong, _leaving):
            after = copied(game)
            try:
                step(after, seat)
            except Refusal:
                continue
            yield after
    after = copied(game)
    after.clock()
    yield after


def copied(game: Record) -> Record:
    """Give a game that goes on by itself; states and entries never change."""
    after = copy(game)
    after.log = list(game.log)
    return after


def _right(game: Record, seat: str) -> Any:
    return game.accuse(seat)


def _wrong(game: Record, seat: str) -> Any:
    return game.accuse(seat, right=False)


def _leaving(game: Record, seat: str) -> Any:
    return game.play(seat, Leave())
