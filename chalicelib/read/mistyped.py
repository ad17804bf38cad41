"""What somebody may have meant to type: on the other keyboard, or in Latin letters.

Nothing is ever read as that; it is what is asked back («did you mean …»).
"""

import re
from functools import lru_cache

from chalicelib.text import nearest, plain

LIKE_MISTYPED = 0.7
"""How like a name something has to be that was typed in other letters."""

_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC_KEYS = "ёйцукенгшщзхъфывапролджэячсмитьбю".replace("ё", "е")
_TO_CYRILLIC = str.maketrans(_KEYS, _CYRILLIC_KEYS)
_TO_LATIN = str.maketrans(_CYRILLIC_KEYS[1:], _KEYS[1:])
_IN_LATIN = str.maketrans(
    {
        **dict(zip("абвгдезиклмнопрстуфхцыэ", "abvgdeziklmnoprstufhcye", strict=True)),
        "ж": "zh",
        "й": "y",
        "ч": "ch",
        "ш": "sh",
        "щ": "sch",
        "ю": "yu",
        "я": "ya",
        "ъ": "",
        "ь": "",
    }
)
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_LATIN = re.compile(r"[a-z]")


@lru_cache(maxsize=2000)
def misspelt(name: str) -> tuple[str, ...]:
    """Give what a plain name looks like when it is typed on the other keyboard, or in Latin."""
    if not _CYRILLIC.search(name):
        return (name.translate(_TO_CYRILLIC),)
    return (name.translate(_TO_LATIN), name.translate(_IN_LATIN))


def other_ways(said: str) -> tuple[str, ...]:
    """Give a short text as it would read from the other keyboard, where it is of one alphabet."""
    form = plain(said)
    if _CYRILLIC.search(form):
        return () if _LATIN.search(form) else (form.translate(_TO_LATIN),)
    return (form.translate(_TO_CYRILLIC),)


def closest(said: str, choices: tuple[str, ...] | list[str]) -> str:
    """Give the one choice that holds all words of what was said, else the most similar one."""
    words = set(re.findall(r"\w+", plain(said)))
    holding = [c for c in choices if words and words <= set(re.findall(r"\w+", plain(c)))]
    if len(holding) == 1:
        return holding[0]
    return nearest(said[:80], choices) or _mistyped(said[:80], choices)


def _mistyped(said: str, choices: tuple[str, ...] | list[str]) -> str:
    """Give the choice that was perhaps typed on the other keyboard, or in Latin letters."""
    for way in other_ways(said):
        if found := nearest(way, choices, LIKE_MISTYPED):
            return found
    by_letters = {letters: c for c in choices for letters in misspelt(plain(c))}
    return by_letters.get(nearest(said, by_letters, LIKE_MISTYPED), "")
