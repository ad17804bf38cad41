"""From what a player wrote to moves. Pure, in three languages at once; asks back where in doubt."""

from datetime import date
from typing import Any

import msgspec

from chalicelib.letters import Problem
from chalicelib.read import answers, blocks, courtesy, quoting, rest, speech, triple
from chalicelib.read.commands import Command, Kind
from chalicelib.read.faults import ambiguous
from chalicelib.read.scene import Scene
from chalicelib.rules import State
from chalicelib.rules.office import OfferSeat
from chalicelib.rules.table import Talk, TellGM
from chalicelib.rules.verbs import Suggest

__all__ = ["Order", "read"]

MOST_TEXT = 20_000
"""The longest text that is read, in characters."""
MOST_LINES = 250
"""The most lines that are read, blank ones apart."""


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order of a text: a move, a command with its details, or a problem.

    ``read_as`` has the names of the move that were written in another way than in the list (in
    another case, without accents), each as written and as it is in the list: the writer is told.
    """

    text: str
    move: Any = None
    command: Kind | None = None
    problem: Problem | None = None
    read_as: tuple[tuple[str, str], ...] = ()
    details: Command | None = None


def read(  # noqa: PLR0913 -- a text, who wrote it, and when
    text: str,
    state: State,
    seat: str,
    prompt: int | None = None,
    quoted: str = "",
    *,
    today: date | None = None,
) -> tuple[Order, ...]:
    """Give the orders of a text, in order, each understood or with what is wrong.

    ``state`` is redacted for ``seat``; ``prompt`` is the suggestion that the reply's address
    belongs to; ``quoted`` serves only to find the suggestion that is answered. ``today`` is the
    day of arrival on the writer's calendar: «until Friday» is counted from it.
    """
    lines = sum(1 for line in text.splitlines() if line.strip())
    if len(text) > MOST_TEXT or lines > MOST_LINES:
        return (Order("", problem=Problem("", "too_long", "", {"limit": MOST_TEXT})),)
    own, repeated = quoting.without_quotations(text)
    scene = Scene(state, seat, prompt, f"{quoted}\n{repeated}".strip("\n"), today)
    found = blocks.split(scene, own)
    quotations = [block for block in found if _is_quotation(scene, block)]
    if len(quotations) == 1 < len(found):
        scene = Scene(state, seat, prompt, quotations[0], today)
        found.remove(quotations[0])
    orders = tuple(order for block in found for order in _block(scene, block))
    return orders or (Order("", problem=_no_order(scene, text)),)


def _no_order(scene: Scene, text: str) -> Problem:
    """Say that there is no order among what is written, or nothing at all."""
    return Problem("", "no_order", "F13") if scene.form(text) else Problem("", "nothing_written")


def _is_quotation(scene: Scene, block: str) -> bool:
    """Whether a block repeats a suggestion that waits for the reader's answer (F22)."""
    if not triple.is_suggestion(scene.form(block)):
        return False
    move = triple.suggestion(scene, block)
    cases = (waiting.case.cards for waiting in (*scene.asked, *scene.owed))
    return (
        isinstance(move, Suggest)
        and (scene.in_turns or move.to == scene.seat)
        and (move.suspect, move.weapon, move.room) in cases
    )


def _block(scene: Scene, block: str) -> list[Order]:
    """Read one block; lines that are complete orders each are read one by one."""
    lines = [line for line in block.splitlines() if blocks.says(scene, line)]
    if len(lines) <= 1 or speech.is_speech(block) or quoting.cites(scene.form(block)):
        return [_order(scene, block)]
    single, whole = [_order(scene, line) for line in lines if line.strip()], _order(scene, block)
    good = [order for order in single if not order.problem]
    answered = [order for order in good if not isinstance(order.move, Suggest)]
    if _one_by_one(scene, lines) or not good or _for_somebody(whole):
        return [whole]
    if whole.problem or (len(good) == len(single) and not answered):
        return single
    if blocks.headed(scene, lines[0]):
        return [whole]
    return [*good, Order(block, problem=Problem(block, "ambiguous_suggestion", "F12"))]


def _for_somebody(order: Order) -> bool:
    """Whether a text is a suggestion for somebody where there can be none (B2)."""
    return bool(order.problem) and order.problem.code == "no_addressee_here"  # type: ignore[union-attr]


def _one_by_one(scene: Scene, lines: list[str]) -> bool:
    """Whether every line is one name: keywords and nick below each other, perhaps labelled."""
    forms = [scene.form(line) for line in lines]
    named = (scene.exactly(form) or scene.exactly(rest.kernel(form)) for form in forms)
    return len(lines) > 2 and all(named)  # noqa: PLR2004


def _order(scene: Scene, block: str) -> Order:
    """Read one order."""
    text, form = block.strip(), scene.form(block)
    if quoting.cites(form):
        return Order(text, problem=Problem(text, "unreadable", "F13"))
    command = blocks.command(scene, text)
    if isinstance(command, Command):
        offer = OfferSeat() if command.kind == "replace" else None
        return Order(text, offer, command.kind, details=command)
    if isinstance(command, Problem):
        return Order(text, problem=command)
    if command:
        return Order(text, move=command)
    move = _move(scene, block, form)
    if isinstance(move, Problem):
        return Order(text, problem=msgspec.structs.replace(move, text=text))
    return Order(text, move=move, read_as=scene.read_as(block, form, _named(move)))


def _named(move: Any) -> frozenset[str]:
    """Give the cards and the seat that a move names."""
    names = (getattr(move, kind, None) for kind in ("suspect", "weapon", "room", "to", "card"))
    return frozenset(name for name in names if name)


def _move(scene: Scene, block: str, form: str) -> Any:
    """Find out what kind of order a text is, and read it as that."""
    if spoken := speech.speech(scene, block, form):
        hidden = isinstance(spoken, Talk | TellGM) and blocks.hides_an_order(scene, spoken.text)
        return ambiguous(block, "F55", ()) if hidden else spoken
    if triple.is_accusation(form):
        return triple.accusation(scene, block)
    said = courtesy.peeled(scene, form)
    if triple.is_suggestion(form) or _is_triple(scene, said):
        return triple.suggestion(scene, block)
    if _is_answer(scene, said):
        return answers.answer(scene, block)
    return Problem(block, "unreadable", "F13")


def _is_triple(scene: Scene, form: str) -> bool:
    """Whether a text without a heading is more like a suggestion than like an answer."""
    if answers.is_answer(scene, form):
        return False
    named, alone = len(speech.categories(scene, form)), len(scene.spans(form)) == 1
    if named > 1 or (named and not alone and not _is_asked(scene)):
        return True
    accusing = rest.accuses(form.split()[: rest.MOST_WORDS])
    return triple.is_supposed(scene, form) and not accusing and triple.is_about_cards(scene, form)


def _is_answer(scene: Scene, form: str) -> bool:
    """Whether a text is an answer, or close to one where one is expected."""
    if answers.is_answer(scene, form):
        return True
    if triple.is_supposed(scene, form):
        return False
    slip = _is_asked(scene) and answers.is_like_a_card(scene, form)
    return slip or bool(speech.categories(scene, form))


def _is_asked(scene: Scene) -> bool:
    """Whether an answer is expected."""
    return bool(scene.asked or scene.owed) or scene.prompt is not None
