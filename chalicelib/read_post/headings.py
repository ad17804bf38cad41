"""What a line is headed as: its bold words at its beginning decide (F13).

Everything is compared in the plain form. A heading stands at the beginning of a line; a sentence
that only begins with its word («**Опровержение** было смешным») is none.
"""

import re
from typing import Literal

import msgspec

from chalicelib.read.words import ACCUSATION, FOR, NO_REFUTATION, PASS, REFUTE, SUGGESTION
from chalicelib.read_post.lines import Line
from chalicelib.read_post.words import (
    CORRECTED,
    CORRECTION,
    NOT_REFUTED,
    NUMBER,
    OF_SO_MANY,
    ORDINALS,
    OWN,
    REFUTED,
    REFUTES,
    REFUTES_NOT,
)
from chalicelib.text import plain

Kind = Literal["suggestion", "correction", "refuted", "not_refuted", "accusation", "pass"]

_BEFORE = r"[\W_]{0,8}(?:\d{1,2}[.)]\s)?[\W_]{0,4}"
_ORDINAL = "|".join(sorted(ORDINALS, key=len, reverse=True))
_FIRST = (
    rf"(?:(?:{OWN})[\W_]{{1,3}})?"
    rf"(?:(?P<first>\d{{1,2}}(?:-?(?:е|ое|st|nd|rd|th))?|{_ORDINAL})[\W_]{{1,3}})?"
)
_NUMBER = (
    rf"(?:{NUMBER}(?P<number>\d{{1,3}})(?:-?(?:е|ое))?(?![^\W_])(?:{OF_SO_MANY})?"
    rf"|[\W_]{{1,3}}(?P<last>{_ORDINAL})(?=[\W_]{{1,3}}(?:{FOR})(?!\w)))?"
)
_SUGGESTION = re.compile(
    rf"{_BEFORE}{_FIRST}(?:(?P<fix>{CORRECTED})[\W_]{{1,4}}(?:{SUGGESTION})|(?P<fixed>{CORRECTION})"
    rf"|(?:{SUGGESTION}))(?![^\W\d_]){_NUMBER}"
)
_ACCUSATION = re.compile(rf"{_BEFORE}(?:{ACCUSATION})(?![^\W_])")
_GAPS = r"[\s_]{1,3}"
_YES, _NONE, _DONE, _UNDONE = (
    re.compile(rf"{_BEFORE}(?:{words})(?![^\W\d_])".replace(r"\s", _GAPS))
    for words in (
        f"{REFUTES}|{REFUTE}",
        f"{REFUTES_NOT}|{NO_REFUTATION}",
        REFUTED,
        NOT_REFUTED,
    )
)
_GOES_ON = re.compile(rf"[\s_]{{0,8}}(?!(?:{FOR}|к|to|do|от|from|od|by|of)\b)[^\W\d_]")
"""What a heading that stands alone is not followed by: other words."""


_IS_SAID_ON = re.compile(r"[\s_]{0,8}[—–-]?[\s_]{0,3}\w|[^.,!()]{0,60}\?")
"""What a pass is not followed by: «**Пас** — это не про меня», «**Pass** the salt»."""


class Heading(msgspec.Struct, frozen=True):
    """A heading: its kind, the number in it (0: none), and where in the plain line it ends.

    ``counted``: the number stands behind its word, as F13 has it; other words may follow. One that
    is ``quoting`` is a heading only beside a quotation, or where it can only answer: others say the
    same of an answer.
    """

    kind: Kind
    number: int
    end: int
    counted: bool = False
    quoting: bool = False


def heading(line: Line) -> Heading | None:
    """Give the heading of a line, if it has one."""
    lead = plain(line.lead)
    found = find(lead) if lead else None
    if not found:
        return None
    behind = plain(line.text)[_start(line) + found.end :]
    if found.kind == "pass":
        return None if _IS_SAID_ON.match(behind) else found
    headed = found.kind in ("suggestion", "correction") and not found.counted
    return None if headed and _GOES_ON.match(behind) else found


def find(form: str) -> Heading | None:
    """Give the heading that a plain text begins with."""
    if asked := _SUGGESTION.match(form):
        return _asked(form, asked)
    if form.strip(' .,:;!*_«»"()[]—–-') in PASS:
        return Heading("pass", 0, len(form))
    patterns: tuple[tuple[re.Pattern[str], Kind], ...] = (
        (_ACCUSATION, "accusation"),
        (_NONE, "not_refuted"),
        (_YES, "refuted"),
        (_UNDONE, "not_refuted"),
        (_DONE, "refuted"),
    )
    for pattern, name in patterns:
        if said := pattern.match(form):
            return Heading(name, 0, said.end(), quoting=pattern in (_UNDONE, _DONE))
    return None


def _asked(form: str, asked: re.Match[str]) -> Heading:
    """Give the heading of a suggestion; «Предположение 1: опровержение» is that of an answer."""
    kind: Kind = "correction" if asked["fix"] or asked["fixed"] else "suggestion"
    word = asked["first"] or asked["last"] or ""
    number = int(asked["number"] or ORDINALS.get(word) or re.sub(r"\D", "", word) or 0)
    answer = find(form[asked.end() :]) if kind == "suggestion" and asked["number"] else None
    if answer and answer.kind in ("refuted", "not_refuted"):
        return Heading(answer.kind, number, asked.end() + answer.end, quoting=True)
    return Heading(kind, number, asked.end(), counted=bool(asked["number"]))


def _start(line: Line) -> int:
    """Give where in the plain line its bold beginning stands."""
    return max(0, plain(line.text).find(plain(line.lead)))


def body(line: Line) -> str:
    """Give a line in its plain form from its bold beginning on."""
    return plain(line.text)[_start(line) :]


def letters(line: Line, end: int) -> int:
    """Count the letters and digits of a line up to ``end`` in ``body``."""
    return sum(char.isalnum() for char in plain(line.text)[: _start(line) + end])


def is_sentence(line: Line, found: Heading | None) -> bool:
    """Whether a line goes on behind its heading as a sentence does."""
    return bool(found and _GOES_ON.match(body(line)[found.end :]))
