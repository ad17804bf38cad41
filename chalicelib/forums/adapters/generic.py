"""Our own scheme for plugins and bridges: Standard Webhooks, one event in each request."""

from typing import Any

import msgspec

from chalicelib.forums.adapters.fields import (
    Id,
    Time,
    converted,
    decoded,
    id_of,
    link,
    maybe_id,
    name,
    text,
    utc,
)
from chalicelib.forums.post import Event, Markup, Post
from chalicelib.forums.signal import Nothing, Sent, Signal, Whisper
from chalicelib.outward import signature

_EVENTS: dict[str, Event] = {
    "forum.post.created": "created",
    "forum.post.edited": "edited",
    "forum.post.deleted": "deleted",
    "forum.post.restored": "restored",
}


class _Envelope(msgspec.Struct, frozen=True):
    """``timestamp`` is when it happened, the same at each attempt."""

    type: str
    timestamp: Time
    data: dict[str, Any] = {}


class _Person(msgspec.Struct, frozen=True):
    id: Id
    name: str = ""


class _Gone(msgspec.Struct, frozen=True):
    """What every post has; of one that was deleted there need not be more."""

    thread_id: Id
    post_id: Id
    author: _Person | None = None
    created_at: Time | None = None
    edited_at: Time | None = None
    editor_id: Id | None = None
    reply_to_post_id: Id | None = None
    markup: Markup = "bbcode"
    body: str = ""
    url: str | None = None
    private: bool = False
    kind: str = "post"


class _Written(_Gone, frozen=True, kw_only=True):
    author: _Person
    markup: Markup
    body: str


class _Message(msgspec.Struct, frozen=True):
    author: _Person
    body: str


_read = msgspec.json.Decoder(_Envelope)


def verified(secrets: tuple[str, ...], sent: Sent, now: int) -> bool:
    """Whether the three headers are a signature of these bytes, made within five minutes."""
    return signature.verified(secrets, sent.headers, sent.body, now)


def heard(sent: Sent, _: str) -> Signal:
    """Read a request; raises ``Unreadable``."""
    envelope = decoded(_read, sent.body)
    event = _EVENTS.get(envelope.type)
    if event:
        return _post(event, envelope)
    if envelope.type == "forum.message.created":
        message = converted(envelope.data, _Message)
        author = message.author
        return Whisper(id_of(author.id, "author.id"), name(author.name), text(message.body))
    return Nothing("ping" if envelope.type == "forum.ping" else "unsupported")


def name_of(sent: Sent) -> str:
    """Give the ``webhook-id``."""
    return sent.headers.get("webhook-id", "")


def _post(event: Event, envelope: _Envelope) -> Post:
    written = event in ("created", "edited")
    data = converted(envelope.data, _Written if written else _Gone)
    happened = utc(envelope.timestamp)
    changed = None if event == "created" else utc(data.edited_at) or happened
    if event in ("deleted", "restored"):
        changed = happened
    created = utc(data.created_at) or (happened if event == "created" else None)
    return Post(
        event,
        id_of(data.thread_id, "thread_id"),
        id_of(data.post_id, "post_id"),
        author=id_of(data.author.id, "author.id") if data.author else "",
        author_name=name(data.author.name) if data.author else "",
        created=created,
        edited=changed,
        editor=maybe_id(data.editor_id, "editor_id"),
        reply_to=maybe_id(data.reply_to_post_id, "reply_to_post_id"),
        markup=data.markup,
        body=text(data.body),
        url=link(data.url or ""),
        private=data.private,
        ordinary=data.kind == "post",
    )
