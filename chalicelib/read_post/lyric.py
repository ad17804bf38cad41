"""What of a post is no move: comments and lines in character, free to everybody (F55)."""

from collections.abc import Sequence

from chalicelib.letters import Problem
from chalicelib.markup.tree import Tree
from chalicelib.markup.tree import plain as words_of
from chalicelib.read.scene import Scene
from chalicelib.read.triple import is_for_somebody, is_suggestion
from chalicelib.read_post import headings
from chalicelib.read_post.answered import said
from chalicelib.read_post.lines import Line, Quoted, Row
from chalicelib.read_post.mentions import seats_at
from chalicelib.read_post.sections import Cut
from chalicelib.rules.table import TALK_LENGTH
from chalicelib.text import plain, tidy


def talk(scene: Scene, tree: Tree, found: Cut, *, whole: bool) -> str:
    """Give what is said: the ``whole`` post, or the lines that belong to no move."""
    if whole:
        lines = words_of(tree, quotes=False).splitlines()
    else:
        bodies = (
            line
            for section in found.sections
            for line in section.body
            if not section.heading
            or section.heading.kind not in ("suggestion", "correction", "accusation")
            or not _names_cards(scene, line)
        )
        lines = [line.text for line in (*found.lyric, *bodies)]
    text = "\n".join(tidy(line) for line in lines)
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    text = text.strip()
    return text if len(text) <= TALK_LENGTH else text[: TALK_LENGTH - 1].rstrip() + "…"


def _names_cards(scene: Scene, line: Line) -> bool:
    """Whether a line names a card, or has something in bold."""
    return bool(line.bold) or any(span.card for span in scene.spans(plain(line.text)))


def hint(scene: Scene, rows: Sequence[Row]) -> Problem | None:
    """Say what the writer of a lyric post may have meant: a heading that is not bold, or quoted."""
    if not scene.seat:
        return None
    for row in rows:
        if isinstance(row, Line) and not row.lead and _is_like_a_heading(scene, plain(row.text)):
            return Problem(tidy(row.text)[:200], "heading_not_bold", "F13")
    if rows and isinstance(rows[-1], Quoted) and not any(isinstance(r, Line) for r in rows):
        last = rows[-1].text.splitlines()[-1:]
        found = headings.find(plain(last[0])) if last else None
        if found and found.kind in ("refuted", "not_refuted") and scene.asked:
            return Problem(tidy(last[0])[:200], "heading_in_quotation", "F13")
    return None


def _is_like_a_heading(scene: Scene, form: str) -> bool:
    """Whether a plain line would be a heading if it were bold."""
    found = headings.find(form)
    if not found:
        return False
    if found.kind in ("suggestion", "correction"):
        named = seats_at(scene, form, found.end) if is_suggestion(form) or found.number else None
        return bool(named) and (bool(found.number) or is_for_somebody(form[found.end :]))
    alone = said(scene, form[found.end :]) is not None
    return found.kind in ("refuted", "not_refuted") and alone and bool(scene.asked)
