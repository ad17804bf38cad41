"""Where one order ends and the next begins: blank lines, headings, speech, politeness."""

import re
from itertools import groupby

from chalicelib.read import answers, speech, triple
from chalicelib.read.scene import Scene
from chalicelib.read.words import COMMANDS, EXAMPLE, PLEASANTRIES
from chalicelib.text import plain

MOST_LINES = 1000

_EXAMPLE = re.compile(rf"\W{{0,4}}(?:{EXAMPLE})\s?:")
_POLITE = re.compile(rf"(?:{PLEASANTRIES})\b")
_EVERYBODY = frozenset(
    map(plain, ("", "всем", "alibi", "ведущий", "all", "everyone", "everybody", "wszystkim"))
)
_EDGES = " .,:;!?*_-—–()«»\"'"


def split(scene: Scene, text: str) -> list[str]:
    """Cut a text into blocks of one order each; examples and politeness are left out."""
    lines = [line for line in text.splitlines()[:MOST_LINES] if not _idle(scene, line)]
    grouped = groupby(lines, key=lambda line: bool(line.strip()))
    paragraphs = [list(group) for full, group in grouped if full]
    blocks: list[str] = []
    for paragraph in paragraphs:
        for part in _at_heads(paragraph):
            if blocks and _goes_on(scene, blocks[-1], part):
                gap = "\n\n" if part is paragraph or part[0] is paragraph[0] else "\n"
                blocks[-1] += gap + "\n".join(part)
            else:
                blocks.append("\n".join(part))
    return blocks


def _idle(scene: Scene, line: str) -> bool:
    """Whether a line is one of our examples, a greeting, or the writer's own name."""
    text = plain(line)
    if not text:
        return False
    if _EXAMPLE.match(text):
        return True
    polite = _POLITE.match(text)
    rest = (text[polite.end() :] if polite else text).strip(_EDGES)
    nicks = {plain(seat.nick) for seat in scene.state.seats}
    if polite:
        return rest in _EVERYBODY or rest in nicks
    return rest == plain(scene.nick(scene.seat)) and bool(rest)


def _at_heads(paragraph: list[str]) -> list[list[str]]:
    """Begin a new part at every line that is headed as an order."""
    parts: list[list[str]] = []
    for line in paragraph:
        if parts and not _headed(line):
            parts[-1].append(line)
        else:
            parts.append([line])
    return parts


def _headed(line: str) -> bool:
    """Whether a line begins a new order by its own first words."""
    text = plain(line)
    return (
        triple.is_suggestion(text)
        or triple.is_accusation(text)
        or answers.is_answer(text)
        or speech.is_speech(text)
        or text.strip(_EDGES) in COMMANDS
    )


def _goes_on(scene: Scene, block: str, part: list[str]) -> bool:
    """Whether a part belongs to the block before it.

    Speech goes on over whatever is no order; a heading without keywords takes the next part.
    """
    if _headed(part[0]):
        return False
    text, more = plain(block), scene.spans(plain("\n".join(part)))
    if speech.is_speech(text):
        return not any(reading.card for span in more for reading in span.readings)
    headed = triple.is_suggestion(text) or triple.is_accusation(text)
    cards = {r.kind for span in scene.spans(text) for r in span.readings if r.card}
    return headed and len(cards) < 3 and bool(more)  # noqa: PLR2004 -- three categories
