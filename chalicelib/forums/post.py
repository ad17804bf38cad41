"""A forum's post as every adapter gives it: the one form that the game knows."""

import hashlib
from datetime import datetime
from typing import Literal

import msgspec

Markup = Literal["bbcode", "markdown", "html"]
Event = Literal["created", "edited", "deleted", "restored"]
Trust = Literal["signed", "shared_secret", "capability_url", "fetched"]
"""Who vouches that the forum says it: a signature over the bytes, a secret in clear, nobody but who
knows the address, or we have read it there ourselves."""


class Post(msgspec.Struct, frozen=True, omit_defaults=True):
    """One version of a post; ids are the forum's own, times UTC by the forum's own clock.

    Only these fields are kept of what a forum sends: it may send addresses and more. ``body_html``
    is a second opinion where the forum gives one; ``private`` a post that not everybody can read.
    Not ``ordinary`` is a whisper, a moderator's small action, what waits for approval.
    ``edited`` of a deleted or restored post is when that was done. ``number`` is what quotes and
    replies call the post (``reply_to`` too) where the forum counts the posts of a thread for that.
    """

    event: Event
    thread: str
    id: str
    number: str = ""
    author: str = ""
    author_name: str = ""
    created: datetime | None = None
    edited: datetime | None = None
    editor: str = ""
    reply_to: str = ""
    markup: Markup = "bbcode"
    body: str = ""
    body_html: str = ""
    url: str = ""
    trust: Trust = "signed"
    private: bool = False
    ordinary: bool = True

    @property
    def content_hash(self) -> str:
        """Tells versions of the text apart, however often and in whatever wrapping each comes."""
        return hashlib.sha256(f"{self.markup}\0{self.body}".encode()).hexdigest()[:32]
