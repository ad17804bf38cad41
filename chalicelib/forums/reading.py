"""A post is read: its markup, then what counts as a move in it, as its author sees the game."""

import re
from collections.abc import Iterable, Iterator

from chalicelib import markup, read_post
from chalicelib.forums.binding import pk
from chalicelib.forums.case import Case
from chalicelib.forums.outbox import read_shown
from chalicelib.forums.post import Post
from chalicelib.game import ORGANISER, PUBLIC, redact
from chalicelib.markup.tree import Hidden, Node, Quote, Tree, plain
from chalicelib.read_post import Part, Reading
from chalicelib.site import Site
from chalicelib.store import Item

__all__ = ["Part", "Reading", "is_ours", "looks_like_a_move", "reading_of", "said", "words_of"]

MARK = re.compile(r"#?alibi:[0-9a-f]{20}")
"""What the mark of our own posts looks like, in whichever way a dialect hides it (``emit``)."""
LONGEST = 400
"""Characters of a post that are repeated."""


def reading_of(site: Site, case: Case, *, edited: bool = False) -> Reading:
    """Read a version of a post; of somebody who has no seat as everybody would.

    ``edited``: the post has made its suggestions already.
    """
    post, seat = case.received.post, "" if case.seat == ORGANISER else case.seat
    return read_post.read(
        _with_parent(post),
        redact(case.state, case.seat or PUBLIC),
        seat,
        quotes=lambda name: _quoted(site, case, name),
        second=markup.parse("html", post.body_html) if post.body_html else None,
        organiser=case.organiser,
        edited=edited,
    )


def tree_of(post: Post) -> Tree:
    """Read the markup of a post."""
    return markup.parse(post.markup, post.body)


def _with_parent(post: Post) -> Tree:
    """Read the markup of a post; if it quotes nothing, what it replies to counts as quoted."""
    tree = tree_of(post)
    quotes = any(isinstance(node, Quote) for node in tree)
    return tree if quotes or not post.reply_to else (Quote((), "", post.reply_to), *tree)


def is_ours(post: Post) -> bool:
    """Whether a post has the mark of ours, outside quotations: people quote what we write."""
    return any(MARK.fullmatch(text) for node in _own(tree_of(post)) for text in _texts(node))


def _texts(node: Node) -> tuple[str, ...]:
    """Give the texts in which a mark may be hidden."""
    if isinstance(node, Hidden):
        return (f"alibi:{node.text.removeprefix('alibi:')}",)
    return (getattr(node, "text", ""), getattr(node, "href", ""))


def looks_like_a_move(case: Case) -> bool:
    """Whether a post would count as a move if its author had a seat."""
    seats = [seat.id for seat in case.state.seats]
    if not seats:
        return False
    view = redact(case.state, PUBLIC)
    return bool(read_post.read(tree_of(case.received.post), view, seats[0]).parts)


def said(post: Post) -> str:
    """Give the words of a post in short, without quotations."""
    return plain(tree_of(post), quotes=False)[:LONGEST]


def words_of(reading: Reading) -> str:
    """Give what counts as moves in a post, in short."""
    return "\n".join(part.text for part in reading.parts)[:LONGEST]


def _own(tree: Iterable[Node]) -> Iterator[Node]:
    """Give every node of a tree that is no part of a quotation."""
    for node in tree:
        if not isinstance(node, Quote):
            yield node
            yield from _own(getattr(node, "children", ()))


def _quoted(site: Site, case: Case, post: str) -> int | None:
    """Give the suggestion that stands in a quoted post, if it is clear which.

    Where several stand there it is the one that waits for the author's answer.
    """
    binding, state, seat = case.binding, case.state, case.seat
    malformed = getattr(state, "malformed", ())
    open_ones = {x.id: x for x in (*state.questions, *state.owed, *malformed)}
    keys = [(pk(binding.id), f"SHOWN#{suggestion}") for suggestion in open_ones][:100]
    rows = site.store.read(*keys, now=site.now()) if keys else ()
    found = [
        suggestion
        for suggestion, row in zip(open_ones, rows, strict=False)
        if row and post in _names(row)
    ]
    mine = [n for n in found if seat in (open_ones[n].to, open_ones[n].by)]
    candidates = mine if len(mine) == 1 else found
    return candidates[0] if len(candidates) == 1 else None


def _names(row: Item) -> set[str]:
    """Give the id and the number of the post in which a suggestion stands."""
    shown = read_shown(row)
    return {shown.post, shown.number} - {""}
