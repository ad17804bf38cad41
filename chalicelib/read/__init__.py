"""From what a player wrote to moves. Pure, in three languages at once; asks back where in doubt."""

from typing import Any, Literal

import msgspec

from chalicelib.letters import Problem
from chalicelib.read import answers, blocks, speech, triple
from chalicelib.read.scene import Scene
from chalicelib.read.words import COMMANDS
from chalicelib.rules import State
from chalicelib.text import plain

__all__ = ["Order", "read"]

EDGES = " .,:;!?*_«»\"'()[]"
"""What may stand around a single word."""


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order of a text: a move, a command, or a problem."""

    text: str
    move: Any = None
    command: Literal["status", "help"] | None = None
    problem: Problem | None = None


def read(
    text: str, state: State, seat: str, prompt: int | None = None, quoted: str = ""
) -> tuple[Order, ...]:
    """Give the orders of a text, in order, each understood or with what is wrong.

    ``state`` is redacted for ``seat``; ``prompt`` is the suggestion that the reply's address
    belongs to; ``quoted`` serves only to find the suggestion that is answered.
    """
    scene = Scene(state, seat, prompt, quoted)
    found = [order for block in blocks.split(scene, text) for order in _block(scene, block)]
    return tuple(found) or (Order("", problem=Problem("", "nothing_written")),)


def _block(scene: Scene, block: str) -> list[Order]:
    """Read one block; lines that are complete orders each are read one by one."""
    lines = [line for line in block.splitlines() if line.strip()]
    if len(lines) > 1 and not speech.is_speech(plain(block)):
        single = [_order(scene, line) for line in lines]
        good = [order for order in single if not order.problem]
        if len(good) == len(single):
            return good
        whole = _order(scene, block)
        return single if whole.problem and good else [whole]
    return [_order(scene, block)]


def _order(scene: Scene, block: str) -> Order:
    """Read one order."""
    text = plain(block)
    bare = text.strip(EDGES)
    if bare in COMMANDS:
        return Order(block.strip(), command=COMMANDS[bare])  # type: ignore[arg-type]
    move = _move(scene, block, text, bare)
    if isinstance(move, Problem):
        return Order(block.strip(), problem=msgspec.structs.replace(move, text=block.strip()))
    return Order(block.strip(), move=move)


def _move(scene: Scene, block: str, text: str, bare: str) -> Any:
    """Find out what kind of order a text is, and read it as that."""
    if said := speech.speech(block, text, bare):
        return said
    if triple.is_accusation(text):
        return triple.accusation(scene, block)
    if answers.is_answer(text):
        return answers.answer(scene, block)
    spans = scene.spans(text)
    if triple.is_suggestion(text) or len(spans) > 1:
        return triple.suggestion(scene, block)
    if spans and any(reading.card for reading in spans[0].readings):
        return answers.answer(scene, block)
    return Problem(block, "unreadable", "F13")
