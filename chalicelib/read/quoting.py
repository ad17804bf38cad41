"""What stands in a text as somebody else's words: quotations of forums, mails and people. Pure.

A quotation is no order; it only helps to find the suggestion that is answered (F22).
"""

import re

from chalicelib.read.words import pattern

MOST_NESTED = 8
"""How deep quotations may stand in each other to be told apart."""

_ANY = re.IGNORECASE | re.DOTALL
_BBCODE = re.compile(r"\[quote[^\]\n]{0,80}\]((?:(?!\[/?quote).)*)\[/quote\]", _ANY)
_HTML = re.compile(r"<blockquote[^>\n]{0,80}>((?:(?!</?blockquote).)*)</blockquote>", _ANY)
_OPEN = re.compile(r"(?:\[quote[^\]\n]{0,80}\]|<blockquote[^>\n]{0,80}>).*", _ANY)
_CLOSED = re.compile(r"\[/quote\]|</blockquote>", re.IGNORECASE)
_QUOTED = re.compile(r"[\s*_•|-]{0,6}(?:>|&gt;)")
_CITING = pattern(
    "цитирую", "цитата", "процитирую", "quote", "quoting", "I quote", "to quote", "quotation",
    "cytuję", "cytat", "zacytuję",
)  # fmt: skip
_CITES = re.compile(rf"[\W_]{{0,6}}(?:{_CITING})(?![^\W_])")


def without_quotations(text: str) -> tuple[str, str]:
    """Give a text without the marked quotations, and these; one left open goes on to the end."""
    found: list[str] = []
    for pattern_ in (_BBCODE, _HTML):
        for _ in range(MOST_NESTED):
            text, count = pattern_.subn(lambda quoted: _kept(found, quoted), text)
            if not count:
                break
    if left := _OPEN.search(text):
        found.append(left.group())
        text = text[: left.start()]
    return _CLOSED.sub("", text), "\n".join(found)


def _kept(found: list[str], quoted: re.Match[str]) -> str:
    """Keep a quotation aside and leave a blank line for it."""
    found.append(quoted[1])
    return "\n\n"


def is_quoted(form: str) -> bool:
    """Whether a line is quoted as in mails, perhaps in a list."""
    return bool(_QUOTED.match(form))


def cites(form: str) -> bool:
    """Whether a text begins by saying that it repeats somebody's words."""
    return bool(_CITES.match(form))
