"""What comes in from a forum: the request as it came, and what it can turn out to be."""

from collections.abc import Mapping
from typing import Protocol

import msgspec

from chalicelib.forums.post import Post


class Sent(msgspec.Struct, frozen=True):
    """A request of a forum; ``headers`` by lower-case name, ``body`` as it came, byte for byte."""

    headers: Mapping[str, str]
    body: bytes


class Whisper(msgspec.Struct, frozen=True):
    """A private message to us. It may bring a code by which its author says who they are."""

    author: str
    name: str
    text: str


class Nothing(msgspec.Struct, frozen=True):
    """Nothing that we act on; ``why`` (``ping``, ``unsupported``) is told to the forum."""

    why: str


Signal = Post | Whisper | Nothing


class Adapter(Protocol):
    """One engine's way of speaking."""

    def verified(self, secrets: tuple[str, ...], sent: Sent, now: int) -> bool:
        """Whether one of the secrets proves the request at ``now`` (Unix seconds). Never raises."""

    def heard(self, sent: Sent, base_url: str) -> Signal:
        """Read a request; only what a ``Post`` has is kept. Raises ``Unreadable``.

        ``base_url`` is the forum's, for links where the request has none; it may be ``""``.
        """

    def name_of(self, sent: Sent) -> str:
        """Give the request's own name, the same at each repeat, or ``""`` where it has none."""
