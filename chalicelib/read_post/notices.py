"""What is announced in red: that a suggestion was changed, or is void (F41, F42)."""

import re
from typing import Literal

import msgspec

from chalicelib.read_post.lines import Line
from chalicelib.read_post.words import ATTENTION, CHANGED, NUMBER, SUGGESTION_OF, VOID
from chalicelib.text import plain, tidy

_CHANGED = re.compile(rf"(?<!\w)(?:{CHANGED})(?!\w)")
_VOID = re.compile(rf"(?<!\w)(?:{VOID})(?!\w)")
_ATTENTION = re.compile(rf"[\W_]{{0,6}}(?:{ATTENTION})(?!\w)")
_OLD = re.compile(
    rf"[\W_]{{0,6}}(?:(?:прежнее|старое|первое|old|the\sold|my\sold|stare|poprzednie)\s)?"
    rf"(?:{SUGGESTION_OF}){NUMBER}(?:\d{{1,3}})?[\s_:,—–-]{{1,6}}"
    rf"[^\W\d_\n]{{0,30}}?[\s_]{{0,3}}(?:{VOID})(?!\w)"
)
LONGEST = 300


class Notice(msgspec.Struct, frozen=True):
    """A notice: that something was ``changed``, or that an old suggestion is ``void``."""

    kind: Literal["changed", "void"]
    text: str


def notice(line: Line) -> Notice | None:
    """Give the notice of a line: in red, or where there is none, in bold and in its words."""
    red = plain(line.red)
    said, lead = red, plain(line.lead)
    if not red and (_ATTENTION.match(lead) or _OLD.match(lead)):
        said = lead
    text = tidy(line.red or line.text)[:LONGEST]
    if _VOID.search(said):
        return Notice("void", text)
    return Notice("changed", text) if _CHANGED.search(said) else None
