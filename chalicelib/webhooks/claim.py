"""Who may send a delivery now: whoever is the first to say so, one at a time for each URL."""

import logging
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta

import msgspec

from chalicelib import ledger
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Key, Put
from chalicelib.webhooks.audience import hears
from chalicelib.webhooks.delivery import Delivery, next_version, read_delivery
from chalicelib.webhooks.endpoint import (
    Endpoint,
    endpoint_key,
    read_all,
    read_endpoint,
    read_secrets,
    secrets_key,
)
from chalicelib.webhooks.lane import LEASE, Lane, lane_item, read_lane

UNREAD_FOR = timedelta(hours=1)
"""How long a delivery waits that cannot be read."""

_log = logging.getLogger(__name__)


class Claimed(msgspec.Struct, frozen=True):
    """A delivery that is ours to send, for whom, where, and with which keys."""

    key: Key
    delivery: Delivery
    url: str
    endpoints: tuple[str, ...]
    secrets: tuple[str, ...]


class Held(Exception):  # noqa: N818 -- it is an answer, not a mistake
    """Nothing may be sent to this URL for now: somebody is at it, or its minute is used up."""


def claim(site: Site, key: Key) -> Claimed | None:
    """Take up a delivery if it is due and somebody still wants it; raises ``Held``.

    What nobody wants any more is cancelled.
    """
    now = site.now()
    before, item = site.store.read((key[0], "LANE"), key, now=now)
    lane = read_lane(before)
    if not lane.is_free(now):
        raise Held
    if not item or not item.due or item.due > now:
        return None
    try:
        delivery = read_delivery(item)
    except msgspec.MsgspecError:
        _unread(site, item, now)
        return None
    wanting, secrets = _wanting(site, delivery, now)
    if not wanting:
        _cancelled(site, item, delivery, now)
        return None
    # The rate of whoever registered the URL first: a stranger who does so too slows nobody down.
    first = [one for one in wanting if one.account == wanting[0].account]
    rate = min(endpoint.rate_per_minute for endpoint in first)
    _begin(site, (before, lane.begun(now, rate)), item, delivery, now)
    names = tuple(endpoint.id for endpoint in wanting)
    return Claimed(key, delivery, wanting[0].url, names, secrets)


def _begin(
    site: Site, lane: tuple[Item | None, Lane], item: Item, delivery: Delivery, now: datetime
) -> None:
    """Say that we are at it; whoever dies now leaves the delivery due when the lease is over."""
    before, begun = lane
    busy = msgspec.structs.replace(delivery, busy=now + LEASE)
    taken = Put(lane_item(item.pk, begun, before, now), before.version if before else 0)
    try:
        site.store.write(taken, next_version(item, busy, now + LEASE), now=now)
    except Conflict as conflict:
        raise Held from conflict


def _unread(site: Site, item: Item, now: datetime) -> None:
    """Let a delivery wait that this version of the program cannot read; a newer one wrote it."""
    _log.error("a delivery cannot be read")
    later = msgspec.structs.replace(item, version=item.version + 1, due=now + UNREAD_FOR)
    with suppress(Conflict):
        site.store.write(Put(later, item.version), now=now)


def _cancelled(site: Site, item: Item, delivery: Delivery, now: datetime) -> None:
    """Close a delivery that nobody wants any more."""
    closed = msgspec.structs.replace(delivery, condition="cancelled", busy=None, resume=None)
    with suppress(Conflict):
        site.store.write(next_version(item, closed, None), now=now)


def _wanting(
    site: Site, delivery: Delivery, now: datetime
) -> tuple[tuple[Endpoint, ...], tuple[str, ...]]:
    """Give the endpoints that still want a delivery, and the keys that sign it."""
    names = delivery.endpoints
    keys = [*map(endpoint_key, names), *map(secrets_key, names)]
    found = read_all(site.store, keys, now)
    known = zip(found[: len(names)], found[len(names) :], strict=True)
    pairs = [(read_endpoint(one), read_secrets(two)) for one, two in known if one and two]
    may = set(_entitled(site, delivery, (endpoint for endpoint, _ in pairs), now))
    wanting = [(one, keys) for one, keys in pairs if one.id in may]
    secrets = (secret for _, keys in wanting for secret in keys.at(now))
    return tuple(endpoint for endpoint, _ in wanting), tuple(secrets)


def _entitled(
    site: Site, delivery: Delivery, endpoints: Iterable[Endpoint], now: datetime
) -> Iterable[str]:
    """Give those that are at this URL still, are not disabled, and may know of what happened."""
    here = [one for one in endpoints if one.target == delivery.target]
    if delivery.kind == "ping":
        return [one.id for one in here]
    live = [one for one in here if one.status == "active"]
    if not delivery.game or all(one.audience == "public" for one in live):
        return [one.id for one in live]
    state = ledger.state_of(site.store, delivery.game, now)
    audience = delivery.happening.audience
    return [one.id for one in live if state and hears(one, state, audience)]
