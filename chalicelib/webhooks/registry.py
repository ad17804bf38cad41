"""Endpoints are registered, changed, given new keys and removed, by their owner."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

import msgspec

from chalicelib import accounts, ledger
from chalicelib.game import IllegalMove, TooMany, Unknown
from chalicelib.happenings import catalogue
from chalicelib.outward import signature
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Put, Write, encoded, settled
from chalicelib.webhooks import proof
from chalicelib.webhooks.audience import people
from chalicelib.webhooks.endpoint import (
    Endpoint,
    OldKey,
    Secrets,
    Shelf,
    endpoint_item,
    endpoint_key,
    listed_key,
    read_all,
    read_endpoint,
    read_listed,
    read_secrets,
    read_shelf,
    secrets_key,
    shelf_key,
)
from chalicelib.webhooks.health import fare_key
from chalicelib.webhooks.wishes import ChangedEndpoint, NewEndpoint, changed, need_possible

MOST_OF_ACCOUNT = 20
MOST_OF_GAME = 100
MOST_OF_STRANGERS = 50
"""How many endpoints a game may have before only those who take part may add more."""
MOST_ASKED = 120
"""How many sendings an account may ask for by hand in an hour."""
MOST_OLD_KEYS = 2
HOUR = timedelta(hours=1)


def register(site: Site, account: str, wish: NewEndpoint) -> tuple[Endpoint, str]:
    """Keep a new endpoint and ask it to prove itself; gives it with its key, this once."""
    now, secret = site.now(), signature.new_secret(site.rng)
    endpoint = Endpoint(
        accounts.name(site.rng, 20),
        account,
        wish.url,
        now,
        hint(secret),
        now,
        catalogue.API_VERSION,
        wish.format,
        wish.audience,
        wish.games,
        wish.event_types,
        wish.description,
        rate_per_minute=wish.rate_per_minute,
    )
    need_possible(site, endpoint)

    def write() -> None:
        site.store.write(
            Put(endpoint_item(endpoint, 1), 0),
            Put(Item(*secrets_key(endpoint.id), encoded(Secrets(secret))), 0),
            *_listed(site, endpoint, endpoint.games or ()),
            shelved(site, account, lambda shelf: _added(asked(shelf, now), endpoint)),
            *proof.begin(site, endpoint),
            now=now,
        )

    settled(write)
    return endpoint, secret


def hint(secret: str) -> str:
    """Give the end of a key, by which its owner tells it from others."""
    return secret.rstrip("=")[-4:]


def shelved(site: Site, account: str, change: Callable[[Shelf], Shelf]) -> Put:
    """Give the write that changes the list of an account's endpoints."""
    (item,) = site.store.read(shelf_key(account), now=site.now())
    version = item.version if item else 0
    after = change(read_shelf(item))
    return Put(Item(*shelf_key(account), encoded(after), version + 1), version)


def asked(shelf: Shelf, now: datetime) -> Shelf:
    """Count a sending that is asked for by hand, or refuse it."""
    if not shelf.hour or now - shelf.hour >= HOUR:
        return msgspec.structs.replace(shelf, hour=now, asked=1)
    if shelf.asked >= MOST_ASKED:
        left = HOUR - (now - shelf.hour)
        raise TooMany("too_many_sendings", limit=MOST_ASKED, seconds=int(left.total_seconds()) + 1)
    return msgspec.structs.replace(shelf, asked=shelf.asked + 1)


def _added(shelf: Shelf, endpoint: Endpoint) -> Shelf:
    if len(shelf.endpoints) >= MOST_OF_ACCOUNT:
        raise IllegalMove("too_many_endpoints", limit=MOST_OF_ACCOUNT)
    return _moved(
        msgspec.structs.replace(shelf, endpoints=(*shelf.endpoints, endpoint.id)), endpoint
    )


def _moved(shelf: Shelf, endpoint: Endpoint) -> Shelf:
    """Keep an endpoint among the wide ones exactly if it is one."""
    others = tuple(name for name in shelf.wide if name != endpoint.id)
    wide = others if endpoint.games is not None else (*others, endpoint.id)
    return msgspec.structs.replace(shelf, wide=wide)


def _listed(site: Site, endpoint: Endpoint, games: Iterable[str]) -> Iterator[Write]:
    """Enter an endpoint into the lists of games; refused where a list is full."""
    names = tuple(dict.fromkeys(games))
    rows = read_all(site.store, [listed_key(game) for game in names], site.now())
    states = ledger.peek_all(site.store, names, site.now())
    for game, row, state in zip(names, rows, states, strict=True):
        known = read_listed(row)
        is_guest = not state or endpoint.account not in people(state)
        limit = MOST_OF_STRANGERS if is_guest else MOST_OF_GAME
        if len(known) >= limit:
            raise IllegalMove("too_many_for_game", limit=limit)
        version = row.version if row else 0
        yield Put(Item(*listed_key(game), encoded((*known, endpoint.id)), version + 1), version)


def _unlisted(site: Site, endpoint: Endpoint, games: Iterable[str]) -> Iterator[Write]:
    """Take an endpoint out of the lists of games."""
    names = tuple(dict.fromkeys(games))
    rows = read_all(site.store, [listed_key(game) for game in names], site.now())
    for row in rows:
        if row:
            left = tuple(name for name in read_listed(row) if name != endpoint.id)
            yield Put(Item(row.pk, row.sk, encoded(left), row.version + 1), row.version)


def owned(site: Site, account: str, name: str) -> tuple[Endpoint, int]:
    """Give an endpoint of an account, and its version; anybody else's is unknown."""
    (item,) = site.store.read(endpoint_key(name), now=site.now())
    endpoint = read_endpoint(item) if item else None
    if not item or not endpoint or endpoint.account != account:
        raise Unknown("unknown_endpoint")
    return endpoint, item.version


def change(site: Site, account: str, name: str, wish: ChangedEndpoint) -> Endpoint:
    """Change an endpoint; with a new URL it has to prove itself anew, and gets nothing till then.

    What is on its way to the old URL is cancelled.
    """

    def write() -> Endpoint:
        before, version = owned(site, account, name)
        new = changed(before, wish)
        need_possible(site, new, before)
        old_games, new_games = set(before.games or ()), set(new.games or ())
        writes = [
            Put(endpoint_item(new, version + 1), version),
            *_listed(site, new, sorted(new_games - old_games)),
            *_unlisted(site, new, sorted(old_games - new_games)),
        ]
        if new.url != before.url and new.status == "pending":
            writes += proof.begin(site, new)
        counted = new.url != before.url

        def shelve(shelf: Shelf) -> Shelf:
            return _moved(asked(shelf, site.now()) if counted else shelf, new)

        site.store.write(*writes, shelved(site, account, shelve), now=site.now())
        return new

    return settled(write)


def remove(site: Site, account: str, name: str) -> None:
    """Remove an endpoint with its keys; what is on its way to it is cancelled."""

    def write() -> None:
        endpoint, version = owned(site, account, name)

        def without(shelf: Shelf) -> Shelf:
            ids = (tuple(n for n in some if n != name) for some in (shelf.endpoints, shelf.wide))
            endpoints, wide = ids
            return msgspec.structs.replace(shelf, endpoints=endpoints, wide=wide)

        site.store.write(
            Delete(*endpoint_key(name), version),
            Delete(*secrets_key(name)),
            Delete(*fare_key(name)),
            Delete(*proof.proof_key(name)),
            *_unlisted(site, endpoint, endpoint.games or ()),
            shelved(site, account, without),
            now=site.now(),
        )

    settled(write)


def rotate(site: Site, account: str, name: str, grace: timedelta) -> tuple[Endpoint, str]:
    """Give an endpoint a new key; the old ones sign beside it as long as they are good.

    Without grace the new one is the only one at once: the old ones may be in wrong hands. Refused
    while two old ones are good.
    """
    secret = signature.new_secret(site.rng)

    def write() -> Endpoint:
        now = site.now()
        endpoint, version = owned(site, account, name)
        (item,) = site.store.read(secrets_key(name), now=now)
        if not item:
            raise Conflict(())
        keys = read_secrets(item)
        old = tuple(key for key in keys.old if key.until > now) if grace else ()
        if len(old) >= MOST_OLD_KEYS:
            raise IllegalMove("too_many_keys", limit=MOST_OLD_KEYS, until=old[-1].until)
        kept = (OldKey(keys.current, now + grace), *old) if grace else ()
        new = msgspec.structs.replace(endpoint, secret_hint=hint(secret), secret_created_at=now)
        site.store.write(
            Put(endpoint_item(new, version + 1), version),
            Put(
                Item(*item.key, encoded(Secrets(secret, kept)), item.version + 1),
                item.version,
            ),
            now=now,
        )
        return new

    return settled(write), secret
