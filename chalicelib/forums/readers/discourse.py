"""Discourse: https://docs.discourse.org (t/{id}.json, t/{id}/posts.json, posts/{id}.json)."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import msgspec

from chalicelib.forums.binding import Binding, Secrets
from chalicelib.forums.clients.calls import number, rows
from chalicelib.forums.post import Post
from chalicelib.forums.readers.fetching import MOST_PAGES, as_pushed, read_one, read_page
from chalicelib.site import Site

PAGE = 20


class Discourse:
    """A Discourse forum. Posts in lists may lack their source: those are fetched one by one."""

    def __init__(self, site: Site, binding: Binding, secrets: Secrets) -> None:
        """Keep whom to ask."""
        self._site, self._binding = site, binding
        self._headers = {"Api-Key": secrets.api_key, "Api-Username": binding.bot_name}

    def newest(self) -> Iterator[list[Post]]:
        """Give the posts of the topic by pages, the newest page first."""
        thread = self._binding.thread
        topic = self._call(f"/t/{thread}.json")
        kind = number(topic, "archetype")
        stream = [str(post) for post in topic.get("post_stream", {}).get("stream", [])]
        for end in range(len(stream), 0, -PAGE)[:MOST_PAGES]:
            ids = [("post_ids[]", post) for post in stream[max(0, end - PAGE) : end]]
            query = urlencode([*ids, ("include_raw", "true")])
            listed = rows(self._call(f"/t/{thread}/posts.json?{query}"), "post_stream", "posts")
            found = (self._read(post, kind) for post in listed)
            yield [post for post in found if post]

    def one(self, post: str) -> Post | None:
        """Give one post as it stands now; the bound thread is no private one."""
        found = read_one(self._site, self._binding, f"/posts/{post}.json", self._headers)
        return self._shaped(found, "regular") if found else None

    def _read(self, post: dict[str, Any], archetype: str) -> Post | None:
        if "raw" not in post:
            path = f"/posts/{number(post, 'id')}.json"
            post = read_one(self._site, self._binding, path, self._headers) or {}
        return self._shaped(post, archetype)

    def _shaped(self, post: dict[str, Any], archetype: str) -> Post | None:
        """Give a post as it stands; one whose version is the first may have been edited silently.

        Then ``edited`` is the time of its last change all the same, for whoever knows another text.
        """
        told = {"post": post | {"topic_archetype": archetype}}
        if post.get("deleted_at"):
            return self._told(told, "post_destroyed")
        found = self._told(told, "post_edited")
        if not found or found.event != "edited" or post.get("version", 1) != 1:
            return found
        return msgspec.structs.replace(found, event="created")

    def _told(self, body: dict[str, Any], event: str) -> Post | None:
        return as_pushed(self._binding, body, {"x-discourse-event": event})

    def _call(self, path: str) -> Any:
        return read_page(self._site, self._binding, path, self._headers)
