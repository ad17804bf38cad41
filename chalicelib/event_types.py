"""The catalogue of event types over REST: names, schemas, examples. The same for everybody."""

from typing import Any

import msgspec
from chalice.app import Blueprint, Response

from chalicelib.door import Call, reply, routes
from chalicelib.formats import body
from chalicelib.formats.body import To
from chalicelib.game import Unknown
from chalicelib.happenings import catalogue
from chalicelib.happenings.examples import example

event_types = Blueprint(__name__)
route = routes(event_types)


@route("/v1/event-types", "GET")
def listed(_: Call) -> Response:
    """List every event type with its audience, families together."""
    items = [_brief(name) for name in catalogue.TYPES]
    return reply({"api_version": catalogue.API_VERSION, "items": items})


@route("/v1/event-types/{event_type}", "GET")
def one(call: Call, event_type: str) -> Response:
    """Give one type with the JSON Schema of its body and an example that fits it."""
    if event_type not in catalogue.TYPES:
        choices = tuple(catalogue.TYPES)
        raise Unknown("unknown_event_type", text=event_type[:100], choices=choices)
    made = body("standard", example(event_type), To(base_url=call.site.base_url))
    whole = {"schema": catalogue.schema(event_type), "example": msgspec.Raw(made.content)}
    return reply(_brief(event_type) | whole)


def _brief(name: str) -> dict[str, Any]:
    return {
        "type": name,
        "audience": catalogue.audience(name),
        "secret": catalogue.is_secret(name),
        "description": catalogue.description(name),
    }
