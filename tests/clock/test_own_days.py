"""Games end their days at moments of their own, in zones of their own, and none in a batch."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from bench import crowd
from chalicelib import clock, ledger, play
from chalicelib.play import SETTLE, Asked
from chalicelib.rules import ruleset, table
from chalicelib.rules.forum.options import Options
from chalicelib.rules.forum.state import Create
from chalicelib.store.sqlite import SqliteStore
from tests.tables import CASE, DECK, HANDS, START, Stacked

SECOND = timedelta(seconds=1)
TABLES = [
    (f"{zone.rpartition('/')[2]} {hour}", zone, hour)
    for zone in ("Europe/Warsaw", "Asia/Kathmandu", "America/New_York")
    for hour in ("00:00", "07:05", "21:30")
]


def opened(store: SqliteStore, name: str, zone: str, hour: str) -> datetime:
    """Start a game of three in a zone whose days begin at an hour; gives its first deadline."""
    setting = table.Setting(name, "en", zone)
    moves: list[tuple[str, Any]] = [
        ("host", Create(setting, Options(day_start=hour), "full", DECK, name))
    ]
    moves += [(f"p{n}", table.Join(name, f"Player {n}")) for n in (1, 2, 3)]
    moves += [("host", table.Start())]
    for number, (account, move) in enumerate(moves):
        asked = Asked(account, (move,), "rest", START)
        rng = Stacked(DECK, CASE, HANDS)
        play.play(store, name, asked, key=f"key {number}", now=START, rng=rng)
    return due(store, name)


def due(store: SqliteStore, name: str) -> datetime:
    """When the clock is next to do something in a game."""
    state = ledger.state_of(store, name, START)
    assert state
    deadline = ruleset(state).due(state)
    assert deadline
    return deadline


def test_each_game_turns_at_its_own_moment_and_no_other(tmp_path):
    """Nine games, nine moments: a second before it settles none has turned, then this one alone."""
    store = SqliteStore(tmp_path / "alibi.db")
    moments = {name: opened(store, name, zone, hour) for name, zone, hour in TABLES}
    assert len(set(moments.values())) == len(TABLES)
    for name, moment in sorted(moments.items(), key=lambda pair: pair[1]):
        times = iter((moment + SETTLE - SECOND, moment + SETTLE))
        for turned in (0, 1):
            site = crowd.site(store, partial(lambda time: time, next(times)))
            assert clock.tick(site) == turned, name
        assert due(store, name) > moment
