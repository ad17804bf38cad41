"""The complaint that a refutation came without its card: about which suggestion (F24)."""

import re

from chalicelib.letters import Problem
from chalicelib.read.scene import MARKS, Scene, Waiting
from chalicelib.read.which import ask, fits, senses
from chalicelib.read.words import NOT_COME, PLEASANTRIES, PLEASE
from chalicelib.rules.forum.rulings import Complain

_NOT_COME = re.compile(rf"[\W_]{{0,8}}(?:{NOT_COME})(?![^\W_])")
_NUMBER = re.compile(r"[\W_]{0,4}(\d{1,3})[\W_]{0,4}")
_POLITE = re.compile(rf"\b(?:{PLEASE}|{PLEASANTRIES})\b")


def is_complaint(form: str) -> bool:
    """Whether a text begins with the words of the complaint."""
    return bool(_NOT_COME.match(form))


def complaint(scene: Scene, raw: str, form: str) -> Complain | Problem:
    """Find the suggestion whose card has not come: the only one, or the one that is named."""
    begun = _NOT_COME.match(form)
    rest = form[begun.end() :] if begun else form
    number = _NUMBER.fullmatch(rest)
    said, words = senses(scene, f"№{number[1]}" if number else rest)
    if _POLITE.sub("", words).strip(MARKS) or rest.rstrip(MARKS).endswith("?"):
        return Problem(raw, "unreadable", "F24")
    late = _late(scene)
    found = [q for q in late if any(fits(q, sense) for sense in said)]
    if len(found) == 1:
        return Complain(found[0].id)
    return ask(scene, raw, late, "F24") if late else Problem(raw, "nothing_to_answer", "F24")


def _late(scene: Scene) -> tuple[Waiting, ...]:
    """Give the suggestions whose card the reader waits for, each with the seat that owes it."""
    mine = (owed for owed in scene.state.owed if owed.to == scene.seat)
    return tuple(Waiting(owed.id, owed.number, owed.by, owed.case) for owed in mine)
