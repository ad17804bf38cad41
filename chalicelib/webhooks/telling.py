"""The owner of an endpoint is told how it fares: by mail, and through their other endpoints."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from urllib.parse import urlsplit

import msgspec

from chalicelib import formats, ledger
from chalicelib.happenings import catalogue, extra
from chalicelib.happenings.happening import Happening
from chalicelib.later import each
from chalicelib.letters import Note
from chalicelib.site import Site
from chalicelib.store import Conflict, Key, Put, Write
from chalicelib.webhooks.delivery import puts, together
from chalicelib.webhooks.endpoint import (
    Endpoint,
    endpoint_item,
    endpoint_key,
    endpoints,
    read_endpoint,
    read_shelf,
    shelf_key,
)
from chalicelib.webhooks.health import Fare, fare_item, fare_key, read_fare
from chalicelib.webhooks.listening import written

MOST_ROWS = 10
"""How much of a transaction the news of one endpoint may take: six may be concerned at once."""


def failing(site: Site, endpoint: Endpoint, fare: Fare, error: str) -> Iterator[Write]:
    """Give what tells that an event could not be delivered, for the first time in a while."""
    now = site.now()
    since = fare.first_failure_at or now
    yield _letter(site, endpoint, "failing", since)
    happening = extra.failing(endpoint.id, now, since, error)
    yield from _operational(site, endpoint, happening)


def warned(site: Site, endpoint: Endpoint, ends: datetime) -> Iterator[Write]:
    """Give the letter that says when (UTC) the endpoint will be disabled."""
    yield _letter(site, endpoint, "ending", ends)


def disabled(site: Site, endpoint: Endpoint, version: int, reason: str) -> Iterator[Write]:
    """Give what disables an endpoint of that version and says so."""
    now = site.now()
    ended = msgspec.structs.replace(endpoint, status="disabled", disabled_reason=reason)
    yield Put(endpoint_item(ended, version + 1), version)
    yield _letter(site, endpoint, "gone" if reason == "gone" else "ended", now)
    yield from _operational(site, endpoint, extra.disabled(endpoint.id, now, reason))


def recovered(site: Site, endpoint: Endpoint) -> Iterator[Write]:
    """Give what tells that deliveries arrive again."""
    yield from _operational(site, endpoint, extra.recovered(endpoint.id, site.now()))


def look(site: Site, limit: int = 100) -> int:
    """Warn the owners of endpoints that fail for days, and disable them in the end."""
    return each(site, "FARE", _looked, limit)


def _looked(site: Site, key: Key) -> bool:
    now, name = site.now(), key[0].removeprefix("HOOK#")
    kept, item = site.store.read(endpoint_key(name), fare_key(name), now=now)
    if not item or not item.due or item.due > now:
        return False
    endpoint, fare = read_endpoint(kept) if kept else None, read_fare(item)
    writes: list[Write] = []
    if not kept or not endpoint or endpoint.status != "active":
        fare = Fare(last_success_at=fare.last_success_at)
    elif fare.warned_at:
        fare = Fare(last_success_at=fare.last_success_at, first_failure_at=fare.first_failure_at)
        writes += disabled(site, endpoint, kept.version, "failing")
    else:
        fare = msgspec.structs.replace(fare, warned_at=now)
        writes += warned(site, endpoint, fare.end_due or now)
    try:
        told = fare_item(name, fare, item.version + 1)
        site.store.write(Put(told, item.version), *writes, now=now)
    except Conflict:
        return False
    return True


def _letter(site: Site, endpoint: Endpoint, about: str, at: datetime) -> Write:
    """Give the letter about an endpoint; it names the host, since a whole URL may be a secret."""
    facts = {
        "code": about,
        "at": at,
        "host": urlsplit(endpoint.url).hostname or "",
        "description": endpoint.description,
        "endpoint": endpoint.id,
    }
    letter = Note("webhook", account=endpoint.account, facts=facts)
    name = ledger.digest("webhook", endpoint.id, about, site.now().isoformat())[:24]
    return Put(ledger.outgoing(letter, site.now(), name))


def _operational(site: Site, about: Endpoint, happening: Happening) -> Iterator[Write]:
    """Give the deliveries of such news to the owner's own endpoints, but not to the URL itself.

    They are written with the outcome that they tell of, so there are only as many as find room.
    """
    room = MOST_ROWS
    for (url, form), group in together(_own(site, about, happening.type)).items():
        names = tuple(one.id for one in group)
        to = formats.To(url=url, base_url=site.base_url)
        begun = puts(written(to, form, happening, names, mark=about.id), site.now())
        room -= len(begun)
        if room >= 0:
            yield from begun


def _own(site: Site, about: Endpoint, kind: str) -> Iterable[Endpoint]:
    """Give the other endpoints of an owner that are for nobody else and want news of a kind."""
    now = site.now()
    (item,) = site.store.read(shelf_key(about.account), now=now)
    return (
        one
        for one in endpoints(site.store, read_shelf(item).endpoints, now)
        if one.url != about.url
        and one.audience != "public"
        and one.status == "active"
        and catalogue.matches(one.event_types, kind)
    )
