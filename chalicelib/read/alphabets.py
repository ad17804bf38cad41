"""Letters that stand for others: without accents, of another alphabet that looks the same."""

import re
import unicodedata
from functools import cache

APOSTROPHES = "'’ʼ`´‘"

_PLAIN_ONES = {"ł": "l", "đ": "d", "ø": "o", "ı": "i"}
_CYRILLIC = "авекмнорстухіј"
_LATIN = "abekmhopctyxij"
_TO_LATIN = str.maketrans(_CYRILLIC, _LATIN)
_TO_CYRILLIC = str.maketrans(_LATIN[:-2], _CYRILLIC[:-2])
_ANY_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_ANY_LATIN = re.compile(r"[a-z]")


@cache
def _unaccented(char: str) -> str:
    """Give a Latin letter without its mark; any other as it is."""
    base = _PLAIN_ONES.get(char) or unicodedata.normalize("NFD", char)[0]
    return base if base.isascii() else char


def unaccented(word: str) -> str:
    """Give a plain word without the marks of its Latin letters, of the same length."""
    return word if word.isascii() else "".join(map(_unaccented, word))


def is_typed(word: str, form: str) -> bool:
    """Whether a word is a form, perhaps without some of its marks: «noz» for «nóż»."""
    return word == form or (
        len(word) == len(form)
        and all(said in (char, _unaccented(char)) for said, char in zip(word, form, strict=True))
    )


def in_one_alphabet(word: str) -> tuple[str, ...]:
    """Give a plain word, and how it reads in one alphabet where letters of two only look alike."""
    if not _ANY_CYRILLIC.search(word):
        swapped = word.translate(_TO_CYRILLIC)
        return (word, swapped) if not _ANY_LATIN.search(swapped) and swapped != word else (word,)
    ways = (word.translate(_TO_LATIN), word.translate(_TO_CYRILLIC))
    mixed = (_ANY_CYRILLIC, _ANY_LATIN)
    pure = (way for way, other in zip(ways, mixed, strict=True) if not other.search(way))
    return tuple(dict.fromkeys((word, *pure)))
