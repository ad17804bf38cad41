"""The ways in which a game of blitz can end (B5-B8); there is one preset."""

from typing import Any

from chalicelib.rules.table import Leave
from chalicelib.rules.verbs import Accuse
from tests.letters.games import Record

UNREFUTED = "a right accusation after a suggestion that nobody could refute"
INSTEAD = "a right accusation instead of a suggestion"
LAST_WRONG = "a wrong accusation leaves one with turns, who wins by it"
LAST_LEFT = "somebody leaves, and the only one left with turns wins by it"
ALONE_RIGHT = "the only one left with turns plays on and is right"
ALONE_WRONG = "the only one left with turns is wrong, and nobody is left"
ALONE_IDLE = "the only one left with turns passes too often in a row, and all is revealed"
LEFT_WRONG = "the only one left with turns leaves, and somebody was wrong"
LEFT_ALL = "everybody leaves, and nobody has accused"

WAYS = {
    "full": {
        *(UNREFUTED, INSTEAD, LAST_WRONG, LAST_LEFT),
        *(ALONE_RIGHT, ALONE_WRONG, ALONE_IDLE, LEFT_WRONG, LEFT_ALL),
    }
}
SHORT = {"idle_turns": 1, "accuse": "own_turn"}
VARIANTS = (SHORT, SHORT | {"last_one": "wins"})
"""House rules under which all the ways are found, in a few steps."""


def way(game: Record) -> str:
    """Say in which way a game that is over has ended."""
    result = game.state.result
    before: Any = game.log[-2][1]
    alone = len(before.playing) == 1
    last = (game.log[-1][0].moves or ())[-1]
    if isinstance(last, Leave):
        return LAST_LEFT if result.winner else LEFT_WRONG if result.accusations else LEFT_ALL
    if not isinstance(last, Accuse):
        return ALONE_IDLE
    if result.outcome == "solved":
        return ALONE_RIGHT if alone else INSTEAD if before.step == "suggest" else UNREFUTED
    return ALONE_WRONG if alone else LAST_WRONG
