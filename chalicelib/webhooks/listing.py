"""Endpoints and deliveries as their owner sees them, and pages of deliveries."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Iterator
from datetime import datetime
from re import compile as pattern
from typing import Any

import msgspec

from chalicelib import formats
from chalicelib.game import Unreadable
from chalicelib.site import Site
from chalicelib.store import Item
from chalicelib.webhooks.delivery import (
    Attempt,
    Condition,
    Delivery,
    Kind,
    delivery_key,
    read_delivery,
)
from chalicelib.webhooks.endpoint import Endpoint, hook_pk, read_all
from chalicelib.webhooks.health import fare_key, read_fare

PLACE = pattern(r"[0-9T:.+-]{20,40}\.msg_[0-9a-f]{40}")
CONDITIONS = ("pending", "delivered", "failed", "cancelled")
LOOKED_AT = 500
"""How many deliveries a page looks through for those it is to show."""
PAGE = 100


class Wanted(msgspec.Struct, frozen=True):
    """Which deliveries are to be shown: all, or of a status, of a type; from where on."""

    status: str = ""
    event_type: str = ""
    cursor: str = ""
    limit: int = 50


class Line(msgspec.Struct, frozen=True):
    """A delivery in a list. ``timestamp``: when what it tells has happened (UTC)."""

    id: str
    event_type: str
    timestamp: datetime
    status: Condition
    kind: Kind
    attempts: int
    next_attempt: datetime | None
    game_id: str = ""


class Whole(Line, frozen=True, kw_only=True):
    """A delivery with its attempts and the body that it carries, if it goes anywhere."""

    endpoints: tuple[str, ...]
    log: tuple[Attempt, ...]
    content_type: str = ""
    content: str = ""


class Page(msgspec.Struct, frozen=True):
    """Some deliveries, the latest events first; ``next_cursor`` goes on, ``None`` at the end."""

    items: tuple[Line, ...]
    next_cursor: str | None


def shown(site: Site, endpoint: Endpoint) -> dict[str, Any]:
    """Give an endpoint as its owner sees it, with how it fares; never a key."""
    (item,) = site.store.read(fare_key(endpoint.id), now=site.now())
    fare = read_fare(item)
    own = msgspec.structs.asdict(endpoint)
    del own["account"]
    return own | {
        "last_success_at": fare.last_success_at,
        "first_failure_at": fare.first_failure_at,
        "failing": bool(fare.failing_since),
    }


def page(site: Site, endpoint: Endpoint, wanted: Wanted) -> Page:
    """Give deliveries to an endpoint."""
    if wanted.status and wanted.status not in CONDITIONS:
        raise Unreadable("unknown_status", text=wanted.status, choices=CONDITIONS)
    lines: list[Line] = []
    last = place(wanted.cursor)
    for looked, (name, item) in enumerate(_sent(site, endpoint, last), 1):
        if item and (line := _line(item, wanted)):
            if len(lines) == wanted.limit:
                return Page(tuple(lines), cursor(last))
            lines.append(line)
        last = name
        if looked == LOOKED_AT:
            return Page(tuple(lines), cursor(last))
    return Page(tuple(lines), None)


def cursor(name: str) -> str:
    """Give a place in the list as it may stand in a query."""
    return urlsafe_b64encode(name.encode()).decode().rstrip("=")


def place(text: str) -> str:
    """Give the place that a cursor means, refuse what is none; without one it is the beginning."""
    try:
        name = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("ascii")
    except ValueError:
        name = " "
    if name and not PLACE.fullmatch(name):
        raise Unreadable("bad_cursor")
    return name


def _sent(site: Site, endpoint: Endpoint, start: str) -> Iterator[tuple[str, Item | None]]:
    """Give the deliveries to an endpoint before a place, by the names they have in its list."""
    pk, before, now = hook_pk(endpoint.id), f"SENT#{start or '~'}", site.now()
    while rows := site.store.query(pk, "SENT#", before, PAGE, now=now, backwards=True):
        found = read_all(site.store, [delivery_key(row.body) for row in rows], now)
        for row, item in zip(rows, found, strict=True):
            yield row.sk.removeprefix("SENT#"), item
        before = rows[-1].sk


def _line(item: Item, wanted: Wanted) -> Line | None:
    delivery = read_delivery(item)
    kind, is_wanted = delivery.happening.type, wanted.status in {"", delivery.condition}
    return line(delivery, item) if is_wanted and wanted.event_type in {"", kind} else None


def line(delivery: Delivery, item: Item) -> Line:
    """Give a delivery as it stands in a list."""
    return Line(**_told(delivery, item))


def whole(delivery: Delivery, item: Item, own: Collection[str]) -> Whole:
    """Give a delivery with all that is known of it; not what nobody there may know any more.

    Of its endpoints only those that are the reader's ``own`` are named.
    """
    is_told = delivery.condition != "cancelled"
    body: formats.Body = delivery.sent_body
    return Whole(
        **_told(delivery, item),
        endpoints=tuple(name for name in delivery.endpoints if name in own),
        log=delivery.attempts,
        content_type=body.content_type,
        content=body.content.decode() if is_told else "",
    )


def _told(delivery: Delivery, item: Item) -> dict[str, Any]:
    happening = delivery.happening
    return {
        "id": delivery.id,
        "event_type": happening.type,
        "timestamp": happening.at,
        "status": delivery.condition,
        "kind": delivery.kind,
        "attempts": delivery.made,
        "next_attempt": item.due,
        "game_id": delivery.game,
    }
