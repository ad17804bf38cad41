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
    ("utf16le", "utf-16-le"),
    ("utf16be", "utf-16-be"),
    ("utf16", "utf-16"),
    ("utf7", "utf-7"),
    ("utf8", "utf-8"),
    ("gb18030", "gb18030"),
    ("gb2312", "gb18030"),
    ("gbk", "gb18030"),
    ("big5", "big5hkscs"),
    ("shiftjis", "shift_jis"),
    ("sjis", "shift_jis"),
    ("eucjp", "euc_jp"),
    ("iso2022jp", "iso2022_jp"),
    ("euckr", "euc_kr"),
    ("1257", "cp1257"),
    ("1254", "cp1254"),
    ("1253", "cp1253"),
    ("855", "cp855"),
    ("1251", "cp1251"),
    ("1250", "cp1250"),
    ("1252", "cp1252"),
    ("866", "cp866"),
    ("852", "cp852"),
    ("koi8u", "koi8-u"),
    ("koi", "koi8-r"),
    ("maccyr", "mac-cyrillic"),
    ("maclatin2", "mac-latin2"),
    ("maccentr", "mac-latin2"),
    ("macce", "mac-latin2"),
    ("885913", "iso-8859-13"),
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

ANSWERS = (
    "да нет не могу нечем пас нечего опровергаю показываю обвиняю предположение помощь статус",
    "карта отвечаю ничего вопрос ход игра обвинение спасибо для пасую опровержения дальше",
    "nie mogę pokażę pokazuję oskarżam podejrzenie oskarżenie pomoc gra kartę odpowiadam pasuję",
)
"""Words of short answers that no vocabulary of a game holds."""

_TYPOGRAPHY = frozenset("«»„“”’‘–—…№•§°©\xa0")
_SEVEN_BITS = frozenset({"utf-7", "iso2022_jp"})
_DOUBLE_BYTES = frozenset({"gb18030", "big5hkscs", "shift_jis", "euc_jp", "euc_kr"})
# The upper bytes of letters in UTF-16: Latin, Polish, Cyrillic.
_HIGH_BYTES = frozenset({0x00, 0x01, 0x04})
_MISTAKEN = ("cp1251", "cp1252", "latin-1", "koi8-r", "cp866")
# Two letters of which the first is what a lead byte of UTF-8 became, the second no Russian one.
_MOJIBAKE = re.compile(r"(?:[РСÐÑ╨╤пя][^а-яА-Я\x00-\x7f\s]){2}|[ÅÄÃĂĹ][^\x00-\x7f\s]")
_CONTROLS = re.compile(r"[\x80-\x9f]")
_LONGEST_REPAIR = 64 * 1024
_HEAD = 2000
_STEM = 5
# Nearly all upper bytes of UTF-16 are among a few, and few of the lower ones are.
_MOST = 0.8
_FEW = 0.25
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
    """The words of the given phrases, case-folded, with those of short answers in any game.

    Words of ASCII alone say nothing here.
    """
    phrases = (*vocabulary, *ANSWERS)
    words = (w.casefold() for phrase in phrases for w in _WORD.findall(phrase))
    return frozenset(w for w in words if not w.isascii())


def decode(data: bytes, label: str = "", words: frozenset[str] = frozenset()) -> str:
    """The text of *data*; U+FFFD in it marks what could not be read.

    *label* is the declared charset, *words* come from `vocabulary_words`.
    """
    declared = codec(label)
    wide = _wide(data, declared)
    if wide:
        return data[: len(data) // 2 * 2].decode(wide, errors="replace").removeprefix("\ufeff")
    if declared in _SEVEN_BITS and data.isascii():
        return data.decode(declared, errors="replace")
    try:
        return _repaired(data.decode("utf-8-sig"), words)
    except UnicodeDecodeError:
        return data.decode(_best(data, declared, words), errors="replace")


def _wide(data: bytes, declared: str) -> str:
    """The kind of UTF-16 that *data* is in, whatever is declared: a mark or zeros tell, else ""."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if declared.startswith("utf-16-"):
        return declared
    pairs = min(len(data), _HEAD) // 2
    counts = [sum(byte in _HIGH_BYTES for byte in data[i : pairs * 2 : 2]) for i in (0, 1)]
    if pairs and max(counts) >= pairs * _MOST and min(counts) <= max(counts) * _FEW:
        return "utf-16-be" if counts[0] > counts[1] else "utf-16-le"
    return "utf-16-le" if declared == "utf-16" else ""


def _best(data: bytes, declared: str, words: frozenset[str]) -> str:
    sample = _sample(data)
    names = dict.fromkeys((*CANDIDATES, declared or "utf-8", "utf-8"))
    whole = {name: data[:_HEAD] for name in names if name in _DOUBLE_BYTES}
    return max(names, key=lambda name: _rank(whole.get(name, sample), name, declared, words))


def _sample(data: bytes) -> bytes:
    """The first words that are not plain ASCII, free of digits, punctuation and HTML."""
    foreign = (run[0] for run in _RUN.finditer(data) if not run[0].isascii())
    return b" ".join(islice(foreign, _SAMPLE_WORDS))


def _rank(sample: bytes, name: str, declared: str, words: frozenset[str]) -> tuple[int, int, float]:
    """Whole words of the game first, their beginnings second, letters third."""
    text = sample.decode(name, errors="replace")
    bonus = DECLARED_BONUS if name == declared and name not in SHRUGS else 0.0
    if not words:
        return 0, 0, _likeness(text) + bonus
    stems = {word[:_STEM] for word in words if len(word) >= _STEM}
    found = [word.casefold() for word in _WORD.findall(text)]
    hits = sum(word in words for word in found)
    return hits, sum(word[:_STEM] in stems for word in found), _likeness(text) + bonus


def _repaired(text: str, words: frozenset[str]) -> str:
    """*text* without the damage of UTF-8 that somebody on the way took for another charset."""
    head = text[:_LONGEST_REPAIR]
    if text.isascii() or not _MOJIBAKE.search(head):
        return text
    lines = (_undone(x, words) if _MOJIBAKE.search(x) else x for x in head.split("\n"))
    return "\n".join(lines) + text[_LONGEST_REPAIR:]


def _undone(line: str, words: frozenset[str]) -> str:
    for name in _MISTAKEN:
        try:
            better = _bytes(line, name).decode("utf-8")
        except (UnicodeEncodeError, UnicodeDecodeError):
            continue
        known = any(word.casefold() in words for word in _WORD.findall(better))
        if better != line and (known or _likeness(better) > _likeness(line)):
            return better
    return line


def _bytes(line: str, name: str) -> bytes:
    """The bytes that became *line*; those without a letter became control characters."""
    if _CONTROLS.search(line):
        return b"".join(c.encode("latin-1" if "\x80" <= c <= "\x9f" else name) for c in line)
    return line.encode(name)


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
