"""What a bot reads in its mail: the English text part of a letter, line by line. Pure.

The forms of the lines are those at the top of ``chalicelib/templates/letter.html``. A line that
quotes a player is indented, so whatever somebody writes is never taken for news.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import cache
from zoneinfo import ZoneInfo

import msgspec

_GAME = re.compile(r"<game-([a-z0-9]+)@")
_NEEDED = ("X-Alibi-Letter", "Reply-To", "Date")
_NICK = re.compile(r"^Your nick: (.+)$", re.MULTILINE)
_HAND = re.compile(r"^Your hand: (.+)$", re.MULTILINE)
_DECK = re.compile(r"^Suspects: (.+)\nWeapons: (.+)\nRooms: (.+)$", re.MULTILINE)
_TABLE = re.compile(r"^At the table:\n\n((?:• .+\n?)+)", re.MULTILINE)
_ASKS = re.compile(
    r"^(.+?) asks you, suggestion (\d+): .+\n\n"
    r"(?:You hold .+\n(?:\n((?:\d+ - .+\n)+))?|(This suggestion has an answer by now))",
    re.MULTILINE,
)
_GIVEN = re.compile(
    r"The GM has answered for you and shown your card: (.+)\. The order is always.+"
)
_OPENED = re.compile(r"^Day (\d+) is open\. It closes on (.+)\.$", re.MULTILINE)
_CLOSES = re.compile(r"^Day (\d+) closes on (.+)\.$", re.MULTILINE)
_LEFT = re.compile(
    r"^(?:You may make (\d+) more|(?:Everybody has|You have) (\d+)) suggestions?"
    r"(?: today| for this day)\.$",
    re.MULTILINE,
)
_UNTIL = re.compile(
    r"^(?:The others may accuse until this time|Accusations are taken until this time): (.+)\.$",
    re.MULTILINE,
)
_MOMENT = re.compile(r"(\d+ \w+) at (\d\d:\d\d) \((.+)\)")
_OUT = (
    "You make no more suggestions and accusations in this game",
    "Your accusation is accepted:",
    "Alas, the accusation is wrong:",
)


class Letter(msgspec.Struct, frozen=True):
    """A letter of a game: whose reply goes where, and its words. ``date`` is UTC."""

    id: str
    game: str
    message_id: str
    answers: str
    references: str
    reply_to: str
    subject: str
    date: datetime
    text: str


class Table(msgspec.Struct, frozen=True):
    """What the first letter tells: the cards in play, the nicks in their order, the own hand."""

    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    rooms: tuple[str, ...]
    nicks: tuple[str, ...]
    hand: tuple[str, ...]


class Asked(msgspec.Struct, frozen=True):
    """A suggestion that waits for the reader's answer; without ``choices`` it is a no."""

    by: str
    number: int
    choices: tuple[str, ...]


class Answered(msgspec.Struct, frozen=True, order=True):
    """A suggestion that was answered: who asked whom about what, and whether it was refuted."""

    by: str
    to: str
    cards: tuple[str, str, str]
    refuted: bool


class Shown(msgspec.Struct, frozen=True, order=True):
    """A card that was shown to somebody, by its holder or by the GM for its holder."""

    by: str
    to: str
    card: str


def opened(mail: EmailMessage) -> Letter | None:
    """Give a mail as a letter of a game; ``None`` for one that is none or takes no reply."""
    found = _GAME.search(str(mail["References"] or ""))
    part = mail.get_body(("plain",))
    if not found or not part or not all(mail[name] for name in _NEEDED):
        return None
    return Letter(
        str(mail["X-Alibi-Letter"]).strip(),
        found[1],
        str(mail["Message-ID"] or "").strip(),
        str(mail["In-Reply-To"] or "").strip(),
        str(mail["References"]),
        str(mail["Reply-To"]),
        str(mail["Subject"] or ""),
        mail["Date"].datetime.astimezone(UTC),
        str(part.get_content()).replace("\r\n", "\n"),
    )


def nick(text: str) -> str:
    """Give the reader's nick where a letter of welcome tells it, else nothing."""
    found = _NICK.search(text)
    return found[1] if found else ""


def table(text: str) -> Table | None:
    """Give the table where a letter describes it and the hand."""
    deck, hand, seats = _DECK.search(text), _HAND.search(text), _TABLE.search(text)
    if not deck or not hand or not seats:
        return None
    suspects, weapons, rooms = (tuple(cards.split(", ")) for cards in deck.groups())
    lines = seats[1].splitlines()
    nicks = tuple(_without_role(line.removeprefix("• "), suspects) for line in lines)
    return Table(suspects, weapons, rooms, nicks, tuple(hand[1].split(", ")))


def _without_role(line: str, roles: tuple[str, ...]) -> str:
    """Give the nick of ``NICK / ROLE``, whatever slashes the nick has."""
    parts = line.split(" / ")
    splits = [(" / ".join(parts[:at]), " / ".join(parts[at:])) for at in range(1, len(parts))]
    usual = (name for name, role in splits if role in roles)
    return next(usual, splits[0][0] if splits else line)


def asked(text: str) -> tuple[Asked, ...]:
    """Give the suggestions that a letter brings for the reader to answer.

    Letters that tell how things stand repeat them; each came, or comes, in a letter of its own.
    """
    found = () if _CLOSES.search(text) else _ASKS.finditer(text)
    return tuple(Asked(q[1], int(q[2]), _choices(q[3] or "")) for q in found if not q[4])


def _choices(text: str) -> tuple[str, ...]:
    """Give the cards of a numbered list."""
    return tuple(line.partition(" - ")[2] for line in text.splitlines())


def about_one(text: str) -> bool:
    """Whether the reply address of a letter stands for the one suggestion that it brings."""
    return len(_ASKS.findall(text)) == 1


def answered(text: str, seats: Table) -> Iterator[Answered]:
    """Give the suggestions and answers that a letter tells of."""
    lines, _ = _forms(seats)
    for found in map(lines.fullmatch, text.splitlines()):
        if found and not found["said"].startswith("no answer"):
            cards = found["suspect"], found["weapon"], found["room"]
            yield Answered(found["by"], found["to"], cards, found["said"].startswith("refuted"))


def shown(text: str, seats: Table, me: str) -> Iterator[Shown]:
    """Give the cards that a letter shows the reader, and those the GM showed for the reader."""
    suggestions, cards = _forms(seats)
    asker = ""
    for line in text.splitlines():
        if about := suggestions.fullmatch(line):
            asker = about["by"]
        elif card := cards.fullmatch(line):
            yield Shown(card["by"], me, card["card"])
        elif given := _GIVEN.fullmatch(line):
            yield Shown(me, asker, given[1])


@cache
def _forms(seats: Table) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Give the forms of a suggestion's line and of a shown card's, with the names of a table."""
    by, to = (_any(name, seats.nicks) for name in ("by", "to"))
    suspect, weapon = _any("suspect", seats.suspects), _any("weapon", seats.weapons)
    room = _any("room", seats.rooms)
    card = _any("card", seats.suspects + seats.weapons + seats.rooms)
    asks = rf"{by} → {to}, suggestion \d+: {suspect}, {weapon}, {room} — (?P<said>.+)"
    shows = rf"(?:The GM answers for )?{by} (?:and )?shows you: {card}"
    return re.compile(asks), re.compile(shows)


def _any(group: str, names: tuple[str, ...]) -> str:
    """Give a named pattern for any of some names, the longest first."""
    ordered = sorted(names, key=len, reverse=True)
    return f"(?P<{group}>{'|'.join(map(re.escape, ordered))})"


def day(letter: Letter) -> tuple[int, datetime | None]:
    """Give the number of the day that is open and when it closes (UTC); 0 where none is named."""
    found = _OPENED.search(letter.text) or _CLOSES.search(letter.text)
    return (int(found[1]), _moment(found[2], letter.date)) if found else (0, None)


def left(text: str) -> int | None:
    """Give how many suggestions the reader may still make today; ``None`` if it is not told."""
    if found := _LEFT.search(text):
        return int(found[1] or found[2])
    told = "All your suggestions of today are made." in text.splitlines() or _OPENED.search(text)
    return 0 if told else None


def accusations_until(letter: Letter) -> datetime | None:
    """Give the end (UTC) of the time for accusations, where a letter names it."""
    found = _UNTIL.search(letter.text)
    return _moment(found[1], letter.date) if found else None


def accusations_over(text: str) -> bool:
    """Whether the time for accusations is over and the game goes on."""
    return "=== The time for accusations is over ===" in text.splitlines()


def out(text: str) -> bool:
    """Whether the reader may make no more suggestions and accusations."""
    return any(line.startswith(_OUT) for line in text.splitlines())


def over(text: str) -> bool:
    """Whether the game is over."""
    return bool({"=== The game is over ===", "The game is over."} & set(text.splitlines()))


def refused(text: str) -> bool:
    """Whether a letter says that a mail did nothing."""
    return "Nothing was done." in text.splitlines()


def _moment(text: str, near: datetime) -> datetime | None:
    """Read ``2 December at 18:00 (UTC)`` as the time (UTC) of that name nearest to ``near``."""
    found = _MOMENT.fullmatch(text)
    if not found:
        return None
    date, clock, zone = found.groups()
    years = (near.year - 1, near.year, near.year + 1)
    possible = (_in_year(f"{date} {year} {clock}", zone) for year in years)
    none = timedelta.max
    return min(possible, key=lambda at: abs(at - near) if at else none)


def _in_year(text: str, zone: str) -> datetime | None:
    """Read a time; the 29th of February is not in every year."""
    try:
        naive = datetime.strptime(text, "%d %B %Y %H:%M")  # noqa: DTZ007 -- the zone comes next
    except ValueError:
        return None
    return naive.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
