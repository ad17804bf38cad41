"""The process is killed at each boundary of what it does, and started again: nothing is lost.

A boundary lies before and after each call that leaves the process: the store, SES, S3, the queue,
webhooks. `make crash` goes through every boundary of 200 random games; here it is some of some.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from chalicelib import claims
from chalicelib.deliver import LEASE
from chalicelib.rules import Log
from tests.crash.fate import Fate, Killed
from tests.crash.house import House, kept
from tests.crash.plays import KINDS_OF_WORK, Game, Work, called, calling
from tests.holding import letters_hold, the_log_holds, webhooks_hold
from tests.webhooks.receivers import Receiver

SEEDS = int(os.environ.get("CRASH_SEEDS", "8"))
"""How many random games are played."""
BOUNDARIES = int(os.environ.get("CRASH_BOUNDARIES", "1"))
"""At how many boundaries of each work the process is killed; 0: at all of them."""
LEASES = (LEASE, claims.HANDED_OVER, LEASE, LEASE)
"""After so long what a dead process had taken up is taken up by another; then by the next minutes.

First what was sent, then games that were to be handed over, then what comes of their turns.
"""
RULESETS = ("forum", "blitz")
Made = tuple[Game, Work]


def retold(log: list[Log]) -> list[tuple[object, ...]]:
    """What of a log may not depend on chance."""
    return [(entry.by, entry.via, entry.moves, entry.at) for entry in log]


def afterwards(game: Game) -> list[Log]:
    """Let minutes pass until nothing is left to do; everything holds then. Gives the log."""
    house = game.house
    for lease in LEASES:
        house.wait(lease.total_seconds() + 1)
        house.minute()
    here, store = house.boot(), house.opened[-1]
    log = the_log_holds(store, house.time)
    letters_hold(store, house.time, house.letters())
    webhooks_hold(here, game.endpoint, game.receiver.heard, game.since)
    for seq, by in game.acknowledged:
        assert log[seq - 1].by == by, f"entry {seq} was acknowledged"
    return log


def lived(game: Game, house: House, work: Work, fate: Fate) -> list[Log]:
    """Let a process work to its end; if it was killed, start another one, and work again."""
    game = replace(game, house=house, acknowledged=[*game.acknowledged])
    house.boot(fate)
    with suppress(Killed):
        work(game)
    fate.retire()
    if fate.dead:
        house.boot()
        work(game)
    log = afterwards(game)
    house.close()
    return log


def kind_of(seed: int) -> Callable[[Game, int], Work]:
    """Which work is done in the game of a seed."""
    return KINDS_OF_WORK[seed % len(KINDS_OF_WORK)]


def made_ready(games: dict[str, Game], folder: Path, receiver: Receiver, seed: int) -> Made:
    """Play a game to somewhere, by the plan of a seed; gives it with the work that is due."""
    chance = Random(seed)
    receiver.heard.clear()
    first = games[RULESETS[seed % len(RULESETS)]]
    game = replace(first, house=kept(first.house, folder)(), acknowledged=[])
    game.house.boot()
    for number in range(chance.randrange(12)):
        game.move(seed * 1000 + number)
    if chance.randrange(3):
        game.house.minute()
    (folder / "played").mkdir()
    return game, kind_of(seed)(game, seed)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_kill_at_any_boundary_changes_nothing(games, tmp_path, receiver, seed):
    """Whatever the process was doing: what was acknowledged stands, and all is done once.

    Done again, the log is what it would have been without the kill. Every letter and every webhook
    has left, under the same name each time.
    """
    game, work = made_ready(games, tmp_path, receiver, seed)
    heard, chance = [*receiver.heard], Random(seed)
    again = kept(game.house, tmp_path / "played")
    alive = Fate()
    expected = lived(game, again(), work, alive)
    boundaries = range(len(alive.crossed))
    assert boundaries, "the work leaves the process"
    for last in chance.sample(boundaries, min(BOUNDARIES or len(boundaries), len(boundaries))):
        receiver.heard[:] = heard
        fate = Fate(last)
        log = lived(game, again(), work, fate)
        # How often threads look for work differs a little from time to time.
        assert fate.dead or kind_of(seed) in {calling, called}
        assert retold(log) == retold(expected), f"killed {alive.crossed[last]} ({last})"
