"""Discourse: https://docs.discourse.org (posts.json, posts/{id}.json, t/{id}.json)."""

from typing import Any
from urllib.parse import urlencode

from chalicelib.forums.binding import Binding, Secrets
from chalicelib.forums.clients.calls import Posted, fetched, number, request, rows
from chalicelib.forums.outbox import Posting
from chalicelib.site import Site

LAST = 20
"""How many of the newest posts are looked through for one of ours."""
TITLE = 250
"""Characters of the title of a private topic."""


class Discourse:
    """A Discourse forum; the API key belongs to the bot or is good for all users."""

    def __init__(self, site: Site, binding: Binding, secrets: Secrets) -> None:
        """Keep whom to write to."""
        self._site, self._binding, self._secrets = site, binding, secrets

    def post(self, write: Posting, _mark: str) -> Posted:
        """Put a post into the topic."""
        body: dict[str, Any] = {"topic_id": int(self._binding.thread), "raw": write.text}
        if write.reply_to.isdecimal():
            body["reply_to_post_number"] = int(write.reply_to)
        return _posted(self._call("POST", "/posts.json", body))

    def edit(self, write: Posting, _mark: str) -> Posted:
        """Change the text of a post."""
        self._call("PUT", f"/posts/{write.post}.json", {"post": {"raw": write.text}})
        return Posted(write.post)

    def message(self, write: Posting, _mark: str) -> Posted:
        """Open a private topic with an author."""
        body = {
            "title": write.subject[:TITLE],
            "raw": write.text,
            "target_recipients": write.to_name,
            "archetype": "private_message",
        }
        return _posted(self._call("POST", "/posts.json", body))

    def find(self, write: Posting, mark: str) -> Posted | None:
        """Look through the newest posts of the topic, or of the bot's newest private topics."""
        if write.kind != "private":
            return self._found(self._binding.thread, mark)
        sent = self._call("GET", f"/topics/private-messages-sent/{self._binding.bot_name}.json")
        topics = [number(topic, "id") for topic in rows(sent, "topic_list", "topics")[:LAST]]
        found = (self._found(topic, mark) for topic in topics)
        return next((posted for posted in found if posted), None)

    def _found(self, topic: str, mark: str) -> Posted | None:
        """Look for a mark in the newest posts of a topic that are the bot's."""
        stream = self._call("GET", f"/t/{topic}.json").get("post_stream", {}).get("stream", [])
        wanted = urlencode([("post_ids[]", post) for post in stream[-LAST:]])
        shown = self._call("GET", f"/t/{topic}/posts.json?{wanted}") if wanted else None
        for post in reversed(rows(shown, "post_stream", "posts")):
            if post.get("username") == self._binding.bot_name:
                whole = self._call("GET", f"/posts/{number(post, 'id')}.json")
                if mark in number(whole, "raw"):
                    return _posted(whole)
        return None

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {
            "Api-Key": self._secrets.api_key,
            "Api-Username": self._binding.bot_name,
        }
        url = self._binding.base_url.rstrip("/") + path
        return fetched(self._site, request(method, url, headers, body))


def _posted(answer: Any) -> Posted:
    return Posted(number(answer, "id"), number(answer, "post_number"))
