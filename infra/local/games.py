"""The games of this machine: which there are, and what everybody may see of them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import msgspec

from chalicelib import ledger
from chalicelib.game import PUBLIC, redact
from chalicelib.rules import Log, State
from chalicelib.store import Store

PAGE = 100
# One look-up in the primary key for each partition, however long its log is.
GAMES = """
WITH RECURSIVE game (pk) AS (
    SELECT min(pk) FROM items WHERE pk > 'GAME#' AND pk < 'GAME$'
    UNION ALL
    SELECT (SELECT min(pk) FROM items WHERE pk > game.pk AND pk < 'GAME$')
    FROM game WHERE game.pk IS NOT NULL
)
SELECT pk FROM game WHERE pk IS NOT NULL
"""


class Listed(msgspec.Struct, frozen=True):
    """A game's line in the list: its name, when it was opened (UTC), and its public state."""

    id: str
    created: datetime
    state: State


def all_games(database: Path, store: Store, now: datetime) -> tuple[Listed, ...]:
    """Give every game in the database file, the newest first."""
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as db:
        names = [pk.removeprefix("GAME#") for (pk,) in db.execute(GAMES)]
    listed = (_listed(store, name, now) for name in names)
    return tuple(sorted(filter(None, listed), key=lambda game: game.created, reverse=True))


def _listed(store: Store, game: str, now: datetime) -> Listed | None:
    state = ledger.state_of(store, game, now)
    if not state:
        return None
    return Listed(game, ledger.entry_of(store, game, 1, now).at, redact(state, PUBLIC))


def public_log(store: Store, game: str, now: datetime) -> Iterator[Log]:
    """Give the whole log of a game as everybody may see it, in order."""
    after = 0
    while page := ledger.entries(store, game, after, PAGE, now):
        yield from (redact(entry, PUBLIC) for entry in page)
        after = page[-1].seq
