"""Random play of many at once, while days close: it could all have been one after the other."""

import os
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from msgspec.structs import replace as other

from chalicelib.game import CLOCK
from chalicelib.site import Site
from chalicelib.store.sqlite import SqliteStore
from tests.holding import log_of, the_log_holds
from tests.races.conftest import on_dynamo
from tests.races.order import Command, check
from tests.races.players import SPEED, clockwork, fast, players
from tests.worlds import World

SECONDS = float(os.environ.get("RACE_SECONDS", "1"))
"""How long they play; `make crash` lets them play for 30."""
PROCESSES, THREADS = 3, 2
SEATS = {"p1": "s1", "p2": "s2", "p3": "s3"}


def begun(world: World) -> tuple[Site, int]:
    """The site of a game that has just begun, with a fast clock; and the length of its log."""
    world.start(day_minutes=60, quiet_days=0)
    return replace(world.site, now=fast(time.monotonic()), hand_over=None), len(world.log())


def agreed(site: Site, since: int, history: list[Command]) -> None:
    """Check what came of it; days have closed, and much was made and refused meanwhile."""
    log = the_log_holds(site.store, site.now())[since:]
    check(log, history, SEATS)
    closed = sum(entry.by == CLOCK for entry in log)
    assert closed >= int(SECONDS * SPEED / 3600) - 1 > 0, "the clock ran"
    assert {bool(one.seq) for one in history if one.moves} == {True, False}


def test_processes_on_one_file(tmp_path):
    """Processes of several threads each and the clock, on SQLite."""
    world = World(tmp_path)
    site, since = begun(world)
    world.store.close()
    children = [forked(site, tmp_path, number) for number in range(PROCESSES + 1)]
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4
    history = [one for number in range(PROCESSES) for one in told(tmp_path / f"{number}.json")]
    store = SqliteStore(tmp_path / "alibi.db")
    agreed(replace(site, store=store), since, history)
    store.close()


def forked(site: Site, folder: Path, number: int) -> int:
    """Start a process that plays, or the one of the clock; gives its number."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        here = replace(site, store=SqliteStore(folder / "alibi.db"))
        if number == PROCESSES:
            clockwork(here, SECONDS)
        else:
            history = players(here, SECONDS, number, THREADS)
            (folder / f"{number}.json").write_bytes(msgspec.json.encode(history))
        status = 0
    finally:
        os._exit(status)


def told(file: Path) -> list[Command]:
    """What the players of a process have asked and heard."""
    return msgspec.json.decode(file.read_bytes(), type=list[Command])


def test_threads_on_dynamodb(tmp_path, emulator):
    """Threads and the clock, on the emulator."""
    site, since = begun(on_dynamo(World(tmp_path), emulator))
    turning = Thread(target=clockwork, args=(site, SECONDS))
    turning.start()
    history = players(site, SECONDS, 9, 4)
    turning.join()
    agreed(site, since, history)
    site.store.close()


# The check itself


@pytest.fixture
def recorded(tmp_path):
    """A log and a history of four commands, one after the other, and a look between them."""
    world = World(tmp_path)
    site, since = begun(world)
    slow = replace(site, now=lambda: world.time)
    history: list[Command] = []
    for seed in range(1, 50):  # a machine with much to do makes few moves in a while
        history += players(slow, 0.2, seed, 1)
        made = {one.seq for one in history if one.moves and one.seq}
        looked, refused = any(not one.moves for one in history), any(one.refused for one in history)
        if len(made) > 3 and looked and refused:
            return log_of(world.store, world.time)[since:], history
    raise AssertionError(made, looked, refused)


def test_a_true_history_is_taken(recorded):
    """What really happened passes."""
    log, history = recorded
    check(log, history, SEATS)


def first(history: Iterable[Command], **wanted: bool) -> int:
    """The place of the first command that was made, or refused, or looked."""
    (kind,) = wanted
    fits = {
        "made": lambda one: bool(one.moves and one.seq),
        "refused": lambda one: bool(one.refused),
        "looked": lambda one: not one.moves and (one.seq or 0) > 8,
    }[kind]
    return next(n for n, one in enumerate(history) if fits(one))


def lost(log, history):
    """An acknowledged entry is not there."""
    del log[0]


def doubled(log, history):
    """A command stands in the log twice."""
    log.append(other(log[0], seq=log[-1].seq + 1))


def swapped(log, history):
    """Two commands stand in the wrong order."""
    places = [n for n, one in enumerate(history) if one.moves and one.seq]
    one = places[0]
    two = next(n for n in places if history[n].seq != history[one].seq)
    history[one], history[two] = (
        other(history[one], began=history[two].began, ended=history[two].ended),
        other(history[two], began=history[one].began, ended=history[one].ended),
    )


def made_though_refused(log, history):
    """What was refused stands in the log."""
    place = first(history, made=True)
    key = history[place].key
    history[:] = [other(one, seq=None, refused="no") if one.key == key else one for one in history]


def stale(log, history):
    """A look does not show what was acknowledged before it."""
    place = first(history, looked=True)
    history[place] = other(history[place], seq=history[place].seq - 1)


def clairvoyant(log, history):
    """A look shows what was begun after it."""
    place = first(history, looked=True)
    history[place] = other(history[place], seq=log[-1].seq)


def somebody_else_s(log, history):
    """An entry is another's than the one who was told of it."""
    log[0] = other(log[0], by="organiser")


@pytest.mark.parametrize(
    "forge", [lost, doubled, swapped, made_though_refused, stale, clairvoyant, somebody_else_s]
)
def test_a_forged_history_is_rejected(recorded, forge):
    """Each kind of wrong is seen."""
    log, history = recorded
    forge(log, history)
    with pytest.raises(AssertionError):
        check(log, history, SEATS)
