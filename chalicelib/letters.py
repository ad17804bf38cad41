"""Who is told what: for each log entry, the seats that get a letter about it. Pure.

A letter names an entry and a reader. Its words are found when it is sent, from the entry and the
state as ``redact`` gives them to that reader; so a letter holds no secret of its own.
"""

from datetime import datetime
from typing import Any, Literal

import msgspec

from chalicelib.game import ORGANISER, Entry
from chalicelib.letters_readers import NEWS, PROMPT, readers
from chalicelib.rules import State, table

Subject = Literal[
    "refused",
    "status",
    "help",
    "commands",
    "confirm",
    "notice",
    "unreachable",
    "post_refused",
    "post_ruled",
]
"""What an answer to a mail is about; ``post_refused`` answers a post at a forum, ``post_ruled``
tells the organiser what there is to decide about one."""


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
    ``account`` is who wrote the mail, if somebody did: the answer is for nobody else.
    """

    game: str
    to: str
    about: Subject
    reply_to: str = ""
    parts: tuple[Problem | Understood | Carried, ...] = ()
    prompt: int | None = None
    guarded: bool = False
    ticket: str = ""
    account: str = ""


class Note(msgspec.Struct, frozen=True, tag_field="kind", tag="note"):
    """A letter that goes to an address or an account, whether or not it is at a table.

    ``about`` is its template. Whoever gets it is known by ``address``, else by ``account``, else
    it is the organiser of ``game``. ``seq`` is the log entry that it tells, if it does; ``to`` is
    what lists of letters call its reader.
    """

    about: Literal["proof", "invitation", "off", "watching", "settings", "webhook", "forum"]
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
