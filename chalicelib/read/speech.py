"""What is said rather than played: comments, words to the GM, standing orders, leaving."""

import re
from datetime import date

from chalicelib.game import Move
from chalicelib.letters import Problem
from chalicelib.read.words import (
    ANSWER_FOR_ME,
    ANSWER_MYSELF,
    COMMENT,
    LEAVE,
    TO_GM,
    UNTIL,
)
from chalicelib.rules.table import TALK_LENGTH, AnswerForMe, Leave, Talk, TellGM

_COMMENT = re.compile(rf"\s*(?:{COMMENT})\s?:\s*", re.IGNORECASE)
_TO_GM = re.compile(rf"\s*(?:{TO_GM})\s?:\s*", re.IGNORECASE)
_STANDING = re.compile(rf"(?:{ANSWER_FOR_ME})(?:\s(?:{UNTIL})\s(\S{{1,12}}))?")
_DATES = (
    (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})"), (0, 1, 2)),
    (re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})"), (2, 1, 0)),
)


def is_speech(text: str) -> bool:
    """Whether a text begins with a marker that makes the rest of it speech."""
    return bool(_COMMENT.match(text) or _TO_GM.match(text))


def speech(block: str, text: str, bare: str) -> Move | Problem | None:
    """Read a comment, a word to the GM, a standing order or a leave-taking, if it is one."""
    for pattern, kind in ((_COMMENT, Talk), (_TO_GM, TellGM)):
        if marked := pattern.match(block.replace("ё", "е")):
            return _said(block, block[marked.end() :].strip(), kind)
    if bare in ANSWER_MYSELF:
        return AnswerForMe(on=False)
    if bare in LEAVE:
        return Leave()
    standing = _STANDING.fullmatch(bare)
    return _standing_order(block, standing[1]) if standing else None


def _said(block: str, said: str, kind: type[Talk | TellGM]) -> Move | Problem:
    """Give what was said, if anything was and it is not too long."""
    if not said:
        return Problem(block, "nothing_said", "F55")
    if len(said) > TALK_LENGTH:
        return Problem(block, "said_too_long", "F55", {"limit": TALK_LENGTH})
    return kind(said)


def _standing_order(block: str, until: str | None) -> AnswerForMe | Problem:
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
    return Problem(block, "bad_date", "F29", {"text": until})
