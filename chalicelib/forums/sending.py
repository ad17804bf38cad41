"""One row is written at a forum, and what came of it is kept: at least once, and never twice.

Before an attempt its row says that it is being tried. Who finds it so later, because somebody died
in the middle or no answer came, looks for the post by its mark before writing it again.
"""

import logging
from contextlib import suppress

import msgspec

from chalicelib import logs, metrics
from chalicelib.forums import entry_posts, lane, outbox, private, status_post, trouble
from chalicelib.forums.binding import Binding, secrets_of
from chalicelib.forums.clients import Client, Failed, Posted, client
from chalicelib.forums.lane import Claim
from chalicelib.forums.outbox import Posting, Shown, Wrote
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Put, Write

MOVED = "moved"
"""Why a message is given up that was meant for another place than messages go to now."""

_log = logging.getLogger(__name__)


def take(site: Site, binding: Binding, held: Claim, row: Item) -> bool:
    """Do what a row says, with the lane in hand; false if it has to be tried again later."""
    try:
        return _taken(site, binding, held, row)
    except Conflict:
        _log.warning("a row changed while it was written")
        lane.free(site, held)
    except Exception as error:  # noqa: BLE001 -- whatever went wrong, the row stays
        _log.error("not written at a forum", extra=logs.told(**logs.failure(error)))
        _rest(site, binding, held, row, Failed("program", sure=False))
    return False


def _taken(site: Site, binding: Binding, held: Claim, row: Item) -> bool:
    write = outbox.read_posting(row)
    if _is_written(site, row):
        return _commit(site, held, row, Delete(*row.key, row.version))
    if write.kind == "entry":
        return _expanded(site, binding, held, row)
    there = client(site, binding, secrets_of(site.store, binding.id, now=site.now()))
    try:
        if write.kind == "status":
            return _commit(site, held, row, *status_post.renewed(site, binding, there, row))
        return _sent(site, binding, held, row, there)
    except Failed as failed:
        return _rest(site, binding, held, row, failed)


def _is_written(site: Site, row: Item) -> bool:
    """Whether a row was dealt with before it was put there once more."""
    (record,) = site.store.read(outbox.record_key(row.key), now=site.now())
    return record is not None


def _expanded(site: Site, binding: Binding, held: Claim, row: Item) -> bool:
    """Put a log entry in words: its row becomes the rows of its posts."""
    posts = entry_posts.posts_of(site, binding, int(row.sk.rpartition(".")[2]))
    done = outbox.record(row, Wrote("entry", site.now()))
    new = (Put(post, 0) for post in posts)
    return _commit(site, held, row, Delete(*row.key, row.version), Put(done), *new)


def _sent(site: Site, binding: Binding, held: Claim, row: Item, there: Client) -> bool:
    """Write a post or a message, unless it is there already, and keep what came of it."""
    write, mark = outbox.read_posting(row), outbox.marker(binding.id, row.sk)
    now = site.now()
    if write.kind == "private" and binding.moved and write.made <= binding.moved:
        return _given_up(site, held, row, Failed(MOVED, sure=True))
    tried = msgspec.structs.replace(write, tried=write.tried or now)
    trying = outbox.rewritten(row, tried)
    site.store.write(Put(trying, row.version), now=now)
    try:
        posted = _found(there, write, mark) or _put(there, write, mark)
    except Failed as failed:
        if write.kind != "post" and (failed.for_good or _takes_too_long(write, failed)):
            return _given_up(site, held, trying, failed)
        return _rest(site, binding, held, trying, failed)
    changes = _kept(site, binding, trying, posted)
    trouble.over(site, binding)
    return _commit(site, held, trying, *changes)


def _takes_too_long(write: Posting, failed: Failed) -> bool:
    """Whether a letter had better go by mail: forums allow only so many messages in a day."""
    return bool(write.letter and failed.wait and failed.wait > private.LONG_WAIT)


def _found(there: Client, write: Posting, mark: str) -> Posted | None:
    """Look for what an earlier attempt may have written; raises ``Failed`` if that stays unknown.

    An edit may be made twice.
    """
    if not write.tried or write.kind == "edit":
        return None
    try:
        return there.find(write, mark)
    except Failed as failed:
        raise Failed(failed.why, sure=False, wait=failed.wait) from failed


def _put(there: Client, write: Posting, mark: str) -> Posted:
    text = outbox.marked(write.text, mark)
    ready = msgspec.structs.replace(write, text=text)
    if write.kind == "edit":
        return there.edit(ready, mark)
    return there.message(ready, mark) if write.kind == "private" else there.post(ready, mark)


def _kept(site: Site, binding: Binding, row: Item, posted: Posted) -> list[Write]:
    """Give the writes that keep what was posted, and where it stands."""
    now, write = site.now(), outbox.read_posting(row)
    wrote = Wrote(write.kind, now, posted.post, posted.number)
    shown = Shown(binding.bot_name, posted.post, posted.number)
    return [
        Delete(*row.key, row.version),
        Put(outbox.record(row, wrote)),
        *(Put(outbox.shown_item(binding.id, each, shown)) for each in write.suggestions),
        *private.delivered(site, write),
    ]


def _given_up(site: Site, held: Claim, row: Item, failed: Failed) -> bool:
    """Give up what the forum will never take; a letter goes by mail instead.

    Another message is kept, for the case that the forum is put right; not where it would now go to
    another place than it was meant for.
    """
    write = outbox.read_posting(row)
    metrics.count("GivenUp", of="forum")
    _log.warning("given up at a forum", extra=logs.told(why=failed.why))
    instead = private.by_mail(site, write)
    lost = write.kind == "private" and not write.of_letter and failed.why != MOVED
    unsent = msgspec.structs.replace(write, tried=None) if lost else None
    dropped = Wrote(write.kind, site.now(), dropped=failed.why, unsent=unsent)
    changes = (Delete(*row.key, row.version), Put(outbox.record(row, dropped)))
    return _commit(site, held, row, *changes, *instead)


def _rest(site: Site, binding: Binding, held: Claim, row: Item, failed: Failed) -> bool:
    """Keep a row for another attempt, and let the lane rest."""
    now = site.now()
    (there,) = site.store.read(row.key, now=now)
    changes: list[Write] = [lane.failed(site, held, _queue(row), failed.wait)]
    if there:
        write = msgspec.structs.replace(outbox.read_posting(there), trouble=failed.why)
        if failed.sure:
            write = msgspec.structs.replace(write, tried=None)
        changes.append(Put(outbox.rewritten(there, write), there.version))
    with suppress(Conflict):
        site.store.write(*changes, now=now)
    if lane.is_trouble(site, held):
        trouble.begins(site, binding, failed.why)
        private.rescue(site, binding)
    return False


def _commit(site: Site, held: Claim, row: Item, *changes: Write) -> bool:
    """Write what came of a row together with the lane, which is free again."""
    site.store.write(*changes, lane.went_well(held, _queue(row)), now=site.now())
    return True


def _queue(row: Item) -> str:
    return row.sk.removeprefix(outbox.WAITS)[:1]
