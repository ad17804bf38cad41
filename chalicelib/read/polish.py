"""The singular cases of a Polish word, from its ending alone: names are of any kind.

A word may have more forms here than in a grammar: see ``russian``. Foreign names are inflected
with an apostrophe as well («White'em»), which ``lexicon`` reads for every name.
"""

from collections.abc import Iterator

_VOWELS = "aeiouyąęó"
_SOFT_MARKS = {"ń": "ni", "ć": "ci", "ś": "si", "ź": "zi"}
_SOFTENED = (
    *(("ch", "sze"), ("st", "ście"), ("zd", "ździe"), ("sł", "śle"), ("sn", "śnie")),
    *(("zn", "źnie"), ("zm", "źmie"), ("sm", "śmie"), ("k", "ce"), ("g", "dze"), ("h", "sze")),
    *(("t", "cie"), ("d", "dzie"), ("r", "rze"), ("ł", "le"), ("x", "ksie")),
    *((one, one + "ie") for one in "bfmnpsvwz"),
    *((one, one + "e") for one in "lcjż"),
)
"""How a consonant sounds before the «-e» of the locative: the longest that fits counts."""

_MASCULINE = ("a", "u", "owi", "em", "ie", "iem")
_MASCULINE_SOFT = ("a", "u", "owi", "em")
_FEMININE = ("y", "i", "ę", "ą", "o")
_ADJECTIVE = ("ego", "emu", "ym", "im")
_PLURAL = ("ów", "om", "ami", "ach")
_BY_ENDING: dict[str, tuple[str, ...]] = {
    "ia": ("i", "ii", "ię", "ią", "io", "iej", "iego", "iemu", "im"),
    "ja": ("i", "ji", "ję", "ją", "jo", "jej"),
    "ie": ("ia", "iu", "iem", "iego", "iemu", "im"),
    "ę": ("enia", "eniu", "eniem", "ęcia", "ęciu", "ęciem"),
    "y": (*_ADJECTIVE, *_PLURAL, ""),
    "i": ("iego", "iemu", "im", "ego", "emu", "ią", "ię", "iom", "iami", "iach", *_PLURAL, ""),
    "o": ("a", "u", "em", "iem", "ie", "owi", "y"),
    "e": ("a", "u", "em", "ego", "emu", "ym", "owi", *_PLURAL, ""),
}


def forms(word: str) -> Iterator[str]:
    """Give the oblique forms that a plain word may take."""
    if len(word) < 2:  # noqa: PLR2004 -- a letter has no stem
        return
    ending = next((word[-n:] for n in (2, 1) if word[-n:] in _BY_ENDING), "")
    if ending:
        stem = word[: -len(ending)]
        yield from (stem + other for other in _BY_ENDING[ending])
        yield from _besides(stem, ending)
    elif word[-1] == "a":
        yield from _feminine(word[:-1])
    else:
        yield from _consonant(word)


def _besides(stem: str, ending: str) -> Iterator[str]:
    """What some endings have besides: «okno» - «oknie», «schodki» - «schodków», «nożyczek»."""
    if ending == "o" and stem:
        yield from _softened(stem)
    if ending in "iey" and stem[-1:] == "k" and stem[-2:-1] not in _VOWELS:
        yield stem[:-1] + "ek"
    if ending == "e":
        yield from (stem + other for other in ("'a", "'owi", "'em"))


def _feminine(stem: str) -> Iterator[str]:
    """Words in «-a», nouns and adjectives: «lina», «biblioteka», «balowa», «Musztarda»."""
    yield from (stem + ending for ending in (*_FEMININE, "ej"))
    yield from _softened(stem)
    if stem[-1:] == "g" or stem[-1:] == "k":
        yield stem + "iej"


def _consonant(word: str) -> Iterator[str]:
    """Words that end in a consonant: «nóż», «świecznik», «pokój», «zamek», «broń», «mysz»."""
    for stem in dict.fromkeys((word, *_opened(word), *_shortened(word))):
        soft = _SOFT_MARKS.get(stem[-1])
        if soft:
            full = stem[:-1] + soft
            yield from (full + ending for ending in _MASCULINE_SOFT)
            yield from (full, full + "ą")
            continue
        yield from (stem + ending for ending in (*_MASCULINE, "y", "i", "ą", "ią"))
        yield from _softened(stem)


def _opened(word: str) -> Iterator[str]:
    """Put the vowel that stands before an ending: «nóż» - «noża», «dąb» - «dębu»."""
    for closed, opened in (("ó", "o"), ("ą", "ę")):
        at = word.rfind(closed)
        if at >= 0 and not set(word[at + 1 :]) & set(_VOWELS):
            yield word[:at] + opened + word[at + 1 :]


def _shortened(word: str) -> Iterator[str]:
    """Leave out the vowel that is lost in all other cases: «zamek» - «zamku», «pies» - «psa»."""
    if len(word) < 3 or word[-2] != "e" or word[-1] in _VOWELS:  # noqa: PLR2004
        return
    before, last = word[:-2], word[-1]
    if before[-1] == "i":
        yield before[:-1] + last
        if len(before) > 1 and before[-2] in "nsc":
            yield before[:-2] + {"n": "ń", "s": "ś", "c": "ć"}[before[-2]] + last
    else:
        yield before + last
        yield before + {"ń": "n", "c": "c"}.get(last, last)


def _softened(stem: str) -> Iterator[str]:
    """Give the locative in «-e» with its change of sound: «rura» - «rurze», «kat» - «kacie»."""
    found = next((pair for pair in _SOFTENED if stem.endswith(pair[0])), None)
    if found:
        yield stem[: -len(found[0])] + found[1]
