"""The singular cases of a Russian word, from its ending alone: names are of any kind.

A word may have more forms here than in a grammar («Уайтом» beside «Уайт»): what matters is that
each is a form of this word and of no other, which ``lexicon`` sees to. ``е`` stands for ``ё``.
"""

from collections.abc import Iterator

_VOWELS = "аеиоуыэюя"

_HARD = ("а", "у", "ом", "ем", "е", "ою")
_SOFT = ("я", "ю", "ем", "е", "и")
_ADJECTIVE_HARD = ("ого", "ому", "ым", "ом")
_ADJECTIVE_SOFT = ("его", "ему", "им", "ем")
_ADJECTIVE_MIXED = ("ого", "ому", "им", "ом")
_PLURAL = (("ов", "ев", "ей", "ам", "ами", "ах"), ("ей", "ев", "ям", "ями", "ях"))
_BY_ENDING: dict[str, tuple[str, ...]] = {
    "ый": (*_ADJECTIVE_HARD, "ых", "ыми"),
    "ая": ("ой", "ую", "ою", "ей", "ею", "аи", "ае", "аю", "аей"),
    "яя": ("ей", "юю", "ею"),
    "ое": (*_ADJECTIVE_HARD, "им"),
    "ее": _ADJECTIVE_SOFT,
    "ые": ("ых", "ым", "ыми"),
    "ие": ("ия", "ию", "ием", "ии", "их", "им", "ими"),
    "ия": ("ии", "ию", "ией", "иею", "ие"),
    "ья": ("ьи", "ье", "ью", "ьей", "ьею", "ей"),
    "ье": ("ья", "ью", "ьем", "ьи"),
    "мя": ("мени", "менем"),
    "а": ("ы", "и", "е", "у", "ой", "ою", "ей", "ею"),
    "я": ("и", "е", "ю", "ей", "ею", "й"),
    "о": ("а", "у", "ом", "е"),
    "е": ("а", "у", "я", "ю", "ем", "и"),
}
"""Endings in place of the one of the dictionary form; the longest that fits counts."""


def forms(word: str) -> Iterator[str]:
    """Give the oblique forms that a plain word may take."""
    if len(word) < 2:  # noqa: PLR2004 -- a letter has no stem
        return
    last = word[-1]
    if last in "ыи" and word[-2] not in _VOWELS:
        yield from _plural(word[:-1])
    elif word.endswith(("ий", "ой")):
        yield from _like_adjectives(word[:-2], word[-2:])
    elif last == "й" and not word.endswith("ый"):
        yield from (word[:-1] + ending for ending in _SOFT)
    elif last == "ь":
        yield from _soft(word[:-1])
    elif last in _VOWELS or last == "й":
        yield from _by_ending(word)
    else:
        yield from _hard(word)


def _by_ending(word: str) -> Iterator[str]:
    """Put other endings in place of the last letters."""
    ending = next((word[-n:] for n in (2, 1) if word[-n:] in _BY_ENDING), "")
    if ending:
        yield from (word[: -len(ending)] + other for other in _BY_ENDING[ending])


def _like_adjectives(stem: str, ending: str) -> Iterator[str]:
    """Words in «-ий» and «-ой»: «русский», «синий», «гений», «лисий», «большой», «герой»."""
    if ending == "ий":
        for endings in (_ADJECTIVE_SOFT, _ADJECTIVE_MIXED):
            yield from (stem + other for other in endings)
        yield from (stem + "ь" + other for other in _ADJECTIVE_SOFT)
        yield from (stem + "и" + other for other in _SOFT)
    else:
        for other in (*_ADJECTIVE_HARD, "им"):
            yield stem + other
        yield from (stem + "о" + other for other in _SOFT)


def _soft(stem: str) -> Iterator[str]:
    """Words in «-ь» of both genders: «дверь», «гвоздь», «ночь», «день»."""
    yield from (stem + ending for ending in (*_SOFT, "ью"))
    for short in _shortened(stem):
        yield from (short + ending for ending in _SOFT)


def _hard(word: str) -> Iterator[str]:
    """Words that end in a consonant: «нож», «зал», «замок», «Иванов»."""
    yield from (word + ending for ending in _HARD[:-1])
    if word.endswith(("ов", "ев", "ин", "ын")):
        yield word + "ым"
    for short in _shortened(word):
        yield from (short + ending for ending in _HARD[:-1])


def _shortened(stem: str) -> Iterator[str]:
    """Leave out the vowel that is lost in all other cases: «замок» - «замка», «лев» - «льва»."""
    if len(stem) < 3 or stem[-2] not in "ео" or stem[-1] in _VOWELS:  # noqa: PLR2004
        return
    before, last = stem[:-2], stem[-1]
    if before[-1] in _VOWELS:
        yield before + "й" + last
        return
    yield before + last
    if stem[-2] == "е":
        yield before + "ь" + last


def _plural(stem: str) -> Iterator[str]:
    """Words that have no singular: «ножницы», «щипцы», «весы», «клещи»."""
    yield stem
    for endings in _PLURAL:
        yield from (stem + ending for ending in endings)
    if stem[-1] == "к" and len(stem) > 2 and stem[-2] not in _VOWELS:  # noqa: PLR2004
        yield from (stem[:-1] + vowel + "к" for vowel in "ое")
