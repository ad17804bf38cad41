"""How each kind of forum is written to: what they have in common, and which one is which."""

from typing import Protocol

from chalicelib.forums.binding import Binding, Secrets
from chalicelib.forums.clients.calls import Failed, Posted
from chalicelib.forums.clients.discourse import Discourse
from chalicelib.forums.clients.generic import Generic
from chalicelib.forums.clients.nodebb import NodeBB
from chalicelib.forums.clients.xenforo import XenForo
from chalicelib.forums.outbox import Posting
from chalicelib.site import Site

__all__ = ["Client", "Failed", "Posted", "client"]


class Client(Protocol):
    """One forum, as we write to it. Everything raises ``Failed`` where it did not work."""

    def post(self, write: Posting, mark: str) -> Posted:
        """Put a post into the thread; ``mark`` stands in its text."""

    def edit(self, write: Posting, mark: str) -> Posted:
        """Change a post of ours."""

    def message(self, write: Posting, mark: str) -> Posted:
        """Write to one author in private."""

    def find(self, write: Posting, mark: str) -> Posted | None:
        """Look whether a post or a message with this mark is there already."""


_CLIENTS: dict[str, type[Generic | Discourse | XenForo | NodeBB]] = {
    "generic": Generic,
    "discourse": Discourse,
    "xenforo": XenForo,
    "nodebb": NodeBB,
}


def client(site: Site, binding: Binding, secrets: Secrets) -> Client:
    """Give the way to write to a forum."""
    return _CLIENTS[binding.engine](site, binding, secrets)
