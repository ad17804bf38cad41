"""What was perhaps meant: the few words of a text that are most like a name it lacks (F14).

Names come inflected («в библиотеке», «подсвечником»), misspelt and cut («Плам»), several in a row
without a comma; so every run of words is compared, and no word counts for two names.
"""

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice

import msgspec

from chalicelib.read.mistyped import misspelt
from chalicelib.text import plain

LONGEST_RUN = 4
MOST_RUNS = 150
"""The words of one name, and how many runs of a text are compared."""
KEPT, KEPT_RUNS = 64, 4000
"""How many lists of names, and what runs are like, are kept ready."""
LONGEST_LEFT = 3
"""The most words that are taken for the name itself where nothing is like it."""
LIKE, LIKE_WHOLE = 0.66, 0.6
"""How like a name a run has to be (0 to 1): some words of a piece, or all of them."""
SURE = 0.72
"""How like a name it has to be to count as one, for finding out what a text is."""
PART = 0.95
"""What the likeness to one word of a name («Плам») counts."""
OTHER = 0.97
"""What the likeness to a name typed on the other keyboard or in Latin letters counts."""
SHORTEST_PART = 3

_WORD = re.compile(r"\w[\w'’-]*")


class Run(msgspec.Struct, frozen=True):
    """Words in a row: the piece of the text they are in, from which to which word, as it stands."""

    piece: int
    start: int
    end: int
    text: str
    whole: bool

    def meets(self, other: "Run") -> bool:
        """Whether two runs share a word."""
        return self.piece == other.piece and self.start < other.end and other.start < self.end


class Guess(msgspec.Struct, frozen=True):
    """What a run of words was perhaps meant to be, and how like it is."""

    likeness: float
    run: Run
    kind: str
    nearest: str


def guesses(pieces: Iterable[str], wanted: Mapping[str, tuple[str, ...]]) -> list[Guess]:
    """Give for each kind of name the run that is most like one of it, in the order of the text."""
    runs = list(islice(_runs(pieces), MOST_RUNS))
    found = [
        Guess(likeness, run, kind, name)
        for run in runs
        for kind, names in wanted.items()
        for likeness, name in [_most_like(run.text, names, LIKE_WHOLE if run.whole else LIKE)]
        if name
    ]
    taken: list[Guess] = []
    for guess in sorted(found, key=lambda g: (g.likeness, len(g.run.text)), reverse=True):
        if not any(guess.kind == other.kind or guess.run.meets(other.run) for other in taken):
            taken.append(guess)
    return sorted(taken, key=lambda g: (g.run.piece, g.run.start))


def left(pieces: Iterable[str]) -> str:
    """Give the longest piece that is short enough to be a name of its own."""
    short = (piece for piece in pieces if len(_WORD.findall(piece)) <= LONGEST_LEFT)
    return max(short, key=len, default="")


def _runs(pieces: Iterable[str]) -> Iterable[Run]:
    """Give every run of words, none over the end of a piece."""
    for number, piece in enumerate(pieces):
        words = list(_WORD.finditer(piece))
        for start in range(len(words)):
            for end in range(start + 1, min(len(words), start + LONGEST_RUN) + 1):
                text = piece[words[start].start() : words[end - 1].end()]
                yield Run(number, start, end, text, end - start == len(words))


class _Form(msgspec.Struct, frozen=True):
    """What a run may be like: a name or a word of it, what that counts, and its letters."""

    text: str
    name: str
    weight: float
    letters: int
    length: int
    blanks: int


@lru_cache(maxsize=KEPT)
def _forms(names: tuple[str, ...]) -> tuple[_Form, ...]:
    """Give what a run may be like: whole names, typed in any way, and words of one name alone."""
    found: dict[str, tuple[str, float]] = {}
    words = [(word, name) for name in names for word in set(_WORD.findall(plain(name)))]
    said = [word for word, _ in words]
    for word, name in words:
        if said.count(word) == 1 and len(word) >= SHORTEST_PART:
            found[word] = (name, PART)
    found |= {way: (name, OTHER) for name in names for way in misspelt(plain(name))}
    found |= {plain(name): (name, 1.0) for name in names}
    return tuple(
        _Form(text, *known, _letters(text), len(text), text.count(" "))
        for text, known in found.items()
    )


def _letters(text: str) -> int:
    """Give the letters of a text as bits; some share one."""
    bits = 0
    for char in text:
        bits |= 1 << (ord(char) & 63)
    return bits


def _hopeful(said: str, forms: tuple[_Form, ...], least: float) -> Iterable[_Form]:
    """Give the forms that have letters enough in common with what was said to be like it.

    No more can match than the letters that both have, of which most forms have too few.
    """
    length, letters = len(said), _letters(said)
    shortest, longest = length * least / (2 - least), length * (2 - least) / least
    words = said.count(" ")
    for form in forms:
        if not shortest <= form.length <= longest or abs(form.blanks - words) > 1:
            continue
        total = length + form.length
        here = length - (letters & ~form.letters).bit_count()
        there = form.length - (form.letters & ~letters).bit_count()
        if 2 * min(here, there) * form.weight >= least * total:
            yield form


@lru_cache(maxsize=KEPT_RUNS)
def _most_like(said: str, names: tuple[str, ...], least: float) -> tuple[float, str]:
    """Give the name that is most like what was said, with how like it is, if any is."""
    best, nearest, matcher = least, "", SequenceMatcher(autojunk=False)
    for number, form in enumerate(_hopeful(said, _forms(names), least)):
        if not number:
            matcher.set_seq2(said)
        matcher.set_seq1(form.text)
        if matcher.quick_ratio() * form.weight < best:
            continue
        if (likeness := matcher.ratio() * form.weight) >= best:
            best, nearest = likeness, form.name
    return best, nearest
