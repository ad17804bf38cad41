"""Every end of a short game: all orders in which players act, leave or let time pass."""

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

from chalicelib.game import Refusal
from chalicelib.rules import blitz
from chalicelib.rules.blitz.state import Pass
from chalicelib.rules.table import Leave
from chalicelib.rules.verbs import Suggest
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
        for step in (_right, _wrong, _leaving, *TURNS.get(game.state.__class__, ())):
            after = copied(game)
            try:
                step(after, seat)
            except Refusal:
                continue
            yield after
    if game.ruleset.due(game.state):
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


def _asking(game: Record, seat: str) -> Any:
    return game.play(seat, Suggest(*game.state.case.cards))


def _round(game: Record, seat: str) -> Any:
    """Ask for what nobody can refute, and let all the others answer."""
    _asking(game, seat)
    while game.state.questions:
        game.answer(game.state.questions[0].to)


def _passing(game: Record, seat: str) -> Any:
    return game.play(seat, Pass())


TURNS: dict[type, tuple[Callable[[Record, str], Any], ...]] = {
    blitz.State: (_asking, _round, _passing)
}
"""What is a step besides where there are turns: without it no accusation may be possible."""
