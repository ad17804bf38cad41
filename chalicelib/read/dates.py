"""Days as people write them: «с 5 по 12 декабря», "until Friday", "od 5.12 do 12.12". Pure.

Everything is read in its folded form (``text.folded``) and relative to the day of arrival. A number
with a dot is day and month. The last day counts, whichever word stands before it; an hour beside a
day is understood and rounded to the whole day.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta

import msgspec

from chalicelib.text import folded

PAST = timedelta(days=31)
"""A day without a year is of the nearest year in which it is at most so long ago."""
SPANS = {"day": 1, "week": 7, "month": 30}

_MONTHS = (
    "январ[ья]|янв|january|jan|styczen|stycznia|sty",
    "феврал[ья]|фев|february|feb|luty|lutego|lut",
    "марта?|мар|march|mar|marzec|marca",
    "апрел[ья]|апр|april|apr|kwiecien|kwietnia|kwi",
    "ма[йя]|may|maja?",
    "июн[ья]|июн|june|jun|czerwiec|czerwca|cze",
    "июл[ья]|июл|july|jul|lipiec|lipca|lip",
    "августа?|авг|august|aug|sierpien|sierpnia|sie",
    "сентябр[ья]|сент?|september|sept?|wrzesien|wrzesnia|wrz",
    "октябр[ья]|окт|october|oct|pazdziernika?|paz",
    "ноябр[ья]|ноя|нояб|november|nov|listopada?|lis",
    "декабр[ья]|дек|december|dec|grudzien|grudnia|gru",
)
_WEEKDAYS = (
    "понедельника?|пн|monday|mon|poniedzialk?u?|poniedzialek|pon",
    "вторника?|вт|tuesday|tues?|wtorku?|wtorek|wt",
    "сред[аыу]|ср|wednesday|wed|srod[aye]|sroda|sr",
    "четверга?|чт|thursday|thurs?|czwartku?|czwartek|czw",
    "пятниц[аыу]|пт|friday|fri|piatku?|piatek|pt",
    "суббот[аыу]|сб|saturday|sat|sobot[aye]|sob",
    "воскресень[еяю]|вс|sunday|sun|niedziel[aiye]|niedziele|nd",
)
_NEAR = (
    "сегодня|today|dzis|dzisiaj|сегодняшнего дня",
    "завтра|tomorrow|jutra|jutro|завтрашнего дня",
    "послезавтра|the day after tomorrow|day after tomorrow|pojutrze",
)
_COUNTED = {
    "day": r"дн[ейя]{1,2}|день|days?|dni|dzien",
    "week": r"недел[яюиье]|недель|weeks?|tydzien|tygodni|tygodnie",
    "month": r"месяц(?:а|ев)?|months?|miesiac|miesiace|miesiecy",
}
_NUMBERS = {
    word: number
    for number, words in {
        1: "один одну one a jeden",
        2: "два две пару two dwa dwie pare",
        3: "три three trzy",
        4: "четыре four cztery",
        5: "пять five piec",
        10: "десять ten dziesiec",
    }.items()
    for word in words.split()
}

_TIME = (
    r"(?:,?\s(?:в|во|at|o)?\s?\d{1,2}[:.]\d{2}\s?(?:[ap]m)?(?:\sч)?"
    r"|,?\s(?:в|at|o)\s\d{1,2}\s?(?:часов|часа|час|ч|утра|дня|вечера|[ap]m|godz))?"
)
_YEAR = r"(?:,?\s(\d{4})(?:\s?(?:года|г\.?|r\.?|roku))?)?"
_ANY_MONTH = "|".join(_MONTHS)
_ON = r"(?:(?:в|во|on|w|we|the)\s)?"
_DAY = re.compile(
    rf"{_ON}(?:"
    rf"(?P<iso>\d{{4}}-\d{{1,2}}-\d{{1,2}})"
    rf"|(?P<dotted>\d{{1,2}}[./]\d{{1,2}}(?:[./](?:\d{{4}}|\d{{2}}))?)(?:\s?г\.?)?"
    rf"|(?P<day>\d{{1,2}})(?:st|nd|rd|th|-?го|-?е|\.)?\s(?:of\s)?(?P<month>{_ANY_MONTH})\.?{_YEAR}"
    rf"|(?P<monthed>{_ANY_MONTH})\.?\s(?P<dayed>\d{{1,2}})(?:st|nd|rd|th)?{_YEAR}"
    rf"|(?P<near>{'|'.join(_NEAR)})"
    rf"|(?P<weekday>{'|'.join(_WEEKDAYS)})"
    rf"){_TIME}"
)
_BARE = re.compile(r"(?:the\s)?(\d{1,2})(?:st|nd|rd|th|-?го|-?е|\.)?")
_FROM = r"(?:начиная\s)?(?:с|со|from|since|starting|as of|od)\s"
_TO = r"\s?(?:\sпо|\sдо|\sto|\still|\suntil|\sthrough|\sdo|-|–|—)\s?"
_UNTIL = r"(?:по|до|until|till|to|through|do)\s"
_ENDING = re.compile(r"[\s,]{1,3}(?:включительно|inclusive|included|wlacznie)$|\sчисла$")
_FIRST, _BETWEEN = re.compile(_FROM), re.compile(_TO)
_FOR = re.compile(r"\s(?:на|for|na|przez)\s")
_COUNT = re.compile(
    rf"(?:на|в течение|for|przez|na)?\s?(?P<many>\d{{1,2}}|{'|'.join(_NUMBERS)})?\s?"
    rf"(?:{'|'.join(f'(?P<{unit}>{words})' for unit, words in _COUNTED.items())})"
)


class Period(msgspec.Struct, frozen=True):
    """From a first to a last day, both included; ``None`` is open: from now on, or for good."""

    since: date | None = None
    until: date | None = None


LONGEST_TURN = 120
"""Days of an absence over the turn of the year whose days name no year; longer ones are slips."""


def period(text: str, today: date | None) -> Period | None:
    """Read from when to when; nothing said is from now on for good, ``None`` cannot be read.

    ``today`` is what days without a year are counted from; without it these are not read.
    """
    said = _ENDING.sub("", folded(text).strip(" .,!;:"))
    if not said:
        return Period()
    return next((found for found in _readings(said, today) if found), None)


def _readings(said: str, today: date | None) -> Iterator[Period | None]:
    """Try one way after the other."""
    yield _counted(said, today)
    if ending := re.match(_UNTIL, said):
        last = _day(said[ending.end() :], today)
        yield Period(None, last) if last else None
    begun = _FIRST.match(said)
    rest = said[begun.end() :] if begun else said
    if begun and (opening := _day(rest, today, first=True)):
        yield Period(opening, None)
    alone = _day(said, today, first=True)
    yield Period(alone, alone) if alone else None
    for middle in _BETWEEN.finditer(rest):
        yield _between(rest[: middle.start()], rest[middle.end() :], today)
    for middle in _FOR.finditer(rest):
        first = _day(rest[: middle.start()], today, first=True)
        yield _counted(rest[middle.end() :], first) if first else None


def _counted(said: str, today: date | None) -> Period | None:
    """Read «на неделю», "for 3 days"; ``today`` is the first of them."""
    found = _COUNT.fullmatch(said)
    if not found or not today:
        return None
    unit = next(unit for unit in SPANS if found[unit])
    many = found["many"] or "1"
    days = SPANS[unit] * (int(many) if many.isdecimal() else _NUMBERS[many])
    return Period(today, today + timedelta(days=days - 1)) if days else None


def _between(first: str, last: str, today: date | None) -> Period | None:
    """Read a first and a last day; the month of the first may stand with the last alone."""
    since = _day(first, today, first=True)
    base = max(since, today) if since and today else since or today
    until = _day(last, base, after=since)
    if not since and until and (bare := _BARE.fullmatch(first.strip())):
        year = until.year if int(bare[1]) <= until.day or until.month > 1 else until.year - 1
        month = until.month if int(bare[1]) <= until.day else (until.month - 2) % 12 + 1
        since = _real(year, month, int(bare[1]))
        if since and today and since < today and month != until.month:
            return None  # «с 10 по 5 декабря»: a slip, and no absence that began last month
    if not since or not until:
        return None
    if until < since:  # over the turn of the year, but not from December to the next December
        until = _real(until.year + 1, until.month, until.day)
        return Period(since, until) if until and (until - since).days <= LONGEST_TURN else None
    return Period(since, until) if (until - since).days < 366 else None  # noqa: PLR2004


def _day(
    said: str, today: date | None, *, first: bool = False, after: date | None = None
) -> date | None:
    """Read one day; of weekdays the next, where it is a first one perhaps today itself."""
    found = _DAY.fullmatch(said.strip(" ,."))
    if not found:
        return None
    if found["iso"]:
        return _real(*map(int, found["iso"].split("-")))
    if found["dotted"]:
        return _dotted([int(part) for part in re.split(r"[./]", found["dotted"])], today)
    if found["near"]:
        return today + timedelta(days=_place(found["near"], _NEAR)) if today else None
    if found["weekday"]:
        base = after or today
        ahead = (_place(found["weekday"], _WEEKDAYS) - base.weekday()) % 7 if base else 0
        return base + timedelta(days=ahead or (0 if first else 7)) if base else None
    name, day = found["month"] or found["monthed"], found["day"] or found["dayed"]
    year = next((found[n] for n in (5, 8) if found[n]), None)
    return _dated(int(day), 1 + _place(name, _MONTHS), int(year) if year else None, today)


def _dotted(parts: list[int], today: date | None) -> date | None:
    """Read ``5.12``, ``05.12.2026`` or ``5/12/26``: the day first, unless only the other fits."""
    day, month, *rest = parts
    if month > 12 >= day:  # noqa: PLR2004 -- as in 12/25
        day, month = month, day
    year = rest[0] + (2000 if rest[0] < 100 else 0) if rest else None  # noqa: PLR2004
    return _dated(day, month, year, today)


def _dated(day: int, month: int, year: int | None, today: date | None) -> date | None:
    """Give a date; without a year the nearest that is not long past."""
    if year or not today:
        return _real(year, month, day) if year else None
    years = (today.year - 1, today.year, today.year + 1)
    found = (real for y in years if (real := _real(y, month, day)))
    return next((d for d in found if d >= today - PAST), None)


def _real(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _place(said: str, words: tuple[str, ...]) -> int:
    """Give the place of the pattern that a word fits."""
    return next(n for n, pattern in enumerate(words) if re.fullmatch(pattern, said))
