"""Which games somebody lets time pass in already, and which failed and have to wait.

::

    GAME  # g  CLAIM   until when nobody else takes the game up, and how often that was said

A claim goes with the turn of the clock, in the same transaction, so that the next deadline of the
game finds none. One that stays was for nothing, and the next one lasts longer. Times are UTC.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import msgspec

from chalicelib import ledger
from chalicelib.site import Site
from chalicelib.store import TRIES, Conflict, Delete, Item, Key, Put, encoded

HANDED_OVER, PATIENT, LONGEST = timedelta(minutes=3), 15, timedelta(hours=6)
"""How long a game in the queue is left alone: at first longer than it takes to deal with all the
games of a minute (a tick that died before it sent them delays them by that), then longer than the
queue keeps trying, and so many times longer each time."""
FIRST, LONGEST_WAIT = timedelta(seconds=1), timedelta(hours=1)
"""How long a game waits that failed where there is no queue: twice as long each time."""
SKEW = timedelta(minutes=1)
"""By how much the clocks of two processes may differ."""
REMEMBERED = timedelta(days=1)
"""For how long after its end a claim is known to have been for nothing."""

Lasts = Callable[[int], timedelta]
"""By how many claims were for nothing: how long the next one lasts."""


class Claim(msgspec.Struct, frozen=True):
    """A game is taken up until then; ``times`` counts the claims since the clock last turned."""

    until: datetime
    times: int = 1


NONE = Claim(datetime(1970, 1, 1, tzinfo=UTC), 0)

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
    """Take claims away again, at most 100 at once, because nothing has come of them."""
    if games:
        site.store.write(*map(release, games), now=site.now())


def put_off(site: Site, game: str) -> None:
    """Let a game wait that failed."""
    now = site.now()
    (item,) = site.store.read(claim_key(game), now=now)
    with suppress(Conflict):  # somebody else has just put it off
        site.store.write(_next(game, item, now, _failed), now=now)


def _free(site: Site, games: Sequence[str], now: datetime) -> dict[str, Item | None]:
    items = site.store.read(*map(claim_key, games), now=now)
    pairs = zip(games, items, strict=True)
    return {game: item for game, item in pairs if not _is_held(item, now)}


def _is_held(item: Item | None, now: datetime) -> bool:
    """Whether there is a claim; one that no clock of now can have made is that of a wrong one."""
    return now < _claim(item).until <= now + LONGEST + SKEW


def _claim(item: Item | None) -> Claim:
    """Read a claim. One that cannot be read must not hold up the other games looked at with it."""
    with suppress(msgspec.MsgspecError):
        return _read(item.body) if item else NONE
    return NONE


def _next(game: str, item: Item | None, now: datetime, lasts: Lasts) -> Put:
    times, version = _claim(item).times, item.version if item else 0
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
