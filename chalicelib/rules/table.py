"""What every table has, whatever is played: its setting, seats, joining, talk, a line to the GM."""

from datetime import date
from typing import Annotated, Literal, Protocol

import msgspec

from chalicelib.game import Actor, Chance, Event, IllegalMove, Move, NotYours, Secret, Unreadable
from chalicelib.rules.calendar import checked_zone
from chalicelib.text import bare, plain, skeleton, tidy

TALK_LENGTH = 2000
"""The longest comment or word to the GM, in characters."""
TALK_PER_DAY = 10_000
"""Characters that one seat may post in a game day: day reports have to fit into a mail."""
WORDS_PER_DAY = 20
"""Private words of one seat to the GM in a game day: each is a letter to the organiser."""
NICK_LENGTH = 32
ROLE_LENGTH = 40
TITLE_LENGTH = 80
CODE_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
RESERVED = (
    *("gm", "the gm", "game master", "organiser", "the organiser", "a former player", "alibi"),
    *("гм", "ведущий", "мастер игры", "организатор", "бывший игрок", "алиби"),
    *("mg", "mistrz gry", "organizator", "były gracz"),
)
"""Nicks that would be taken for the GM."""

Language = Literal["ru", "en", "pl"]


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a game is called, where its clock stands, and whom it admits."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=TITLE_LENGTH)]
    language: Annotated[Language, msgspec.Meta(description="Language of the public thread")] = "ru"
    zone: Annotated[str, msgspec.Meta(description="IANA time zone of the game's clock (F6)")] = (
        "UTC"
    )
    nick_length: Annotated[
        int, msgspec.Meta(ge=1, le=NICK_LENGTH, description="Longest nick, in characters (F4)")
    ] = NICK_LENGTH
    nick_letters: Annotated[
        Literal["any", "plain"],
        msgspec.Meta(description="plain: letters, digits, space, - _ . only (F4)"),
    ] = "any"


class Seat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A place at the table with its hand and role, whoever sits there (F4)."""

    id: str
    nick: str
    role: str
    account: Annotated[str | None, Secret("id")] = None
    size: int = 0
    hand: Annotated[tuple[str, ...] | None, Secret("id")] = None
    words: Annotated[int | None, Secret("id", "organiser")] = None
    """How many private words to the GM today."""


class Join(Move, frozen=True):
    """Take a seat in a game that is gathering players."""

    code: Annotated[str, msgspec.Meta(max_length=40)]
    nick: Annotated[str, msgspec.Meta(max_length=200)]
    role: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Leave(Move, frozen=True):
    """Give the seat up: for good before the start, to a successor later (F15, F53)."""


class Start(Move, frozen=True):
    """Close the table and deal (F2, F3, F5). The organiser's move."""


class Talk(Move, frozen=True):
    """A lyric post: a comment or a line in character, for all to read (F55)."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=TALK_LENGTH)]


class TellGM(Move, frozen=True):
    """A word to the GM in private, at any time, perhaps a request (F57, F52, F53)."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=TALK_LENGTH)]
    asks: Literal["", "pause", "successor"] = ""


class TellPlayer(Move, frozen=True):
    """The organiser's private word to a seat (F57)."""

    to: str
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=TALK_LENGTH)]


class AnswerForMe(Move, frozen=True):
    """A standing order: the GM answers for this seat at once, for good or until a date (F29, F34).

    ``on=False`` takes it back. ``since`` and ``until`` are its first and last day in the game's
    zone. ``away``: the player is absent, and is back with the next move of theirs in the thread.
    """

    on: bool = True
    until: date | None = None
    since: date | None = None
    away: bool = False


class TimePassed(Move, frozen=True):
    """The clock's only move: whatever is due at the time of the move happens.

    ``late``: the clock itself was down for so long that nobody may be blamed for silence (F28).
    """

    late: bool = False


class Joined(Event, frozen=True):
    """Somebody took a seat (F4)."""

    by: str
    nick: str
    role: str
    account: Annotated[str | None, Secret("by")] = None


class Left(Event, frozen=True):
    """A player left the seat (F15)."""

    by: str
    account: Annotated[str | None, Secret("by")] = None


class Talked(Event, frozen=True):
    """A lyric post (F55)."""

    by: str
    text: str
    post: int = 0


class ToldGM(Event, frozen=True):
    """A private word to the GM (F57)."""

    audience = Secret("by", "organiser")
    by: str
    text: str
    asks: Literal["", "pause", "successor"] = ""


class ToldPlayer(Event, frozen=True):
    """The organiser's private word to a player (F57)."""

    audience = Secret("to", "organiser")
    to: str
    text: str


class StandingOrder(Event, frozen=True):
    """The GM answers at once for a seat, now or from a day on, or no longer; all are told (F29).

    ``begun``: what was ordered for later begins.
    """

    by: str
    on: bool
    until: date | None = None
    since: date | None = None
    away: bool = False
    begun: bool = False


class Tabled(Protocol):
    """The part of a state that these functions read."""

    @property
    def setting(self) -> Setting:
        """The table's setting."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in order of joining."""

    @property
    def joined(self) -> int:
        """How many ever joined; seat ids are never used twice."""

    @property
    def join_code(self) -> str | None:
        """What a newcomer must show."""


def checked_setting(setting: Setting) -> Setting:
    """Refuse a setting with an unknown time zone or a blank title (F6)."""
    title = tidy(setting.title)
    if not plain(title) or len(title) > TITLE_LENGTH:
        raise Unreadable("title_length", limit=TITLE_LENGTH)
    checked_zone(setting.zone)
    return msgspec.structs.replace(setting, title=title)


def seat_of(state: Tabled, seat_id: str) -> Seat | None:
    """Give the seat with this id, if there is one."""
    return next((seat for seat in state.seats if seat.id == seat_id), None)


def actor(state: Tabled, host: str | None, account: str) -> Actor:
    """Say who an account is at this table."""
    seat = next((s.id for s in state.seats if s.account == account), "")
    return Actor(account=account, seat=seat, organiser=bool(account) and account == host)


def need_seat(by: Actor) -> str:
    """Give the actor's seat; refuse who has none."""
    if not by.seat:
        raise NotYours("not_seated", "F4")
    return by.seat


def need_organiser(by: Actor) -> None:
    """Refuse everybody but the organiser (F56)."""
    if not by.organiser:
        raise NotYours("not_organiser", "F56")


def join(state: Tabled, by: Actor, move: Join, roles: tuple[str, ...]) -> Joined:
    """Judge a newcomer: code, one seat each, a nick of their own (F4).

    Without a role the newcomer gets the first of ``roles`` that nobody has.
    """
    if bare(move.code) != bare(state.join_code or ""):
        raise NotYours("wrong_code", "F4")
    if by.seat:
        raise IllegalMove("already_seated", "F4")
    taken = {plain(seat.role) for seat in state.seats}
    asked = tidy(move.role) if plain(move.role) else ""
    role = asked or next((r for r in roles if plain(r) not in taken), tidy(move.nick))
    if len(role) > ROLE_LENGTH:
        raise IllegalMove("role_too_long", "F4", limit=ROLE_LENGTH)
    seat = f"s{state.joined + 1}"
    return Joined(seat, checked_nick(state, move.nick), role, by.account)


def checked_nick(state: Tabled, text: str, but: str = "") -> str:
    """Tidy a nick; refuse one that is taken, empty, too long or means something else (F4).

    ``but`` is the seat whose nick does not count as taken.
    """
    nick, setting = tidy(text), state.setting
    look = skeleton(nick)
    if not look or len(nick) > setting.nick_length:
        raise IllegalMove("nick_length", "F4", nick=nick, limit=setting.nick_length)
    if nick.isdecimal() or look in map(skeleton, RESERVED):
        raise IllegalMove("nick_reserved", "F4", nick=nick)
    if setting.nick_letters == "plain" and not all(c.isalnum() or c in " -_." for c in nick):
        raise IllegalMove("nick_letters", "F4", nick=nick)
    if any(skeleton(seat.nick) == look for seat in state.seats if seat.id != but):
        raise IllegalMove("nick_taken", "F4", nick=nick)
    return nick


def told_gm(by: Actor, move: TellGM) -> ToldGM:
    """Carry a player's word to the GM (F57)."""
    return ToldGM(need_seat(by), said(move.text), move.asks)


def told_player(state: Tabled, by: Actor, move: TellPlayer) -> ToldPlayer:
    """Carry the organiser's word to a player (F57)."""
    need_organiser(by)
    if not seat_of(state, move.to):
        raise IllegalMove("no_such_seat", "F57", to=move.to)
    return ToldPlayer(move.to, said(move.text))


def said_or_nothing(text: str) -> str:
    """Tidy a reason that need not be given."""
    return said(text) if plain(text) else ""


def fresh_code(rng: Chance) -> str:
    """Draw a code to be given away: 40 bits, letters and digits that cannot be mistaken."""
    letters = [CODE_LETTERS[rng.randrange(len(CODE_LETTERS))] for _ in range(8)]
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"


def said(text: str) -> str:
    """Tidy what was said line by line, keeping its paragraphs; refuse a blank."""
    lines = [tidy(line) for line in text.splitlines()]
    kept = "\n".join(lines).strip()
    if not kept:
        raise Unreadable("nothing_said", "F55")
    if len(kept) > TALK_LENGTH:
        raise Unreadable("said_too_long", "F55", limit=TALK_LENGTH)
    return kept
