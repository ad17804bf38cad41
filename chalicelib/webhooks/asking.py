"""What the owner of an endpoint has done at once: prove it, try it, send something again."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from chalicelib import accounts, formats
from chalicelib.game import PUBLIC, Busy, IllegalMove, Unknown, Unreadable
from chalicelib.happenings import catalogue, examples
from chalicelib.site import Site
from chalicelib.store import Item, Put, Write, settled
from chalicelib.webhooks import proof, telling
from chalicelib.webhooks.delivery import (
    Delivery,
    Trigger,
    delivery_key,
    next_version,
    puts,
    read_delivery,
)
from chalicelib.webhooks.endpoint import Endpoint, endpoint_item, endpoints
from chalicelib.webhooks.health import Fare, fare_item, fare_key, read_fare
from chalicelib.webhooks.listening import written
from chalicelib.webhooks.registry import asked, owned, shelved


def enable(site: Site, account: str, name: str, code: str) -> Endpoint:
    """Let an endpoint prove itself anew, with a fresh count of failures; or accept a chat's code.

    One that is active stays as it is.
    """

    def write() -> Endpoint:
        endpoint, version = owned(site, account, name)
        if endpoint.status == "active":
            return endpoint
        if code and not proof.is_chat(endpoint):
            raise Unreadable("no_code_here", format=endpoint.format)
        new = msgspec.structs.replace(endpoint, status="active" if code else "pending")
        begun = () if code else (*proof.begin(site, new), _cleared(site, new))
        writes = _proven(site, endpoint, code) if code else begun
        if code:
            new = msgspec.structs.replace(new, disabled_reason="")
        site.store.write(
            Put(endpoint_item(new, version + 1), version),
            *writes,
            shelved(site, account, lambda shelf: asked(shelf, site.now())),
            now=site.now(),
        )
        return new

    return settled(write)


def _proven(site: Site, endpoint: Endpoint, code: str) -> Sequence[Write]:
    back = telling.recovered(site, endpoint) if endpoint.disabled_reason else ()
    return [proof.spent(site, endpoint, code, site.now()), *back]


def _cleared(site: Site, endpoint: Endpoint) -> Write:
    """Forget the failures of an endpoint."""
    (item,) = site.store.read(fare_key(endpoint.id), now=site.now())
    fare, version = read_fare(item), item.version if item else 0
    fresh = Fare(last_success_at=fare.last_success_at)
    return Put(fare_item(endpoint.id, fresh, version + 1), version)


def ping(site: Site, account: str, name: str) -> str:
    """Send a ping; gives its id. A pending endpoint that answers it is active."""
    endpoint, _ = owned(site, account, name)
    if endpoint.status == "disabled":
        raise IllegalMove("endpoint_disabled")
    writes = list(proof.begin(site, endpoint))
    _ask(site, account, writes)
    sent = next(write.key[1] for write in writes if write.key[1].startswith("SEND#"))
    return sent.removeprefix("SEND#")


def test(site: Site, account: str, name: str, kind: str) -> str:
    """Send the documented example of a type, marked as a test; gives its id."""
    endpoint, _ = owned(site, account, name)
    if endpoint.status != "active":
        raise IllegalMove(f"endpoint_{endpoint.status}")
    if kind not in catalogue.TYPES:
        raise Unreadable("unknown_event_type", text=kind, choices=tuple(catalogue.TYPES))
    example = examples.example(kind)
    if endpoint.audience == "public" and example.audience != PUBLIC:
        raise IllegalMove("not_for_public", text=kind)
    to = formats.To(url=endpoint.url, base_url=site.base_url)
    mark = accounts.name(site.rng, 16)
    made = written(to, endpoint.format, example, (endpoint.id,), mark=mark)
    trial = msgspec.structs.replace(made, kind="test")
    _ask(site, account, puts(trial, site.now()))
    return trial.id


def _ask(site: Site, account: str, writes: Iterable[Write]) -> None:
    """Write what is sent by hand, and count it."""

    def write() -> None:
        counted = shelved(site, account, lambda shelf: asked(shelf, site.now()))
        site.store.write(*writes, counted, now=site.now())

    writes = list(writes)
    settled(write)


def delivery_of(
    site: Site, account: str, message: str
) -> tuple[Delivery, Item, tuple[Endpoint, ...]]:
    """Give a delivery, and those of its endpoints that are an account's; all others are unknown."""
    (item,) = site.store.read(delivery_key(message), now=site.now())
    delivery = read_delivery(item) if item else None
    known = endpoints(site.store, delivery.endpoints, site.now()) if delivery else ()
    own = tuple(one for one in known if one.account == account)
    if not item or not delivery or not own:
        raise Unknown("unknown_delivery")
    return delivery, item, own


def redeliver(site: Site, account: str, message: str) -> None:
    """Send a delivery again, now, whatever became of it; its schedule, if any, stays as it is."""

    def write() -> None:
        now = site.now()
        delivery, item, own = delivery_of(site, account, message)
        mine = {one.status for one in own}
        if delivery.kind != "ping" and "active" not in mine:
            raise IllegalMove(f"endpoint_{min(mine)}")
        counted = shelved(site, account, lambda shelf: asked(shelf, now))
        site.store.write(again(item, delivery, "manual", now), counted, now=now)

    settled(write)


def again(item: Item, delivery: Delivery, trigger: Trigger, now: datetime) -> Put:
    """Give the write that makes a delivery due at once; refused while it is being sent."""
    if delivery.busy and delivery.busy > now:
        raise Busy("busy", seconds=15)
    resume = delivery.resume if delivery.trigger != "scheduled" else item.due
    due = msgspec.structs.replace(
        delivery,
        condition="pending",
        trigger=trigger,
        resume=resume,
    )
    return next_version(item, due, now)
