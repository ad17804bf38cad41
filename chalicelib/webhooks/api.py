"""Webhook endpoints and deliveries over HTTP; all of it for their owner alone.

What sends is imported where it is used: the other routes need not wait for it.
"""

from datetime import timedelta
from typing import Any

from chalice.app import Blueprint, Response

from chalicelib.api import LONGEST_PAGE, PAGE
from chalicelib.door import Call, reply, routes
from chalicelib.game import Unknown

hooks = Blueprint(__name__)
route = routes(hooks)

ENDPOINTS = "/v1/webhook-endpoints"
ONE = ENDPOINTS + "/{endpoint_id}"


def _id(text: str) -> str:
    """Give an endpoint's id; what cannot be one is unknown."""
    if not (text.isascii() and text.isalnum() and len(text) <= 40):  # noqa: PLR2004
        raise Unknown("unknown_endpoint")
    return text


def _message(text: str) -> str:
    """Give a delivery's id; what cannot be one is unknown."""
    if not (text.startswith("msg_") and text[4:].isalnum() and text.isascii() and len(text) == 44):  # noqa: PLR2004
        raise Unknown("unknown_delivery")
    return text


@route(ENDPOINTS, "POST")
def create(call: Call) -> Response:
    """Register an endpoint; the answer has its key, which is never shown again."""
    from chalicelib.webhooks import listing, registry, wishes  # noqa: PLC0415 -- as said above

    account, wish = call.account, call.body(wishes.NEW_ENDPOINT)
    endpoint, secret = registry.register(call.site, account, wish)
    shown = listing.shown(call.site, endpoint)
    return reply(shown | {"secret": secret}, 201, Location=f"{ENDPOINTS}/{endpoint.id}")


@route(ENDPOINTS, "GET")
def list_all(call: Call) -> Response:
    """List the caller's endpoints."""
    from chalicelib.webhooks import endpoint, listing  # noqa: PLC0415 -- as said above

    (item,) = call.site.store.read(endpoint.shelf_key(call.account), now=call.arrived)
    names = endpoint.read_shelf(item).endpoints
    found = endpoint.endpoints(call.site.store, names, call.arrived)
    return reply({"items": [listing.shown(call.site, one) for one in found]})


@route(ONE, "GET")
def show(call: Call, endpoint_id: str) -> Response:
    """Give one endpoint."""
    return _shown(call, _owned(call, endpoint_id))


@route(ONE, "PATCH")
def change(call: Call, endpoint_id: str) -> Response:
    """Change an endpoint; a new URL has to be proven anew."""
    from chalicelib.webhooks import registry, wishes  # noqa: PLC0415 -- as said above

    account, wish = call.account, call.body(wishes.CHANGED_ENDPOINT)
    return _shown(call, registry.change(call.site, account, _id(endpoint_id), wish))


@route(ONE, "DELETE")
def remove(call: Call, endpoint_id: str) -> Response:
    """Remove an endpoint."""
    from chalicelib.webhooks import registry  # noqa: PLC0415 -- as said above

    registry.remove(call.site, call.account, _id(endpoint_id))
    return reply(None, 204)


@route(ONE + "/secret/rotate", "POST")
def rotate(call: Call, endpoint_id: str) -> Response:
    """Give an endpoint a new key; the answer has it, this once."""
    from chalicelib.webhooks import listing, registry, wishes  # noqa: PLC0415 -- as said above

    account = call.account
    wish = call.body(wishes.ROTATION) if call.raw else wishes.Rotation()
    grace = timedelta(seconds=wish.grace)
    endpoint, secret = registry.rotate(call.site, account, _id(endpoint_id), grace)
    return reply(listing.shown(call.site, endpoint) | {"secret": secret})


@route(ONE + "/ping", "POST")
def ping(call: Call, endpoint_id: str) -> Response:
    """Send a ping."""
    from chalicelib.webhooks import asking  # noqa: PLC0415 -- as said above

    return _accepted(asking.ping(call.site, call.account, _id(endpoint_id)))


@route(ONE + "/test", "POST")
def test(call: Call, endpoint_id: str) -> Response:
    """Send the example of a type."""
    from chalicelib.webhooks import asking, wishes  # noqa: PLC0415 -- as said above

    account, wish = call.account, call.body(wishes.TRIAL)
    return _accepted(asking.test(call.site, account, _id(endpoint_id), wish.type))


@route(ONE + "/enable", "POST")
def enable(call: Call, endpoint_id: str) -> Response:
    """Let an endpoint prove itself anew, or accept the code that its chat has shown."""
    from chalicelib.webhooks import asking, wishes  # noqa: PLC0415 -- as said above

    account = call.account
    code = call.body(wishes.ENABLING).code if call.raw else ""
    return _shown(call, asking.enable(call.site, account, _id(endpoint_id), code))


@route(ONE + "/recover", "POST")
def recover(call: Call, endpoint_id: str) -> Response:
    """Have what was missed in a range of time delivered."""
    from chalicelib.webhooks import recovery, wishes  # noqa: PLC0415 -- as said above

    account, wish = call.account, call.body(wishes.RANGE)
    since = recovery.moment(wish.since)
    until = recovery.moment(wish.until) if wish.until else call.arrived
    task = recovery.begin(call.site, account, _id(endpoint_id), since, until)
    return reply({"task": task}, 202)


@route(ONE + "/deliveries", "GET")
def deliveries(call: Call, endpoint_id: str) -> Response:
    """List what was sent to an endpoint, the latest first."""
    from chalicelib.webhooks import listing  # noqa: PLC0415 -- as said above

    endpoint = _owned(call, endpoint_id)
    wanted = listing.Wanted(
        call.parameter("status"),
        call.parameter("event_type"),
        call.parameter("cursor"),
        max(1, call.query("limit", PAGE, LONGEST_PAGE)),
    )
    return reply(listing.page(call.site, endpoint, wanted))


@route("/v1/deliveries/{delivery_id}", "GET")
def delivery(call: Call, delivery_id: str) -> Response:
    """Give one delivery with its attempts."""
    from chalicelib.webhooks import asking, listing  # noqa: PLC0415 -- as said above

    found, item, own = asking.delivery_of(call.site, call.account, _message(delivery_id))
    return reply(listing.whole(found, item, {one.id for one in own}))


@route("/v1/deliveries/{delivery_id}/redeliver", "POST")
def redeliver(call: Call, delivery_id: str) -> Response:
    """Send a delivery again."""
    from chalicelib.webhooks import asking  # noqa: PLC0415 -- as said above

    asking.redeliver(call.site, call.account, _message(delivery_id))
    return _accepted(delivery_id)


def _owned(call: Call, name: str) -> Any:
    from chalicelib.webhooks import registry  # noqa: PLC0415 -- as said above

    return registry.owned(call.site, call.account, _id(name))[0]


def _shown(call: Call, endpoint: Any) -> Response:
    from chalicelib.webhooks import listing  # noqa: PLC0415 -- as said above

    return reply(listing.shown(call.site, endpoint))


def _accepted(message: str) -> Response:
    """Say that something will be sent, and where to see what becomes of it."""
    return reply({"id": message}, 202, Location=f"/v1/deliveries/{message}")
