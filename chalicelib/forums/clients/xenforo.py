"""XenForo 2.1 and later: https://xenforo.com/community/pages/api-endpoints/ (form-encoded bodies).

An edit never asks to be silent or to clear the history: our edits are as visible as all others.
"""

import re
from typing import Any
from urllib.parse import urlencode

from chalicelib.forums.binding import Binding, Secrets
from chalicelib.forums.clients.calls import Posted, fetched, number, rows
from chalicelib.forums.outbox import Posting
from chalicelib.outward import Reply, Request
from chalicelib.site import Site

TITLE = 150
"""Characters of the title of a conversation."""
LAST = 5
"""How many of the newest conversations are looked through for one of ours."""
FLOOD = 30.0
"""Seconds of rest where posts come too fast for the forum, and it does not say how long."""

_SECONDS = re.compile(rb'"count"\s{0,9}:\s{0,9}"?(\d{1,5})\b')


class XenForo:
    """A XenForo forum; the API key is a user key of the bot, or a super-user key."""

    def __init__(self, site: Site, binding: Binding, secrets: Secrets) -> None:
        """Keep whom to write to."""
        self._site, self._binding, self._secrets = site, binding, secrets

    def post(self, write: Posting, _mark: str) -> Posted:
        """Put a post into the thread."""
        form = [("thread_id", self._binding.thread), ("message", write.text)]
        return Posted(number(self._call("POST", "/posts/", form), "post", "post_id"))

    def edit(self, write: Posting, _mark: str) -> Posted:
        """Change the text of a post."""
        self._call("POST", f"/posts/{write.post}/", [("message", write.text)])
        return Posted(write.post)

    def message(self, write: Posting, _mark: str) -> Posted:
        """Start a conversation with an author, who need not answer in it."""
        form = [
            ("recipient_ids[]", write.to),
            ("title", write.subject[:TITLE]),
            ("message", write.text),
            ("conversation_open", "0"),
        ]
        answer = self._call("POST", "/conversations/", form)
        return Posted(number(answer, "conversation", "conversation_id"))

    def find(self, write: Posting, mark: str) -> Posted | None:
        """Look through the last page of the thread, or through the newest conversations."""
        if write.kind == "private":
            return self._conversation(write, mark)
        path = f"/threads/{self._binding.thread}/posts"
        first = self._call("GET", path)
        last = number(first, "pagination", "last_page")
        pages = [first] if last in ("", "1") else [first, self._call("GET", f"{path}?page={last}")]
        for page in pages:
            for post in rows(page, "posts"):
                if self._is_ours(post) and mark in number(post, "message"):
                    return Posted(number(post, "post_id"))
        return None

    def _is_ours(self, post: dict[str, Any]) -> bool:
        """Whether the bot wrote a post: people quote our posts with their marks."""
        return not self._binding.bot or number(post, "user_id") == self._binding.bot

    def _conversation(self, write: Posting, mark: str) -> Posted | None:
        listed = rows(self._call("GET", "/conversations/"), "conversations")
        alike = [talk for talk in listed if talk.get("title") == write.subject[:TITLE]]
        for talk in alike[:LAST]:
            name = number(talk, "conversation_id")
            said = self._call("GET", f"/conversations/{name}/messages")
            if any(mark in number(message, "message") for message in rows(said, "messages")):
                return Posted(name)
        return None

    def _call(self, method: str, path: str, form: list[tuple[str, str]] | None = None) -> Any:
        headers = {"XF-Api-Key": self._secrets.api_key, "Accept": "application/json"}
        if self._binding.bot:
            headers["XF-Api-User"] = self._binding.bot
        content = b""
        if form is not None:
            content = urlencode(form).encode()
            headers["Content-Type"] = "application/x-www-form-urlencoded; charset=utf-8"
        url = f"{self._binding.base_url.rstrip('/')}/api{path}"
        request = Request(method, url, headers, content)
        return fetched(self._site, request, _too_fast)


def _too_fast(reply: Reply) -> float | None:
    """Give the seconds to wait where a forum says by words of its own that posts come too fast."""
    if b"must_wait_x_seconds" not in reply.body:
        return None
    asked = _SECONDS.search(reply.body)
    return float(asked[1]) if asked else FLOOD
