"""Which authors of a forum are which accounts: bound, told, undone.

An author is one account, and an account is one author in each bound thread. ::

    partition     sort key
    BINDING  # b  AUTHOR#x, MEMBER#a   author and account (see ``binding``)
    UNBIND   # t  AUTHOR               what the link in the letter undoes (30 days)
"""

import re
from datetime import timedelta

import msgspec

from chalicelib import accounts, ledger
from chalicelib.forums.binding import (
    Author,
    Binding,
    author_items,
    author_of,
    of_game,
    pk,
    read_author,
)
from chalicelib.game import ORGANISER, Unknown
from chalicelib.ledger import digest
from chalicelib.letters import Answer, Problem
from chalicelib.rules import table
from chalicelib.site import Site
from chalicelib.store import Delete, Item, Key, Put, Write, encoded, settled

UNDO_LIFE = timedelta(days=30)
MOST = 100
"""Authors of one thread that are listed."""
_CLICKABLE = re.compile(r"[/@]|\w\.\w")


class Bound(msgspec.Struct, frozen=True):
    """What a letter tells and its link undoes: in that thread, this author is this account."""

    binding: str
    author: Author


_read_bound = msgspec.json.Decoder(Bound).decode


def bound(site: Site, binding: Binding, author: Author) -> tuple[Write, ...]:
    """Give what binds an author to an account, and tells its owner and who was bound before.

    The writes fail with ``Conflict`` where something came in between.
    """
    new = author_items(binding.id, author)
    before = site.store.read(*(item.key for item in new), now=site.now())
    puts = [_over(item, old) for item, old in zip(new, before, strict=True)]
    known = [read_author(item) for item in before if item]
    others = [one for one in known if (one.id, one.account) != (author.id, author.account)]
    if len(known) == len(new) and not others:
        return tuple(puts)
    gone = [write for one in others for write in _parted(site, binding, one, author)]
    letters = _told(site, binding, author, author.account, "forum_bound")
    lost = (
        _told(site, binding, author, one.account, "forum_parted")
        for one in others
        if one.account != author.account
    )
    return (*puts, *gone, *letters, *(write for letter in lost for write in letter))


def _over(item: Item, old: Item | None) -> Put:
    """Write an item in the place of what was read."""
    version = old.version if old else 0
    return Put(msgspec.structs.replace(item, version=version + 1), version)


def _parted(site: Site, binding: Binding, old: Author, new: Author) -> tuple[Write, ...]:
    """Give what takes away the half of a former pair that the new pair does not write over."""
    by_author, by_account = author_items(binding.id, old)
    half = by_account if old.id == new.id else by_author
    (item,) = site.store.read(half.key, now=site.now())
    same = item and read_author(item).account == old.account and read_author(item).id == old.id
    return (Delete(*half.key, item.version),) if item and same else ()


def _told(
    site: Site, binding: Binding, author: Author, account: str, code: str
) -> tuple[Write, ...]:
    """Give the letter that tells an account of it, with a link that undoes what is its own."""
    state, now = ledger.state_of(site.store, binding.game, site.now()), site.now()
    who = table.actor(state, state.host, account) if state else None
    to = who.seat or (ORGANISER if who.organiser else "") if who else ""
    if not to:
        return ()
    name = author.id if _CLICKABLE.search(author.name) else author.name or author.id
    facts = {"name": name}
    kept: tuple[Write, ...] = ()
    if code == "forum_bound":
        secret = accounts.name(site.rng, 26)
        facts["link"] = f"{site.base_url}/v1/f/{secret}"
        body = encoded(Bound(binding.id, author))
        kept = (Put(Item(*_undo_key(secret), body, expires=now + UNDO_LIFE), 0),)
    letter = Answer(
        binding.game,
        to,
        "notice",
        parts=(Problem("", code, "", facts),),
        guarded=True,
        account=account,
    )
    unique = digest(code, binding.id, author.id, account, now.isoformat())
    return (*kept, Put(ledger.outgoing(letter, now, unique[:24]), 0))


def of_link(site: Site, secret: str) -> Bound | None:
    """Give what the link of a letter undoes, as long as it is so."""
    (item,) = site.store.read(_undo_key(secret), now=site.now())
    if not item:
        return None
    told = _read_bound(item.body)
    present = author_of(site.store, told.binding, told.author.id, now=site.now())
    return told if present and present.account == told.author.account else None


def unbind(site: Site, binding: str, *, author: str = "", account: str = "") -> bool:
    """Undo that an author, or an account, is bound in a thread; false if none was. ``Busy``."""
    key = (pk(binding), f"AUTHOR#{author}" if author else f"MEMBER#{account}")

    def write() -> bool:
        now = site.now()
        (item,) = site.store.read(key, now=now)
        if not item:
            return False
        pair = [half.key for half in author_items(binding, read_author(item))]
        rows = [row for row in site.store.read(*pair, now=now) if row]
        site.store.write(*(Delete(*row.key, row.version) for row in rows), now=now)
        return True

    return settled(write)


def leave(site: Site, game: str, account: str) -> int:
    """Undo that an account is bound in the threads of a game; gives in how many it was."""
    bindings = of_game(site.store, game, now=site.now())
    return sum(unbind(site, one.id, account=account) for one in bindings)


def undo(site: Site, secret: str) -> Bound:
    """Do what the link of a letter is for."""
    told = of_link(site, secret)
    if not told:
        raise Unknown("not_found")
    unbind(site, told.binding, author=told.author.id)
    return told


def listed(site: Site, binding: str) -> tuple[Author, ...]:
    """Give the authors of a thread who are accounts."""
    rows = site.store.query(pk(binding), "AUTHOR#", "AUTHOR$", MOST, now=site.now())
    return tuple(read_author(row) for row in rows)


def _undo_key(secret: str) -> Key:
    return f"UNBIND#{digest(secret)}", "AUTHOR"
