"""Where one order ends and the next begins: blank lines, headings, speech, politeness."""

import re
from collections.abc import Iterable

from chalicelib.read import answers, commands, courtesy, quoting, rest, slips, speech, triple
from chalicelib.read.commands import Command, Found
from chalicelib.read.scene import MARKS, Scene
from chalicelib.read.words import (
    EXAMPLE,
    TITLES,
)
from chalicelib.rules.cluedo import CATEGORIES
from chalicelib.text import plain

WRAPPED = 64
"""From this length on a line may have been broken by a mail program, not by its writer."""
MOST_ALONE = 4
"""A line of so few words that are nearly a card may be an order gone wrong."""

_EXAMPLE = re.compile(rf"\W{{0,4}}(?:{EXAMPLE})[*_\s]{{0,3}}:")
_RULE = re.compile("--|—")
"""What stands above a signature."""
_ENDED = re.compile(r"[.!?…:;)\]»”\"]\s*$")
"""What ends a sentence: no mail program broke it there."""
_SENTENCE = re.compile(r"[.!?\n]")
_EDGES = MARKS + "?-—–"


def split(scene: Scene, text: str) -> list[str]:
    """Cut a text into blocks of one order each; examples and politeness are left out."""
    blocks: list[str] = []
    lines = [line for line in text.splitlines() if scene.form(line) or not line.strip()]
    alone = sum(1 for line in lines if line.strip()) == 1
    kept = _unsigned(scene, _without_idle(scene, lines), alone=alone)
    for paragraph in _paragraphs(kept):
        for number, part in enumerate(_parts(scene, paragraph)):
            if number == 0 and blocks and _goes_on(scene, blocks[-1], part):
                blocks[-1] += "\n\n" + "\n".join(part)
            elif any(says(scene, line) for line in part):
                blocks.append("\n".join(part))
    return blocks


def says(scene: Scene, line: str) -> bool:
    """Whether a line has words or is somebody's name; signs and smileys alone say nothing."""
    return any(char.isalnum() for char in line) or bool(scene.exactly(scene.form(line)))


def _without_idle(scene: Scene, lines: list[str]) -> list[str]:
    """Leave out quoted lines, examples (over a line break too), titles and politeness."""
    kept: list[str] = []
    example, closed, nicks = "", False, {plain(seat.nick) for seat in scene.state.seats}
    for line in lines:
        form = plain(line)
        if form and example and _broken(example, line):
            example = line
            continue
        example = line if _EXAMPLE.match(form) else ""
        quoted = quoting.is_quoted(form) and not any(
            form.startswith(n) for n in nicks if n[0] == ">"
        )
        signed = closed and bool(form) and _is_signature(scene, line)
        if not (example or quoted or signed or _is_polite(scene, line)):
            kept.append(line)
        if form:
            closed = _RULE.fullmatch(form) is not None or courtesy.is_closing(scene, form)
    return kept


def _is_signature(scene: Scene, line: str) -> bool:
    """Whether a line below a closing is its writer's name, and could be no order."""
    form = scene.form(line)
    order = headed(scene, line) or answers.is_answer(scene, form)
    return not order and courtesy.is_signature(scene, form)


def _is_polite(scene: Scene, line: str) -> bool:
    """Whether a line is a greeting, thanks, a closing, or a title over several orders."""
    form = scene.form(line)
    if plain(line).strip(_EDGES) in TITLES or courtesy.is_closing(scene, form):
        return True
    return courtesy.is_polite(scene, form)


def _unsigned(scene: Scene, lines: list[str], *, alone: bool) -> list[str]:
    """Leave out the writer's own nick; one that could be an order is one unless it comes last."""
    mine = plain(scene.nick(scene.seat))
    signed = [bool(line.strip()) and plain(line).strip(_EDGES) == mine for line in lines]
    full = [number for number, line in enumerate(lines) if line.strip()]
    if scene.is_card(mine) or command(scene, mine) or answers.is_answer(scene, mine):
        last = [] if alone else full[-1:]
        signed = [here and number in last for number, here in enumerate(signed)]
    return [line for line, here in zip(lines, signed, strict=True) if not here]


def _paragraphs(lines: Iterable[str]) -> list[list[str]]:
    """Cut lines at blank ones."""
    found: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return found if found[-1] else found[:-1]


def _parts(scene: Scene, paragraph: list[str]) -> list[list[str]]:
    """Begin a new part at every line that is headed as an order, or ends a speech."""
    parts: list[list[str]] = []
    for line in paragraph:
        if parts and not _begins(scene, parts[-1], line):
            parts[-1].append(line)
        else:
            parts.append([line])
    return parts


def _begins(scene: Scene, part: list[str], line: str) -> bool:
    """Whether a line begins a part of its own below those of another.

    A speech never swallows an order; but where a mail program may have broken a sentence of it,
    nobody knows whether there is one, so it stays and is asked back (``speech``).
    """
    if quoting.cites(scene.form(part[0])):
        return False
    if not speech.is_speech(part[0]):
        return headed(scene, line)
    form = scene.form(line)
    if len(speech.categories(scene, form)) == len(CATEGORIES) or speech.is_said(form):
        return True
    if not _broken(part[-1], line):
        return headed(scene, line) or _is_private(scene, form)
    return stands_alone(scene, line) and bool(_ENDED.search(part[-1]))


def stands_alone(scene: Scene, line: str) -> bool:
    """Whether a line looks like an order by itself: headed as one, or little more than a card."""
    form = scene.form(line)
    if headed(scene, line) or answers.is_answer(scene, form) or rest.accuses(form.split()):
        return True
    if speech.categories(scene, form):
        return not answers.is_prose(scene, form)
    nearly = slips.kinds(scene, form) or triple.is_about_cards(scene, form)
    return len(form.split()) <= MOST_ALONE and bool(nearly)


def hides_an_order(scene: Scene, said: str) -> bool:
    """Whether a line of what would be said may be an order: it is asked back, never published.

    Behind the marker itself, and among the sentences of a line, only what shows a card of the
    writer's own hand is one.
    """
    first, *more = said.splitlines()
    if any(stands_alone(scene, line) for line in more if line.strip()):
        return True
    if answers.tells(scene, scene.form(said)):
        return True
    number = scene.form(first).strip(MARKS).isdecimal() and bool(scene.asked)
    return number or any(_shows(scene, part) for part in (first, *_SENTENCE.split(said)))


def _shows(scene: Scene, sentence: str) -> bool:
    """Whether a sentence is a card of the writer's own hand, without a word that is no answer."""
    form = scene.form(sentence)
    cards = {reading.value for span in scene.spans(form) for reading in span.readings}
    shows = answers.is_answer(scene, form) or not answers.is_prose(scene, form, 1)
    return shows and bool(cards & set(scene.hand))


def _is_private(scene: Scene, form: str) -> bool:
    """Whether words may be an order gone wrong: a card, one misspelt, or an accusation."""
    named = speech.categories(scene, form) or slips.kinds(scene, form)
    return bool(named) or rest.accuses(form.split())


def _broken(above: str, line: str) -> bool:
    """Whether a mail program may have put the break between two lines."""
    return len(above.rstrip()) + len(line.split(maxsplit=1)[0]) >= WRAPPED


def headed(scene: Scene, line: str) -> bool:
    """Whether a line begins a new order by its own first words, or is a whole one."""
    form = scene.form(line)
    return (
        triple.is_suggestion(form)
        or triple.is_accusation(form)
        or (answers.is_answer(scene, form) and not scene.is_card(form))
        or speech.is_said(form)
        or command(scene, line) is not None
    )


def _is_seat(scene: Scene, form: str) -> bool:
    """Whether a block is somebody's name and nothing else."""
    name = rest.kernel(form)
    return bool(scene.exactly(name)) and not scene.is_card(name)


def command(scene: Scene, line: str) -> Found | None:
    """Read a line as a command; of names of the game only «status» and «help» are one."""
    found = commands.command(scene.bare(line), scene.today)
    asked = isinstance(found, Command) and found.kind in ("status", "help")
    return found if asked or not scene.exactly(scene.form(line)) else None


def _goes_on(scene: Scene, block: str, part: list[str]) -> bool:
    """Whether a paragraph belongs to the block before it.

    Speech goes on over whatever is no order; a heading without keywords takes the next part, and
    three keywords take one that only says whom they are for.
    """
    if headed(scene, part[0]) and not quoting.cites(scene.form(block)):
        return False
    form, more = scene.form(block), scene.form("\n".join(part))
    if quoting.cites(form):
        return "\n" not in form
    if speech.is_speech(block):
        return not _is_private(scene, more)
    named = speech.categories(scene, more)
    begun = triple.is_suggestion(form) or triple.is_accusation(form) or triple.is_for_somebody(form)
    whole = len(speech.categories(scene, form)) == len(CATEGORIES)
    if named:
        return (begun and not whole) or (len(named) > 1 and _is_seat(scene, form))
    return whole and not triple.is_accusation(form) and triple.is_for_somebody(more)
