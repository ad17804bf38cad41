"""Bridges that can be asked for the posts of their thread; those that cannot say so.

A signed request like all others: ``{"type": "forum.posts.requested", "data": {"thread_id", "after",
"limit"}}``, answered by ``{"posts": [...]}``: the newest posts after the one of that id (or the
last ones), each as ``forum.post.created`` or ``forum.post.edited`` would bring it.
"""

from collections.abc import Iterator
from typing import Any

from chalicelib import accounts
from chalicelib.forums.binding import Binding, Secrets
from chalicelib.forums.clients.calls import Failed, rows
from chalicelib.forums.clients.generic import asked
from chalicelib.forums.post import Post
from chalicelib.forums.readers.fetching import as_pushed
from chalicelib.site import Site

LAST = 50
CANNOT = frozenset({"http 400", "http 404", "http 405", "http 422", "http 501"})
"""Answers of a bridge that does not know the question."""


class Generic:
    """A bridge at a forum."""

    def __init__(self, site: Site, binding: Binding, secrets: Secrets) -> None:
        """Keep whom to ask."""
        self._site, self._binding, self._secrets = site, binding, secrets

    def newest(self) -> Iterator[list[Post]]:
        """Give the last posts of the thread, on one page; none where the bridge cannot be asked."""
        try:
            answer = self._asked({"after": "", "limit": LAST})
        except Failed as failed:
            if failed.why in CANNOT:
                return
            raise
        found = (self._shaped(post) for post in rows(answer, "posts"))
        yield [post for post in found if post]

    def one(self, post: str) -> Post | None:
        """Give one post as it stands now, if it is among the last ones."""
        pages = (found for page in self.newest() for found in page)
        return next((found for found in pages if found.id == post), None)

    def _shaped(self, data: dict[str, Any]) -> Post | None:
        event = "edited" if data.get("edited_at") else "created"
        made = data.get("edited_at") or data.get("created_at")
        told = {"type": f"forum.post.{event}", "timestamp": made, "data": data}
        return as_pushed(self._binding, told)

    def _asked(self, data: dict[str, Any]) -> Any:
        """Send the question, signed."""
        site = self._site
        about = {"thread_id": self._binding.thread} | data
        told = {"type": "forum.posts.requested", "timestamp": site.now(), "data": about}
        name = f"msg_{accounts.name(site.rng, 32)}"
        return asked(site, self._binding, self._secrets, name, told)
