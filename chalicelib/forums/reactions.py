"""Whether anybody has reacted to a post between two times of the forum's clock (F41).

::

    partition    sort key
    BINDING # b  WHO#time#p  the author of the post p, which was written then
"""

from datetime import datetime

from chalicelib import ledger
from chalicelib.forums.binding import Binding, pk
from chalicelib.forums.post_time import BEYOND
from chalicelib.forums.posts import Known
from chalicelib.game import ORGANISER, PUBLIC, redact
from chalicelib.rules import Log, verbs
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.site import Site
from chalicelib.store import Item, stamp

_ANSWERS = (verbs.Refuted, verbs.NotRefuted, c.MalformedAnswered, c.Settled, rulings.Voided)


def wrote_item(binding: str, post: str, author: str, at: datetime) -> Item:
    """Give the item that remembers who wrote something in the thread, and when (UTC)."""
    return Item(pk(binding), f"WHO#{stamp(at)}#{post}", author)


def reacted(site: Site, binding: Binding, known: Known, until: datetime) -> bool:
    """Whether somebody had reacted to a post before ``until`` (UTC).

    That is an answer or an act of the GM; and, unless the binding has it otherwise, any other
    author's post in the thread, for who wrote it may have read the first text.
    """
    since = known.created or until
    if any(_is_reaction(entry, known) for entry in _between(site, binding.game, since, until)):
        return True
    return binding.reactions == "any_post" and _somebody_wrote(site, binding, known, since, until)


def _between(site: Site, game: str, since: datetime, until: datetime) -> list[Log]:
    """Give the log entries after one time and not after another."""
    found: list[Log] = []
    for entry in ledger.entries_before(site.store, game, BEYOND, site.now()):
        if entry.at <= since:
            break
        if entry.at <= until:
            found.append(entry)
    return found


def _is_reaction(entry: Log, known: Known) -> bool:
    """Whether an entry answers one of the post's suggestions, or is an act of the GM for all."""
    about = {event.id for event in entry.events if isinstance(event, _ANSWERS)}
    if about & set(known.suggestions):
        return True
    return entry.by == ORGANISER and bool(redact(entry, PUBLIC).events)


def _somebody_wrote(
    site: Site, binding: Binding, known: Known, since: datetime, until: datetime
) -> bool:
    """Whether another author has posted between two times."""
    after, before = f"WHO#{stamp(since)}$", f"WHO#{stamp(until)}$"
    found = site.store.query(pk(binding.id), after, before, now=site.now())
    return any(item.body != known.author for item in found)
