"""The clock: games whose time is up are found, claimed, handed over, and each passes its time once.

On AWS they go through a queue, one message for each, to functions that work side by side; where
there is no queue, threads of the process do it. A message that comes twice, or late, finds nothing
to do: the version of the state decides. Which games are in the queue already, claims tell.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial

import msgspec

from chalicelib import claims, ledger, logs, play
from chalicelib.game import Busy
from chalicelib.site import HandOver, Site
from chalicelib.store import BATCH_LIMIT

MOST_DUE = 1_000_000
"""How many games that are due are looked at; their names have to fit into memory."""
SIDE_BY_SIDE = 8
"""Threads that hand games over, or let time pass."""
PATIENCE = timedelta(seconds=45)
"""After so long no more games are handed over; the next tick goes on."""


class Turn(msgspec.Struct, frozen=True):
    """A message of the queue: in this game time is up."""

    game: str


_log = logging.getLogger(__name__)
_read = msgspec.json.Decoder(Turn).decode


def tick(site: Site) -> int:
    """Hand over the games that are due; gives their number, or that of the turns taken here.

    What fails does not keep the others waiting; the errors are raised together at the end.
    """
    due = site.store.due(site.now() - site.settle, MOST_DUE, prefix="STATE")
    games = [ledger.game_of(pk) for pk, _ in due]
    some = [games[start : start + BATCH_LIMIT] for start in range(0, len(games), BATCH_LIMIT)]
    errors: list[Exception] = []
    until, put = site.now() + PATIENCE, site.hand_over
    work = partial(_handed_over, site, put, until) if put else partial(_turned, site, errors)
    with ThreadPoolExecutor(max(1, min(SIDE_BY_SIDE, len(some)))) as pool:
        done = sum(pool.map(partial(_tried, work, errors), some))
    if errors:
        raise ExceptionGroup("games whose time did not pass", errors)
    return done


def _tried(work: Callable[[Sequence[str]], int], errors: list[Exception], to: Sequence[str]) -> int:
    try:
        return work(to)
    except Exception as error:  # noqa: BLE001 -- raised again when all games had their turn
        errors.append(error)
        return 0


def _handed_over(site: Site, put: HandOver, until: datetime, games: Sequence[str]) -> int:
    """Put those games into the queue that are not there yet."""
    if site.now() > until:
        return 0
    mine = claims.claim(site, games)
    messages = {_message(game): game for game in mine}
    left: Sequence[str] = list(messages)
    try:
        left = put(list(messages)) if messages else ()
    finally:
        claims.give_back(site, [messages[message] for message in left])
    return len(mine) - len(left)


def _message(game: str) -> str:
    return msgspec.json.encode(Turn(game)).decode()


def _turned(site: Site, errors: list[Exception], games: Sequence[str]) -> int:
    """Let time pass in those games, but for those that have failed just now."""
    turns = 0
    for game in claims.free(site, games):
        try:
            turns += passed(site, game)
        except Exception as error:  # noqa: BLE001 -- raised again when all games had their turn
            errors.append(error)
            claims.put_off(site, game)
    return turns


def passed(site: Site, game: str) -> int:
    """Let time pass in one game; gives how many turns the clock took."""
    now, rng, settle = site.now(), site.rng, site.settle
    gone = (claims.release(game),)
    return play.pass_time(site.store, game, now=now, rng=rng, settle=settle, along=lambda _: gone)


def come(site: Site, messages: Iterable[tuple[str, str]]) -> Sequence[str]:
    """Let time pass in the games of these messages (name and body); gives the names that failed."""
    return [name for name, body in messages if not _came(site, body)]


def _came(site: Site, body: str) -> bool:
    """Whether what a message asks for is done; one game must not stop the others."""
    game = ""
    try:
        game = _read(body).game
        if not passed(site, game):
            claims.give_back(site, [game])
    except Exception as error:  # noqa: BLE001 -- the message comes again
        level = logging.WARNING if isinstance(error, Busy) else logging.ERROR
        about = logs.told(game=game, **logs.failure(error))
        _log.log(level, "time did not pass in a game", extra=about)
        return False
    return True
