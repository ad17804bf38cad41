"""Real processes, really killed (SIGKILL): at a boundary, or at any moment.

The same as in ``test_crash``, where the kill is an exception; here nothing at all of the process
runs any more, and the store's file is left as the process left it.
"""

import os
import signal
import time
from dataclasses import replace
from random import Random
from typing import NoReturn

import pytest

from tests.crash.fate import Fate
from tests.crash.house import House, kept
from tests.crash.plays import Game, Work
from tests.crash.test_crash import afterwards, lived, made_ready, retold

SEEDS = int(os.environ.get("KILL_SEEDS", "3"))
"""How many random games are played."""
PATIENCE = 30
"""Seconds that a process may take."""


def die() -> NoReturn:
    """Be killed."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def in_a_process(game: Game, house: House, work: Work, fate: Fate, soon: float = PATIENCE) -> int:
    """Let a process work, and kill it after so many seconds if it lives; gives its exit status."""
    child = os.fork()
    if child:
        return _ended(child, soon)
    status = 1
    try:
        house.boot(fate)
        work(replace(game, house=house))
        status = 0
    finally:
        os._exit(status)


def _ended(child: int, soon: float) -> int:
    """Wait for the end of a process, or bring it about."""
    end = time.monotonic() + soon
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            return os.waitpid(child, 0)[1]
        time.sleep(0.001)


def restarted(game: Game, house: House, work: Work) -> list[tuple[object, ...]]:
    """Start again where a process was killed, and give what the log tells in the end."""
    house.boot()
    game = replace(game, house=house, acknowledged=[])
    work(game)
    log = afterwards(game)
    house.close()
    return retold(log)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_process_that_is_really_killed_changes_nothing(games, tmp_path, receiver, seed):
    """At a boundary, and then at some moment of its work: the log is what it would have been."""
    game, work = made_ready(games, tmp_path, receiver, seed)
    heard, chance = [*receiver.heard], Random(seed)
    again, alive = kept(game.house, tmp_path / "played"), Fate()
    began = time.monotonic()
    expected = retold(lived(game, again(), work, alive))
    whole = time.monotonic() - began
    receiver.heard[:] = heard
    house = again()
    last = chance.randrange(len(alive.crossed))
    status = in_a_process(game, house, work, Fate(last, die))
    assert os.WIFSIGNALED(status), alive.crossed[last]
    assert restarted(game, house, work) == expected, f"killed {alive.crossed[last]} ({last})"
    receiver.heard[:] = heard
    house = again()
    in_a_process(game, house, work, Fate(), soon=chance.random() * whole)
    assert restarted(game, house, work) == expected
