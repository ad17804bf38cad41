"""The catalogue of event types over REST: names, schemas, examples. The same for everybody.

The catalogue is imported where it is used: the other routes need not wait for it.
"""

from typing import Any

import msgspec
from chalice.app import Blueprint, Response

from chalicelib.door import Call, reply, routes
from chalicelib.game import Unknown

event_types = Blueprint(__name__)
route = routes(event_types)


@route("/v1/event-types", "GET")
def listed(_: Call) -> Response:
    """List every event type with its audience, families together."""
    from chalicelib.happenings import catalogue  # noqa: PLC0415 -- as said above

    items = [_brief(name) for name in catalogue.TYPES]
    return reply({"api_version": catalogue.API_VERSION, "items": items})


@route("/v1/event-types/{event_type}", "GET")
def one(call: Call, event_type: str) -> Response:
    """Give one type with the JSON Schema of its body and an example that fits it."""
    from chalicelib.formats import body  # noqa: PLC0415 -- as said above
    from chalicelib.formats.body import To  # noqa: PLC0415 -- as said above
    from chalicelib.happenings import catalogue  # noqa: PLC0415 -- as said above
    from chalicelib.happenings.examples import example  # noqa: PLC0415 -- as said above

    if event_type not in catalogue.TYPES:
        choices = tuple(catalogue.TYPES)
        raise Unknown("unknown_event_type", text=event_type[:100], choices=choices)
    made = body("standard", example(event_type), To(base_url=call.site.base_url))
    whole = {"schema": catalogue.schema(event_type), "example": msgspec.Raw(made.content)}
    return reply(_brief(event_type) | whole)


def _brief(name: str) -> dict[str, Any]:
    from chalicelib.happenings import catalogue  # noqa: PLC0415 -- as said above

    return {
        "type": name,
        "audience": catalogue.audience(name),
        "secret": catalogue.is_secret(name),
        "description": catalogue.description(name),
    }
