"""Which games somebody lets time pass in already, and which failed and have to wait.

::

    GAME  # g  CLAIM   until when nobody else takes the game up, and the how manieth time it is

A claim goes with the turn of the clock, in the same transaction, so that the next deadline of the
game finds none. One that stays was for nothing, and the next one lasts longer. Times are UTC.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import msgspec

from chalicelib import ledger
from chalicelib.site import Site
from chalicelib.store import BATCH_LIMIT, Conflict, Delete, Item, Key, Put, encoded

HANDED_OVER, PATIENT, LONGEST = timedelta(minutes=3), 15, timedelta(hours=6)
"""How long a game in the queue is left alone: at first longer than it takes to deal with all the
games of a minute (a tick that died before it sent them delays them by that), then longer than the
queue keeps trying, and so many times longer each time."""
FIRST, LONGEST_WAIT = timedelta(seconds=1), timedelta(hours=1)
"""How long a game waits that failed where there is no queue: twice as long each time."""
REMEMBERED = timedelta(days=1)
"""For how long after its end a claim is known to have been for nothing."""
TRIES = 10

Lasts = Callable[[int], timedelta]
"""By how many claims were for nothing: how long the next one lasts."""


class Claim(msgspec.Struct, frozen=True):
    """A game is taken up until then; ``times`` counts the claims since the clock last turned."""

    until: datetime
    times: int = 1


_read = msgspec.json.Decoder(Claim).decode


def claim_key(game: str) -> Key:
    """Give the address of a game's claim."""
    return ledger.game_pk(game), "CLAIM"


def release(game: str) -> Delete:
    """Give what takes a game's claim away, whoever made it."""
    return Delete(*claim_key(game))


def claim(site: Site, games: Sequence[str]) -> list[str]:
    """Claim the games that nobody has claimed, at most 100 at once; gives those that are ours."""
    for _ in range(TRIES):
        now = site.now()
        free = _free(site, games, now)
        puts = [_next(game, item, now, _handed_over) for game, item in free.items()]
        if not puts:
            return []
        try:
            site.store.write(*puts, now=now)
        except Conflict:
            continue  # another tick was faster with some of them
        return list(free)
    return []


def free(site: Site, games: Sequence[str]) -> list[str]:
    """Give the games that nobody has claimed, at most 100 at once."""
    return list(_free(site, games, site.now()))


def give_back(site: Site, games: Sequence[str]) -> None:
    """Take claims away again, because nothing has come of them."""
    for start in range(0, len(games), BATCH_LIMIT):
        some = games[start : start + BATCH_LIMIT]
        with suppress(Conflict):  # their clock has just turned
            site.store.write(*map(release, some), now=site.now())


def put_off(site: Site, game: str) -> None:
    """Let a game wait that failed."""
    now = site.now()
    (item,) = site.store.read(claim_key(game), now=now)
    with suppress(Conflict):  # somebody else has just put it off
        site.store.write(_next(game, item, now, _failed), now=now)


def _free(site: Site, games: Sequence[str], now: datetime) -> dict[str, Item | None]:
    items = site.store.read(*map(claim_key, games), now=now)
    pairs = zip(games, items, strict=True)
    return {game: item for game, item in pairs if not item or _read(item.body).until <= now}


def _next(game: str, item: Item | None, now: datetime, lasts: Lasts) -> Put:
    times, version = (_read(item.body).times, item.version) if item else (0, 0)
    until = now + lasts(times)
    body = encoded(Claim(until, times + 1))
    fresh = Item(*claim_key(game), body, version + 1, expires=until + REMEMBERED)
    return Put(fresh, version)


def _handed_over(times: int) -> timedelta:
    longer: int = PATIENT ** min(times, 9)
    return min(HANDED_OVER * longer, LONGEST)


def _failed(times: int) -> timedelta:
    longer: int = 2 ** min(times, 20)
    return min(FIRST * longer, LONGEST_WAIT)
