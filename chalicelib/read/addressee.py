"""Whom a suggestion is for, where a «для» says so: a nick, a nick and its role, or a role (F13)."""

import re
from collections.abc import Iterator
from itertools import pairwise

from chalicelib.letters import Problem
from chalicelib.read.lexicon import Found, bounded
from chalicelib.read.mistyped import closest
from chalicelib.read.scene import MARKS, Scene
from chalicelib.read.words import ASKED, FILLERS, FOR, MADE_BY
from chalicelib.rules.table import Seat
from chalicelib.text import plain

_FOR = re.compile(rf"[\W_]{{0,6}}(?:{ASKED}|{FOR})(?![^\W_])")
_TO = re.compile(r"[\W_]{0,6}(?:to|do|к)(?=\s)")
_MADE_BY = re.compile(rf"[\W_]{{0,6}}(?:{MADE_BY})(?![^\W_])")
_BEHIND = re.compile(rf"[\s*_»\"'”)\]]{{0,8}}(?:$|[:;,.!|«\"(\n—–-]|(?:{FILLERS})\b)")
_ROLE = re.compile(r"[\s*_»\"'”]{0,8}[/|\\][^\n:;,.]{0,80}")
_ARTICLE = re.compile(r"\s{1,3}(?:the|игрока|gracza|player)\s(?=\w)")
_OPENING = " \n*_«\"'“„(["
MOST_HAILED, MOST_MARKS = 80, 7
_HAILED = re.compile(r"[\s*_»\"'”]{0,6}[,!.:—–-]?[\s*_]{1,4}")
_WITHOUT_CASES = re.compile(r"\b(?:for|to)\W{0,8}$")
_BETWEEN = r"[\s*_»\"'”)\]]{0,6}[/|\\(—–-](?P<gap>[\s*_«\"'“„(\[]{0,6})"


def begin(form: str, start: int) -> int | None:
    """Give the place behind a «для» that stands at ``start``, if one does."""
    found = _FOR.match(form, start)
    return found.end() if found else None


def begin_loosely(scene: Scene, form: str, start: int) -> int | None:
    """Give the place behind a «to» or «do» at ``start`` if somebody is named there.

    These words may mean much else.
    """
    found = _TO.match(form, start)
    return found.end() if found and find(scene, form, found.end()) else None


def is_made_by(form: str, start: int) -> bool:
    """Whether it is said at ``start`` whose suggestion it was: then it is a report of one."""
    return bool(_MADE_BY.match(form, start))


def is_called(scene: Scene, form: str) -> bool:
    """Whether a text begins with somebody's name and a colon."""
    name, colon, _ = form.partition(":")
    spans = scene.spans(name)
    words = [name[a.end : b.start] for a, b in pairwise(spans)]
    ends = [name[: spans[0].start], name[spans[-1].end :]] if spans else []
    seats = all(any(not reading.card for reading in span.readings) for span in spans)
    return bool(colon and ends and seats) and not "".join([*words, *ends]).strip(MARKS + "/|\\-–—")


def find(scene: Scene, form: str, start: int) -> tuple[set[str], int] | None:
    """Give the seats that are named at ``start``, and the place behind the name.

    The longest name counts, and a nick before a role of the same name (F13: nick / role); several
    seats mean that it fits them all. Of names without letters the first counts: signs behind it may
    be marks.
    """
    found: list[tuple[bool, int, int, bool, bool, int, str]] = []
    as_it_is = bool(_WITHOUT_CASES.search(form[:start]))
    for at in _places(form, start):
        cases = list(scene.lexicon.at(form, at))
        for seat in scene.state.seats:
            for end, nick, exact in _ends(scene, form, at, seat, cases):
                certain = exact or not as_it_is
                plainly = _worded(form[at:end]) and not _is_below(form[start:at])
                first = 0 if _worded(form[at:end]) else -at
                found.append((plainly, first, end - at, certain, nick, end, seat.id))
    if not found:
        return None
    *best, end, _ = max(found)
    seats = {seat for *rank, _, seat in found if rank == best}
    rest = behind_name(scene, form, end)
    return (seats, rest) if rest is not None else None


def hailed(scene: Scene, form: str) -> tuple[str, int] | None:
    """Give the seat that a text begins by hailing («Борис, …»), and the place behind that."""
    span = next(iter(scene.spans(form[:MOST_HAILED])), None)
    if not span or span.card or form[: span.start].strip(MARKS):
        return None
    behind = _HAILED.match(form, span.end)
    seats = {reading.value for reading in span.readings}
    return (seats.pop(), behind.end()) if behind and len(seats) == 1 else None


def unknown(scene: Scene, raw: str, rest: str) -> Problem:
    """Say that nobody is called what stands behind a «для»."""
    card = next((span.start for span in scene.spans(rest) if span.card), len(rest))
    said = re.split(r"[:/\n«»\"“”„;]", rest[:card].strip(MARKS + "/"), maxsplit=1)[0]
    said = said.strip(MARKS + "-–—")[:60]
    words = [said[: word.end()] for word in re.finditer(r"[\w'’-]+", said)]
    alike = ((part, closest(part, scene.others)) for part in [said, *reversed(words[:-1])])
    part, near = next(((part, near) for part, near in alike if near), (said, ""))
    nick = said if part == plain(near) else part
    facts = {"nick": scene.as_written(raw, nick), "nearest": near, "choices": scene.others}
    return Problem(raw, "unknown_nick", "F12", facts)


def _places(form: str, start: int) -> list[int]:
    """Where the name may begin: at once, or behind marks and «the», which may be a part of it."""
    article = _ARTICLE.match(form, start)
    begins = [start, article.end()] if article else [start]
    return [place for begin in begins for place in _behind_marks(form, begin)]


def _behind_marks(form: str, start: int) -> Iterator[int]:
    """Give a place, and those behind each of the marks that stand there, but not too many."""
    yield start
    for place in range(start, min(start + MOST_MARKS, len(form))):
        if form[place] not in _OPENING:
            return
        yield place + 1


def _ends(
    scene: Scene, form: str, at: int, seat: Seat, cases: list[Found]
) -> Iterator[tuple[int, bool, bool]]:
    """Where the names of a seat end that stand at a place.

    With each goes whether it begins with the nick, and whether it stands there as it is.
    """
    nick, role = plain(seat.nick), plain(seat.role)
    for end, exact in _named(form, at, nick, cases):
        yield end, True, exact
        between = re.compile(_BETWEEN).match(form, end)
        for at_role in _role_places(between, role) if role and between else ():
            behind = list(scene.lexicon.at(form, at_role))
            for last, same in _named(form, at_role, role, behind):
                yield last, True, exact and same
    if role:
        for end, exact in _named(form, at, role, cases):
            yield end, False, exact


def _role_places(between: re.Match[str], role: str) -> range:
    """Give where a role may begin behind its nick: one with a mark («[Лис]») before the last."""
    marked = role[0] in _OPENING and _worded(role)
    return range(between.start("gap") if marked else between.end(), between.end() + 1)


def _named(form: str, at: int, name: str, cases: list[Found]) -> Iterator[tuple[int, bool]]:
    """Where a plain name ends that stands at a place, as it is or in another case."""
    found = re.compile(_pattern(name)).match(form, at) if name else None
    if found and bounded(form, at, found.end()):
        yield found.end(), True
    yield from ((case.end, case.exact) for case in cases if case.name == name)


def _pattern(name: str) -> str:
    """Give the pattern of a name that may be broken over two lines."""
    return re.escape(plain(name)).replace(r"\ ", r"\s")


def _worded(name: str) -> bool:
    """Whether a name has a letter or digit: signs alone may be the marks around it."""
    return any(char.isalnum() for char in name)


def _is_below(between: str) -> bool:
    """Whether a line with signs of its own comes before a name: they may be the name."""
    return "\n" in between and bool(between.strip())


def behind_name(scene: Scene, form: str, end: int) -> int | None:
    """Give the place behind a role in words of the writer's own, unless it holds a name.

    ``None`` when the name goes on in another way: then it is another name.
    """
    role = _ROLE.match(form, end)
    if role:
        return None if scene.spans(role.group()) else role.end()
    return end if _BEHIND.match(form, end) or _name_follows(scene, form, end) else None


def _name_follows(scene: Scene, form: str, end: int) -> bool:
    """Whether another name comes next, with nothing but marks between."""
    following = next(iter(scene.spans(form[end:])), None)
    return bool(following) and not form[end : end + following.start].strip(MARKS)  # type: ignore[union-attr]
