"""``list``: the games of an installation, as everybody may see them."""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice

import msgspec

from chalicelib import ledger
from chalicelib.game import Busy
from chalicelib.store import Store
from infra.operate import public
from infra.operate.place import Place
from infra.operate.rows import parts

NOT_RUNNING = ("gathering", "over", public.UNREADABLE)
WISHES = ("running", "stuck", "paused", "over")


def games(place: Place, wish: str, after: str, limit: int | None) -> Iterator[public.Summary]:
    """Give the games that fit, from behind one of them; they are read as they are asked for."""
    return islice(_fitting(place, wish, after), limit)


def _fitting(place: Place, wish: str, after: str) -> Iterator[public.Summary]:
    for part in parts(place.store.games(after)):
        for pk in part:
            game, now = ledger.game_of(pk), place.now()
            found = _summary(place.store, game, now)
            if found and _fits(found, wish, place):
                yield found


def _summary(store: Store, game: str, now: datetime) -> public.Summary | None:
    """Sum a game up; one that cannot be read must not hide the others."""
    try:
        return public.summary(store, game, ledger.peek(store, game, now), now)
    except (msgspec.MsgspecError, Busy) as error:
        if not public.is_strange(error):
            raise
        return public.unreadable(game)


def _fits(found: public.Summary, wish: str, place: Place) -> bool:
    """Whether a game is what was asked for."""
    if wish == "stuck":
        return found.is_stuck(place.now())
    if wish == "paused":
        return found.paused
    if wish == "over":
        return found.phase == "over"
    return not wish or (found.phase not in NOT_RUNNING and not found.paused)
