"""How forums speak, as their documentation and sources show it; none of it was recorded.

Each engine gives headers and bytes for an event about a post: signed, with far more in it than we
want.
"""

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from chalicelib.outward import signature

THREAD = "3312"
POST = "90211"
AUTHOR = "17"
SECRET = "whsec_" + "c2VjcmV0" * 5 + "MTI="
PLAIN = "a secret of the forum".replace(" ", "-")
TEXT = "Предположение 1 для Мышь / Ленин 🕵\nЯ думаю, что это Мастард."
WHEN = datetime(2026, 12, 1, 17, 30, tzinfo=UTC)
LATER = datetime(2026, 12, 1, 17, 33, tzinfo=UTC)
PRIVATE_THINGS = ("anna@private.example", "203.0.113.9", "session=abc")
"""What forums send along and nobody asked for."""


@dataclass(frozen=True)
class Event:
    """What happened to a post."""

    kind: str = "created"
    text: str = TEXT
    post: str = POST
    thread: str = THREAD
    author: str = AUTHOR
    name: str = "Anareta"
    at: datetime = WHEN
    edited: datetime | None = None


Request = tuple[dict[str, str], bytes]
_n = 0


def dumps(value: Any) -> bytes:
    """JSON as PHP and others write it: with escapes."""
    return json.dumps(value).encode()


def signed_generic(body: bytes, at: datetime, secret: str = SECRET, name: str = "") -> Request:
    """Sign a body by Standard Webhooks, under a new name unless one is given."""
    global _n  # noqa: PLW0603 -- each request has a name of its own
    _n += 1
    name = name or f"msg_{_n:026d}"
    return signature.headers([secret], name, int(at.timestamp()), body), body


def generic(event: Event, now: datetime, **more: Any) -> Request:
    """Give a request of a bridge."""
    data = {
        "thread_id": event.thread,
        "post_id": event.post,
        "author": {"id": event.author, "name": event.name, "email": PRIVATE_THINGS[0]},
        "created_at": event.at.isoformat(),
        "edited_at": event.edited.isoformat() if event.edited else None,
        "reply_to_post_id": None,
        "markup": "bbcode",
        "body": event.text,
        "url": f"https://forum.example/viewtopic.php?p={event.post}#p{event.post}",
        "ip": PRIVATE_THINGS[1],
    } | more
    happened = (event.edited or event.at).isoformat()
    whole = {"type": f"forum.post.{event.kind}", "timestamp": happened, "data": data}
    return signed_generic(dumps(whole), now)


def discourse(event: Event, _: datetime, **more: Any) -> Request:
    """Give a request of Discourse."""
    names = {"deleted": "destroyed", "restored": "recovered"}
    post = {
        "id": int(event.post),
        "post_number": 41,
        "post_type": 1,
        "topic_id": int(event.thread),
        "topic_archetype": "regular",
        "user_id": int(event.author),
        "username": event.name,
        "created_at": event.at.isoformat(timespec="milliseconds"),
        "updated_at": (event.edited or event.at).isoformat(timespec="milliseconds"),
        "version": 1,
        "reply_to_post_number": 38,
        "raw": event.text,
        "cooked": f"<p>{event.text}</p>",
        "hidden": False,
        "deleted_at": event.edited.isoformat()
        if event.kind == "deleted" and event.edited
        else None,
        "user_deleted": False,
        "user_email": PRIVATE_THINGS[0],
        "ip_address": PRIVATE_THINGS[1],
    } | more
    body = dumps({"post": post})
    digest = hmac.new(PLAIN.encode(), body, hashlib.sha256).hexdigest()
    return {
        "X-Discourse-Instance": "https://discourse.example",
        "X-Discourse-Event-Id": "77",
        "X-Discourse-Event-Type": "post",
        "X-Discourse-Event": f"post_{names.get(event.kind, event.kind)}",
        "X-Discourse-Event-Signature": f"sha256={digest}",
        "Content-Type": "application/x-www-form-urlencoded",
    }, body


def nodebb(event: Event, _: datetime, **more: Any) -> Request:
    """Give a request of NodeBB's plugin."""
    hooks = {"created": "save", "edited": "edit", "deleted": "delete", "restored": "restore"}
    post: dict[str, Any] = {"pid": int(event.post), "tid": int(event.thread), "cid": 3}
    post |= {"uid": int(event.author), "timestamp": int(event.at.timestamp() * 1000)}
    if event.kind == "edited" and event.edited:
        edited = int(event.edited.timestamp() * 1000)
        post |= {
            "edited": edited,
            "changed": True,
            "oldContent": "before",
            "newContent": event.text,
        }
    else:
        post |= {"content": event.text, "toPid": 0}
    caller = {"uid": event.author, "ip": PRIVATE_THINGS[1], "req": {"cookie": PRIVATE_THINGS[2]}}
    params = {"post": post | more, "caller": caller, "uid": int(event.author)}
    whole = {"hook": f"action:post.{hooks[event.kind]}", "params": params}
    body = json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
    digest = hmac.new(PLAIN.encode(), body, hashlib.sha1).hexdigest()
    return {"x-webhook-signature": f"sha1={digest}", "Content-Type": "application/json"}, body


def _xenforo(event: Event, more: dict[str, Any]) -> dict[str, Any]:
    names = {"created": "insert", "edited": "update", "deleted": "delete"}
    data = {
        "post_id": int(event.post),
        "thread_id": int(event.thread),
        "user_id": int(event.author),
        "username": event.name,
        "post_date": int(event.at.timestamp()),
        "last_edit_date": int(event.edited.timestamp()) if event.edited else 0,
        "last_edit_user_id": 0,
        "position": 40,
        "message_state": "visible",
        "message": event.text,
        "User": {"email": PRIVATE_THINGS[0], "register_ip": PRIVATE_THINGS[1]},
    } | more
    whole = {"content_type": "post", "event": names[event.kind], "content_id": int(event.post)}
    return whole | {"data": data}


def xenforo(event: Event, _: datetime, **more: Any) -> Request:
    """Give a request of XenForo."""
    headers = {
        "XF-Content-Type": "post",
        "XF-Webhook-Event": "insert",
        "XF-Webhook-Id": "1",
        "XF-Webhook-Secret": PLAIN,
        "Content-Type": "application/json",
    }
    return headers, dumps(_xenforo(event, more))


def xenforo_form(event: Event, now: datetime, **more: Any) -> Request:
    """Give the same as a form, as PHP nests it."""
    headers, _ = xenforo(event, now)
    whole = _xenforo(event, more)
    data = whole.pop("data")
    flat: dict[str, Any] = dict(whole)
    for name, value in data.items():
        if isinstance(value, dict):
            flat |= {f"data[{name}][{key}]": inner for key, inner in value.items()}
        else:
            flat[f"data[{name}]"] = value
    declared = {"Content-Type": "application/x-www-form-urlencoded; charset=UTF-8"}
    return headers | declared, urlencode(flat).encode()


SPEECH: dict[str, Callable[..., Request]] = {
    "generic": generic,
    "discourse": discourse,
    "nodebb": nodebb,
    "xenforo": xenforo,
    "xenforo form": xenforo_form,
}
