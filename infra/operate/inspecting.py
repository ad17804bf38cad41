"""``inspect``: one game as everybody may see it, and what of it waits to go out."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from chalicelib import accounts, ledger
from chalicelib.forums import binding
from chalicelib.game import PUBLIC, redact
from chalicelib.rules import State
from chalicelib.store import Store
from chalicelib.webhooks import endpoint
from infra.operate import letters, public
from infra.operate.place import Place, Wrong


class Seat(msgspec.Struct, frozen=True):
    """Who sits there, and whether letters get through; the address is masked."""

    id: str
    nick: str
    role: str
    address: str = ""
    trouble: str = ""


class Hook(msgspec.Struct, frozen=True):
    """A webhook that names the game; of its address only the host."""

    id: str
    url: str
    format: str
    audience: str
    status: str
    disabled_reason: str = ""


class Thread(msgspec.Struct, frozen=True):
    """A thread of a forum that is bound to the game, and what is wrong with it."""

    id: str
    engine: str
    forum: str
    thread: str
    status: str
    trouble: str = ""


class Inspected(msgspec.Struct, frozen=True):
    """A game as everybody may see it."""

    summary: public.Summary
    seats: tuple[Seat, ...]
    state: State
    log: tuple[dict[str, Any], ...]
    letters: tuple[letters.Listed, ...]
    webhooks: tuple[Hook, ...]
    threads: tuple[Thread, ...]


def inspected(place: Place, game: str, at: int | None = None) -> Inspected:
    """Give a game as it is, or with its state and log as they were after entry ``at``.

    Raises ``Wrong`` if there is no such game or entry.
    """
    store, now = place.store, place.now()
    whole = public.held(store, game, now)
    if not whole.state:
        raise Wrong(f"no game {game}")
    then = whole if at is None else _then(store, game, whole.seq, at, now)
    found = public.summary(store, game, then, now)
    if not found or not then.state:
        raise Wrong(f"no game {game}")
    return Inspected(
        found,
        tuple(_seats(store, whole.state, now)),
        redact(then.state, PUBLIC),
        tuple(public.lines(store, game, whole.state, now, then.seq)),
        tuple(letters.of_game(store, game, whole.state, now)),
        tuple(_hooks(store, game, now)),
        tuple(_threads(store, game, now)),
    )


def _then(store: Store, game: str, last: int, at: int, now: datetime) -> ledger.Held:
    if not 0 < at <= last:
        raise Wrong(f"game {game} has the entries 1 to {last}")
    return ledger.Held(ledger.state_at(store, game, at, now)[0], at)


def _seats(store: Store, state: State, now: datetime) -> Iterator[Seat]:
    people = sorted({seat.account for seat in state.seats if seat.account})
    known = {one.id: one for one in accounts.profiles(store, people, now=now)}
    for seat in state.seats:
        profile = known.get(seat.account or "")
        address = public.masked(profile.address) if profile else ""
        yield Seat(seat.id, seat.nick, seat.role, address, profile.trouble if profile else "")


def _hooks(store: Store, game: str, now: datetime) -> Iterator[Hook]:
    (listed,) = store.read(endpoint.listed_key(game), now=now)
    for one in endpoint.endpoints(store, endpoint.read_listed(listed), now):
        url = public.masked_url(one.url)
        yield Hook(one.id, url, one.format, one.audience, one.status, one.disabled_reason)


def _threads(store: Store, game: str, now: datetime) -> Iterator[Thread]:
    for one in binding.of_game(store, game, now=now):
        forum = public.masked_url(one.base_url or one.posts_url)
        yield Thread(one.id, one.engine, forum, one.thread, one.status, one.trouble)
