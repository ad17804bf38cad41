"""The posts of a bound thread as the organiser sees them: every version, and what became of it.

An organiser who is not the GM may not learn what depends on cards. A refusal may: so of a post with
moves that were refused they see that it was read. Private posts are never kept, so none is here.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

import msgspec

from chalicelib.forums.binding import pk
from chalicelib.forums.post import Post
from chalicelib.forums.posts import Known, Received, post_of, read_known, read_received
from chalicelib.messages_post_edits import EDITS
from chalicelib.site import Site
from chalicelib.store import BATCH_LIMIT, Item

MOST_ROWS = BATCH_LIMIT
"""Versions in one answer."""
MOST_TEXT = 1_000_000
"""Characters of one answer; a single post may have more."""
PLAIN = frozenset({"", "played", "talk", "silent", "stranger", "ours", "gone"})
"""Outcomes that depend on no card."""


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A version of a post, its times UTC: when it was made at the forum, and when it came.

    ``decision`` is what was decided of it, ``reason`` why: a code (see ``posts``).
    """

    event: str
    at: datetime
    received: datetime
    body: str = ""
    markup: str = ""
    editor: str = ""
    trust: str = ""
    decision: str = ""
    reason: str = ""


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A post: whose, where, its versions in the order in which they were made, what it became."""

    id: str
    versions: tuple[Seen, ...]
    author: dict[str, str] = {}
    url: str = ""
    seat: str = ""
    outcome: str = ""
    code: str = ""
    seq: int = 0
    suggestions: tuple[int, ...] = ()


Posted = tuple[str, Sequence[Item]]
"""The id of a post, and the rows of its versions."""


def page(site: Site, binding: str, after: str, limit: int, *, sees_all: bool) -> dict[str, Any]:
    """Give some posts after that of an id, in the order of their ids as text; ``after`` goes on.

    ``sees_all``: a human GM looks.
    """
    now, start = site.now(), f"IN#{after}$" if after else "IN#"
    found = site.store.query(pk(binding), start, "IN$", MOST_ROWS, now=now)
    posts = [(name, list(rows)) for name, rows in groupby(found, _post_id)]
    cut = len(found) == MOST_ROWS
    # The last one may have more versions than were read.
    whole = posts[:-1] if cut and len(posts) > 1 else posts
    taken = list(_fitting(whole[:limit]))
    keys = [(pk(binding), f"POST#{name}") for name, _ in taken]
    known = site.store.read(*keys, now=now) if keys else ()
    items = [_shown(*post, item, sees_all) for post, item in zip(taken, known, strict=True)]
    more = cut or len(taken) < len(posts)
    return {"items": items, "after": items[-1].id if items else after, "more": more}


def _post_id(item: Item) -> str:
    return post_of(item.key)[1]


def _fitting(posts: Sequence[Posted]) -> Iterator[Posted]:
    """Give posts as long as the answer does not grow too long, but one at least."""
    size = 0
    for name, rows in posts:
        size += sum(len(row.body) for row in rows)
        if size > MOST_TEXT and size > sum(len(row.body) for row in rows):
            return
        yield name, rows


def _shown(name: str, rows: Sequence[Item], item: Item | None, sees_all: bool) -> Shown:  # noqa: FBT001
    """Show a post and what became of it, as far as the reader may know."""
    versions = sorted(map(read_received, rows), key=lambda one: one.when)
    last = versions[-1].post
    known = read_known(item) if item else Known()
    outcome = known.outcome if sees_all or known.outcome in PLAIN else "read"
    return Shown(
        name,
        tuple(_seen(version, known, sees_all) for version in versions),
        {"id": last.author, "name": last.author_name},
        last.url,
        known.seat,
        outcome,
        known.code if sees_all else "",
        known.seq,
        tuple(filter(None, known.suggestions)),
    )


def _seen(version: Received, known: Known, sees_all: bool) -> Seen:  # noqa: FBT001
    post = version.post
    return Seen(
        post.event,
        version.when,
        version.at,
        post.body,
        post.markup,
        post.editor,
        post.trust,
        *_decided(post, known, sees_all),
    )


def _decided(post: Post, known: Known, sees_all: bool) -> tuple[str, str]:  # noqa: FBT001
    """Give the last decision about a version, and its reason, as far as the reader may know."""
    found = [v for v in known.versions if (v.hash, v.event) == (post.content_hash, post.event)]
    if not found:
        return "", ""
    decision, reason = found[-1].decision, found[-1].reason
    if sees_all or not reason or reason in EDITS:
        return decision, reason
    return "read", ""
