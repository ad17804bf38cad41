"""A post in sections: each heading with the lines and quotations that belong to it (F13, F22)."""

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from chalicelib.read.triple import is_for_somebody
from chalicelib.read_post import headings
from chalicelib.read_post.headings import Heading
from chalicelib.read_post.lines import Line, Quoted, Row
from chalicelib.read_post.notices import Notice, notice
from chalicelib.text import plain


class Section(msgspec.Struct):
    """A heading and its line, with what follows; ``ruling`` is an order of the office instead.

    ``beside_quotation``: something is quoted in the post, by this section or another.
    """

    line: Line
    heading: Heading | None = None
    ruling: Any = None
    body: list[Line] = []
    quoted: list[Quoted] = []
    beside_quotation: bool = False

    @property
    def stands_alone(self) -> bool:
        """Whether nothing is said behind the heading, up to the next one or the end."""
        beside = headings.body(self.line)[self.heading.end if self.heading else 0 :]
        behind = "".join((beside, *(line.text for line in self.body)))
        return not any(map(str.isalnum, behind))


class Cut(msgspec.Struct):
    """The sections of a post, and the lines and notices that belong to none."""

    sections: list[Section] = []
    lyric: list[Line] = []
    notices: list[Notice] = []


_ENDED = re.compile(r"[.!?…:;)»\"]$")
"""What a sentence ends with."""

Rules = Callable[[str], Any]
"""Reads the bold beginning of a line as an order of the office."""


def cut(rows: Iterable[Row], rules: Rules, *, plays: bool) -> Cut:
    """Cut a post; headings of moves count only for who ``plays``."""
    found, quoted, behind = Cut(), list[tuple[Quoted, int]](), False
    for row in _answers_apart(_joined(rows)):
        if isinstance(row, Quoted):
            quoted.append((row, len(found.sections)))
            behind = True
            continue
        section = _section(row, rules, plays=plays)
        if section:
            found.sections.append(section)
            behind = False
        elif said := notice(row):
            found.notices.append(said)
            rest = row.without_red()
            if rest != row and found.sections and rest.text.strip():
                found.sections[-1].body.append(rest)
        elif found.sections and not found.sections[-1].ruling:
            found.sections[-1].body.append(row)
        else:
            found.lyric.append(row)
    _share(found.sections, quoted, behind=behind)
    return found


def _section(line: Line, rules: Rules, *, plays: bool) -> Section | None:
    """Begin a section where a line has a heading, or an order; a notice is neither."""
    lead = line.lead
    if not lead:
        return None
    if ruling := rules(lead):
        return Section(line, ruling=ruling, body=[], quoted=[])
    heading = headings.heading(line) if plays else None
    if not heading or (heading.kind == "suggestion" and notice(line)):
        return None
    return Section(line, heading, body=[], quoted=[])


def _joined(rows: Iterable[Row]) -> list[Row]:
    """Join a heading that goes on in the next line with «для …» (F13)."""
    kept: list[Row] = []
    for row in rows:
        above = kept[-1] if kept else None
        if isinstance(row, Line) and isinstance(above, Line) and _goes_on(above, row):
            blank = msgspec.structs.replace(above.pieces[-1], text=" ")
            kept[-1] = Line((*above.pieces, blank, *row.pieces))
        else:
            kept.append(row)
    return kept


def _answers_apart(rows: list[Row]) -> list[Row]:
    """Give an answer behind the words of its line a line of its own, in a post that quotes (F22).

    Only bold words that end a line, and begin behind the end of a sentence, are such an answer.
    """
    if not any(isinstance(row, Quoted) for row in rows):
        return rows
    kept: list[Row] = []
    for row in rows:
        place = _answer_behind(row) if isinstance(row, Line) else 0
        if isinstance(row, Line) and place:
            kept.extend((Line(row.pieces[:place]), Line(row.pieces[place:])))
        else:
            kept.append(row)
    return kept


def _answer_behind(line: Line) -> int:
    """Give the number of pieces before the answer that ends a line, or 0."""
    worded = [n for n, piece in enumerate(line.pieces) if any(map(str.isalnum, piece.text))]
    last = worded[-1] if len(worded) > 1 else 0
    before = "".join(piece.text for piece in line.pieces[:last]).rstrip()
    if not last or not line.pieces[last].bold or line.pieces[last].red or not _ENDED.search(before):
        return 0
    found = headings.find(plain(line.pieces[last].text))
    return last if found and found.kind in ("refuted", "not_refuted") else 0


def _goes_on(above: Line, line: Line) -> bool:
    """Whether a line says for whom the heading above it is."""
    found = headings.heading(above)
    if not found or found.kind not in ("suggestion", "correction"):
        return False
    ended = not headings.body(above)[found.end :].strip(' .,:;*_«»"-–—')
    return ended and is_for_somebody(plain(line.text))


def _share(sections: list[Section], quoted: list[tuple[Quoted, int]], *, behind: bool) -> None:
    """Give each section its quotations: those before its heading, or those behind it.

    With each goes the number of headings above it. A post that begins with a quotation and has
    none ``behind`` its last heading has them before the headings.
    """
    before = bool(quoted) and quoted[0][1] == 0 and not behind
    for one, number in quoted:
        place = number if before else max(0, number - 1)
        if place < len(sections):
            sections[place].quoted.append(one)
    for section in sections:
        section.beside_quotation = bool(quoted)
