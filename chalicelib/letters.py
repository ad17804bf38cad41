"""Who is told what: for each log entry, the seats that get a letter about it. Pure.

A letter names an entry and a reader. Its words are found when it is sent, from the entry and the
state as ``redact`` gives them to that reader; so a letter holds no secret of its own.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Literal

import msgspec

from chalicelib.game import CLOCK, ORGANISER, Entry, Event
from chalicelib.rules import State, blitz, forum, office, table, verbs
from chalicelib.rules.blitz import state as b
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.rollback import RolledBack
from chalicelib.rules.forum.winners import Solved

PRIVATE, PROMPT, REMINDER, NEWS, DIGEST = range(5)
"""Ranks: the lower goes out first (private cards, questions, reminders, news, digests)."""


Subject = Literal["refused", "status", "help", "commands", "confirm", "notice", "unreachable"]
"""What an answer to a mail is about."""


class Told(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="told"):
    """A reader (a seat id or ``organiser``) is told of log entry ``seq``.

    ``account`` is who it was for when it was written: it is for nobody else. The other two are for
    a receipt: ``reply_to`` is the Message-ID of the mail that it answers, ``read_as`` has the names
    that the mail gave in another way than the list, each as written and as announced (F14).
    """

    game: str
    seq: int
    to: str
    rank: int = NEWS
    account: str = ""
    reply_to: str = ""
    read_as: tuple[tuple[str, str], ...] = ()


class Problem(msgspec.Struct, frozen=True, tag_field="kind", tag="problem"):
    """One order of a mail that cannot be done: what was read, and the refusal of it."""

    text: str
    code: str
    rule: str = ""
    facts: dict[str, Any] = {}


class Understood(msgspec.Struct, frozen=True, tag_field="kind", tag="understood"):
    """One order of a mail that would have been right; it is not done because another is wrong."""

    text: str


class Carried(msgspec.Struct, frozen=True, tag_field="kind", tag="carried"):
    """A command of a mail that was carried out, with what its answer says of it."""

    text: str
    command: str
    facts: dict[str, Any] = {}


class Answer(msgspec.Struct, frozen=True, tag_field="kind", tag="answer"):
    """The answer to a mail that did nothing: a refusal of each order, or what was asked for.

    ``prompt`` is the suggestion that a reply to the answer is about. ``guarded``: nobody vouches
    for the mail, so the answer shows nothing of the hand. ``ticket`` is the reply address of a
    letter that asks its reader to confirm a mail, and opens the page that asks the same.
    """

    game: str
    to: str
    about: Subject
    reply_to: str = ""
    parts: tuple[Problem | Understood | Carried, ...] = ()
    prompt: int | None = None
    guarded: bool = False
    ticket: str = ""


class Note(msgspec.Struct, frozen=True, tag_field="kind", tag="note"):
    """A letter that goes to an address or an account, whether or not it is at a table.

    ``about`` is its template. Whoever gets it is known by ``address``, else by ``account``, else
    it is the organiser of ``game``. ``seq`` is the log entry that it tells, if it does; ``to`` is
    what lists of letters call its reader.
    """

    about: Literal["proof", "invitation", "off", "watching", "settings"]
    game: str = ""
    account: str = ""
    address: str = ""
    language: str = ""
    seq: int = 0
    facts: dict[str, Any] = {}
    parts: tuple[Problem | Carried, ...] = ()
    reply_to: str = ""
    to: str = "somebody"


class SignIn(msgspec.Struct, frozen=True, tag_field="kind", tag="sign_in"):
    """A code and a link for signing in, to an address that may have no account yet."""

    address: str
    code: str
    ticket: str
    language: str


class Farewell(msgspec.Struct, frozen=True, tag_field="kind", tag="farewell"):
    """The receipt for leaving, to an account that has no part in the game any more."""

    game: str
    account: str
    seq: int


class Reminder(msgspec.Struct, frozen=True, tag_field="kind", tag="reminder"):
    """A reader is reminded, ``hours`` before a deadline (UTC), of what they owe by then."""

    game: str
    to: str
    account: str
    deadline: datetime
    hours: int


class Digest(msgspec.Struct, frozen=True, tag_field="kind", tag="digest"):
    """Log entries of which a reader is told in one letter.

    ``since`` (UTC) is when the first of them was put there, ``day`` the game day that was open.
    """

    game: str
    to: str
    account: str
    seqs: tuple[int, ...]
    since: datetime
    day: int = 0


class Undelivered(msgspec.Struct, frozen=True, tag_field="kind", tag="undelivered"):
    """The organiser is told that a letter to a seat could not be sent, however often it was tried.

    ``account`` is the organiser's when it was written.
    """

    game: str
    seat: str
    account: str
    to: str = ORGANISER


Letter = Told | Answer | SignIn | Farewell | Reminder | Digest | Undelivered | Note


def about(  # noqa: PLR0913 -- an entry, and what its receipt says besides
    game: str,
    state: State,
    entry: Entry[Any, Any],
    *,
    late: bool = False,
    read_as: tuple[tuple[str, str], ...] = (),
    reply_to: str = "",
) -> tuple[Told | Farewell, ...]:
    """Give the letters about an entry, one for each reader; ``state`` is the one after it.

    Whoever moved by mail gets one in any case: it is the receipt, in answer to ``reply_to``, and no
    other letter has ``read_as``. When the clock is so ``late`` that it is about to go on, mere news
    waits for the last letter of all, which tells it too.
    """
    ranks: dict[str, int] = {}
    for event in entry.events:
        for reader, rank in readers(state, entry.by, event):
            ranks[reader] = min(rank, ranks.get(reader, NEWS))
    if entry.via == "mail" and entry.by:
        ranks[entry.by] = min(PROMPT, ranks.get(entry.by, NEWS))
    here = {seat.id: seat.account for seat in state.seats if seat.account}
    here[ORGANISER] = state.host or ""
    told = (
        Told(game, entry.seq, to, rank, here[to])
        if to != entry.by
        else Told(game, entry.seq, to, rank, here[to], reply_to, read_as)
        for to, rank in ranks.items()
        if to in here and not (late and rank == NEWS)
    )
    leavers = (event.account for event in entry.events if isinstance(event, table.Left))
    return (*told, *(Farewell(game, account, entry.seq) for account in leavers if account))


def readers(state: State, by: str | None, event: Event) -> Iterable[tuple[str, int]]:
    """Who is told of an event by letter, and how urgently.

    A standing order is news to its seat where the organiser has given it (F51). That a step of
    blitz was given its time again is news to whoever has to act (B9).
    """
    if isinstance(event, table.StandingOrder):
        return () if by in (event.by, CLOCK) else ((event.by, NEWS),)
    if isinstance(event, office.CloseMoved) and by == CLOCK:
        return ((seat, NEWS) for seat in _on_duty(state))
    rule = READERS.get(type(event))
    return rule(state, event) if rule else ()


def _on_duty(state: State) -> tuple[str, ...]:
    """Who has to act in blitz: answer, or else use the turn."""
    if not isinstance(state, blitz.State):
        return ()
    return tuple(question.to for question in state.questions) or (state.player,)


def _everybody(rank: int) -> Callable[[State, Any], Iterable[tuple[str, int]]]:
    return lambda state, _: ((seat.id, rank) for seat in state.seats)


def _answered(state: State, event: Any) -> Iterable[tuple[str, int]]:
    """The suggester gets the card; whom the GM answered for learns what was shown for them.

    In blitz the suggester is told of those who could not refute when the round is over (B5).
    """
    if isinstance(state, forum.State) or isinstance(event, verbs.Refuted):
        yield event.to, PRIVATE
    if event.gm:
        yield event.by, PRIVATE


def _everywhere(rank: int) -> Callable[[State, Any], Iterable[tuple[str, int]]]:
    """Everybody at the table, and the organiser where they have no seat of their own."""

    def readers(state: State, _: Event) -> Iterable[tuple[str, int]]:
        yield from ((seat.id, rank) for seat in state.seats)
        if all(seat.account != state.host for seat in state.seats):
            yield ORGANISER, rank

    return readers


def _turn(state: State, event: Any) -> Iterable[tuple[str, int]]:
    """Whoever has the turn, and all others with the news of the last one."""
    yield event.by, PROMPT
    yield from _everybody(NEWS)(state, event)


def _passed(_: State, event: Any) -> Iterable[tuple[str, int]]:
    """Whoever did not pass by themselves."""
    return ((event.by, PRIVATE),) if event.gm else ()


def _deputy(_: State, event: rulings.DeputyNamed) -> Iterable[tuple[str, int]]:
    """The new deputy, if there is one."""
    return ((event.seat, PROMPT),) if event.seat else ()


def _asked_and_asking(_: State, event: Any) -> Iterable[tuple[str, int]]:
    """Both sides of a suggestion."""
    return ((event.to, PROMPT), (event.by, PROMPT))


READERS: dict[type, Callable[[State, Any], Iterable[tuple[str, int]]]] = {
    table.Joined: lambda _, e: ((e.by, PROMPT), (ORGANISER, NEWS)),
    table.Left: lambda _, __: ((ORGANISER, NEWS),),
    table.ToldGM: lambda _, __: ((ORGANISER, PROMPT),),
    table.ToldPlayer: lambda _, e: ((e.to, PROMPT),),
    verbs.HandDealt: lambda _, e: ((e.to, PRIVATE),),
    f.DayOpened: _everybody(NEWS),
    f.DayClosed: _everybody(NEWS),
    f.SeatsIdle: lambda _, __: ((ORGANISER, NEWS),),
    verbs.Suggested: lambda _, e: ((e.to, PROMPT),),
    verbs.Refuted: _answered,
    verbs.NotRefuted: _answered,
    f.CardSent: _answered,
    f.CardOwed: lambda _, e: ((e.by, PROMPT),),
    f.CardOverdue: lambda _, e: ((e.by, PRIVATE),),
    f.AccusationFailed: lambda _, e: ((e.by, PRIVATE),),
    f.WindowOpened: _everywhere(PROMPT),
    f.WindowClosed: _everywhere(PROMPT),
    Solved: _everywhere(PROMPT),
    verbs.Ended: _everywhere(NEWS),
    c.MalformedMade: _asked_and_asking,
    c.Amended: lambda _, e: ((e.to, PROMPT),),
    c.MalformedAnswered: lambda _, e: ((e.to, PRIVATE), (ORGANISER, PROMPT)),
    c.Settled: _asked_and_asking,
    office.Paused: _everywhere(PROMPT),
    office.Resumed: _everywhere(PROMPT),
    office.CloseMoved: _everywhere(PROMPT),
    RolledBack: _everywhere(PROMPT),
    rulings.DeputyNamed: _deputy,
    rulings.Fined: lambda _, e: ((e.by, PROMPT),),
    rulings.PenaltyWaived: lambda _, e: ((e.by, PROMPT),),
    rulings.Voided: _asked_and_asking,
    rulings.Restored: _asked_and_asking,
    rulings.Complained: lambda _, e: ((e.to, PROMPT),),
    office.SeatOffered: lambda _, e: ((e.seat, PROMPT), (ORGANISER, PROMPT)),
    office.SeatTaken: lambda _, e: ((e.by, PRIVATE), (ORGANISER, NEWS)),
    office.OfficeTaken: lambda _, __: ((ORGANISER, PROMPT),),
    b.TurnBegan: _turn,
    b.DutyPassed: lambda _, e: ((e.to, PROMPT),),
    b.Unrefuted: lambda _, e: ((e.by, PROMPT),),
    b.Passed: _passed,
    b.AccusationMade: lambda _, e: ((e.by, PRIVATE),),
    b.PlayedByGM: lambda _, e: ((e.by, PROMPT), (ORGANISER, PROMPT)),
    b.RolledBack: _everywhere(PROMPT),
}
"""Which events are told by letter; the others are read in the thread and in the day report."""
