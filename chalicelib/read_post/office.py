"""What the organiser orders in the thread, in bold words of their own line (F7, F8, F44, F45, F52).

The deputy may close the day and end a pause (F8). Bold words of all others mean nothing here.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from chalicelib.letters import Problem
from chalicelib.read import addressee, commands
from chalicelib.read.scene import Scene
from chalicelib.read.words import FOR, MADE_BY, SUGGESTION
from chalicelib.read_post.words import (
    ANSWERED_FOR,
    ANSWERS_AGAIN,
    DEPUTY,
    FINE,
    GM_ANSWER,
    NOBODY,
    NUMBER,
    STANDS,
    SUGGESTION_OF,
    VOID,
    WAIVE,
)
from chalicelib.rules.forum.corrections import Settle
from chalicelib.rules.forum.rulings import CloseDay, Fine, NameDeputy, Restore, Void, Waive
from chalicelib.rules.office import AnswerAsGM, AnswerForSeat, Pause, Resume
from chalicelib.rules.table import Start
from chalicelib.text import plain, tidy

Ruling = Any
"""A move of the office, or a problem."""

_BEFORE = r"[\W_]{0,8}"
_GAP = r"[\s:,—–_-]{1,6}"
_REASON = re.compile(r"[\s_]{0,3}[:—–-][\s_]{0,3}(?P<reason>\S.*)")
LONGEST_REASON = 300
_RULED = re.compile(rf"{_BEFORE}(?:{SUGGESTION}|{SUGGESTION_OF}){NUMBER}(\d{{1,3}})(?!\w)")
_GM_ANSWER = re.compile(
    rf"{_BEFORE}(?:{GM_ANSWER})[\W_]{{1,4}}(?:(?:на|to|na|for)\s)?(?:{SUGGESTION_OF})"
    rf"{NUMBER}(\d{{1,3}})(?!\w)"
)
_BY = re.compile(rf"[\W_]{{0,4}}(?:(?:{MADE_BY}|of)(?!\w)[\W_]{{1,4}})?")
_TO = re.compile(rf"[\W_]{{0,4}}(?:{FOR})(?!\w)[\W_]{{1,4}}")
_VOID = re.compile(rf"(?<!\w)(?:{VOID})(?!\w)")
_STANDS = re.compile(rf"(?<!\w)(?:{STANDS})(?!\w)")
_ABOUT_SEATS: tuple[tuple[re.Pattern[str], Callable[[str, str], Any]], ...] = (
    (re.compile(rf"{_BEFORE}(?:{DEPUTY}){_GAP}"), lambda seat, _: NameDeputy(seat)),
    (re.compile(rf"{_BEFORE}(?:{WAIVE}){_GAP}"), lambda seat, _: Waive(seat)),
    (re.compile(rf"{_BEFORE}(?:{FINE}){_GAP}"), Fine),
    (re.compile(rf"{_BEFORE}(?:{ANSWERED_FOR}){_GAP}"), lambda seat, _: AnswerForSeat(seat)),
)
_NO_DEPUTY = re.compile(rf"{_BEFORE}(?:{DEPUTY}){_GAP}(?:{NOBODY})[\W_]*")
_AGAIN = re.compile(rf"[\W_]{{1,4}}(?:{ANSWERS_AGAIN})[\W_]{{0,6}}")


class _Open(msgspec.Struct, frozen=True):
    """A suggestion that the GM may rule about."""

    id: int
    number: int
    by: str
    to: str
    state: str


def ruling(scene: Scene, lead: str, *, organiser: bool) -> Ruling | None:
    """Read the bold words of a line as an order of the organiser, or of the deputy."""
    text, form = tidy(lead), plain(lead)
    found = commands.command(text, None)
    if organiser and isinstance(found, Pause | Resume | CloseDay | Start):
        return found
    deputy = scene.seat and getattr(scene.state, "deputy", None) == scene.seat
    if not organiser:
        return found if deputy and isinstance(found, Resume | CloseDay) else None
    return None if scene.in_turns else _order(scene, text, form)


def _order(scene: Scene, text: str, form: str) -> Ruling | None:
    """Read an order that names somebody, or a suggestion."""
    if _NO_DEPUTY.fullmatch(form):
        return NameDeputy(None)
    if asked := _GM_ANSWER.match(form):
        return _answered(scene, text, form, asked)
    if ruled := _RULED.match(form):
        return _ruled(scene, text, form, ruled)
    return _about_a_seat(scene, text, form)


def _about_a_seat(scene: Scene, text: str, form: str) -> Ruling | None:
    """Read an order about one seat."""
    for pattern, move in _ABOUT_SEATS:
        if begun := pattern.match(form):
            named = addressee.find(scene, form, begun.end())
            if not named or len(named[0]) != 1:
                return addressee.unknown(scene, text, form[begun.end() :])
            return move(named[0].pop(), _reason(text, form, named[1]))
    first = next(iter(scene.spans(form)), None)
    readings = first.readings if first else ()
    nicks = {r.value for r in readings if r.kind == "nick"}
    seats = nicks or {r.value for r in readings if r.kind == "role"}
    if first and not first.start and len(seats) == 1 and _AGAIN.fullmatch(form, first.end):
        return AnswerForSeat(seats.pop(), on=False)
    return None


def _answered(scene: Scene, text: str, form: str, asked: re.Match[str]) -> Ruling:
    """Read that the GM answers a suggestion for its addressee (F56)."""
    waiting = [one for one in _open(scene) if one.state in ("open", "malformed")]
    found, _ = _meant(scene, text, form, asked, waiting)
    return found if isinstance(found, Problem) else AnswerAsGM(found.id)


def _ruled(scene: Scene, text: str, form: str, ruled: re.Match[str]) -> Ruling | None:
    """Read that a suggestion is void, or stands (F43, F45)."""
    void, stands = _VOID.search(form, ruled.end()), _STANDS.search(form, ruled.end())
    if not void and not stands:
        return None
    kinds = ("open", "answered") if void else ("void", "answered")
    candidates = [one for one in _open(scene) if one.state in kinds]
    found, end = _meant(scene, text, form, ruled, candidates)
    if isinstance(found, Problem):
        return found
    if found.state == "answered":
        return Settle(found.id, stand=not void)
    if not void:
        return Restore(found.id)
    said = _VOID.search(form, end)
    return Void(found.id, _reason(text, form, said.end() if said else len(form)))


def _meant(
    scene: Scene, text: str, form: str, ruled: re.Match[str], candidates: Iterable[_Open]
) -> tuple[_Open | Problem, int]:
    """Find the suggestion with a number, by whom and perhaps for whom."""
    fitting = [one for one in candidates if one.number == int(ruled[1])]
    end = ruled.end()
    to_first = _TO.match(form, end)
    if not to_first and (by := addressee.find(scene, form, _BY.match(form, end).end())):  # type: ignore[union-attr]
        seats, end = by
        fitting = [one for one in fitting if one.by in seats]
    if (to := _TO.match(form, end)) and (named := addressee.find(scene, form, to.end())):
        seats, end = named
        fitting = [one for one in fitting if one.to in seats]
    if len(fitting) == 1:
        return fitting[0], end
    if not fitting:
        return Problem(text, "no_such_suggestion", "F45"), end
    choices = [f"{one.number}: {scene.nick(one.by)} → {scene.nick(one.to)}" for one in fitting]
    return Problem(text, "which_ruling", "F45", {"choices": choices}), end


def _open(scene: Scene) -> list[_Open]:
    """Give everything that may be ruled about, and how it stands."""
    state: Any = scene.state
    asked = [_Open(q.id, q.number, q.by, q.to, "open") for q in state.questions]
    void = [_Open(q.id, q.number, q.by, q.to, "void") for q in state.voided]
    bad = [
        _Open(m.id, m.number, m.by, m.to, "answered" if m.answered else "malformed")
        for m in state.malformed
    ]
    return asked + void + bad


def _reason(text: str, form: str, end: int) -> str:
    """Give what stands behind a colon or a dash."""
    found = _REASON.match(form, end)
    if not found:
        return ""
    kept = text if len(text) == len(form) else form
    return kept[found.start("reason") :][:LONGEST_REASON]
