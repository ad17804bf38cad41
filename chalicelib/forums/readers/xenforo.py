"""XenForo: https://xenforo.com/community/pages/api-endpoints/ (threads/{id}/posts, posts/{id})."""

from collections.abc import Iterator
from typing import Any

from chalicelib.forums.binding import Binding, Secrets
from chalicelib.forums.clients.calls import number, rows
from chalicelib.forums.post import Post
from chalicelib.forums.readers.fetching import MOST_PAGES, as_pushed, read_one, read_page
from chalicelib.site import Site


class XenForo:
    """A XenForo forum."""

    def __init__(self, site: Site, binding: Binding, secrets: Secrets) -> None:
        """Keep whom to ask."""
        self._site, self._binding = site, binding
        self._headers = {"XF-Api-Key": secrets.api_key}
        if binding.bot:
            self._headers["XF-Api-User"] = binding.bot

    def newest(self) -> Iterator[list[Post]]:
        """Give the posts of the thread by pages, the newest page first."""
        path = f"/api/threads/{self._binding.thread}/posts"
        first = self._call(path)
        last = int(number(first, "pagination", "last_page") or 1)
        for page in range(last, 0, -1)[:MOST_PAGES]:
            found = first if page == 1 else self._call(f"{path}?page={page}")
            read = (self._shaped(post) for post in rows(found, "posts"))
            yield [post for post in read if post]

    def one(self, post: str) -> Post | None:
        """Give one post as it stands now."""
        path = f"/api/posts/{post}/"
        found = read_one(self._site, self._binding, path, self._headers) or {}
        told = found.get("post")
        return self._shaped(told) if isinstance(told, dict) else None

    def _shaped(self, post: dict[str, Any]) -> Post | None:
        event = "update" if post.get("last_edit_date") else "insert"
        if post.get("message_state") == "deleted":
            event = "delete"
        return as_pushed(self._binding, {"content_type": "post", "event": event, "data": post})

    def _call(self, path: str) -> Any:
        return read_page(self._site, self._binding, path, self._headers)
