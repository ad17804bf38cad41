"""States that another program wrote: folded again from the log, or left alone.

After an upgrade and after a rollback states are found that this program would have folded in
another way. The log says what happened; so the state is made of it anew. What a newer program has
written into the log, an older one must not pass over: its game waits, and nothing of it is lost.
"""

import logging
from collections.abc import Callable

import msgspec

from chalicelib import logs, rules
from chalicelib.game import Busy

WAIT = 60
"""Seconds after which it may be worth trying again."""

_log = logging.getLogger(__name__)


def state(game: str, row: str, again: Callable[[], rules.State]) -> rules.State:
    """Give the state of a game by its row; ``again`` folds the log where another program did that.

    Raises ``Busy`` if the log holds what this program does not know.
    """
    try:
        return rules.read_row(row)
    except rules.OtherFold:
        pass
    try:
        return again()
    except msgspec.ValidationError as strange:
        # what is strange about it may quote a card
        _log.error("written by a newer version", extra=logs.told(game=game))
        raise Busy("newer_version", seconds=WAIT) from strange
