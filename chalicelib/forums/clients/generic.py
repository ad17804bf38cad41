"""Forums with a bridge of their own: signed requests (Standard Webhooks) to the binding's address.

A repeated attempt has the same ``webhook-id``; the bridge drops it and answers as the first time.
"""

import base64
import hashlib
from typing import Any

import msgspec

from chalicelib.forums.binding import Binding, Secrets
from chalicelib.forums.clients.calls import Posted, fetched, number
from chalicelib.forums.outbox import Posting
from chalicelib.outward import Request, signature
from chalicelib.site import Site


class Generic:
    """A bridge at a forum."""

    def __init__(self, site: Site, binding: Binding, secrets: Secrets) -> None:
        """Keep whom to write to."""
        self._site, self._binding, self._secrets = site, binding, secrets

    def post(self, write: Posting, mark: str) -> Posted:
        """Ask for a post in the thread."""
        data = self._text(write, mark)
        if write.reply_to:
            data["reply_to_post_id"] = write.reply_to
        return Posted(number(self._asked("forum.post.requested", data, write, mark), "post_id"))

    def edit(self, write: Posting, mark: str) -> Posted:
        """Ask for another text of a post."""
        data = self._text(write, mark) | {"post_id": write.post}
        self._asked("forum.edit.requested", data, write, mark)
        return Posted(write.post)

    def message(self, write: Posting, mark: str) -> Posted:
        """Ask for a private message."""
        to = {"id": write.to, "name": write.to_name}
        data = self._text(write, mark) | {"to": to, "subject": write.subject}
        taken = self._asked("forum.message.requested", data, write, mark)
        return Posted(number(taken, "message_id"))

    def find(self, _write: Posting, _mark: str) -> Posted | None:
        """Look for nothing: the bridge knows our ids again."""
        return None

    def _text(self, write: Posting, mark: str) -> dict[str, Any]:
        binding = self._binding
        return {
            "thread_id": binding.thread,
            "text": write.text,
            "markup": binding.markup,
            "marker": mark,
        }

    def _asked(self, kind: str, data: dict[str, Any], write: Posting, mark: str) -> Any:
        """Send one signed request."""
        told = {"type": kind, "timestamp": write.made, "data": data}
        return asked(self._site, self._binding, self._secrets, message_id(mark), told)


def asked(site: Site, binding: Binding, secrets: Secrets, message: str, told: Any) -> Any:
    """Send a bridge a signed request under a name, and give its answer; raises ``Failed``."""
    now, body = site.now(), msgspec.json.encode(told)
    signed = signature.headers(secrets.current(now), message, int(now.timestamp()), body)
    headers = {"Content-Type": "application/json"} | signed
    return fetched(site, Request("POST", binding.posts_url, headers, body))


def message_id(mark: str) -> str:
    """Give the ``webhook-id`` of a request, the same for every attempt."""
    hashed = hashlib.sha256(mark.encode()).digest()[:20]
    return "msg_" + base64.b32encode(hashed).decode().lower()
