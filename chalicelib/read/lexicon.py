"""The names in play in all their cases: which words of a text are a form of which name.

Forms are made from the names, never names from the text: a word that is no form of a name is none,
however like it is. The first word of a form leads to the names that it may begin.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from chalicelib.read import english, polish, russian
from chalicelib.read.alphabets import APOSTROPHES, in_one_alphabet, is_typed, unaccented

LONGEST = 60
"""The longest name, in characters, that has cases: longer ones are sentences."""
KEPT = 64
"""How many lists of names are kept ready."""

_WORD = re.compile(r"[^\W_]+")
_INFLECTED = re.compile(rf"[^\W_]+(?:[ {APOSTROPHES}-][^\W_]+){{0,5}}")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_BLANK = re.compile(r"(?=.{0,5}[\s_])[\s_*]{1,6}")
_SHORTENED = 3
"""Letters of a title behind which a dot is none of its own: «Mrs. White»."""
_HYPHEN = re.compile("[-‐‑]")
_APOSTROPHE = re.compile(f"[{APOSTROPHES}]")
_SUFFIX = re.compile(
    rf"[{APOSTROPHES}](?:s|a|u|y|owi|em|ego|emu|ie|ą|ę|а|у|ы|и|е|ом|ем|ой)(?![^\W_])"
)
_JOINTS = "-_'’.@‐‑"


class Found(msgspec.Struct, frozen=True):
    """A name in a text: which one, from where to where, and whether it stands there as it is."""

    start: int
    end: int
    name: str
    exact: bool


class _Name(msgspec.Struct, frozen=True):
    """A name in pieces: the forms of each by their unaccented letters, and what parts them."""

    name: str
    words: tuple[str, ...]
    forms: tuple[dict[str, frozenset[str]], ...]
    gaps: tuple[str, ...]


class Lexicon:
    """Some plain names, ready to be found in texts; names of signs and sentences are left out."""

    def __init__(self, names: tuple[str, ...]) -> None:
        """Lay the names out by the forms of their first words."""
        self._first: dict[str, list[_Name]] = {}
        for name in names:
            if len(name) <= LONGEST and _INFLECTED.fullmatch(name):
                taken_apart = _taken_apart(name)
                for form in taken_apart.forms[0]:
                    self._first.setdefault(form, []).append(taken_apart)

    def find(self, text: str) -> Iterator[Found]:
        """Find every form of every name in a line, also those that overlap."""
        words = list(_WORD.finditer(text))
        for place in range(len(words)):
            yield from self._at(text, words, place)

    def at(self, text: str, start: int) -> Iterator[Found]:
        """Find the forms of names that begin at a place."""
        words = []
        for word in _WORD.finditer(text, start):
            words.append(word)
            if len(words) > LONGEST // 2 or word.start() > start + 2 * LONGEST:
                break
        if words and words[0].start() == start:
            yield from self._at(text, words, 0)

    def _at(self, text: str, words: list[re.Match[str]], place: int) -> Iterator[Found]:
        """Find the forms whose first word is the one at a place."""
        for said in in_one_alphabet(words[place].group()):
            for name in self._first.get(unaccented(said), ()):
                if found := _followed(text, words, place, name):
                    yield found


def _followed(text: str, words: list[re.Match[str]], place: int, name: _Name) -> Found | None:
    """Follow a name from its first word to its last."""
    exact, start, end = True, words[place].start(), words[place].start()
    for number, (word, forms) in enumerate(zip(name.words, name.forms, strict=True)):
        if place + number >= len(words):
            return None
        said = words[place + number]
        between = text[end : said.start()]
        if number and len(name.words[number - 1]) <= _SHORTENED:
            between = between.removeprefix(".")
        same = _parted(between, name.gaps[number])
        is_one = _is_form(said.group(), word, forms)
        if same is None or is_one is None:
            return None
        exact, end = exact and same and is_one, said.end()
    if suffix := _SUFFIX.match(text, end):
        exact, end = False, suffix.end()
    return Found(start, end, name.name, exact) if bounded(text, start, end) else None


def _parted(between: str, gap: str) -> bool | None:
    """Whether two words are parted as in a name, or nearly so; ``None`` where they are not."""
    if not gap:
        return True if not between else None
    if gap == " ":
        return True if _BLANK.fullmatch(between) else False if _HYPHEN.fullmatch(between) else None
    pattern = _HYPHEN if gap == "-" else _APOSTROPHE
    return True if pattern.fullmatch(between) else None


def _is_form(said: str, word: str, forms: dict[str, frozenset[str]]) -> bool | None:
    """Whether a word of a text is one of a name as it is, or in another case; ``None``: it is not.

    Letters that only look like those of the name make no difference.
    """
    ways = in_one_alphabet(said)
    if word in ways:
        return True
    known = ((way, forms.get(unaccented(way), ())) for way in ways)
    return False if any(is_typed(way, form) for way, some in known for form in some) else None


def _taken_apart(name: str) -> _Name:
    """Take a name apart into words."""
    words = tuple(_WORD.findall(name))
    gaps = ("", *(part for part in _WORD.split(name) if part))
    return _Name(name, words, tuple(map(_forms, words)), gaps)


@lru_cache(maxsize=2000)
def _forms(word: str) -> dict[str, frozenset[str]]:
    """Give all forms of a word by their unaccented letters."""
    made = russian.forms(word) if _CYRILLIC.search(word) else _in_latin_letters(word)
    by_letters: dict[str, set[str]] = {}
    for form in (word, *made) if word.isalpha() else (word,):
        by_letters.setdefault(unaccented(form), set()).add(form)
    return {letters: frozenset(forms) for letters, forms in by_letters.items()}


def _in_latin_letters(word: str) -> Iterator[str]:
    """Give the forms of a word that may be Polish, English, or a foreign name in either."""
    yield from polish.forms(word)
    yield from english.forms(word)


@lru_cache(maxsize=KEPT)
def lexicon(names: tuple[str, ...]) -> Lexicon:
    """Give the lexicon of some plain names."""
    return Lexicon(names)


def bounded(text: str, start: int, end: int) -> bool:
    """Whether no word goes on before or after a name, not even behind a hyphen or a dot."""
    before = text[max(0, start - 2) : start][::-1]
    return not (
        (text[start].isalnum() and _joined(before))
        or (text[end - 1].isalnum() and _joined(text[end : end + 2]))
    )


def _joined(outside: str) -> bool:
    """Whether what stands next to a letter belongs to the same word."""
    at_once, behind_a_joint = outside[:1].isalnum(), outside[1:].isalnum()
    return at_once or (outside[:1] in _JOINTS and behind_a_joint)
