"""The posts that tell a thread of an entry. Pure; whatever comes in is made public first."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from chalicelib.announce.kinds import kind_of, mover
from chalicelib.announce.voice import Announcement, Voice
from chalicelib.announce.wording import asked_of, said, told
from chalicelib.game import PUBLIC, redact
from chalicelib.markup.tree import Node, Quote, Tree
from chalicelib.rules import Log, State, verbs
from chalicelib.rules.forum.corrections import Amended
from chalicelib.rules.forum.state import DayOpened
from chalicelib.rules.table import Left, Talked, seat_of


def entry(
    entry: Log, state: State, voice: Voice, thread: tuple[Log, ...] = ()
) -> tuple[Announcement, ...]:
    """Give the posts about an entry, in order; none where the thread need not be told.

    ``state`` is the one after it, or the present one; ``thread`` are the entries of the day that it
    closed, for the report. What the public may not know is taken away here, too.
    """
    told_each = _each(entry, state, voice, thread)
    return tuple(_joined(group) for _, group in groupby(told_each, key=lambda one: one.kind))


def parts(
    entry: Log, state: State, voice: Voice, thread: tuple[Log, ...] = ()
) -> tuple[Announcement, ...]:
    """Give what is told of each event of an entry by itself, in order."""
    return tuple(_each(entry, state, voice, thread, apart=True))


def opening(state: State, voice: Voice) -> Tree:
    """Give the opening post of a game that was dealt (F5)."""
    view = redact(state, PUBLIC)
    opens = getattr(view, "opens", None) if view.phase == "dealt" else None
    return said("thread/case_sealed.html", view, voice, opens=opens)


def _each(
    entry: Log, state: State, voice: Voice, thread: tuple[Log, ...], *, apart: bool = False
) -> Iterator[Announcement]:
    """Give one announcement for each event that is told; ``apart``: each says whose move it is."""
    public, view = redact(entry, PUBLIC), redact(state, PUBLIC)
    asked = asked_of(tuple(redact(one, PUBLIC) for one in thread), view)
    said_of = ""
    for place, event in enumerate(public.events):
        kind = kind_of(event, in_thread=voice.in_thread)
        if not kind or (isinstance(event, Left) and not seat_of(view, event.by)):
            continue
        facts: dict[str, Any] = {"said_of": "" if apart else said_of, "asked": asked}
        if isinstance(event, verbs.CaseSealed) and not _opened(public):
            facts["opens"] = getattr(view, "opens", None) and event.opens
        tree = told(event, view, voice, **facts)
        said_of = mover(event)
        if tree:
            yield Announcement(
                kind,
                tree,
                (event.id,) if isinstance(event, verbs.Suggested | Amended) else (),
                tuple(_quotes(tree)),
                (event.post,) if isinstance(event, Talked) else (),
                (place,),
            )


def _opened(entry: Log) -> bool:
    """Whether a day opened with an entry."""
    return any(isinstance(event, DayOpened) for event in entry.events)


def _quotes(tree: Iterable[Node]) -> Iterator[str]:
    """Give the posts that a tree quotes."""
    for node in tree:
        if isinstance(node, Quote) and node.post:
            yield node.post


def _joined(group: Iterable[Announcement]) -> Announcement:
    """Make one post of several announcements."""
    every = tuple(group)
    return Announcement(
        every[0].kind,
        tuple(node for one in every for node in one.tree),
        tuple(number for one in every for number in one.suggestions),
        tuple(dict.fromkeys(post for one in every for post in one.quotes)),
        tuple(post for one in every for post in one.talks),
        tuple(place for one in every for place in one.events),
    )
