"""What the readers have in common: one call, and a post in the form in which it would be pushed."""

from typing import Any

import msgspec

from chalicelib.forums.adapters import ADAPTERS
from chalicelib.forums.binding import Binding
from chalicelib.forums.clients.calls import Failed, fetched, request
from chalicelib.forums.post import Post
from chalicelib.forums.signal import Sent
from chalicelib.game import Unreadable
from chalicelib.site import Site

MOST_PAGES = 10
"""How far back a thread is read at once."""
GONE = frozenset({"http 404", "http 410"})


def read_page(site: Site, binding: Binding, path: str, headers: dict[str, str]) -> Any:
    """Give what a forum answers to a question; raises ``Failed``."""
    return fetched(site, request("GET", binding.base_url.rstrip("/") + path, headers))


def read_one(site: Site, binding: Binding, path: str, headers: dict[str, str]) -> Any:
    """Give what a forum answers, or nothing where there is no such thing (any more)."""
    try:
        return read_page(site, binding, path, headers)
    except Failed as failed:
        if failed.why in GONE:
            return None
        raise


def as_pushed(binding: Binding, body: Any, headers: dict[str, str] | None = None) -> Post | None:
    """Read a post that was fetched as the adapter reads one that is pushed, if it can be read."""
    sent = Sent(headers or {}, msgspec.json.encode(body))
    try:
        post = ADAPTERS[binding.engine].heard(sent, binding.base_url)
    except Unreadable:
        return None
    return msgspec.structs.replace(post, trust="fetched") if isinstance(post, Post) else None
