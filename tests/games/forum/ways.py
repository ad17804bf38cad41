"""The ways in which a game of forum Cluedo can end (F31-F36), by preset."""

from chalicelib.rules.forum.state import WindowClosed
from chalicelib.rules.table import Leave
from chalicelib.rules.verbs import Accuse
from tests.letters.games import Record

AT_ONCE = "the first right accusation ends the game at once"
WINDOW_ONE = "the window ends, and one accusation was right"
WINDOW_SEVERAL = "the window ends, and the first of several right accusations wins"
WINDOW_AGAIN = "a window ends with no right accusation, play goes on, and a later window has one"
WINDOW_NONE = "the window ends with no right accusation, and all is revealed"
ACCUSED_RIGHT = "the last who may accuse does, and somebody was right"
ACCUSED_WRONG = "the last who may accuse does, and nobody was right"
LEFT_RIGHT = "the last who might accuse leaves, and somebody was right"
LEFT_WRONG = "the last who might accuse leaves, and nobody was right"
LEFT_ALL = "everybody leaves, and nobody has accused"

NOBODY_LEFT = {ACCUSED_RIGHT, ACCUSED_WRONG, LEFT_WRONG, LEFT_ALL}
WINDOW = {WINDOW_ONE, WINDOW_SEVERAL, LEFT_RIGHT}

WAYS = {
    "full": NOBODY_LEFT | WINDOW | {WINDOW_AGAIN, WINDOW_NONE},
    "raul": NOBODY_LEFT | WINDOW,
    "early": NOBODY_LEFT | {AT_ONCE},
}
"""With ``raul`` no window ends without a right accusation, with ``early`` there is none."""
SHORT = {"accusation_window_hours": 1}
VARIANTS = (SHORT, SHORT | {"no_winner": "reveal"})
"""House rules under which all the ways are found, in a few steps."""


def way(game: Record) -> str:
    """Say in which way a game that is over has ended."""
    state, entries = game.state, [entry for entry, _ in game.log]
    verdicts = state.result.accusations
    right = sum(verdict.right for verdict in verdicts)
    last = (entries[-1].moves or ())[-1]
    if isinstance(last, Leave):
        return LEFT_RIGHT if right else LEFT_WRONG if verdicts else LEFT_ALL
    if isinstance(last, Accuse):
        at_once = any(not state.retired(seat.id) for seat in state.seats)
        return AT_ONCE if at_once else ACCUSED_RIGHT if right else ACCUSED_WRONG
    if any(isinstance(event, WindowClosed) for entry in entries for event in entry.events):
        return WINDOW_AGAIN
    return (WINDOW_NONE, WINDOW_ONE, WINDOW_SEVERAL)[min(right, 2)]
