"""Text from people: one normal form for comparing, one for keeping, and the nearest of several."""

import difflib
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

NAME_LENGTH = 80
"""Characters of what may be a name: its plain form is kept ready."""

_ZWJ = "\u200d"
_LOOKALIKES = str.maketrans(
    "абвгдеёзикмнорстухѕіїјԁԛԝһαβγεηικνορτυχ",
    "a6brdee3икmhopctyxsiijdqwhabyeniknoptux",
    # Blank though they count as letters or signs: Hangul fillers, the empty Braille cell.
    "\u115f\u1160\u3164\uffa0\u2800",
)
_WITHOUT_TAILS = str.maketrans("ąćęłńóśźż", "acelnoszz")
_JOINERS = {_ZWJ, "\ufe0f"}


def tidy(text: str) -> str:
    """NFC, without control and direction marks, runs of blanks made one: the form that is kept."""
    kept = (
        c if _visible(c) else " " if c.isspace() else "" for c in unicodedata.normalize("NFC", text)
    )
    return " ".join("".join(kept).split())


def _visible(char: str) -> bool:
    """Whether a character shows (joiners inside emoji count)."""
    return char in _JOINERS or unicodedata.category(char)[0] not in "CZ"


def plain(text: str) -> str:
    """Give the form for comparing: tidy, case folded, ``ё`` as ``е``, no joiners."""
    return _plain_name(text) if len(text) <= NAME_LENGTH else _plain(text)


def _plain(text: str) -> str:
    folded = tidy(text).casefold().replace("ё", "е")
    return "".join(char for char in folded if char not in _JOINERS)


_plain_name = lru_cache(maxsize=2000)(_plain)
"""Names are compared again and again."""


def folded(text: str) -> str:
    """Give the form for comparing words of commands: plain, without the marks of Polish letters.

    As long as the plain form, letter by letter.
    """
    return plain(text).translate(_WITHOUT_TAILS)


def bare(code: str) -> str:
    """Give a code as it is compared: without the blanks and hyphens that people add or lose."""
    return "".join(char for char in plain(code) if char.isalnum())


def skeleton(text: str) -> str:
    """Give what a name looks like: two names with one skeleton can be taken for each other.

    Compatibility forms, marks, invisible and blank characters go; letters of other alphabets
    become the Latin ones that they look like.
    """
    folded = unicodedata.normalize("NFKD", plain(text)).casefold()
    kept = (char for char in folded if unicodedata.category(char)[0] not in "CMZ")
    return "".join(kept).translate(_LOOKALIKES)


def nearest(text: str, choices: Iterable[str], cutoff: float = 0.6) -> str:
    """Give the choice that looks most like ``text``, or ``""`` when none is close."""
    by_form = {plain(choice): choice for choice in choices}
    found = difflib.get_close_matches(plain(text), by_form, n=1, cutoff=cutoff)
    return by_form[found[0]] if found else ""
