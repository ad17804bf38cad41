"""Suggestions and corrections in posts: whom they are for, and their keywords (F12-F14, F42)."""

from typing import Any

import msgspec

from chalicelib.letters import Problem
from chalicelib.read import addressee
from chalicelib.read.scene import Scene
from chalicelib.read.triple import is_for_somebody
from chalicelib.read_post import headings
from chalicelib.read_post.keywords import Named, named
from chalicelib.read_post.lines import Line
from chalicelib.read_post.mentions import seats_at
from chalicelib.read_post.reading import Part
from chalicelib.read_post.sections import Section
from chalicelib.rules.cluedo import CATEGORIES
from chalicelib.rules.forum.corrections import Amend, SuggestMalformed
from chalicelib.rules.verbs import Suggest
from chalicelib.text import plain, tidy

LONGEST_MALFORMED = 300


def suggestion(
    scene: Scene, section: Section, raw: str, taken: frozenset[int] | None
) -> Part | None:
    """Read a suggestion; ``taken`` are the numbers of today that it cannot have (F13).

    ``None`` where it is a sentence: it is for nobody, and names no card («Предположение: будет
    дождь»).
    """
    number = section.heading.number if section.heading else 0
    blank = Part("suggestion", raw, number=number)
    to, runs, problem = _addressed(scene, section, raw)
    if problem:
        return _unread(blank, problem, section) if _names_cards(scene, section) else None
    said = named(scene, raw, runs, frozenset({to} - {""}))
    if not said.case and not (_is_formal(section) or _names_cards(scene, section)):
        return None
    says = ("suggestion", to, *(said.case.cards if said.case else ()))
    if not said.case:
        return _malformed(scene, blank, to, said, section)
    read_as = _read_as(scene, runs, section, (*said.case.cards, to))
    move = Suggest(*said.case.cards, to)
    if taken and number in taken:
        facts = {"number": number, "next": max(taken) + 1}
        refused = Problem(raw, "number_taken", "F13", facts)
        return msgspec.structs.replace(blank, problem=refused, says=says)
    return msgspec.structs.replace(blank, move=move, says=says, read_as=read_as)


def correction(scene: Scene, section: Section, raw: str) -> Part:
    """Read a correction in a new post: of a malformed suggestion of today, to the same player."""
    number = section.heading.number if section.heading else 0
    blank = Part("correction", raw, number=number)
    to, runs, problem = _addressed(scene, section, raw)
    if problem:
        return _unread(blank, problem, section)
    said = named(scene, raw, runs, frozenset({to}))
    if not said.case:
        return _unread(blank, said.problem or Problem(raw, "keywords_not_bold", "F13"), section)
    says = ("correction", str(number), to, *said.case.cards)
    found = _corrected(scene, raw, number, to)
    if isinstance(found, Problem):
        return msgspec.structs.replace(blank, problem=found, says=says)
    read_as = _read_as(scene, runs, section, (*said.case.cards, to))
    move = Amend(found, *said.case.cards, new_post=True)
    return msgspec.structs.replace(blank, move=move, suggestion=found, says=says, read_as=read_as)


def _addressed(scene: Scene, section: Section, raw: str) -> tuple[str, list[str], Problem | None]:
    """Give the seat that a heading names, and the bold runs behind it; or what is wrong."""
    line, form = section.line, headings.body(section.line)
    start = section.heading.end if section.heading else 0
    if scene.in_turns:
        return "", _runs(section, line.behind(headings.letters(line, start))), None
    found = seats_at(scene, form, start)
    if not found:
        behind = addressee.begin(form, start)
        if behind is None or not form[behind:].strip():
            return "", [], Problem(raw, "no_addressee", "F12", {"choices": scene.others})
        return "", [], addressee.unknown(scene, raw, form[behind:])
    seats, end = found
    if len(seats) > 1:
        nicks = sorted(scene.nick(seat) for seat in seats)
        return "", [], Problem(raw, "two_addressees", "F12", {"choices": nicks})
    rest = line.behind(headings.letters(line, end))
    return seats.pop(), _runs(section, rest), None


def _is_formal(section: Section) -> bool:
    """Whether a heading has its number and «для»."""
    found, form = section.heading, headings.body(section.line)
    return bool(found and found.counted and is_for_somebody(form[found.end :]))


def _names_cards(scene: Scene, section: Section) -> bool:
    """Whether the bold words of a section may name cards, or all its words a whole suggestion."""
    lines = (section.line, *section.body)
    bold = (span.card for line in lines for run in line.bold for span in scene.spans(plain(run)))
    if any(bold) or any(run for line in section.body for run in line.bold):
        return True
    spans = [span for line in lines for span in scene.spans(plain(line.text))]
    return {r.kind for span in spans for r in span.readings if r.card} == {*CATEGORIES}


def _runs(section: Section, rest: Line) -> list[str]:
    """Give the bold runs of a section behind its heading."""
    return [run for line in (rest, *section.body) for run in line.bold]


def _malformed(scene: Scene, blank: Part, to: str, said: Named, section: Section) -> Part:
    """Give a suggestion whose keywords are wrong: it is made, and void until it is corrected.

    Where no keyword at all is bold, nothing is made: its writer is told (F13).
    """
    problem = said.problem
    if said.none or scene.in_turns or not problem:
        missing = Problem(blank.text, "keywords_not_bold", "F13", _facts(problem))
        return _unread(blank, missing if said.none or not problem else problem, section)
    text = tidy(", ".join(said.said))[:LONGEST_MALFORMED] or "—"
    return msgspec.structs.replace(
        blank,
        kind="malformed",
        move=SuggestMalformed(to, text),
        problem=problem,
        says=("malformed", to, *map(plain, said.said)),
    )


def _facts(problem: Problem | None) -> dict[str, Any]:
    """Keep the order that was perhaps meant."""
    order = problem.facts.get("order") if problem else None
    return {"order": order} if order else {}


def _unread(blank: Part, problem: Problem, section: Section) -> Part:
    """Give a part that is no move: its bold words are what an edit may put right."""
    runs = (run for line in (section.line, *section.body) for run in line.bold)
    says = ("unread", blank.kind, *map(plain, runs))
    return msgspec.structs.replace(blank, problem=problem, says=says)


def _corrected(scene: Scene, raw: str, number: int, to: str) -> int | Problem:
    """Find the own suggestion that is corrected; a right one the game refuses (F40)."""
    state: Any = scene.state
    bad = [m for m in getattr(state, "malformed", ()) if m.by == scene.seat]
    named_ones = [m for m in bad if number in (0, m.number)]
    if len(named_ones) > 1:
        named_ones = [m for m in named_ones if m.to == to]
    if len(named_ones) == 1:
        if named_ones[0].to == to:
            return int(named_ones[0].id)
        facts = {"nick": scene.nick(named_ones[0].to)}
        return Problem(raw, "corrected_for_another", "F42", facts)
    mine = [q.id for q in state.questions if (q.by, q.number, q.to) == (scene.seat, number, to)]
    return int(mine[0]) if mine else Problem(raw, "nothing_to_correct", "F42")


def _read_as(
    scene: Scene, runs: list[str], section: Section, names: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Give the names that are not written as in the list (F14)."""
    raw = ", ".join((section.line.text, *runs))[:2000]
    return scene.read_as(raw, plain(raw), frozenset(names))
