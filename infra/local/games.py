"""The games of this machine: which there are, and what everybody may see of them."""

import logging
from collections.abc import Iterator
from datetime import datetime

import msgspec

from chalicelib import ledger, logs
from chalicelib.game import PUBLIC, Busy, redact
from chalicelib.rules import Log, State
from chalicelib.store import Store
from chalicelib.store.sqlite import SqliteStore

_log = logging.getLogger(__name__)


class Listed(msgspec.Struct, frozen=True):
    """A game's line in the list: its name, when it was opened (UTC), and its public state."""

    id: str
    created: datetime
    state: State


def all_games(store: SqliteStore, now: datetime) -> tuple[Listed, ...]:
    """Give every game of the store that can be read, the newest first."""
    names = (ledger.game_of(pk) for pk in store.partitions("GAME#"))
    listed = (_listed(store, name, now) for name in names)
    return tuple(sorted(filter(None, listed), key=lambda game: game.created, reverse=True))


def _listed(store: Store, game: str, now: datetime) -> Listed | None:
    """Read a game for the list; one that cannot be read keeps neither list nor program waiting."""
    try:
        state = ledger.state_of(store, game, now)
        begun = ledger.entry_of(store, game, 1, now).at if state else now
    except (msgspec.MsgspecError, Busy) as error:
        _log.warning("not listed", extra=logs.told(game=game, **logs.failure(error)))
        return None
    return Listed(game, begun, redact(state, PUBLIC)) if state else None


def public_log(store: Store, game: str, now: datetime) -> Iterator[Log]:
    """Give the whole log of a game as everybody may see it, in order."""
    return (redact(entry, PUBLIC) for entry in ledger.whole_log(store, game, now))
