"""Characters that mean nothing to any engine: what people wrote, made harmless. Pure.

Engines have no common way to write ``[b]``, ``@nick`` or ``:smile:`` so that it stays what it is.
What they share is that a word joiner (U+2060) within such a thing makes it none. It has no width,
allows no line to end, and whoever compares names drops it (``text.tidy``).
"""

import re
import unicodedata

JOINER = "\u2060"
"""Put where two characters must not be taken together."""

_KEPT = frozenset("\u200d\ufe0f")
"""Joiners within emoji."""
_RISKY = re.compile(
    r"@(?=\S)"  # a mention
    r"|:(?=[^\s\d])|(?<!\d):(?=\d)"  # a smiley, a scheme; not the time of day
    r"|/(?=/)"  # what follows a scheme, or stands for one
    r"|(?<=[^\W\d_])\.(?=\w)|(?<=\w)\.(?=[^\W\d_])"  # a domain; not a date
    r"|\#(?=\w)"  # a hash tag, a channel
    r"|&(?=\#)"  # a character by its number, which some engines decode
)
_BLANKS = re.compile(r"[ ]{2,}")


def clean(text: str) -> str:
    """Give a text as it may be shown: one line, without control, direction and invisible marks.

    A no-break space stays; every other blank is a space, and several are one.
    """
    kept = (char if _shown(char) else " " if char.isspace() else "" for char in text)
    return _BLANKS.sub(" ", "".join(kept))


def _shown(char: str) -> bool:
    if char in _KEPT or char in " \u00a0":
        return True
    return not char.isspace() and unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Zl"}


def harmless(text: str) -> str:
    """Break what an engine would take for a mention, a smiley, a link or a tag of a topic."""
    return _RISKY.sub(_apart, text)


def _apart(found: re.Match[str]) -> str:
    """Put a joiner behind a sign; a dot stands between two, so that ``www.`` is broken, too."""
    return f"{JOINER}.{JOINER}" if found[0] == "." else found[0] + JOINER
