"""``list``: the games of an installation, as everybody may see them."""

from collections.abc import Iterator
from itertools import islice

from chalicelib import ledger
from infra.operate import public
from infra.operate.place import Place
from infra.operate.rows import parts

WISHES = ("running", "stuck", "paused", "over")


def games(place: Place, wish: str, after: str, limit: int | None) -> Iterator[public.Summary]:
    """Give the games that fit, from behind one of them; they are read as they are asked for."""
    return islice(_fitting(place, wish, after), limit)


def _fitting(place: Place, wish: str, after: str) -> Iterator[public.Summary]:
    for part in parts(place.store.games(after)):
        for pk in part:
            game, now = pk.removeprefix("GAME#"), place.now()
            found = public.summary(place.store, game, ledger.peek(place.store, game, now), now)
            if found and _fits(found, wish, place):
                yield found


def _fits(found: public.Summary, wish: str, place: Place) -> bool:
    """Whether a game is what was asked for."""
    if wish == "stuck":
        return found.is_stuck(place.now())
    if wish == "paused":
        return found.paused
    if wish == "over":
        return found.phase == "over"
    return not wish or (found.phase not in ("gathering", "over") and not found.paused)
