"""What the readers have in common: one call, and a post in the form in which it would be pushed."""

from typing import Any

import msgspec

from chalicelib.forums.adapters import ADAPTERS
from chalicelib.forums.binding import Binding
from chalicelib.forums.clients.calls import Failed, fetched
from chalicelib.forums.post import Post
from chalicelib.forums.signal import Sent
from chalicelib.game import Unreadable
from chalicelib.outward import Request
from chalicelib.site import Site

MOST_PAGES = 10
"""How far back a thread is read at once."""
GONE = frozenset({"http 404", "http 410"})

_json = msgspec.json.Encoder().encode


def called(site: Site, binding: Binding, path: str, headers: dict[str, str]) -> Any:
    """Give what a forum answers to a question; raises ``Failed``."""
    url = binding.base_url.rstrip("/") + path
    return fetched(site, Request("GET", url, headers | {"Accept": "application/json"}))


def called_for_one(site: Site, binding: Binding, path: str, headers: dict[str, str]) -> Any:
    """Give what a forum answers, or nothing where there is no such thing (any more)."""
    try:
        return called(site, binding, path, headers)
    except Failed as failed:
        if failed.why in GONE:
            return None
        raise


def as_pushed(binding: Binding, body: Any, headers: dict[str, str] | None = None) -> Post | None:
    """Read a post that was fetched as the adapter reads one that is pushed, if it can be read."""
    sent = Sent(headers or {}, _json(body))
    try:
        post = ADAPTERS[binding.engine].heard(sent, binding.base_url)
    except Unreadable:
        return None
    return msgspec.structs.replace(post, trust="fetched") if isinstance(post, Post) else None
