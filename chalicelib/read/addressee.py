"""Whom a suggestion is for, where a «для» says so: a nick, a nick and its role, or a role (F13)."""

import re
from itertools import pairwise

from chalicelib.letters import Problem
from chalicelib.read.scene import MARKS, Scene, bounded, closest
from chalicelib.read.words import ASKED, FILLERS, FOR, MADE_BY
from chalicelib.rules.table import Seat
from chalicelib.text import plain

_FOR = re.compile(rf"[\W_]{{0,6}}(?:{ASKED}|{FOR})(?![^\W_])")
_MADE_BY = re.compile(rf"[\W_]{{0,6}}(?:{MADE_BY})(?![^\W_])")
_BEHIND = re.compile(rf"[\s*_»\"'”)\]]{{0,8}}(?:$|[:;,.!|«\"(\n—–-]|(?:{FILLERS})\b)")
_ROLE = re.compile(r"[\s*_»\"'”]{0,8}[/|\\][^\n:;,.]{0,80}")
_OPENING = " \n*_«\"'“„(["
_BETWEEN = r"[\s*_»\"'”)\]]{0,6}[/|\\(—–-][\s*_«\"'“„(\[]{0,6}"


def begin(form: str, start: int) -> int | None:
    """Give the place behind a «для» that stands at ``start``, if one does."""
    found = _FOR.match(form, start)
    return found.end() if found else None


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
    seats mean that it fits them all.
    """
    found: list[tuple[bool, int, bool, int, str]] = []
    for at in _places(form, start):
        for seat in scene.state.seats:
            for end, nick in _ends(form, at, seat):
                found.append((_worded(form[at:end]), end - at, nick, end, seat.id))
    if not found:
        return None
    *best, end, _ = max(found)
    seats = {seat for *rank, _, seat in found if rank == best}
    rest = _role_ends(scene, form, end)
    return (seats, rest) if rest is not None else None


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
    """Where the name may begin: at once, or behind marks."""
    places = [start]
    while len(places) < 8 and places[-1] < len(form) and form[places[-1]] in _OPENING:  # noqa: PLR2004
        places.append(places[-1] + 1)
    return places


def _ends(form: str, at: int, seat: Seat) -> list[tuple[int, bool]]:
    """Where the names of a seat end that stand at a place, and whether they begin with its nick."""
    nick, role = _pattern(seat.nick), _pattern(seat.role)
    both = rf"{nick}{_BETWEEN}{role}" if role else nick
    names = ((both, True), (nick, True), (role, False))
    found = ((re.compile(p).match(form, at), by_nick) for p, by_nick in names if p)
    return [(m.end(), by_nick) for m, by_nick in found if m and bounded(form, m.start(), m.end())]


def _pattern(name: str) -> str:
    """Give the pattern of a name that may be broken over two lines."""
    return re.escape(plain(name)).replace(r"\ ", r"\s")


def _worded(name: str) -> bool:
    """Whether a name has a letter or digit: signs alone may be the marks around it."""
    return any(char.isalnum() for char in name)


def _role_ends(scene: Scene, form: str, end: int) -> int | None:
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
