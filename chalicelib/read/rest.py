"""What is left of a text without the names: words around keywords, keywords gone wrong."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

import msgspec

from chalicelib.read.scene import Scene, Span
from chalicelib.read.words import (
    ACCUSING,
    AROUND,
    CULPRIT,
    EVERYBODY,
    LABELS,
    NEGATION,
    PLEASANTRIES,
    REPORTED,
    TURNING,
    URGING,
    VERDICT,
)

MOST_WORDS = 60
"""More different words than this around three keywords make no order."""
MOST_AROUND = 2
"""How many words may stand around one keyword («доктор Пилюлькин», F14) without a heading."""
ALIKE = 0.75

_CARD, _SEAT, _SHORT = "\x01", "\x02", "\x03"
_FILLER = re.compile(rf"\b(?:{AROUND})\b")
_POLITE = re.compile(rf"\b(?:{PLEASANTRIES})\b")
_URGING = re.compile(rf"\b(?:{URGING})\b")
_BREAK = re.compile(r"[,;:.!?\n«»\"“”„()\[\]/|]|\s[—–-]\s")
_COLON = r"[*_]{0,3}\s{0,2}(?:[:=]|\s[—–-]|[—–-]\s)"
_LABEL = re.compile(rf"\b(?:{LABELS}){_COLON}")
_CULPRIT = re.compile(rf"\b(?:{LABELS}|{CULPRIT}){_COLON}")
_BEFORE = re.compile(
    rf"[\W_]{{0,6}}(?:(?:{LABELS}){_COLON}|(?:{AROUND})\b)?[\W_]{{0,4}}(?:(?:{AROUND})\s)?"
)
_WORD = re.compile(r"\w[\w'’-]*")
_PIECE = re.compile(r"[^\W_][^,;:.!?«»\"“”„()\[\]*\n\x01-\x03]{0,80}")


class Fragment(msgspec.Struct, frozen=True):
    """A stretch between two commas: how many cards and seats it names, and its other words."""

    cards: int
    seats: int
    words: tuple[str, ...]
    shortened: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether its words may deny the card in it, or make it another one («Комната 102»)."""
        denied = any(map(_denies, self.words))
        return bool(self.cards and self.words) and (self.shortened or denied)

    @property
    def plain(self) -> bool:
        """Whether nothing stands in it but names, or a keyword with a word or two around it."""
        if self.cards == 1 and not self.seats:
            return len(self.words) <= MOST_AROUND
        return not self.words or (not self.cards and set(self.words) <= EVERYBODY)


def _denies(word: str) -> bool:
    """Whether a word may deny the card beside it, leave it open, or number another."""
    return word in NEGATION or word in TURNING or word.isdecimal() or word.endswith(("n't", "n’t"))


def kernel(form: str) -> str:
    """Give a line without its label and the usual words before the name that it may be."""
    return _BEFORE.sub("", form, count=1)


def fragments(
    scene: Scene, form: str, *, urged: bool = False, accusing: bool = False
) -> list[Fragment]:
    """Cut a text up at its commas, without names, usual words and politeness.

    With ``urged`` an addressee may be urged to answer behind the last card; before it that is no
    usual word. In an accusation the murderer may be called so.
    """
    marked = _marked(form, scene.spans(form), scene.shortened)
    last = max(marked.rfind(_CARD), marked.rfind(_SHORT))
    if urged:
        marked = marked[: last + 1] + _URGING.sub(" ", marked[last + 1 :])
    marked = (_CULPRIT if accusing else _LABEL).sub(" ", marked)
    return [
        Fragment(
            part.count(_CARD) + part.count(_SHORT),
            part.count(_SEAT),
            tuple(_WORD.findall(part.replace("_", " "))),
            _SHORT in part,
        )
        for part in _BREAK.split(_FILLER.sub(" ", _POLITE.sub(" ", marked)))
    ]


def pieces(form: str, spans: tuple[Span, ...]) -> list[str]:
    """Give what remains between the names and the usual words, as it stands."""
    said = _PIECE.findall(_FILLER.sub(",", _marked(form, spans)))
    return [piece.strip(" _-—–") for piece in said]


def is_sure(scene: Scene, form: str, *, headed: bool) -> bool:
    """Whether the words around the names leave no doubt that a suggestion is meant.

    With a heading anything may be said but what sounds like an accusation or denies a card;
    without one hardly anything.
    """
    parts = fragments(scene, form, urged=True)
    words = {word for part in parts for word in part.words}
    open_ = words & (REPORTED | NEGATION | TURNING)
    if len(words) > MOST_WORDS or open_ or any(part.doubtful for part in parts):
        return False
    if not headed and not all(part.plain for part in parts):
        return False
    return not accuses(words, ACCUSING if headed else ACCUSING + VERDICT)


def accuses(words: Iterable[str], known: tuple[str, ...] = ACCUSING) -> bool:
    """Whether a word may announce an accusation, even with a slip of the pen."""
    return any(get_close_matches(word[:40], known, n=1, cutoff=ALIKE) for word in words)


def _marked(form: str, spans: tuple[Span, ...], shortened: frozenset[str] = frozenset()) -> str:
    """Put a mark in place of every name."""
    done, at = [], 0
    for span in spans:
        short = any(reading.card and reading.value in shortened for reading in span.readings)
        done += [form[at : span.start], _SHORT if short else _CARD if span.card else _SEAT]
        at = span.end
    return "".join([*done, form[at:]])
