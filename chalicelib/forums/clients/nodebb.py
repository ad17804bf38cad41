"""NodeBB: its write API, version 3 (https://docs.nodebb.org/api/write/), with a bearer token."""

import re
from typing import Any

from chalicelib.forums.binding import Binding, Secrets, pk
from chalicelib.forums.clients.calls import Failed, Posted, fetched, number, request, rows
from chalicelib.forums.outbox import Posting
from chalicelib.outward import Reply
from chalicelib.site import Site
from chalicelib.store import Item, Key, Put

FLOOD = 10.0
"""Seconds of rest where posts come too fast and the forum does not say how long to wait."""
LAST = 10
"""How many of the newest posts are looked through for one of ours."""

LANGUAGE = "en-GB"
"""Refusals come as sentences in the language of the bot, unless another is asked for."""

_TOO_FAST = re.compile(
    rb"only post once every (?P<number>\d{1,5}) (?P<unit>second|minute)|too.many.(?:post|message)s"
)


class NodeBB:
    """A NodeBB forum; the token is one of the bot, or a master token."""

    def __init__(self, site: Site, binding: Binding, secrets: Secrets) -> None:
        """Keep whom to write to."""
        self._site, self._binding, self._secrets = site, binding, secrets

    def post(self, write: Posting, _mark: str) -> Posted:
        """Put a post into the topic."""
        body: dict[str, Any] = {"content": write.text}
        if write.reply_to.isdecimal():
            body["toPid"] = int(write.reply_to)
        answer = self._call("POST", f"/api/v3/topics/{self._binding.thread}", body)
        return Posted(number(answer, "response", "pid"))

    def edit(self, write: Posting, _mark: str) -> Posted:
        """Change the text of a post."""
        self._call("PUT", f"/api/v3/posts/{write.post}", {"content": write.text})
        return Posted(write.post)

    def message(self, write: Posting, _mark: str) -> Posted:
        """Write into the chat with an author, opening it the first time."""
        room = self._room(write) or self._opened(write)
        answer = self._call("POST", f"/api/v3/chats/{room}", {"message": write.text})
        return Posted(number(answer, "response", "messageId"))

    def find(self, write: Posting, mark: str) -> Posted | None:
        """Look through the newest posts of the topic, or through the chat."""
        if write.kind == "private":
            return self._said(write, mark)
        path = f"/api/topic/{self._binding.thread}?sort=oldest_to_newest"
        first = self._call("GET", path)
        last = number(first, "pagination", "pageCount")
        page = first if last in ("", "1") else self._call("GET", f"{path}&page={last}")
        for post in reversed(rows(page, "posts")[-LAST:]):
            pid, bot = number(post, "pid"), self._binding.bot
            if not bot or number(post, "uid") == bot:
                raw = self._call("GET", f"/api/v3/posts/{pid}/raw")
                if mark in number(raw, "response", "content"):
                    return Posted(pid)
        return None

    def _said(self, write: Posting, mark: str) -> Posted | None:
        room = self._room(write)
        said = self._call("GET", f"/api/v3/chats/{room}/messages") if room else None
        for message in reversed(rows(said, "response", "messages")[-LAST:]):
            if mark in self._source(room, message):
                return Posted(number(message, "messageId"))
        return None

    def _source(self, room: str, message: dict[str, Any]) -> str:
        """Give the source of a message: lists have HTML, in which a mark does not show.

        NodeBB 2 gives no source.
        """
        path = f"/api/v3/chats/{room}/messages/{number(message, 'messageId')}/raw"
        try:
            return number(self._call("GET", path), "response", "content")
        except Failed as failed:
            if failed.why != "http 404":
                raise
        return number(message, "content")

    def _room(self, write: Posting) -> str:
        """Give the chat with an author, if there is one."""
        (known,) = self._site.store.read(self._room_key(write), now=self._site.now())
        return known.body if known else ""

    def _opened(self, write: Posting) -> str:
        """Open a chat with an author and remember it."""
        answer = self._call("POST", "/api/v3/chats", {"uids": [int(write.to)]})
        room = number(answer, "response", "roomId")
        self._site.store.write(Put(Item(*self._room_key(write), room)), now=self._site.now())
        return room

    def _room_key(self, write: Posting) -> Key:
        return pk(self._binding.id), f"ROOM#{write.to}"

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self._secrets.api_key}"}
        if body is None:
            path = acting(path, self._binding.bot)
        else:
            path = f"{path}?lang={LANGUAGE}"
            if self._binding.bot.isdecimal():
                body = {"_uid": int(self._binding.bot)} | body
        url = self._binding.base_url.rstrip("/") + path
        return fetched(self._site, request(method, url, headers, body), _too_fast)


def acting(path: str, bot: str) -> str:
    """Say in a question for whom a master token asks: NodeBB answers it to nobody else."""
    return f"{path}{'&' if '?' in path else '?'}_uid={bot}" if bot.isdecimal() else path


def _too_fast(reply: Reply) -> float | None:
    """Give the seconds to wait where a forum says by words of its own that posts come too fast."""
    found = _TOO_FAST.search(reply.body)
    if not found or not found["number"]:
        return FLOOD if found else None
    return float(found["number"]) * (60 if found["unit"] == b"minute" else 1)
