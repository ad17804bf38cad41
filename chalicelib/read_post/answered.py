"""Which suggestion an answer in the thread is about (F20, F22).

What its heading says and what it quotes have to agree; where that leaves several, or none, the
writer is asked.
"""

import re
from collections.abc import Callable, Iterable, Sequence

import msgspec

from chalicelib.letters import Problem
from chalicelib.read import which
from chalicelib.read.scene import Scene, Waiting
from chalicelib.read.which import Said
from chalicelib.read_post.headings import find
from chalicelib.read_post.lines import Quoted
from chalicelib.read_post.words import NUMBER, SENT
from chalicelib.rules.cluedo import Case
from chalicelib.text import plain

Quotes = Callable[[str], int | None]
"""Gives the id of the suggestion that a quoted post has made, if it has made one."""

MOST_QUOTED = 20
"""So many lines of a quotation are looked through for a heading."""

_ATTACHED = re.compile(rf"{NUMBER}(\d{{1,3}})(?!\w)")
_ROLE = re.compile(r"(?<=\0)[\s»\"*_]{0,4}[/|\\]\s{0,3}(?=[^\0\s])[^\0\n]{1,60}$")
"""A role in words of the writer's own, behind a nick."""
_END = re.compile(r"[.:!?;\n](?=\s|$)|(?:(?<!\w)[:;=]-?[()dp]|[()]{2})(?!\w)")
"""The end of a sentence, or a smiley."""
_ASKS = re.compile(r"[.!\s]{0,3}\?")
_REMARK = re.compile(
    rf"\s?\([^()\0]{{1,80}}\)[\s_]{{0,3}}$|[\s_]{{0,2}}[,(—–-][\s_]{{0,2}}(?:[^\W\d]{{1,20}}\s){{0,3}}(?:{SENT})(?!\w)[^\0]*$"
)
"""What is said besides: in brackets, or of the card."""
_NOBODY = Case("", "", "")


class Cited(msgspec.Struct, frozen=True):
    """What the quotations of an answer tell: suggestions, numbers, askers and cards."""

    ids: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()
    seats: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()


class Answered(msgspec.Struct, frozen=True):
    """What an answer says of the suggestion that it answers; ``hint`` is a number behind it.

    That may count the suggestion, or the answers of its writer.
    """

    said: Said
    cited: Cited
    hint: int = 0

    @property
    def words(self) -> tuple[str, ...]:
        """What is significant in it."""
        return (
            ",".join(map(str, sorted(self.cited.ids))),
            ",".join(map(str, sorted(self.said.numbers | self.cited.numbers))),
            ",".join(sorted(self.said.seats | self.cited.seats)),
            ",".join(sorted(self.cited.cards)),
        )


def said(scene: Scene, form: str) -> tuple[Said, int] | None:
    """Read what stands behind the heading of an answer, up to the end of its sentence.

    ``None`` where other words stand there, or it is a question: then it is no heading.
    """
    kept = _protected(scene, form)
    sentence = _END.split(kept, maxsplit=1)[0]
    if sentence.endswith("?") or _ASKS.match(kept, len(sentence)):
        return None
    sentence = _REMARK.split(sentence, maxsplit=1)[0]
    role = _ROLE.search(sentence)
    rest = form[: role.start() if role else len(sentence)]
    attached = _ATTACHED.match(rest)
    left = rest[attached.end() :] if attached else rest
    senses, words = which.senses(scene, left)
    if words or not senses:
        return None
    sense = Said(senses[0].numbers, senses[0].seats)
    return sense, int(attached[1]) if attached else 0


def _protected(scene: Scene, form: str) -> str:
    """Give a text of the same length in which no name ends a sentence."""
    for span in scene.spans(form):
        form = form[: span.start] + "\0" * (span.end - span.start) + form[span.end :]
    return form


def cited(scene: Scene, quoted: Iterable[Quoted], quotes: Quotes) -> Cited:
    """Read the quotations of an answer."""
    ids, numbers, seats, cards = set(), set(), set(), set()
    for one in quoted:
        found = quotes(one.post) if one.post else None
        ids |= {found} - {None}
        seats |= _author(scene, one.author)
        for line in one.text.splitlines()[:MOST_QUOTED]:
            form = plain(line)
            heading = find(form)
            if heading and heading.kind in ("suggestion", "correction"):
                numbers |= {heading.number} - {0}
                continue
            spans = scene.spans(form)
            cards |= {r.value for span in spans for r in span.readings if r.card}
    return Cited(*map(frozenset, (ids, numbers, seats, cards)))  # type: ignore[arg-type]


def _author(scene: Scene, author: str) -> set[str]:
    """Give the seat whose nick a quotation names, alone or before «писал(а):»."""
    form = plain(author)
    named = {r.value for r in scene.names.get(form, ()) if r.kind == "nick"}
    if named or not form:
        return named
    begun = [s for s in scene.state.seats if form.startswith(f"{plain(s.nick)} ")]
    return {max(begun, key=lambda seat: len(seat.nick)).id} if begun else set()


def open_to(scene: Scene) -> tuple[Waiting, ...]:
    """Give what a seat may answer: open suggestions, and malformed ones that a GM settles (F45)."""
    bad = getattr(scene.state, "malformed", ())
    to_me = (m for m in bad if m.to == scene.seat and not m.answered)
    settled = getattr(scene.state.options, "gm", "") == "human"
    malformed = tuple(Waiting(m.id, m.number, m.by, _NOBODY) for m in to_me) if settled else ()
    return (*scene.asked, *malformed)


def target(scene: Scene, raw: str, about: Answered) -> int | Problem:
    """Find the suggestion that is answered; ask where that is not certain (F20)."""
    mine = open_to(scene)
    ids = about.cited.ids
    if ids and not ids & {waiting.id for waiting in mine}:
        return min(ids)
    if not mine:
        owed = scene.owed
        return owed[0].id if owed else Problem(raw, "nothing_to_answer", "F20")
    fitting = [waiting for waiting in mine if _fits(scene, waiting, about)]
    if len(fitting) > 1 and about.cited.cards:
        fitting = _by_cards(fitting, about.cited.cards) or fitting
    if len(fitting) > 1 and about.hint:
        numbered = [waiting for waiting in fitting if waiting.number == about.hint]
        fitting = numbered if len(numbered) == 1 else fitting
    return fitting[0].id if len(fitting) == 1 else which.ask(scene, raw, mine)


def _fits(scene: Scene, waiting: Waiting, about: Answered) -> bool:
    """Whether nothing that is said or quoted speaks against a suggestion."""
    by_id = not about.cited.ids or waiting.id in about.cited.ids
    numbers, seats = about.cited.numbers, about.cited.seats - {scene.seat}
    by_quotation = (not numbers or waiting.number in numbers) and (not seats or waiting.by in seats)
    return by_id and by_quotation and which.fits(waiting, about.said)


def _by_cards(waiting: Sequence[Waiting], cards: frozenset[str]) -> list[Waiting]:
    """Give the suggestions whose cards are all quoted."""
    return [one for one in waiting if one.case != _NOBODY and cards.issuperset(one.case.cards)]
