"""In which words a thread is spoken to, and what a post of it is. Pure."""

from collections.abc import Callable
from typing import Literal

import msgspec

from chalicelib.markup.tree import Tree

Kind = Literal["opening", "day.opened", "day.closed", "moves", "gm", "end"]


class Cited(msgspec.Struct, frozen=True):
    """Where a suggestion stands in the thread: its author there, and the post.

    ``thread`` and ``at`` (Unix time) are needed by engines that link quotations by them.
    """

    author: str = ""
    post: str = ""
    thread: str = ""
    at: int = 0


def nowhere(suggestion: int) -> Cited | None:
    """Find no suggestion: a thread of which nothing is known."""
    del suggestion
    return None


class Voice(msgspec.Struct, frozen=True):
    """How a thread is spoken to.

    ``zone`` is whose clock is told, the game's if it is empty. ``cited`` finds the post in which a
    suggestion stands. ``in_thread``: what is told of came in through this very thread, and its
    author's own moves stand there already. ``base_url`` is ours, where it may be named.
    """

    language: str
    zone: str = ""
    game: str = ""
    base_url: str = ""
    cited: Callable[[int], Cited | None] = nowhere
    in_thread: bool = False


class Announcement(msgspec.Struct, frozen=True):
    """One post to be made. ``own``: the GM speaks in it, and no move of a player is repeated.

    ``suggestions`` are the ids of those that stand in it as F13 wants them, ``quotes`` the ids of
    posts that it quotes, ``talks`` the numbers of the comments in it. ``events`` are the places of
    what it tells among the public events of its entry.
    """

    kind: Kind
    tree: Tree
    suggestions: tuple[int, ...] = ()
    quotes: tuple[str, ...] = ()
    talks: tuple[int, ...] = ()
    events: tuple[int, ...] = ()

    @property
    def own(self) -> bool:
        """Whether the GM speaks."""
        return self.kind != "moves"
