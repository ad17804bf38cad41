"""What all who read HTML here know of it: elements without an end, what is struck out. Pure."""

import re

VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "base", "area", "col", "wbr"})
"""Elements that have no end."""
STRUCK = re.compile(r"text-decoration(?:-line)?\s{0,3}:[^;]{0,60}line-through")
"""A style, in lower case, that strikes text out: whoever strikes a word out has not said it."""

# unescape() makes an int of the digits, and Python refuses more than 4,300 of them.
_HUGE_REFERENCE = re.compile(r"&#[0-9]{8,600000}")


def decodable(source: str) -> str:
    """Give a source in which no character is written by a number too long for ``unescape``."""
    return _HUGE_REFERENCE.sub("&#65533", source)
