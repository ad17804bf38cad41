"""Bytes to text: strict UTF-8 first, then a contest of charsets judged by words and letters.

Labels lie (``us-ascii`` over Cyrillic, ``utf-8`` over cp1251), so a declared charset is a strong
hint and not an order. A one-word answer is too short for letters alone: a decoding in which one
of the game's own words appears wins.
"""

import re
from collections.abc import Collection
from itertools import islice

CANDIDATES = ("cp1251", "koi8-r", "iso-8859-2", "cp1250", "cp866", "mac-cyrillic")
DECLARED_BONUS = 2.0
LOST = "\ufffd"

# A piece of a label (letters and digits only, lower case) and the codec it stands for. The table
# is also a whitelist: Python knows codecs, such as punycode, that a stranger must not choose.
LABELS = (
    ("utf16", "utf-16"),
    ("utf8", "utf-8"),
    ("1251", "cp1251"),
    ("1250", "cp1250"),
    ("1252", "cp1252"),
    ("866", "cp866"),
    ("852", "cp852"),
    ("koi8u", "koi8-u"),
    ("koi", "koi8-r"),
    ("maccyr", "mac-cyrillic"),
    ("88592", "iso-8859-2"),
    ("latin2", "iso-8859-2"),
    ("88595", "iso-8859-5"),
    ("885915", "iso-8859-15"),
    ("885916", "iso-8859-16"),
    ("88591", "cp1252"),
    ("latin1", "cp1252"),
)
# What programs write when they do not know: no evidence for anything.
SHRUGS = frozenset({"cp1252"})

_TYPOGRAPHY = frozenset("«»„“”’‘–—…№•§°©\xa0")
_SAMPLE_WORDS = 400
_RUN = re.compile(rb"[A-Za-z\x80-\xff]{1,64}")
_WORD = re.compile(r"\w{2,40}")


def _weights() -> dict[str, float]:
    groups = ((3.0, "оеаинтсрвл"), (2.0, "кмдпуяыьгзбчй"), (1.0, "хжшюцщэфъё"), (0.5, "іїєґў"))
    polish = ((2.5, "łąęóśż"), (2.0, "ćńź"), (0.5, "éèäöüßçáíčšž"))
    return {letter: weight for weight, letters in groups + polish for letter in letters}


_WEIGHTS = _weights()


def codec(label: str) -> str:
    """The codec that a charset label means, "" for one we do not know."""
    plain = "".join(c for c in label[:60].lower() if c.isalnum())
    return next((name for piece, name in LABELS if piece in plain), "")


def vocabulary_words(vocabulary: Collection[str]) -> frozenset[str]:
    """The words of the given phrases, case-folded; those of ASCII alone say nothing here."""
    words = (w.casefold() for phrase in vocabulary for w in _WORD.findall(phrase))
    return frozenset(w for w in words if not w.isascii())


def decode(data: bytes, label: str = "", words: frozenset[str] = frozenset()) -> str:
    """The text of *data*; U+FFFD in it marks what could not be read.

    *label* is the declared charset, *words* come from `vocabulary_words`.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode(_best(data, codec(label), words), errors="replace")


def _best(data: bytes, declared: str, words: frozenset[str]) -> str:
    if declared == "utf-16":
        return declared
    sample = _sample(data)
    names = dict.fromkeys((*CANDIDATES, declared or "utf-8", "utf-8"))
    return max(names, key=lambda name: _rank(sample, name, declared, words))


def _sample(data: bytes) -> bytes:
    """The first words that are not plain ASCII, free of digits, punctuation and HTML."""
    foreign = (run[0] for run in _RUN.finditer(data) if not run[0].isascii())
    return b" ".join(islice(foreign, _SAMPLE_WORDS))


def _rank(sample: bytes, name: str, declared: str, words: frozenset[str]) -> tuple[int, float]:
    text = sample.decode(name, errors="replace")
    hits = sum(word.casefold() in words for word in _WORD.findall(text)) if words else 0
    bonus = DECLARED_BONUS if name == declared and name not in SHRUGS else 0.0
    return hits, _likeness(text) + bonus


def _likeness(text: str) -> float:
    """How much the foreign letters of *text* look like Russian or Polish, on average."""
    scores = [score for word in text.split(" ") for score in _word_scores(word)]
    return sum(scores) / max(len(scores), 1)


def _word_scores(word: str) -> list[float]:
    latin = any(c.isascii() and c.isalpha() for c in word)
    shouted = word.isupper()
    pairs = zip(" " + word, word, strict=False)
    return [
        _score(c, before, latin=latin, shouted=shouted) for before, c in pairs if not c.isascii()
    ]


def _score(char: str, before: str, *, latin: bool, shouted: bool) -> float:
    if char == LOST:
        return -6.0
    if char in _TYPOGRAPHY:
        return 0.0
    if not char.isalpha():
        return -4.0
    if latin and "\u0400" <= char <= "\u04ff":
        return -5.0
    return _WEIGHTS.get(char.lower(), -2.0) - _case_cost(char, before, shouted=shouted)


def _case_cost(char: str, before: str, *, shouted: bool) -> float:
    """Small letters are usual, a capital begins a word, and some people shout."""
    if char.islower() or not before.isalpha():
        return 0.0
    return 1.2 if shouted else 4.0
