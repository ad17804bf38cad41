"""Which moves one request may bring: told by what was sent alone, never by what comes of it.

A refusal that depends on what happens would tell whether an accusation is right, or what somebody
holds, and leave no trace.
"""

from collections.abc import Sequence
from typing import Any, NoReturn

from chalicelib.game import IllegalMove
from chalicelib.rules.table import Leave, Talk, TellGM, TellPlayer
from chalicelib.rules.verbs import Accuse


def need_alone(moves: Sequence[Any]) -> None:
    """Refuse an accusation, or leaving, beside anything else (F30, F15)."""
    for place, move in enumerate(moves):
        if len(moves) > 1 and isinstance(move, Accuse | Leave):
            _refuse(place, "comes_alone", "F30" if isinstance(move, Accuse) else "F15")


def need_last(moves: Sequence[Any], rule: str) -> None:
    """Refuse whatever comes after the first move that is more than speech."""
    need_alone(moves)
    acts = (
        n for n, move in enumerate(moves, 1) if not isinstance(move, Talk | TellGM | TellPlayer)
    )
    if (after := next(acts, len(moves))) < len(moves):
        _refuse(after, "acts_last", rule)


def _refuse(place: int, code: str, rule: str) -> NoReturn:
    refusal = IllegalMove(code, rule)
    refusal.place = place
    raise refusal
