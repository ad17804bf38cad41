"""Players who do something all the time, several at once, while the clock runs fast."""

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from random import Random
from threading import Thread
from typing import Any

import msgspec

from chalicelib import clock, ledger
from chalicelib.game import Refusal
from chalicelib.play import Asked, play
from chalicelib.rules import table
from chalicelib.rules.cluedo import matches
from chalicelib.rules.verbs import CannotRefute, Refute, Suggest
from chalicelib.site import Site
from tests.races.order import Command
from tests.tables import START
from tests.worlds import GAME

SPEED = 7200
"""Seconds of the game in a second: a day of an hour takes half of one."""
ACCOUNTS = ("p1", "p2", "p3")


def fast(since: float) -> Callable[[], datetime]:
    """A clock that began at ``since`` (of ``time.monotonic``); the same in all processes."""
    return lambda: START + timedelta(seconds=(time.monotonic() - since) * SPEED)


def players(site: Site, seconds: float, seed: int, threads: int) -> list[Command]:
    """Let some threads play at random for so long; gives what they asked and heard."""
    history: list[Command] = []
    end = time.monotonic() + seconds
    running = [
        Thread(target=lambda n=n: history.extend(_player(site, end, Random(f"{seed}.{n}"))))
        for n in range(threads)
    ]
    for one in running:
        one.start()
    for one in running:
        one.join()
    return history


def clockwork(site: Site, seconds: float) -> None:
    """Let the clock look for what is due, again and again."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        clock.tick(site)
        time.sleep(0.01)


def _player(site: Site, end: float, chance: Random) -> Iterator[Command]:
    """Ask for one thing after the other; now and then for the same once more, or just look."""
    before: tuple[str, str, Any] | None = None
    while time.monotonic() < end:
        if not chance.randrange(5):
            yield _look(site)
            continue
        if not before or chance.randrange(4):
            account, state = chance.choice(ACCOUNTS), ledger.state_of(site.store, GAME, site.now())
            before = account, f"{chance.getrandbits(64):x}", _wish(state, account, chance)
        yield _ask(site, *before)


def _wish(state: Any, account: str, chance: Random) -> Any:
    """What an account may want to do."""
    if not chance.randrange(8):
        return CannotRefute(10**6)
    seat = f"s{account[1:]}"
    mine = [question for question in state.questions if question.to == seat]
    if mine and chance.randrange(2):
        held = matches(next(one.hand for one in state.seats if one.id == seat), mine[0].case)
        return Refute(mine[0].id, held[0]) if held else CannotRefute(mine[0].id)
    if chance.randrange(3):
        return table.Talk(f"Word {chance.getrandbits(64):x}")
    deck = state.deck
    named = (chance.choice(deck.suspects), chance.choice(deck.weapons), chance.choice(deck.rooms))
    return Suggest(*named, to=chance.choice(("s1", "s2", "s3")))


def _ask(site: Site, account: str, key: str, move: Any) -> Command:
    """Make a move, and say what came of it."""
    moves, began = msgspec.json.encode((move,)).decode(), time.monotonic()
    asked = Asked(account, (move,), "rest", site.now())
    seq, refused = None, ""
    try:
        played = play(
            site.store, GAME, asked, key=key, now=site.now(), rng=site.rng, settle=site.settle
        )
        seq = played.entry.seq
    except Refusal as refusal:
        refused = refusal.code
    return Command(account, key, moves, began, time.monotonic(), seq, refused)


def _look(site: Site) -> Command:
    began = time.monotonic()
    held = ledger.peek(site.store, GAME, site.now())
    return Command("", "", "", began, time.monotonic(), held.seq)
