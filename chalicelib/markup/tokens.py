"""What a source in any markup is cut into, before it becomes a tree. Pure."""

import re
import unicodedata
from typing import Literal
from urllib.parse import unquote

import msgspec

Property = Literal["bold", "italic", "struck", "colour", "href", "code"]
Change = tuple[Property, str]
"""A property of text and its value from here on; ``""`` turns it off."""


class Words(msgspec.Struct, frozen=True):
    """Characters as they are to be read."""

    text: str


class Line(msgspec.Struct, frozen=True):
    """The end of a line."""


class Block(msgspec.Struct, frozen=True):
    """The end of a paragraph: tags that nobody closes end here."""


class Open(msgspec.Struct, frozen=True):
    """A tag that changes text until its end; ``raw`` is read where it turns out to be no tag."""

    name: str
    changes: tuple[Change, ...] = ()
    raw: str = ""


class Close(msgspec.Struct, frozen=True):
    """The end of a tag; ``raw`` is read where none is open."""

    name: str
    raw: str = ""


class Cited(msgspec.Struct, frozen=True):
    """A quotation begins, of an author and a post where that is known."""

    author: str = ""
    post: str = ""


class Credit(msgspec.Struct, frozen=True):
    """What is found out about the open quotation only within it."""

    author: str = ""
    post: str = ""


class Uncited(msgspec.Struct, frozen=True):
    """The end of a quotation; ``raw`` is read where none is open."""

    raw: str = ""


class Letters(msgspec.Struct, frozen=True):
    """What is shown letter by letter."""

    text: str


class Marker(msgspec.Struct, frozen=True):
    """What no reader sees."""

    text: str


Token = Words | Line | Block | Open | Close | Cited | Credit | Uncited | Letters | Marker

OURS = "alibi:"
"""What our own markers begin with."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_NEWLINE = re.compile("\r\n?|[\u2028\u2029\u0085\v\f]")


def marker(text: str) -> Marker:
    """Give a marker as it was written: without our name before it, percent codes as characters."""
    return Marker(unquote(text.strip().removeprefix(OURS)))


def sane(source: str) -> str:
    """Give a source in NFC, with one kind of line end, no NUL and no half characters."""
    lines = _NEWLINE.sub("\n", _SURROGATE.sub("\ufffd", source).replace("\0", ""))
    return unicodedata.normalize("NFC", lines)
