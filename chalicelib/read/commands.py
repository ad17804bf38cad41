"""Commands: what a player asks of the program rather than of the game, in three languages. Pure.

A command is a whole line: words around it make it talk, which does nothing. All is compared in the
folded form (``text.folded``). Some commands are moves in words of their own: to be away or back,
to leave, to ask for a pause, and what the organiser orders about the clock.
"""

import re
from collections.abc import Callable
from datetime import date
from typing import Any, Literal

import msgspec

from chalicelib.game import Move
from chalicelib.letters import Problem
from chalicelib.read import dates, places
from chalicelib.read.command_words import FIXED, LEAD, ORDERS, PLEASE
from chalicelib.rules.forum.rulings import CloseDay
from chalicelib.rules.office import Pause, Resume
from chalicelib.rules.table import AnswerForMe, Leave, Start, TellGM
from chalicelib.text import folded, tidy

Kind = Literal[
    "status",
    "help",
    "history",
    "rules",
    "join",
    "observe",
    "unobserve",
    "replace",
    "language",
    "post",
    "zone",
    "unsubscribe",
    "subscribe",
    "forum",
]
LONGEST = 200
"""The longest line, in characters, that may be a command."""

_AROUND = " \n.,:;!?*_«»\"'“”„()[]-—–"
_POLITE = re.compile(rf"^(?:{PLEASE})[\s,]{{1,3}}|[\s,]{{1,3}}(?:{PLEASE})$")
_DAYS = re.compile(
    r"(?:(?:за|со?|от|from|of|for|od|z|dnia|dni)\s)?(?:(?:игровой\s)?(?:день|дня|дни|days?|dni|dnia"
    r"|dzien|ход|хода|ходы|turns?|tura|tury)\s)?(\d{1,4})"
    r"(?:\s?(?:-|–|—|\sпо|\sдо|\sto|\sdo)\s?(\d{1,4}))?"
    r"(?:(?:-?(?:й|го|st|nd|rd|th))?\s(?:день|дня|дни|days?|dni|dnia|dzien))?"
)
_CLAUSE = re.compile(r"(?:пункт\s|punkt\s|clause\s|№\s?)?([fbфбв])[\s-]?(\d{1,2})")
_CODE = re.compile(
    r"[«\"]?([0-9a-z][0-9a-z-]{2,39})[»\"]?"
    r"(?:[\s,:]{1,3}(?:(?:как|ник|под ником|as|nick|jako|nickiem)[\s:]{1,3})?(.{1,60}))?",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^(?:до|по|until|till|do)\s", re.IGNORECASE)
_ADDRESS = re.compile(r"[<«\"]?([^\s@<>«»\"]{1,64}@[^\s@<>«»\"]{1,255}?)[>»\"]?")


class Command(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command with what it is about.

    ``text`` is a code, a rule's id, a language, an address, a time zone, how much mail is wanted,
    or how much of it is off; ``first`` and ``last`` are days or turns.
    """

    kind: Kind
    text: str = ""
    nick: str = ""
    first: int = 0
    last: int = 0


Found = Command | Move | Problem


def command(line: str, today: date | None) -> Found | None:
    """Read a line as a command; a problem where it can only be one and cannot be understood.

    ``today`` is the day of arrival for its writer; without it only days with their year are read.
    """
    if len(line) > LONGEST or "\n" in line.strip():
        return None
    kept, form = tidy(line).strip(_AROUND), folded(line).strip(_AROUND)
    if len(kept) != len(form):
        kept = form
    said = _fixed(form, kept)
    if not said and (polite := _POLITE.search(form)):
        kept = (kept[: polite.start()] + kept[polite.end() :]).strip(_AROUND)
        form = (form[: polite.start()] + form[polite.end() :]).strip(_AROUND)
        said = _fixed(form, kept)
    return said or _with_more(line, form, kept, today)


def _fixed(form: str, kept: str) -> Found | None:
    """Give what is always worded in one of a few ways."""
    if told := FIXED.get(form):
        kind, _, text = told.partition(" ")
        return Command(kind, text)  # type: ignore[arg-type]
    name = ORDERS.get(form)
    return _ORDERED[name](kept) if name else None


_ORDERED: dict[str, Callable[[str], Move]] = {
    "back": lambda _: AnswerForMe(on=False),
    "leave": lambda _: Leave(),
    "replace": lambda said: TellGM(said, "successor"),
    "ask pause": lambda said: TellGM(said, "pause"),
    "pause": lambda _: Pause(),
    "resume": lambda _: Resume(),
    "close": lambda _: CloseDay(),
    "start": lambda _: Start(),
}


def _with_more(line: str, form: str, kept: str, today: date | None) -> Found | None:
    """Read a command that goes on behind its first words, the longest of these first."""
    for kind, lead in LEAD.items():
        if found := lead.match(form):
            rest = form[found.end() :].strip(_AROUND.replace("-", ""))
            own = kept[found.end() :].strip()
            read = _MORE[kind](line, rest, own, today)
            if read:
                return read
    return None


def _history(_: str, rest: str, __: str, ___: Any) -> Found | None:
    days = _DAYS.fullmatch(rest)
    if not days:
        return None
    first, last = int(days[1]), int(days[2] or days[1])
    return Command("history", first=min(first, last), last=max(first, last))


def _rules(_: str, rest: str, __: str, ___: Any) -> Found | None:
    clause = _CLAUSE.fullmatch(rest)
    if not clause:
        return None
    return Command("rules", f"{'F' if clause[1] in 'fф' else 'B'}{int(clause[2])}")


def _coded(kind: Kind) -> Callable[[str, str, str, Any], Found | None]:
    """Give the reader of a command with a code and perhaps a nick."""

    def read(_: str, __: str, own: str, ___: Any) -> Found | None:
        code = _CODE.fullmatch(own.strip(" :,"))
        if not code or not any(c.isdigit() or c == "-" for c in code[1]):
            return None
        nick = (code[2] or "").strip(' «»"')
        if kind == "observe" and nick:
            return None
        return Command(kind, code[1].lower(), nick)

    return read


def _replace(line: str, _: str, own: str, __: Any) -> Found | None:
    address = _ADDRESS.fullmatch(own.strip(" :,.!"))
    if address:
        return Command("replace", address[1])
    return Problem(line, "wrong_email", "F53") if "@" in own else None


def _away(line: str, rest: str, own: str, today: date | None) -> Found:
    period = dates.period(rest, today)
    if not period:
        return Problem(line, "bad_period", "F29", {"text": own.strip(" :,")})
    return AnswerForMe(since=period.since, until=period.until, away=True)


def _answer(line: str, rest: str, own: str, today: date | None) -> Found:
    period = dates.period(rest, today)
    if not period:
        return Problem(line, "bad_date", "F29", {"text": _LEADING.sub("", own).strip(" :,.")})
    return AnswerForMe(since=period.since, until=period.until)


def _language(line: str, rest: str, own: str, _: Any) -> Found:
    known = places.language(rest)
    if known:
        return Command("language", known)
    return Problem(line, "unknown_language", "", {"text": own})


def _zone(line: str, rest: str, own: str, _: Any) -> Found:
    known = places.zone(rest)
    if known:
        return Command("zone", known)
    return Problem(line, "unknown_zone", "", {"zone": own, "nearest": places.like_a_zone(rest)})


def _ask_pause(_: str, __: str, own: str, ___: Any) -> Found | None:
    return TellGM(own, "pause") if own else None


def _pause(_: str, __: str, own: str, ___: Any) -> Found | None:
    return Pause(own) if own else None


_MORE: dict[str, Callable[[str, str, str, date | None], Found | None]] = {
    "history": _history,
    "rules": _rules,
    "join": _coded("join"),
    "observe": _coded("observe"),
    "replace": _replace,
    "away": _away,
    "answer": _answer,
    "language": _language,
    "zone": _zone,
    "ask pause": _ask_pause,
    "pause": _pause,
}
