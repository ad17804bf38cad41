"""What somebody may have meant to type: on the other keyboard, or in Latin letters.

Nothing is ever read as that; it is what is asked back («did you mean …»).
"""

import re
from functools import lru_cache

from chalicelib.text import plain

_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC_KEYS = "ёйцукенгшщзхъфывапролджэячсмитьбю".replace("ё", "е")
_TO_CYRILLIC = str.maketrans(_KEYS, _CYRILLIC_KEYS)
_TO_LATIN = str.maketrans(_CYRILLIC_KEYS[1:], _KEYS[1:])
_IN_LATIN = str.maketrans(
    {
        **dict(zip("абвгдезиклмнопрстуфхцыэ", "abvgdeziklmnoprstufhcye", strict=True)),
        **{"ж": "zh", "й": "y", "ч": "ch", "ш": "sh", "щ": "sch", "ю": "yu", "я": "ya"},
        **{"ъ": "", "ь": ""},
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
