"""A forum's post is taken in: once, if it stands in the bound thread for all to read.

Nothing is judged here, and no text is read but for a code of ours (``identity``): forums wait for
the answer, one of them 2.5 seconds and not again. ::

    partition     sort key
    BINDING  # b  IN#…     the post (see ``posts``)
    BINDING  # b  SEEN#h   the name of a request that had one (3 days)
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

from chalicelib.forums import identity
from chalicelib.forums.binding import Author, Binding, pk
from chalicelib.forums.post import Post
from chalicelib.forums.posts import Received, received_item
from chalicelib.forums.signal import Whisper
from chalicelib.game import Busy
from chalicelib.ledger import digest
from chalicelib.site import Site
from chalicelib.store import TRIES, Conflict, Item, Put, Write

SEEN_LIFE = timedelta(days=3)
"""Longer than anybody tries again."""

Taken = Literal["taken", "repeated", "ended", "other_thread", "own", "private", "not_ordinary"]
"""What became of a post; ``own``: we have written it ourselves."""


def take_in(site: Site, binding: Binding, post: Post, at: datetime, name: str = "") -> Taken:
    """Keep a version of a post that came, or was fetched, at a time (UTC); the same one once.

    A code of ours in it is honoured in the same transaction. ``name`` is that of the request, if it
    has one. Raises ``Busy`` when it should be brought again.
    """
    left_out = _left_out(binding, post)
    if left_out:
        return left_out
    row = received_item(binding.id, Received(post, at), at)
    author = Author(post.author, "", post.author_name)
    is_own = post.event in ("created", "edited") and post.editor in ("", post.author)

    def more() -> tuple[Write, ...]:
        return identity.claim(site, binding, author, _own_words(post)) if is_own else ()

    return _once(site, (row, *_seen(binding, name, at)), more)


def listen(site: Site, binding: Binding, whisper: Whisper, at: datetime, name: str) -> Taken:
    """Look for a code in a private message that came at a time (UTC); it is not kept, nor a move.

    Raises ``Busy`` when it should be brought again.
    """
    if binding.status == "ended":
        return "ended"
    if not identity.codes_in(whisper.text):
        return "taken"
    author = Author(whisper.author, "", whisper.name)
    return _once(
        site,
        _seen(binding, name, at),
        lambda: identity.claim(site, binding, author, whisper.text),
    )


def _left_out(binding: Binding, post: Post) -> Taken | None:
    """Say why a post is not taken in, if it is not. Ids are compared as they are written."""
    if binding.status == "ended":
        return "ended"
    if post.thread != binding.thread:
        return "other_thread"
    if binding.bot and post.author == binding.bot:
        return "own"
    if post.private:
        return "private"
    return None if post.ordinary else "not_ordinary"


def _own_words(post: Post) -> str:
    """Give what the author says and does not quote: else who quotes a code would be its owner."""
    if not identity.has_code(post.body):
        return ""
    from chalicelib import markup  # noqa: PLC0415 -- hardly any post has a code: the hook starts sooner
    from chalicelib.markup.tree import plain  # noqa: PLC0415 -- as above

    return plain(markup.parse(post.markup, post.body), quotes=False)


def _seen(binding: Binding, name: str, at: datetime) -> tuple[Item, ...]:
    """Give the row that remembers the name of a request, if it has one."""
    if not name:
        return ()
    return (Item(pk(binding.id), f"SEEN#{digest(name)}", "", expires=at + SEEN_LIFE),)


def _once(site: Site, marks: tuple[Item, ...], more: Callable[[], tuple[Write, ...]]) -> Taken:
    """Write the marks, none of which may be there, and more with them."""
    for _ in range(TRIES):
        now = site.now()
        writes = (*(Put(mark, 0) for mark in marks), *more())
        if not writes:
            return "taken"
        try:
            site.store.write(*writes, now=now)
        except Conflict:
            if marks and any(site.store.read(*(mark.key for mark in marks), now=now)):
                return "repeated"
        else:
            return "taken"
    raise Busy("busy", seconds=2)
