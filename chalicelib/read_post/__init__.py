"""From a post in a forum's thread to moves: what its bold headings say (F12-F14, F20-F22, F40-F43).

A post without such a heading is lyric and never wrong (F55). Pure; all three languages at once.
"""

from typing import Any

from chalicelib.game import Move
from chalicelib.letters import Problem
from chalicelib.markup.tree import Tree
from chalicelib.read.scene import Scene
from chalicelib.read.slips import kinds
from chalicelib.read.which import Said
from chalicelib.read_post import asking, headings, lyric, office
from chalicelib.read_post.answered import Answered, Quotes, cited, open_to, said, target
from chalicelib.read_post.keywords import named
from chalicelib.read_post.lines import rows
from chalicelib.read_post.notices import Notice
from chalicelib.read_post.reading import Part, Reading, Significant, changed
from chalicelib.read_post.sections import Section, cut
from chalicelib.rules import State
from chalicelib.rules.blitz.state import Pass
from chalicelib.rules.verbs import Accuse, CannotRefute, Refute
from chalicelib.text import plain, tidy

__all__ = ["Notice", "Part", "Reading", "Significant", "changed", "read"]

MOST_PARTS = 30
LONGEST_TEXT = 600
"""How much of a part is repeated to its writer, in characters."""


def read(  # noqa: PLR0913 -- a post, who wrote it, and what is known of it
    tree: Tree,
    view: State,
    seat: str,
    *,
    quotes: Quotes = lambda _: None,
    second: Tree | None = None,
    organiser: bool = False,
    edited: bool = False,
) -> Reading:
    """Read a post by a seat (or the ``organiser``, perhaps without one), as they see the game.

    ``quotes`` gives the id of the suggestion that a quoted post has made. ``second`` is the post
    as the forum shows it: where it reads otherwise there is a doubt. ``edited``: the post has made
    its suggestions, so their numbers are taken by itself.
    """
    scene = Scene(view, seat, None, "")
    reading = _read(scene, tree, quotes, organiser=organiser, edited=edited)
    if second is None:
        return reading
    shown = _read(scene, second, quotes, organiser=organiser, edited=edited)
    if not changed(reading.significant, shown.significant):
        return reading
    return Reading(reading.parts, reading.talk, reading.notices, doubt=True)


def _read(scene: Scene, tree: Tree, quotes: Quotes, *, organiser: bool, edited: bool) -> Reading:
    """Read one version of a post."""
    lines = rows(tree)
    found = cut(
        lines,
        lambda lead: office.ruling(scene, lead, organiser=organiser),
        plays=bool(scene.seat),
    )
    taken = None if edited else _taken(scene)
    parts: list[Part] = []
    for section in found.sections[:MOST_PARTS]:
        part = _part(scene, section, quotes, taken)
        if part is None:
            found.lyric.extend((section.line, *section.body))
            continue
        parts.append(part)
        if taken is not None and part.kind in ("suggestion", "malformed"):
            taken |= {max(taken, default=0) + 1}
    talk = lyric.talk(scene, tree, found, whole=not parts)
    hint = None if parts else lyric.hint(scene, lines)
    return Reading(tuple(parts), talk, tuple(found.notices), hint=hint)


def _taken(scene: Scene) -> frozenset[int]:
    """Give the numbers that the writer's suggestions of today have (F13)."""
    tally: Any = scene.state.tallies.get(scene.seat)
    made = 0 if scene.in_turns or not tally else tally.made
    return frozenset(range(1, made + 1))


def _part(
    scene: Scene, section: Section, quotes: Quotes, taken: frozenset[int] | None
) -> Part | None:
    """Read one section; ``None`` where its heading turns out to be a sentence."""
    raw = _raw(section)
    heading = section.heading
    if not heading:
        return _ruling(section, raw)
    if heading.kind == "suggestion":
        return asking.suggestion(scene, section, raw, taken)
    if heading.kind == "correction":
        return asking.correction(scene, section, raw)
    if heading.kind == "accusation":
        return _accusation(scene, section, raw)
    if heading.kind == "pass":
        return Part("pass", raw, Pass(), says=("pass",)) if scene.in_turns else None
    return _answer(scene, section, raw, quotes)


def _raw(section: Section) -> str:
    """Give the writer's own words of a section."""
    text = "\n".join(line.text.strip() for line in (section.line, *section.body))
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def _ruling(section: Section, raw: str) -> Part:
    """Give an order of the office."""
    says = ("gm", plain(section.line.lead))
    if isinstance(section.ruling, Problem):
        return Part("gm", raw, problem=section.ruling, says=says)
    move: Move = section.ruling
    return Part("gm", raw, move, suggestion=getattr(move, "suggestion", None), says=says)


def _accusation(scene: Scene, section: Section, raw: str) -> Part | None:
    """Refuse an accusation in the thread (F30); in blitz it is made there (B5)."""
    named_here = any(span.card for span in scene.spans(plain(section.line.text)))
    if headings.is_sentence(section.line, section.heading) and not named_here:
        return None
    if not scene.in_turns:
        said_here = " ".join(plain(line.text) for line in (section.line, *section.body))
        no_card = not any(span.card for span in scene.spans(said_here))
        if no_card and not section.stands_alone and not kinds(scene, said_here):
            return None
        problem = Problem(tidy(section.line.lead), "accusation_in_thread", "F30")
        return Part("accusation", raw, problem=problem, says=("accusation",))
    rest = section.line.behind(headings.letters(section.line, section.heading.end))  # type: ignore[union-attr]
    runs = [run for line in (rest, *section.body) for run in line.bold]
    found = named(scene, raw, runs, frozenset())
    says = ("accusation", *(found.case.cards if found.case else map(plain, found.said)))
    move = Accuse(*found.case.cards) if found.case else None
    return Part("accusation", raw, move, found.problem, says=says)


def _answer(scene: Scene, section: Section, raw: str, quotes: Quotes) -> Part | None:
    """Read an answer: which suggestion it is about, and whether it refutes (F20, F21)."""
    heading = section.heading
    assert heading  # noqa: S101 -- an answer has a heading
    told = said(scene, headings.body(section.line)[heading.end :])
    only = not heading.number and len(open_to(scene)) == 1
    if told is None or (heading.quoting and not (section.beside_quotation or only)):
        return None
    numbers = told[0].numbers | ({heading.number} - {0})
    about = Answered(Said(numbers, told[0].seats), cited(scene, section.quoted, quotes), told[1])
    kind = heading.kind
    found = target(scene, raw, about)
    says = (str(kind), *about.words)
    if isinstance(found, Problem):
        return Part(kind, raw, problem=found, says=says)
    move = Refute(found) if kind == "refuted" else CannotRefute(found)
    return Part(kind, raw, move, suggestion=found, says=says)
