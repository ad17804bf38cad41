"""What was perhaps meant: the few words of a text that are most like a name it lacks (F14).

Names come inflected («в библиотеке», «подсвечником»), misspelt and cut («Плам»), several in a row
without a comma; so every run of words is compared, and no word counts for two names.
"""

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from itertools import islice

import msgspec

from chalicelib.read.mistyped import misspelt
from chalicelib.text import plain

LONGEST_RUN = 4
MOST_RUNS = 150
"""The words of one name, and how many runs of a text are compared."""
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
    forms = {kind: _forms(names) for kind, names in wanted.items()}
    found = [
        Guess(likeness, run, kind, name)
        for run in runs
        for kind, names in forms.items()
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


def _forms(names: tuple[str, ...]) -> dict[str, tuple[str, float]]:
    """Give what a run may be like: whole names, and words that only one name has."""
    found: dict[str, tuple[str, float]] = {}
    words = [(word, name) for name in names for word in set(_WORD.findall(plain(name)))]
    said = [word for word, _ in words]
    for word, name in words:
        if said.count(word) == 1 and len(word) >= SHORTEST_PART:
            found[word] = (name, PART)
    found |= {way: (name, OTHER) for name in names for way in misspelt(plain(name))}
    return found | {plain(name): (name, 1.0) for name in names}


def _most_like(
    said: str, forms: Mapping[str, tuple[str, float]], least: float
) -> tuple[float, str]:
    """Give the name that is most like what was said, with how like it is, if any is."""
    best, nearest = least, ""
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(said)
    for form, (name, weight) in forms.items():
        matcher.set_seq1(form)
        if matcher.real_quick_ratio() * weight < best or matcher.quick_ratio() * weight < best:
            continue
        if (likeness := matcher.ratio() * weight) >= best:
            best, nearest = likeness, name
    return best, nearest
