"""Sixteen at once: one wins, and the others hear what that means for them."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any

from chalicelib import clock, deliver
from chalicelib.game import Refusal
from chalicelib.play import Played
from chalicelib.rules import table
from chalicelib.rules.verbs import Suggest
from chalicelib.store import Conflict, Item, Put
from tests.holding import the_log_holds
from tests.worlds import World

MANY = 16
ROUNDS = int(os.environ.get("RACE_ROUNDS", "1"))
ASK = Suggest("Mustard", "Knife", "Attic", "s2")


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """What comes of it where sixteen threads begin at one moment."""
    start = Barrier(MANY)

    def begin(number: int) -> Any:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(MANY) as threads:
        return list(threads.map(begin, range(MANY)))


def entries(world: World, before: int) -> int:
    """How many entries the log has got; it holds, too."""
    return len(the_log_holds(world.store, world.time)) - before


def test_sixteen_with_one_key_are_one_move(world):
    """One makes the move, fifteen get its answer, word for word; the log has one entry more."""
    for number in range(ROUNDS):
        before = len(world.log())
        answers = at_once(partial(said, world, f"one {number}"))
        assert sum(not answer.replayed for answer in answers) == 1
        assert len({answer.entry for answer in answers}) == 1
        assert entries(world, before) == 1


def test_sixteen_moves_of_which_one_is_left_are_one_move(world):
    """F10: by the state that all see each is legal: one is made, the others are judged anew.

    One suggestion is left for today. Fifteen are refused for that reason, and stand nowhere.
    """
    for number in range(ROUNDS):
        world.move("p1", ASK, ASK)
        before = len(world.log())
        answers = at_once(partial(tried, world, number))
        assert sorted(answers) == ["F10"] * (MANY - 1) + ["made"]
        assert entries(world, before) == 1
        world.wait(hours=1, seconds=11)
        world.tick()


def said(world: World, key: str, _: int) -> Played:
    """What comes of a move that all make under one key."""
    return world.move("p1", table.Talk("Good evening"), key=key)


def tried(world: World, number: int, mine: int) -> str:
    """What comes of a third suggestion."""
    try:
        world.move("p1", ASK, key=f"{number}.{mine}")
    except Refusal as refusal:
        return refusal.rule
    return "made"


def test_sixteen_different_moves_are_all_made_one_after_the_other(world):
    """Whoever was too late is judged anew, and nobody's words are lost or doubled."""
    before = len(world.log())
    answers = at_once(lambda n: world.move("p1", table.Talk(f"Word {n}")).entry.seq)
    assert sorted(answers) == list(range(before + 1, before + MANY + 1))
    assert entries(world, before) == MANY


def test_sixteen_who_replace_one_version_are_one(world):
    """The store lets one of them write, and tells the others that a condition failed."""
    for number in range(ROUNDS):
        won = at_once(partial(replaced, world, number))
        assert sorted(won) == [False] * (MANY - 1) + [True]


def replaced(world: World, version: int, mine: int) -> bool:
    """Whether a write of the next version came first."""
    writes = (
        Put(Item("RACE", "STATE", str(mine), version + 1), version),
        Put(Item("RACE", f"{version}.{mine}", ""), 0),
    )
    try:
        world.store.write(*writes, now=world.time)
    except Conflict:
        return False
    return True


def test_a_day_of_which_sixteen_messages_tell_is_closed_once(world):
    """The queue brings a message more than once, and at once: one of them closes the day."""
    before, day = len(world.log()), world.state.day
    world.wait(hours=1, seconds=11)
    assert at_once(lambda n: clock.come(world.site, [(str(n), '{"game":"game"}')])) == [[]] * MANY
    assert world.state.day == day + 1
    assert entries(world, before) == 1


def test_a_letter_that_sixteen_take_up_leaves_once(world):
    """The stream and the minute are at it together: whoever leases it sends it."""
    world.post()
    world.move("p1", ASK)
    ((key, *_),) = [list(world.store.due(world.time, prefix="OUT#"))]
    world.mails.clear()
    at_once(lambda _: deliver.come(world.site, world, [key], timedelta()))
    assert len(world.mails) == 1
