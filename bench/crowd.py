"""Many games in one store, all copies of one that was played, so that making them takes seconds.

Each has the state and the log of the game that was played, row by row, under a name of its own; its
accounts are the same, so that letters find their readers.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec

from bench.games import GAME, START, Table
from chalicelib import accounts, ledger, rules
from chalicelib.rules.verbs import Suggest
from chalicelib.site import Site
from chalicelib.store import BATCH_LIMIT, Put, Store

SEATS = 6
NAME = "crowd{:06d}"


def played(store: Store) -> datetime:
    """Play the first game up to an open question; gives when its day closes (UTC)."""
    for name in ("host", *(f"p{seat}" for seat in range(1, SEATS + 1))):
        accounts.keep(store, accounts.Profile(name, f"{name}@example.org", "en"), now=START)
    table = Table(store)
    cards = _state(store).deck
    table.move("p1", Suggest(cards.suspects[0], cards.weapons[0], cards.rooms[0], "s2"))
    closes = rules.ruleset(_state(store)).due(_state(store))
    if not closes:
        raise RuntimeError("the game has no deadline")
    return closes


def _state(store: Store) -> rules.State:
    state = ledger.state_of(store, GAME, START)
    if not state:
        raise RuntimeError("there is no game")
    return state


def copied(store: Store, count: int) -> list[str]:
    """Copy the game that was played, until there are so many; gives their names, its own first."""
    rows = [
        row
        for row in store.query(ledger.game_pk(GAME), now=START)
        if row.sk == "STATE" or row.sk.startswith("LOG#")
    ]
    names = [NAME.format(number) for number in range(1, count)]
    at_once = BATCH_LIMIT // len(rows)
    for start in range(0, len(names), at_once):
        some = names[start : start + at_once]
        puts = [
            Put(msgspec.structs.replace(row, pk=ledger.game_pk(name)), 0)
            for name in some
            for row in rows
        ]
        store.write(*puts, now=START)
    return [GAME, *names]


def site(store: Store, now: Callable[[], datetime], rate: float = 0) -> Site:
    """Give a site over the store with a clock of its own; days settle in ten seconds."""
    return Site(store, "https://alibi.example", "in.alibi.example", now, mail_rate=rate)


def turns_of(store: Store, name: str, closes: datetime) -> int:
    """Say how often the day of a game was closed at ``closes``."""
    entries = ledger.entries(store, name, 0, 1000, closes + timedelta(days=1))
    closed = [e for entry in entries for e in entry.events if type(e).__name__ == "DayClosed"]
    return len(closed)
