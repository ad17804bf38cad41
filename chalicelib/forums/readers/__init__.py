"""How the thread of each kind of forum is read again: its newest posts, or one post."""

from collections.abc import Iterator
from typing import Protocol

from chalicelib.forums.binding import Binding, Secrets
from chalicelib.forums.post import Post
from chalicelib.forums.readers.discourse import Discourse
from chalicelib.forums.readers.generic import Generic
from chalicelib.forums.readers.nodebb import NodeBB
from chalicelib.forums.readers.xenforo import XenForo
from chalicelib.site import Site

__all__ = ["Reader", "reader"]


class Reader(Protocol):
    """One forum, as we read it. Everything raises ``Failed`` where it did not work."""

    def newest(self) -> Iterator[list[Post]]:
        """Give the posts of the thread by pages, the newest page first."""

    def one(self, post: str) -> Post | None:
        """Give one post as it stands now; nothing where it is gone or not for everybody."""


def reader(site: Site, binding: Binding, secrets: Secrets) -> Reader | None:
    """Give the way to read a forum, where there is one."""
    if binding.engine == "generic":
        return Generic(site, binding, secrets) if binding.posts_url else None
    if not (binding.base_url and secrets.api_key):
        return None
    kinds: dict[str, type[Discourse | XenForo | NodeBB]] = {
        "discourse": Discourse,
        "xenforo": XenForo,
        "nodebb": NodeBB,
    }
    return kinds[binding.engine](site, binding, secrets)
