"""What was read in a post."""

from typing import Any, Literal

import msgspec

from chalicelib.letters import Problem
from chalicelib.read_post.notices import Notice

Kind = Literal[
    "suggestion",
    "malformed",
    "correction",
    "refuted",
    "not_refuted",
    "accusation",
    "pass",
    "gm",
]
Significant = tuple[tuple[str, ...], ...]
"""What counts of a post, one entry for each part: strings that depend on its words alone."""

_ANSWERS = ("refuted", "not_refuted")


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """One heading with what belongs to it: a move, or what is wrong; a malformed one has both.

    ``number`` is the one of its heading (0: none); ``suggestion`` the id that it is about;
    ``says`` what is significant in it. ``read_as`` has the names that are written otherwise.
    """

    kind: Kind
    text: str
    move: Any = None
    problem: Problem | None = None
    suggestion: int | None = None
    number: int = 0
    says: tuple[str, ...] = ()
    read_as: tuple[tuple[str, str], ...] = ()


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole post. Without parts it is lyric (F55): ``talk`` is its text, and nothing is wrong.

    ``doubt``: what the forum shows reads otherwise than what was written. ``hint``: the post is
    taken for a comment, but its writer may have meant more.
    """

    parts: tuple[Part, ...] = ()
    talk: str = ""
    notices: tuple[Notice, ...] = ()
    doubt: bool = False
    hint: Problem | None = None

    @property
    def significant(self) -> Significant:
        """What counts: an edit changes it if, and only if, it changes a move."""
        return tuple(part.says for part in self.parts)


def changed(before: Significant, after: Significant) -> bool:
    """Whether two versions of a post differ in what counts.

    An answer that says more of the suggestion it answers («… для Анны», a quotation) is the same.
    """
    if len(before) != len(after):
        return True
    return any(_differ(old, new) for old, new in zip(before, after, strict=True))


def _differ(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """Whether a part is another one."""
    if old[:1] != new[:1] or len(old) != len(new) or old[0] not in _ANSWERS:
        return old != new
    return any(was and now and was != now for was, now in zip(old, new, strict=True))
