"""XenForo from 2.3: core webhooks. Each request brings the secret in clear, and no time.

So whoever sees one request can repeat it, or write another: https only, and what it says is
unconfirmed until it is fetched.
"""

import re
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from chalicelib.forums.adapters.fields import (
    Id,
    converted,
    decoded,
    id_of,
    maybe_id,
    moment,
    name,
    same,
    text,
)
from chalicelib.forums.post import Event, Post
from chalicelib.forums.signal import Nothing, Sent, Signal
from chalicelib.game import Unreadable

MOST_FIELDS = 2000
FORM = "application/x-www-form-urlencoded"
_EVENTS: dict[str, Event] = {"insert": "created", "update": "edited", "delete": "deleted"}
_NESTED = re.compile(r"data\[(\w+)\]")


class _Post(msgspec.Struct, frozen=True):
    """A post whose state is not told is not taken for a visible one."""

    post_id: Id
    thread_id: Id
    user_id: Id | None = None
    username: str = ""
    post_date: int = 0
    last_edit_date: int = 0
    last_edit_user_id: Id | None = None
    message_state: str = ""
    message: str = ""


class _Hook(msgspec.Struct, frozen=True):
    content_type: str
    event: str
    data: dict[str, Any] = {}


_read = msgspec.json.Decoder(_Hook)


def verified(secrets: tuple[str, ...], sent: Sent, _: int) -> bool:
    """Whether the request brings the secret."""
    return same(sent.headers.get("xf-webhook-secret", ""), secrets)


def heard(sent: Sent, base_url: str) -> Signal:
    """Read a request; raises ``Unreadable``."""
    hook = _hook(sent)
    event = _EVENTS.get(hook.event)
    if hook.content_type != "post" or not event:
        return Nothing("unsupported")
    post = converted(hook.data, _Post)
    gone = event == "deleted" or (event == "edited" and post.message_state == "deleted")
    pid = id_of(post.post_id, "data.post_id")
    return Post(
        "deleted" if gone else event,
        id_of(post.thread_id, "data.thread_id"),
        pid,
        author=maybe_id(post.user_id, "data.user_id"),
        author_name=name(post.username),
        created=moment(post.post_date, "data.post_date"),
        edited=moment(post.last_edit_date, "data.last_edit_date") if event == "edited" else None,
        editor=maybe_id(post.last_edit_user_id, "data.last_edit_user_id"),
        markup="bbcode",
        body=text(post.message),
        url=f"{base_url}/posts/{pid}/" if base_url else "",
        trust="shared_secret",
        ordinary=gone or post.message_state == "visible",
    )


def name_of(_: Sent) -> str:
    """Give ``""``: requests have no names."""
    return ""


def _hook(sent: Sent) -> _Hook:
    """Read JSON, or a form as PHP writes it; the header alone does not decide."""
    declared = sent.headers.get("content-type", "").partition(";")[0].strip().lower()
    if declared != FORM or sent.body.lstrip()[:1] == b"{":
        return decoded(_read, sent.body)
    try:
        form = sent.body.decode("ascii")
        fields = dict(parse_qsl(form, errors="strict", max_num_fields=MOST_FIELDS))
    except ValueError as error:
        raise Unreadable("bad_hook", detail="a form in UTF-8") from error
    nested = ((_NESTED.fullmatch(field), value) for field, value in fields.items())
    data = {found[1]: value for found, value in nested if found}
    plain = {field: fields.get(field, "") for field in ("content_type", "event")}
    return converted(plain | {"data": data}, _Hook)
