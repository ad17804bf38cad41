"""An address that asks to be told what happens, and how it lies in the store.

::

    partition  sort key
    HOOK#h     ENDPOINT  what its owner may see of it
               SECRETS   the keys it signs with; read by nothing that shows anything
               FARE      see ``health``
               PROOF     see ``proof``
               SENT#…    see ``delivery``
    ACCOUNT#a  HOOKS     the endpoints of an account; what it has had sent by hand this hour
    GAME#g     HOOKS     the endpoints that name the game
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Literal, TypeVar

import msgspec

from chalicelib.formats import Format
from chalicelib.ledger import digest, game_pk
from chalicelib.store import BATCH_LIMIT, Item, Key, Store, encoded

Audience = Literal["public", "player", "gm"]
Status = Literal["pending", "active", "disabled"]

T = TypeVar("T", bound=msgspec.Struct)


class Endpoint(msgspec.Struct, frozen=True):
    """What is told to whom, and how. Times are UTC.

    ``games`` and ``event_types``: all if ``None``. Events go to ``active`` ones only; a ``pending``
    one has yet to prove that it wants them. ``rate_per_minute`` is for the URL as a whole.
    """

    id: str
    account: str
    url: str
    created_at: datetime
    secret_hint: str
    secret_created_at: datetime
    api_version: str
    format: Format = "standard"
    audience: Audience = "public"
    games: tuple[str, ...] | None = None
    event_types: tuple[str, ...] | None = None
    description: str = ""
    status: Status = "pending"
    disabled_reason: str = ""
    rate_per_minute: int = 60

    @property
    def target(self) -> str:
        """The name of its URL among the lanes; tells nothing of the URL."""
        return target_of(self.url)


class OldKey(msgspec.Struct, frozen=True):
    """A key that is used beside the current one before ``until`` (UTC)."""

    secret: str
    until: datetime


class Secrets(msgspec.Struct, frozen=True):
    """The keys of an endpoint."""

    current: str
    old: tuple[OldKey, ...] = ()

    def at(self, now: datetime) -> tuple[str, ...]:
        """Give the keys that sign at a time (UTC), the current one first."""
        return (self.current, *(key.secret for key in self.old if key.until > now))


class Shelf(msgspec.Struct, frozen=True):
    """The endpoints of an account: all of them, and those ``wide`` ones that name no games.

    ``asked`` is how many sendings were asked for by hand since ``hour`` (UTC).
    """

    endpoints: tuple[str, ...] = ()
    wide: tuple[str, ...] = ()
    asked: int = 0
    hour: datetime | None = None


_read_endpoint = msgspec.json.Decoder(Endpoint).decode
_read_secrets = msgspec.json.Decoder(Secrets).decode
_read_shelf = msgspec.json.Decoder(Shelf).decode
_read_names = msgspec.json.Decoder(tuple[str, ...]).decode


def target_of(url: str) -> str:
    """Give the name of a URL among the lanes: 16 hexadecimal digits."""
    return digest("target", url)[:16]


def hook_pk(endpoint: str) -> str:
    """Give the partition of an endpoint."""
    return f"HOOK#{endpoint}"


def endpoint_key(endpoint: str) -> Key:
    """Give where an endpoint lies."""
    return hook_pk(endpoint), "ENDPOINT"


def secrets_key(endpoint: str) -> Key:
    """Give where the keys of an endpoint lie."""
    return hook_pk(endpoint), "SECRETS"


def shelf_key(account: str) -> Key:
    """Give where the list of an account's endpoints lies."""
    return f"ACCOUNT#{account}", "HOOKS"


def listed_key(game: str) -> Key:
    """Give where the list of the endpoints that name a game lies."""
    return game_pk(game), "HOOKS"


def endpoint_item(endpoint: Endpoint, version: int) -> Item:
    """Give the item of a version of an endpoint."""
    return Item(*endpoint_key(endpoint.id), encoded(endpoint), version)


def read_endpoint(item: Item) -> Endpoint:
    """Decode an endpoint."""
    return _read_endpoint(item.body)


def read_secrets(item: Item) -> Secrets:
    """Decode the keys of an endpoint."""
    return _read_secrets(item.body)


def read_shelf(item: Item | None) -> Shelf:
    """Decode the list of an account's endpoints; an account has none at first."""
    return _read_shelf(item.body) if item else Shelf()


def read_listed(item: Item | None) -> tuple[str, ...]:
    """Decode the list of the endpoints that name a game; there are none at first."""
    return _read_names(item.body) if item else ()


def endpoints(store: Store, names: Sequence[str], now: datetime) -> tuple[Endpoint, ...]:
    """Give the endpoints of these ids that there are."""
    items = read_all(store, [endpoint_key(name) for name in dict.fromkeys(names)], now)
    return tuple(read_endpoint(item) for item in items if item)


def read_all(store: Store, keys: Sequence[Key], now: datetime) -> list[Item | None]:
    """Give the items at any number of keys, in their order."""
    found: list[Item | None] = []
    for start in range(0, len(keys), BATCH_LIMIT):
        found += store.read(*keys[start : start + BATCH_LIMIT], now=now)
    return found


def registered(
    store: Store, game: str, accounts: Iterable[str], now: datetime
) -> tuple[Endpoint, ...]:
    """Give the active endpoints that name a game, and the wide ones of these accounts.

    Those that have been there the longest come first.
    """
    shelves = [shelf_key(account) for account in accounts]
    named, *shelved = read_all(store, [listed_key(game), *shelves], now)
    wide = [name for item in shelved for name in read_shelf(item).wide]
    found = endpoints(store, [*read_listed(named), *wide], now)
    active = (endpoint for endpoint in found if endpoint.status == "active")
    return tuple(sorted(active, key=lambda one: (one.created_at, one.id)))
