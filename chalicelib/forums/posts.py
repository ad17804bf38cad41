"""The posts of a bound thread as they lie in the store: as they came, and what became of them.

::

    partition     sort key
    BINDING  # b  IN#p#event#hash  a version of the post p as it came; due until dealt with
    BINDING  # b  POST#p           what the game made of the post p

Both stay until 30 days after the game (``ending``).
"""

import hashlib
from datetime import datetime
from typing import Literal

import msgspec

from chalicelib.forums.binding import name_in, pk
from chalicelib.forums.post import Event, Post
from chalicelib.store import Item, Key, Store, encoded
from chalicelib.store import stamp as utc

MOST_VERSIONS = 100
"""Rows of one post that are looked at."""


class Received(msgspec.Struct, frozen=True, omit_defaults=True):
    """A version of a post with the time at which it came to us (UTC)."""

    post: Post
    at: datetime

    @property
    def when(self) -> datetime:
        """When the version was made by the forum's clock; when it came if the forum says nothing.

        Of a new post when it was written, of a later version when it was edited or deleted.
        """
        told = self.post.created if self.post.event == "created" else self.post.edited
        return told or self.at


Outcome = Literal["", "played", "talk", "silent", "refused", "stranger", "ours", "gone"]
"""What became of a post: its moves were made; it was talk; it said nothing; its moves were refused;
nobody we know wrote it; we wrote it; it was deleted before we saw it."""
Significant = tuple[tuple[str, ...], ...]
"""What counts as a move in a text, part by part, as ``read_post`` gives it."""

Decision = Literal[
    "first",
    "same",
    "silent",
    "asked",
    "amended",
    "refused",
    "violation",
    "needs_gm",
    "deleted",
    "restored",
    "superseded",
    "unconfirmed",
]
"""What was decided of a version: it was the ``first``; the ``same`` again; a ``silent`` change of
what is no move; its author was ``asked`` for the red notice; it was accepted as ``amended``, or was
``refused``; against the rules, or for the GM to settle; ``superseded`` by a newer one;
``unconfirmed`` by the forum itself."""


class Version(msgspec.Struct, frozen=True, omit_defaults=True):
    """A version that was dealt with: its ``content_hash``, and when it was made (UTC).

    ``reason`` is the code of why it was so decided.
    """

    hash: str
    at: datetime
    event: Event = "created"
    decision: Decision = "first"
    reason: str = ""


class Asking(msgspec.Struct, frozen=True):
    """The author was asked for a red notice, which has to be there ``until`` then (UTC).

    ``significant`` is what the edit of the time ``at`` says, ``row`` the key of its version.
    """

    significant: Significant
    at: datetime
    until: datetime
    row: str


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the game made of a post.

    ``significant`` are the parts of its text that count as a move, as they stand in the game;
    ``suggestions`` the ids of those that they made (0: none); ``seen`` what the last version says.
    ``seq`` is the log entry. ``outcome`` says what became of it: the organiser reads that, so it
    depends on no hidden card. ``code``, why, is for the author and a human GM alone.
    """

    versions: tuple[Version, ...] = ()
    author: str = ""
    name: str = ""
    number: str = ""
    created: datetime | None = None
    seat: str = ""
    significant: Significant = ()
    suggestions: tuple[int, ...] = ()
    seen: Significant = ()
    seq: int = 0
    outcome: Outcome = ""
    code: str = ""
    asking: Asking | None = None


_read_received = msgspec.json.Decoder(Received).decode
_read_known = msgspec.json.Decoder(Known).decode


def received_key(binding: str, post: Post) -> Key:
    """Give where a version lies: the same place however often and in whatever order it comes.

    The time of an edit is part of it, so that a text which comes back is a version of its own.
    """
    edited = utc(post.edited) if post.edited and post.event != "created" else ""
    told = (post.content_hash, edited, str(post.private), str(post.ordinary))
    name = hashlib.sha256("\0".join(told).encode()).hexdigest()[:32]
    return pk(binding), f"IN#{post.id}#{post.event}#{name}"


def received_item(binding: str, received: Received, due: datetime | None, version: int = 1) -> Item:
    """Give the item of a version; ``due`` until it is dealt with."""
    return Item(*received_key(binding, received.post), encoded(received), version=version, due=due)


def read_received(item: Item) -> Received:
    """Decode the item of a version."""
    return _read_received(item.body)


def post_of(key: Key) -> tuple[str, str]:
    """Give the binding and the post's id that the key of a version stands for."""
    return name_in(key), key[1].split("#")[1]


def versions_of(store: Store, binding: str, post: str, *, now: datetime) -> tuple[Item, ...]:
    """Give the items of all versions of a post that came, in no order of time."""
    start = f"IN#{post}#"
    return store.query(pk(binding), start, f"IN#{post}$", MOST_VERSIONS, now=now)


def known_item(binding: str, post: str, known: Known, version: int) -> Item:
    """Give the item of what became of a post."""
    return Item(pk(binding), f"POST#{post}", encoded(known), version=version)


def known_of(store: Store, binding: str, post: str, *, now: datetime) -> tuple[Known, int]:
    """Give what became of a post, and the version of its item (0: nothing yet)."""
    (item,) = store.read((pk(binding), f"POST#{post}"), now=now)
    return (_read_known(item.body), item.version) if item else (Known(), 0)


def read_known(item: Item) -> Known:
    """Decode the item of what became of a post."""
    return _read_known(item.body)
