"""Letters as private messages of a forum: to whoever is bound there and has not chosen mail.

The letter stays in the outbox, without a time to leave, until the forum has taken the message; if
that does not come to be, it goes by mail after all.
"""

from datetime import timedelta

import msgspec

from chalicelib import ledger
from chalicelib.accounts import Profile
from chalicelib.desk import link
from chalicelib.forums import outbox
from chalicelib.forums.binding import Author, Binding, member_of, of_game, pk
from chalicelib.forums.letter_tree import letter_tree
from chalicelib.forums.outbox import KEEP, Posting, Wrote
from chalicelib.ledger import Outgoing
from chalicelib.render import Page
from chalicelib.site import Site
from chalicelib.store import BATCH_LIMIT, Delete, Item, Put, Write, encoded

ABOUT_MAIL = frozenset({"confirm", "notice", "unreachable"})
"""Answers that have to do with somebody's mail."""
LONG = timedelta(minutes=30)
"""A letter that the forum has not taken for so long goes by mail."""


LONG_WAIT = 300.0
"""A message for which the forum wants more seconds of waiting goes by mail at once."""


class Route(msgspec.Struct, frozen=True):
    """The way to somebody through a forum, and the language they read."""

    binding: Binding
    author: Author
    language: str


def route(site: Site, game: str, profile: Profile) -> Route | None:
    """Give the forum through which somebody gets their letters of a game, if there is one."""
    if profile.private == "mail" or not game:
        return None
    now = site.now()
    for binding in of_game(site.store, game, now=now):
        if binding.status == "active" and binding.private and not binding.trouble:
            author = member_of(site.store, binding.id, profile.id, now=now)
            if author and _agreed(binding, author):
                return Route(binding, author, profile.language)
    return None


def _agreed(binding: Binding, author: Author) -> bool:
    """Whether somebody has said who they are since private messages go where they go now.

    Else the organiser, who may not know the cards, could have them sent to a place of theirs.
    """
    return not binding.moved or bool(author.since and author.since >= binding.moved)


def way(site: Site, out: Outgoing, profile: Profile) -> Route | None:
    """Give the forum through which a letter goes; what answers a mail goes by mail."""
    letter = out.letter
    answers = getattr(letter, "reply_to", "") or getattr(letter, "ticket", "")
    if out.channel == "mail" or answers or getattr(letter, "about", "") in ABOUT_MAIL:
        return None
    return route(site, getattr(letter, "game", ""), profile)


def messages(site: Site, way: Route, letter: Item, page: Page, rank: int) -> list[Put]:
    """Give the writes of the message that stands for a letter; ``letter`` is its outbox item."""
    desk = link(site, way.binding.game, way.author.account)
    tree = letter_tree(page, way.language, desk)
    name, now = letter.sk.removeprefix("OUT#"), site.now()
    parts = outbox.message(
        way.binding, way.author, page.subject, tree, name=name, now=now, rank=rank
    )
    marked = [msgspec.structs.replace(outbox.read_posting(part), of_letter=True) for part in parts]
    marked[-1] = msgspec.structs.replace(marked[-1], letter=letter.sk)
    rows = zip(parts, map(encoded, marked), strict=True)
    return [Put(msgspec.structs.replace(part, body=body), 0) for part, body in rows]


def delivered(site: Site, message: Posting) -> list[Put]:
    """Give the write that marks the letter sent for which a message stood."""
    now = site.now()
    item, out = _waiting(site, message)
    if not item or not out:
        return []
    sent = msgspec.structs.replace(out, sent=now, attempts=out.attempts + 1)
    kept = Item(item.pk, item.sk, encoded(sent), item.version + 1, None, now + KEEP)
    return [Put(kept, item.version)]


def by_mail(site: Site, message: Posting) -> list[Put]:
    """Give the write that sends the letter by mail for which a message stood."""
    item, out = _waiting(site, message)
    if not item or not out:
        return []
    mailed = msgspec.structs.replace(out, channel="mail")
    return [
        Put(
            Item(item.pk, item.sk, encoded(mailed), item.version + 1, site.now()),
            item.version,
        )
    ]


def rescue(site: Site, binding: Binding) -> None:
    """Send the letters by mail that a forum has not taken for long."""
    now = site.now()
    first, end = f"{outbox.WAITS}m.", f"{outbox.WAITS}m/"
    for row in site.store.query(pk(binding.id), first, end, BATCH_LIMIT, now=now):
        message = outbox.read_posting(row)
        instead = by_mail(site, message) if now - message.made >= LONG else []
        if instead:
            dropped = outbox.record(row, Wrote("private", now, dropped="mail"))
            changes: list[Write] = [Delete(*row.key, row.version), Put(dropped), *instead]
            site.store.write(*changes, now=now)


def _waiting(site: Site, message: Posting) -> tuple[Item | None, Outgoing | None]:
    """Give the letter that a message stands for, as long as it has not arrived."""
    if not message.letter:
        return None, None
    key = (ledger.game_pk(message.game), message.letter)
    (item,) = site.store.read(key, now=site.now())
    out = ledger.read_outgoing(item) if item else None
    return (item, out) if out and out.channel == "forum" and not out.sent else (None, None)
