"""A delivery is claimed and tried, and what came of it is written down for all concerned."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta

import msgspec

from chalicelib import logs, metrics
from chalicelib.game import Busy
from chalicelib.site import Site
from chalicelib.store import Item, Key, Put, Write, settled
from chalicelib.webhooks import telling
from chalicelib.webhooks.claim import Claimed, claim
from chalicelib.webhooks.conclusion import Conclusion, concluded, next_wait
from chalicelib.webhooks.delivery import Delivery, next_version, read_delivery
from chalicelib.webhooks.endpoint import (
    Endpoint,
    endpoint_item,
    endpoint_key,
    read_all,
    read_endpoint,
)
from chalicelib.webhooks.health import Fare, fare_item, fare_key, read_fare
from chalicelib.webhooks.lane import lane_item, read_lane
from chalicelib.webhooks.outcome import Outcome, request, tried

_log = logging.getLogger(__name__)


def send(site: Site, key: Key) -> Outcome | None:
    """Make the next attempt at a delivery if it is due, and give what came of it.

    Raises ``Held`` where nothing may be sent to its URL for now.
    """
    claimed = claim(site, key)
    if not claimed:
        return None
    now = site.now()
    asked = request(claimed.url, claimed.delivery, list(claimed.secrets), now)
    outcome = tried(site.web, asked, claimed.delivery, now)
    _tell(claimed, outcome)
    pause = next_wait(claimed.delivery, outcome, site.rng)
    with suppress(Busy):  # it is sent again when the lease is over
        settled(lambda: _write(site, claimed, outcome, pause))
    return outcome


def _tell(claimed: Claimed, outcome: Outcome) -> None:
    """Say in the log how an attempt went; not where to, the address is a secret."""
    metrics.count("WebhooksSent" if outcome.ok else "WebhooksFailed")
    about = logs.told(
        game=claimed.delivery.game,
        attempt=claimed.delivery.made + 1,
        status=outcome.status,
        why=outcome.error,
        ms=round(outcome.took * 1000, 1),
    )
    _log.info("webhook called", extra=about)


def _write(site: Site, claimed: Claimed, outcome: Outcome, pause: timedelta | None) -> None:
    """Write down what came of an attempt; raises ``Conflict`` if something changed meanwhile."""
    now, pk = site.now(), claimed.key[0]
    lane, item, *found = read_all(site.store, [(pk, "LANE"), claimed.key, *_keys(claimed)], now)
    if not item:
        return
    conclusion = concluded(read_delivery(item), outcome, pause, now)
    if conclusion.given_up:
        metrics.count("GivenUp", of="webhook")
    writes: list[Write] = [next_version(item, conclusion.delivery, conclusion.due)]
    if lane:
        ended = read_lane(lane).ended(ill=not outcome.ok)
        writes.append(Put(lane_item(pk, ended, lane, now), lane.version))
    writes += _fares(site, conclusion, outcome, found)
    site.store.write(*writes, now=now)


def _keys(claimed: Claimed) -> Iterator[Key]:
    for name in claimed.endpoints:
        yield endpoint_key(name)
        yield fare_key(name)


def _fares(
    site: Site, conclusion: Conclusion, outcome: Outcome, found: Sequence[Item | None]
) -> Iterable[Write]:
    """Give what an attempt changes for each of the endpoints: pairs of its row and its fare.

    An endpoint whose URL was changed meanwhile has nothing to do with the answer.
    """
    for kept, fare in zip(found[::2], found[1::2], strict=True):
        if kept and read_endpoint(kept).target == conclusion.delivery.target:
            yield from _fared(site, conclusion, outcome, kept, fare)


def _fared(
    site: Site, conclusion: Conclusion, outcome: Outcome, kept: Item, fare: Item | None
) -> Iterable[Write]:
    endpoint, before, now = read_endpoint(kept), read_fare(fare), site.now()
    version = fare.version if fare else 0
    if outcome.ok:
        yield Put(fare_item(endpoint.id, before.succeeded(now), version + 1), version)
        yield from _well(site, conclusion.delivery, endpoint, before, kept)
    elif outcome.gone and endpoint.status == "active":
        yield from telling.disabled(site, endpoint, kept.version, "gone")
    elif conclusion.delivery.kind == "event" and endpoint.status == "active":
        after = before.failed(now, given_up=conclusion.given_up)
        yield Put(fare_item(endpoint.id, after, version + 1), version)
        if after.failing_since and not before.failing_since:
            yield from telling.failing(site, endpoint, after, outcome.error)


def _well(
    site: Site, delivery: Delivery, endpoint: Endpoint, before: Fare, kept: Item
) -> Iterable[Write]:
    """Tell that deliveries arrive again; an endpoint that has proven itself gets events."""
    if delivery.proof and endpoint.status == "pending":
        active = msgspec.structs.replace(endpoint, status="active", disabled_reason="")
        yield Put(endpoint_item(active, kept.version + 1), kept.version)
    if before.failing_since or (delivery.proof and endpoint.disabled_reason):
        yield from telling.recovered(site, endpoint)
