"""Discourse: core webhooks, HMAC-SHA-256 over the body as it came.

Its serializer sees with the eyes of the system: private topics and whispers come as well.
"""

from datetime import datetime

import msgspec

from chalicelib.forums.adapters.fields import (
    Id,
    Time,
    decoded,
    id_of,
    maybe_id,
    name,
    signed,
    text,
    utc,
)
from chalicelib.forums.post import Event, Post
from chalicelib.forums.signal import Nothing, Sent, Signal

ORDINARY = 1
"""The type of a post by a user; 2 and 3 are acts of moderators, 4 is a whisper."""
WHISPER = 4
_EVENTS: dict[str, Event] = {
    "post_created": "created",
    "post_edited": "edited",
    "post_destroyed": "deleted",
    "post_recovered": "restored",
}


class _Post(msgspec.Struct, frozen=True):
    """What is not said to be an ordinary post of a public topic is none."""

    id: Id
    topic_id: Id
    post_number: Id | None = None
    post_type: int = 0
    topic_archetype: str = ""
    user_id: Id | None = None
    username: str | None = None
    created_at: Time | None = None
    updated_at: Time | None = None
    deleted_at: Time | None = None
    reply_to_post_number: Id | None = None
    raw: str = ""
    cooked: str = ""
    hidden: bool = False
    user_deleted: bool = False


class _Body(msgspec.Struct, frozen=True):
    post: _Post


_read = msgspec.json.Decoder(_Body)


def verified(secrets: tuple[str, ...], sent: Sent, _: int) -> bool:
    """Whether the signature is that of these bytes. It does not age: repeats change nothing."""
    given = sent.headers.get("x-discourse-event-signature", "")
    return signed(secrets, "sha256", given, sent.body)


def heard(sent: Sent, base_url: str) -> Signal:
    """Read a request; raises ``Unreadable``."""
    said = sent.headers.get("x-discourse-event", "")
    event = _EVENTS.get(said)
    if not event:
        return Nothing("ping" if said == "ping" else "unsupported")
    post = decoded(_read, sent.body).post
    name_of_post = id_of(post.id, "post.id")
    gone = event == "deleted" or (event == "edited" and (post.user_deleted or post.deleted_at))
    return Post(
        "deleted" if gone else event,
        id_of(post.topic_id, "post.topic_id"),
        name_of_post,
        number=maybe_id(post.post_number, "post.post_number"),
        author=maybe_id(post.user_id, "post.user_id"),
        author_name=name(post.username or ""),
        created=utc(post.created_at),
        edited=utc(_changed(post, event)),
        reply_to=maybe_id(post.reply_to_post_number, "post.reply_to_post_number"),
        markup="markdown",
        body=text(post.raw),
        body_html=text(post.cooked),
        url=f"{base_url}/p/{name_of_post}" if base_url else "",
        private=post.topic_archetype != "regular" or post.post_type == WHISPER,
        ordinary=post.post_type == ORDINARY and (bool(gone) or not post.hidden),
    )


def _changed(post: _Post, event: Event) -> datetime | None:
    """Give when the version was made, where the post says so.

    Deleting and restoring leaves ``updated_at`` as it was, and many releases tell of a deletion
    with the post as it stood before. An author who deletes a post edits it, though.
    """
    if post.deleted_at:
        return post.deleted_at
    return post.updated_at if event == "edited" or post.user_deleted else None


def name_of(_: Sent) -> str:
    """Give ``""``: each attempt has a name of its own."""
    return ""
