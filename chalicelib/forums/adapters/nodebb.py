"""NodeBB: the official plugin for webhooks, HMAC-SHA-1 over the body as it came.

It waits 2.5 seconds and never tries again: what it cannot bring has to be fetched. The context
of the caller, which it sends along, is not even decoded.
"""

import msgspec

from chalicelib.forums.adapters.fields import Id, decoded, id_of, maybe_id, moment, signed, text
from chalicelib.forums.post import Event, Post
from chalicelib.forums.signal import Nothing, Sent, Signal

_EVENTS: dict[str, Event] = {
    "action:post.save": "created",
    "action:post.edit": "edited",
    "action:post.delete": "deleted",
    "action:post.purge": "deleted",
    "action:post.restore": "restored",
}


class _Post(msgspec.Struct, frozen=True, rename="camel"):
    pid: Id
    tid: Id
    uid: Id | None = None
    to_pid: Id | None = None
    timestamp: float | None = None
    edited: float | None = None
    content: str = ""
    new_content: str | None = None
    changed: bool = True


class _Params(msgspec.Struct, frozen=True):
    post: _Post
    uid: Id | None = None


class _Hook(msgspec.Struct, frozen=True):
    hook: str
    params: msgspec.Raw = msgspec.Raw(b"{}")


_read = msgspec.json.Decoder(_Hook)
_read_params = msgspec.json.Decoder(_Params)


def verified(secrets: tuple[str, ...], sent: Sent, _: int) -> bool:
    """Whether the signature is that of these bytes. It does not age: repeats change nothing."""
    return signed(secrets, "sha1", sent.headers.get("x-webhook-signature", ""), sent.body)


def heard(sent: Sent, base_url: str) -> Signal:
    """Read a request; raises ``Unreadable``."""
    hook = decoded(_read, sent.body)
    event = _EVENTS.get(hook.hook)
    if not event:
        return Nothing("unsupported")
    params = decoded(_read_params, bytes(hook.params))
    post = params.post
    if event == "edited" and not post.changed:
        return Nothing("unchanged")
    pid = id_of(post.pid, "post.pid")
    return Post(
        event,
        id_of(post.tid, "post.tid"),
        pid,
        author=maybe_id(post.uid, "post.uid"),
        created=moment(post.timestamp, "post.timestamp"),
        edited=moment(post.edited, "post.edited") if event == "edited" else None,
        editor=maybe_id(params.uid, "uid") if event != "created" else "",
        reply_to=maybe_id(post.to_pid, "post.toPid"),
        markup="markdown",
        body=text(post.new_content if post.new_content is not None else post.content),
        url=f"{base_url}/post/{pid}" if base_url else "",
    )


def name_of(_: Sent) -> str:
    """Give ``""``: requests have no names."""
    return ""
