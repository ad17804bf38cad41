"""One version of a post with everything that decides what becomes of it."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from chalicelib import ledger
from chalicelib.forums.binding import Binding, author_of, binding_at, name_in
from chalicelib.forums.posts import (
    MOST_VERSIONS,
    Decision,
    Known,
    Received,
    Version,
    known_item,
    known_of,
    read_received,
    received_item,
)
from chalicelib.forums.reactions import wrote_item
from chalicelib.game import ORGANISER
from chalicelib.rules import State, table
from chalicelib.site import Site
from chalicelib.store import Item, Put, Write

LASTING = frozenset({"first", "amended", "asked"})
"""Decisions on which later ones depend."""


class Case(msgspec.Struct, frozen=True):
    """A version of a post: where it stands, who wrote it, and what is known of the post so far.

    ``seat`` is the one that the author has now, ``organiser`` or nothing (F53), ``name_here`` the
    author's name when they became known. ``version`` is that of the item of what is known.
    """

    binding: Binding
    state: State
    seq: int
    item: Item
    received: Received
    known: Known
    version: int
    account: str
    seat: str
    organiser: bool = False
    name_here: str = ""

    @property
    def name(self) -> str:
        """Give a name for what this version leads to; it is the same each time."""
        return ledger.digest(*self.item.key)[:20]

    @property
    def made(self) -> datetime:
        """When the version was made, by the forum's clock (UTC)."""
        return self.received.when

    def decided(self, decision: Decision, reason: str = "") -> Version:
        """Give what was decided of this version, for the record."""
        post = self.received.post
        return Version(post.content_hash, self.made, post.event, decision, reason)


def open_case(site: Site, item: Item) -> Case | None:
    """Gather everything about a version; nothing where its binding or its game is gone."""
    now, received = site.now(), read_received(item)
    found = binding_at(site.store, name_in(item.key), now=now)
    held = ledger.peek(site.store, found[0].game, now) if found else None
    if not found or not held or not held.state:
        return None
    binding, post = found[0], received.post
    known, version = known_of(site.store, binding.id, post.id, now=now)
    author = author_of(site.store, binding.id, post.author or known.author, now=now)
    account = author.account if author else ""
    who = table.actor(held.state, held.state.host, account)
    seat = who.seat or (ORGANISER if who.organiser else "")
    about = (binding, held.state, held.seq, item, received, known, version)
    return Case(*about, account, seat, who.organiser, author.name if author else "")


def closing(case: Case, decided: Version, **changes: object) -> tuple[Write, ...]:
    """Give the writes that end a case: what is known now, and that its row waits no more.

    They fail where somebody else has dealt with the post in the meantime.
    """
    post, known = case.received.post, case.known
    about = {
        "author": known.author or post.author,
        "name": post.author_name or known.name,
        "number": post.number or known.number,
        "created": known.created or post.created or case.made,
        "versions": _with(known, decided),
    }
    fresh = msgspec.structs.replace(known, **(about | changes))
    done = received_item(case.binding.id, case.received, None, case.item.version + 1)
    writes: list[Write] = [
        Put(known_item(case.binding.id, post.id, fresh, case.version + 1), case.version),
        Put(done, case.item.version),
    ]
    if not known.created and post.event in ("created", "edited"):
        at = fresh.created or case.made
        writes.append(Put(wrote_item(case.binding.id, post.id, fresh.author, at)))
    return tuple(writes)


def discard(site: Site, case: Case, decided: Version) -> None:
    """End a case of a version that says nothing about the post. Raises ``Conflict``."""
    done = received_item(case.binding.id, case.received, None, case.item.version + 1)
    site.store.write(noted(case, decided), Put(done, case.item.version), now=site.now())


def noted(case: Case, decided: Version, **changes: object) -> Put:
    """Give the write of another decision about a version that was dealt with before."""
    known, post = case.known, case.received.post
    about = {"versions": _with(known, decided)} | changes
    fresh = msgspec.structs.replace(known, **about)
    return Put(known_item(case.binding.id, post.id, fresh, case.version + 1), case.version)


def _with(known: Known, decided: Version) -> tuple[Version, ...]:
    """Give the versions of a post with one more; of very many those that matter, and the last."""
    old = known.versions[:-MOST_VERSIONS]
    kept = (version for version in old if version.decision in LASTING)
    return (*kept, *known.versions[-MOST_VERSIONS:], decided)


def close(
    site: Site,
    case: Case,
    decided: Version,
    more: Iterable[Write] = (),
    **changes: object,
) -> None:
    """End a case that makes no move. Raises ``Conflict`` where somebody else was faster."""
    site.store.write(*closing(case, decided, **changes), *more, now=site.now())
