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

from chalicelib.forums.binding import pk
from chalicelib.forums.post import Post
from chalicelib.store import Item, Key, Store
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


class Version(msgspec.Struct, frozen=True, omit_defaults=True):
    """A version that was dealt with: its ``content_hash``, and when it was made (UTC)."""

    hash: str
    at: datetime
    event: Literal["created", "edited", "deleted", "restored"] = "created"


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the game made of a post.

    ``significant`` are the parts of its text that count as a move, ``suggestions`` the ids of those
    that it made, ``seq`` the log entry. ``outcome`` says what became of it: the organiser reads
    that, so it depends on no hidden card. ``code``, why, is for the author and a human GM alone.
    """

    versions: tuple[Version, ...] = ()
    author: str = ""
    number: str = ""
    seat: str = ""
    account: str = ""
    significant: tuple[str, ...] = ()
    suggestions: tuple[int, ...] = ()
    seq: int = 0
    outcome: str = ""
    code: str = ""


_json = msgspec.json.Encoder().encode
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
    return Item(
        *received_key(binding, received.post), _json(received).decode(), version=version, due=due
    )


def read_received(item: Item) -> Received:
    """Decode the item of a version."""
    return _read_received(item.body)


def post_of(key: Key) -> tuple[str, str]:
    """Give the binding and the post's id that the key of a version stands for."""
    return key[0].removeprefix("BINDING#"), key[1].split("#")[1]


def versions_of(store: Store, binding: str, post: str, *, now: datetime) -> tuple[Item, ...]:
    """Give the items of all versions of a post that came, in no order of time."""
    start = f"IN#{post}#"
    return store.query(pk(binding), start, f"IN#{post}$", MOST_VERSIONS, now=now)


def known_item(binding: str, post: str, known: Known, version: int) -> Item:
    """Give the item of what became of a post."""
    return Item(pk(binding), f"POST#{post}", _json(known).decode(), version=version)


def known_of(store: Store, binding: str, post: str, *, now: datetime) -> tuple[Known, int]:
    """Give what became of a post, and the version of its item (0: nothing yet)."""
    (item,) = store.read((pk(binding), f"POST#{post}"), now=now)
    return (_read_known(item.body), item.version) if item else (Known(), 0)


def read_known(item: Item) -> Known:
    """Decode the item of what became of a post."""
    return _read_known(item.body)
