"""Moves of a post are made: in one transaction with the record of what became of it.

So a post that comes again, or is dealt with by two at once, makes no move twice and loses none.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import msgspec

from chalicelib.forums import outbox
from chalicelib.forums.case import Case, close, closing
from chalicelib.forums.post_time import counts_at
from chalicelib.forums.posts import Version
from chalicelib.forums.rechecks import recheck_item
from chalicelib.game import IllegalMove
from chalicelib.play import Asked, Played, play
from chalicelib.rules import Log, verbs
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.table import Talk
from chalicelib.site import Site
from chalicelib.store import Put, Write

SUGGESTING = (verbs.Suggest, c.SuggestMalformed, c.Amend)
SUGGESTED = (verbs.Suggested, c.MalformedMade, c.Amended)


class Making(msgspec.Struct, frozen=True):
    """The moves of a version, and what is written with them.

    ``changes`` are what is known of the post from now on, ``more`` is whatever else there is to
    write. An ``edit`` makes moves of its own, besides those of the first version. ``at`` is when
    they were made (UTC), if not with this version.
    """

    moves: tuple[Any, ...]
    decided: Version
    changes: dict[str, Any]
    more: tuple[Write, ...] = ()
    edit: bool = False
    at: datetime | None = None


def make(site: Site, case: Case, making: Making) -> None:
    """Make moves. Raises a ``Refusal``, or ``Conflict`` where somebody else was faster."""
    try:
        played = _play(site, case, making)
    except IllegalMove as refusal:
        if refusal.code != "day_over":
            raise
        # The clock has closed the day while we looked at it.
        played = _play(site, case, making)
    if played.replayed:
        close(site, case, making.decided, **(making.changes | {"seq": played.entry.seq}))


def _play(site: Site, case: Case, making: Making) -> Played:
    binding, post = case.binding, case.received.post
    at = counts_at(site, binding.game, making.at or case.made, case.received.at)
    key = f"forum:{binding.id}:{post.id}"
    return play(
        site.store,
        binding.game,
        Asked(case.account, making.moves, "forum", at),
        key=f"{key}:{case.name}" if making.edit else key,
        now=site.now(),
        rng=site.rng,
        settle=site.settle,
        along=lambda entry: _along(site, case, making, entry),
    )


def _along(site: Site, case: Case, making: Making, entry: Log) -> Iterable[Write]:
    """Give what is written with the moves: what became of the post, and where each one stands."""
    ids = tuple(_suggestions(making.moves, entry))
    binding, post = case.binding, case.received.post
    known: dict[str, Any] = {
        "seq": entry.seq,
        "seat": case.seat,
        "suggestions": (*case.known.suggestions, *ids),
    }
    yield from closing(case, making.decided, **(known | making.changes))
    yield Put(outbox.came_item(binding.id, entry.seq, post.id))
    shown = outbox.Shown(
        post.author_name or case.known.name or case.name_here, post.id, post.number
    )
    for suggestion in filter(None, dict.fromkeys(ids)):
        yield Put(outbox.shown_item(binding.id, suggestion, shown))
    if any(ids) and binding.engine == "discourse":
        yield Put(recheck_item(binding.id, post.id, case.made, site.now()))
    yield from making.more


def _suggestions(moves: tuple[Any, ...], entry: Log) -> Iterator[int]:
    """Give, for each move that is more than talk, the suggestion that it has made (0: none)."""
    made = (event.id for event in entry.events if isinstance(event, SUGGESTED))
    for move in moves:
        if not isinstance(move, Talk):
            yield next(made, 0) if isinstance(move, SUGGESTING) else 0
