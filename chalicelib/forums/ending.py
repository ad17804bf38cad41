"""A bound thread ends with its game, and what was kept of it is forgotten.

A day after the end nothing is taken in any more: until then late words still come, and our own last
posts go out. Thirty days later every row of the binding is deleted: posts with all their versions,
authors, secrets. ::

    partition     sort key
    BINDING  # b  END#     due when the binding ends, then when it is forgotten
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec

from chalicelib.forums import binding as rows
from chalicelib.forums.binding import pk
from chalicelib.happenings.happening import News
from chalicelib.later import each
from chalicelib.rules import Log, State
from chalicelib.rules.verbs import Ended
from chalicelib.site import Site
from chalicelib.store import BATCH_LIMIT, Conflict, Delete, Item, Key, Put

STAYS = timedelta(days=1)
"""How long a thread stays bound when the game is over."""
KEPT = timedelta(days=30)
"""How long after that its posts are kept."""
AT_ONCE = 20
"""Batches of rows that one sweep deletes of one binding."""


def listener(site: Site, news: News, entry: Log | None, state: State) -> Iterable[Item]:
    """Give the rows that end the bindings of a game, of the entry with which it ends."""
    if not entry or not state.result or not any(isinstance(one, Ended) for one in entry.events):
        return ()
    ids, _ = rows.ids_of_game(site.store, news.game, now=site.now())
    return tuple(Item(pk(name), "END#", "end", due=entry.at + STAYS) for name in ids)


def forgetting(binding: str, now: datetime) -> Item:
    """Give the row by which everything of a binding is forgotten in 30 days."""
    return Item(pk(binding), "END#", "forget", version=2, due=now + KEPT)


def sweep(site: Site, limit: int = 100) -> int:
    """End and forget the bindings whose time has come; gives how many were looked at."""
    return each(site, "END#", _step, limit)


def _step(site: Site, key: Key) -> bool:
    now = site.now()
    (item,) = site.store.read(key, now=now)
    if not item or not item.due or item.due > now:
        return False
    if item.body == "forget":
        _forget(site, item)
    else:
        _end(site, item)
    return True


def _end(site: Site, item: Item) -> None:
    """Take in nothing more; forget it later."""
    now, name = site.now(), rows.name_in(item.key)
    found = rows.binding_at(site.store, name, now=now)
    writes = [Put(forgetting(name, now), item.version)]
    if found:
        ended = msgspec.structs.replace(found[0], status="ended")
        writes.append(Put(rows.binding_item(ended, found[1] + 1), found[1]))
    try:
        site.store.write(*writes, now=now)
    except Conflict:
        return  # it was changed just now; the row is still due


def _forget(site: Site, item: Item) -> None:
    """Delete the rows of a partition, its own last; what is left is deleted by the next sweep."""
    now, name = site.now(), rows.name_in(item.key)
    secrets = rows.secrets_of(site.store, name, now=now)
    if secrets.token:
        site.store.write(Delete(*rows.token_key(secrets.token)), now=now)
    for _ in range(AT_ONCE):
        found = site.store.query(item.pk, limit=BATCH_LIMIT, now=now)
        others = [row for row in found if row.key != item.key]
        if not others:
            site.store.write(Delete(*item.key), now=now)
            return
        site.store.write(*(Delete(*row.key) for row in others), now=now)
