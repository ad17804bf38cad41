"""What is said rather than played: comments, words to the GM, standing orders, leaving.

And what a player asks the office for: a code for a successor, a card that has not come. A turn
that is passed has no names to read either (B5).
"""

import re
from datetime import date

from chalicelib.game import Move
from chalicelib.letters import Problem
from chalicelib.read import complaint, rest, slips
from chalicelib.read.scene import MARKS, Scene
from chalicelib.read.words import (
    ANSWER_FOR_ME,
    ANSWER_MYSELF,
    COMMENT,
    LEAVE,
    OFFER_SEAT,
    PASS,
    PLEASE,
    TO_GM,
    UNTIL,
)
from chalicelib.rules.blitz.state import Pass
from chalicelib.rules.office import OfferSeat
from chalicelib.rules.table import TALK_LENGTH, AnswerForMe, Leave, Talk, TellGM

SUSPICIOUS = 2
"""Categories that an accusing text may not name, nor nearly name, in public."""

FIXED: tuple[tuple[frozenset[str], Move], ...] = (
    (ANSWER_MYSELF, AnswerForMe(on=False)),
    (LEAVE, Leave()),
    (OFFER_SEAT, OfferSeat()),
    (PASS, Pass()),
)
"""Orders that are always worded in one of a few ways."""

_BEFORE, _COLON = r"[\s*_«\"]{0,6}", r"[*_»\"]{0,3}\s{0,3}:[*_»\"]{0,3}\s*"
_COMMENT = re.compile(rf"{_BEFORE}(?:{COMMENT}){_COLON}", re.IGNORECASE)
_TO_GM = re.compile(rf"{_BEFORE}(?:{TO_GM}){_COLON}", re.IGNORECASE)
_STANDING = re.compile(
    rf"(?:{ANSWER_FOR_ME})(?:\s(?:{UNTIL})\s(.{{1,40}}?))?(?:[\s,.]{{1,3}}(?:{PLEASE}))?"
)
_DATES = (
    (re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"), (0, 1, 2)),
    (re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})"), (2, 1, 0)),
)


def is_speech(text: str) -> bool:
    """Whether a text begins with a marker that makes the rest of it speech."""
    return bool(_COMMENT.match(text) or _TO_GM.match(text))


def is_said(form: str) -> bool:
    """Whether a text is speech, a standing order, a farewell or a request."""
    bare = form.strip(MARKS)
    fixed = any(bare in words for words, _ in FIXED) or _STANDING.fullmatch(bare)
    return bool(fixed) or complaint.is_complaint(form) or is_speech(form)


def speech(scene: Scene, block: str, form: str) -> Move | Problem | None:
    """Read a comment, a word to the GM, a standing order or a leave-taking, if it is one."""
    for pattern, kind in ((_COMMENT, Talk), (_TO_GM, TellGM)):
        if marked := pattern.match(block.replace("ё", "е")):
            return _said(scene, block, block[marked.end() :].strip(), kind)
    bare = form.strip(MARKS)
    if fixed := next((move for words, move in FIXED if bare in words), None):
        return fixed
    if complaint.is_complaint(form):
        return complaint.complaint(scene, block, form)
    standing = _STANDING.fullmatch(bare)
    return _standing_order(scene, block, standing[1]) if standing else None


def _said(scene: Scene, block: str, said: str, kind: type[Talk | TellGM]) -> Move | Problem:
    """Give what was said, if anything was, it is not too long, and no accusation (F30)."""
    form = scene.form(said)
    if not form:
        return Problem(block, "nothing_said", "F55")
    if len(said) > TALK_LENGTH:
        return Problem(block, "said_too_long", "F55", {"limit": TALK_LENGTH})
    named = categories(scene, form) | slips.kinds(scene, form)
    asks = kind is TellGM and form.rstrip(MARKS).endswith("?")
    if len(named) >= SUSPICIOUS and not asks and rest.accuses(form.split()):
        return Problem(block, "ambiguous_suggestion", scene.accusing, {"choices": []})
    return kind(said)


def categories(scene: Scene, form: str) -> set[str]:
    """Give the categories of the cards that a text may name."""
    return {r.kind for span in scene.spans(form) for r in span.readings if r.card}


def _standing_order(scene: Scene, block: str, until: str | None) -> AnswerForMe | Problem:
    """Give the standing order, with its last day if one is named (F29)."""
    if not until:
        return AnswerForMe()
    for pattern, (year, month, day) in _DATES:
        if found := pattern.fullmatch(until):
            parts = [int(part) for part in found.groups()]
            try:
                return AnswerForMe(until=date(parts[year], parts[month], parts[day]))
            except ValueError:
                break
    return Problem(block, "bad_date", "F29", {"text": scene.as_written(block, until)})
