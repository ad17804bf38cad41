"""Marks of bold and colour, as forums, mail programs and people write them: they mean nothing.

Inside a word they would part it, so they are taken out there; a name that looks like marks keeps
them.
"""

import re
from collections.abc import Iterable

_BBCODE = re.compile(
    r"\[/?(?:b|i|u|s|color|size|font|center|strong|em)(?:=[^\]\n]{0,60})?\]", re.IGNORECASE
)
_HTML = re.compile(
    r"</?(?:b|i|u|s|strong|em|font|span|big|mark)(?:\s[^<>\n]{0,200})?>", re.IGNORECASE
)
_BREAKS = re.compile(r"<br\s{0,3}/?>|</?p>", re.IGNORECASE)
_STARS_IN_A_WORD = re.compile(r"(?<=[^\W_])\*{1,3}(?=[^\W_])")
_LINES = re.compile(r"(?<![^\W_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![^\W_])")
_STRESS = re.compile("(?<=[\u0400-\u04ff])[\u0300\u0301]")
_KINDS = (
    (_STRESS, ""),
    (_BBCODE, ""),
    (_HTML, ""),
    (_BREAKS, "\n"),
    (_STARS_IN_A_WORD, ""),
    (_LINES, " "),
)


class Marks:
    """The marks that may be taken out of a text in which some names can stand."""

    def __init__(self, names: Iterable[str]) -> None:
        """Leave out the kinds of marks that one of the names looks like, alone or within «»."""
        known = tuple(f"{name}\n«{name}»" for name in names)
        self._kinds = [kind for kind in _KINDS if not any(kind[0].search(name) for name in known)]

    def without(self, text: str) -> str:
        """Give a text without marks."""
        for pattern, instead in self._kinds:
            text = pattern.sub(instead, text)
        return text
