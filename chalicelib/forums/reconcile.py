"""The thread is read again, and what did not come by itself is taken in like everything else.

Posts older than the binding are nobody's moves. Only what is new goes to ``intake``: a post that is
not known, or whose text is not that of its last version.
"""

import logging
from datetime import timedelta

import msgspec

from chalicelib import ledger, logs
from chalicelib.forums import intake
from chalicelib.forums.binding import Binding, binding_at, name_in, secrets_of
from chalicelib.forums.clients.calls import Failed
from chalicelib.forums.post import Post
from chalicelib.forums.posts import read_received, versions_of
from chalicelib.forums.readers import Reader, reader
from chalicelib.forums.rechecks import POST, next_time, soon
from chalicelib.game import Busy
from chalicelib.later import each
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Key, Put

LONGEST = timedelta(seconds=20)
"""After so long no other thread is begun with: forums may be slow."""

_log = logging.getLogger(__name__)


def sweep(site: Site, limit: int = 10) -> int:
    """Read the threads that are due again; gives how many versions of posts were new."""
    return each(site, "RECONCILE#", again, limit, LONGEST)


def again(site: Site, key: Key) -> int:
    """Read one thread, or one post of it, again; gives how many versions were new.

    What could not be read is left until the next time, whatever the forum has answered.
    """
    now = site.now()
    (row,) = site.store.read(key, now=now)
    if not row or not row.due or row.due > now:
        return 0
    found = binding_at(site.store, name_in(row.key), now=now)
    if not _claimed(site, row, found[0] if found else None):
        return 0
    if not found or found[0].status != "active":
        return 0
    binding = found[0]
    there = reader(site, binding, secrets_of(site.store, binding.id, now=now))
    if not there:
        return 0
    try:
        return _read(site, binding, there, row.sk.removeprefix("RECONCILE#"))
    except Failed as failed:
        _log.info("a thread was not read again", extra=logs.told(why=failed.why))
    except Busy:
        soon(site, binding.id)
    except Exception as error:  # noqa: BLE001 -- a forum may answer anything
        _log.error("a thread could not be read again", extra=logs.told(**logs.failure(error)))
    return 0


def _claimed(site: Site, row: Item, binding: Binding | None) -> bool:
    """Take a row away, or set it to its next time; only one call may do so."""
    now, every = site.now(), (row.pk, "RECONCILE#every")
    state = ledger.state_of(site.store, binding.game, now) if binding else None
    due = next_time(state, now) if state and binding and binding.status != "ended" else None
    (known,) = site.store.read(every, now=now)
    version = known.version if known else 0
    later = Item(*every, "{}", version + 1, due=due)
    writes: list[Put | Delete] = [] if row.key == every else [Delete(*row.key, row.version)]
    if due or known:
        writes.append(Put(later, version) if due else Delete(*every, version))
    try:
        site.store.write(*writes, now=now)
    except Conflict:
        return False
    return True


def _read(site: Site, binding: Binding, there: Reader, name: str) -> int:
    """Read what a row names: one post, or the thread as far back as there is something new."""
    if name.startswith(POST):
        post = there.one(name.removeprefix(POST))
        return _new(site, binding, post) if post else 0
    taken = 0
    for page in there.newest():
        fresh = sum(_new(site, binding, post) for post in page)
        taken += fresh
        known = not any(_is_unknown(site, binding, post) for post in page[:1])
        if (known and not fresh) or any(_is_older(binding, post) for post in page):
            break
    return taken


def _is_older(binding: Binding, post: Post) -> bool:
    """Whether a post was there before the thread was bound: it is nobody's move."""
    return bool(post.created and post.created < binding.created)


def _is_unknown(site: Site, binding: Binding, post: Post) -> bool:
    return not versions_of(site.store, binding.id, post.id, now=site.now())


def _new(site: Site, binding: Binding, post: Post) -> int:
    """Take a post in if it is not known as it stands."""
    if _is_older(binding, post):
        return 0
    rows = versions_of(site.store, binding.id, post.id, now=site.now())
    known = [read_received(row) for row in rows]
    texts = sorted(
        (one for one in known if one.post.event in ("created", "edited")), key=lambda one: one.when
    )
    if post.event in ("created", "edited"):
        if texts and texts[-1].post.content_hash == post.content_hash:
            return 0
        post = msgspec.structs.replace(post, event="edited" if texts else post.event)
    elif not texts or any(one.post.event == post.event for one in known):
        return 0
    return int(intake.take_in(site, binding, post, site.now()) == "taken")
