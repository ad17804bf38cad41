"""NodeBB: its read API for the thread, its write API for the source of a post.

https://docs.nodebb.org/api/read/ (topic/{tid}), https://docs.nodebb.org/api/write/ (posts/{pid}).
"""

from collections.abc import Iterator
from typing import Any

from chalicelib.forums.binding import Binding, Secrets
from chalicelib.forums.clients.calls import number, rows
from chalicelib.forums.clients.nodebb import acting
from chalicelib.forums.post import Post
from chalicelib.forums.readers.fetching import MOST_PAGES, as_pushed, read_one, read_page
from chalicelib.site import Site


class NodeBB:
    """A NodeBB forum. Pages of a topic have HTML only: the source of each post is fetched."""

    def __init__(self, site: Site, binding: Binding, secrets: Secrets) -> None:
        """Keep whom to ask."""
        self._site, self._binding = site, binding
        self._headers = {"Authorization": f"Bearer {secrets.api_key}"}

    def newest(self) -> Iterator[list[Post]]:
        """Give the posts of the topic by pages, the newest page first."""
        path = f"/api/topic/{self._binding.thread}?sort=oldest_to_newest"
        first = self._call(path)
        last = int(number(first, "pagination", "pageCount") or 1)
        for page in range(last, 0, -1)[:MOST_PAGES]:
            found = first
            if page != 1:
                found = self._call(f"{path}&page={page}")
            read = (self._whole(post) for post in rows(found, "posts"))
            yield [post for post in read if post]

    def one(self, post: str) -> Post | None:
        """Give one post as it stands now."""
        found = self._call_for_one(f"/api/v3/posts/{post}") or {}
        told = found.get("response")
        return self._whole(told) if isinstance(told, dict) else None

    def _whole(self, post: dict[str, Any]) -> Post | None:
        """Give a post with its source."""
        event = "edit" if post.get("edited") else "save"
        source = ""
        if post.get("deleted"):
            event = "delete"
        else:
            raw = self._call_for_one(f"/api/v3/posts/{number(post, 'pid')}/raw")
            if not raw:
                return None
            source = number(raw, "response", "content")
        told = {"content": source, "newContent": None, "changed": True}
        params = {"post": {"tid": self._binding.thread} | post | told}
        return as_pushed(self._binding, {"hook": f"action:post.{event}", "params": params})

    def _call(self, path: str) -> Any:
        asked = acting(path, self._binding.bot)
        return read_page(self._site, self._binding, asked, self._headers)

    def _call_for_one(self, path: str) -> Any:
        asked = acting(path, self._binding.bot)
        return read_one(self._site, self._binding, asked, self._headers)
