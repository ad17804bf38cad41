"""The queues of the bindings: whose turn it is, one request at a time for each, all side by side.

Private messages, posts and the status post take turns, so that none keeps the others waiting. Posts
are strictly in the order of the log, also if a later entry was spread before an earlier one.
"""

import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import timedelta
from itertools import islice
from threading import Lock, Thread

from chalicelib import logs
from chalicelib.forums import lane, private, sending
from chalicelib.forums.binding import Binding, binding_at, name_in, pk, unspread
from chalicelib.forums.lane import Lane
from chalicelib.forums.outbox import WAITS, read_posting, record_key
from chalicelib.site import Site
from chalicelib.store import BATCH_LIMIT, Conflict, Delete, Item, Key

MOST_WAITING = 10_000
"""How many rows are looked at for bindings that have something to write."""
SIDE_BY_SIDE = 16
"""How many bindings are written to at the same time."""
PATIENCE = timedelta(seconds=10)
"""After so long a binding with more to write waits for the next sweep."""
_log = logging.getLogger(__name__)
_TURNS = {"m": "pms", "p": "mps", "s": "mps"}
"""Whose turn it is, after whom: messages, posts, status."""


def sweep(site: Site, limit: int = 100) -> int:
    """Write what is due, at every forum at once; gives how much was written."""
    lanes = Lanes(site)
    lanes.step(limit)
    return lanes.finish()


def take(site: Site, keys: Iterable[Key]) -> int:
    """Write at the bindings to which these rows belong; gives how much was written."""
    lanes = Lanes(site)
    lanes.begin(name_in(key) for key in keys if key[1].startswith(WAITS))
    return lanes.finish()


class Lanes:
    """Threads that write, one for each binding that has something to write."""

    def __init__(self, site: Site) -> None:
        """Keep the site."""
        self._site = site
        self._busy: dict[str, Thread] = {}
        self._lock = Lock()
        self._written = 0

    def step(self, limit: int = 100) -> int:
        """Begin wherever something is due and nobody is at it; gives the number of bindings."""
        return self.begin(islice(waiting(self._site), limit))

    def begin(self, names: Iterable[str]) -> int:
        """Begin at these bindings, as far as nobody is at them; gives their number."""
        begun = 0
        for name in dict.fromkeys(names):
            with self._lock:
                if name in self._busy or len(self._busy) >= SIDE_BY_SIDE:
                    continue
                thread = Thread(target=self._drain, args=(name,), daemon=True)
                self._busy[name] = thread
            thread.start()
            begun += 1
        return begun

    def finish(self) -> int:
        """Wait until all are done; gives how much was written."""
        while threads := self._threads():
            for thread in threads:
                thread.join()
        return self._written

    def _threads(self) -> list[Thread]:
        with self._lock:
            return list(self._busy.values())

    def _drain(self, name: str) -> None:
        written = 0
        try:
            written = drain(self._site, name)
        except Exception as error:  # noqa: BLE001 -- the next step may do better
            _log.error("a forum's queue stopped", extra=logs.told(**logs.failure(error)))
        with self._lock:
            del self._busy[name]
            self._written += written


def waiting(site: Site) -> Iterator[str]:
    """Give the bindings at which something is due and that do not rest, the longest first."""
    keys = site.store.due(site.now(), MOST_WAITING, prefix=WAITS)
    for name in dict.fromkeys(name_in(key) for key in keys):
        if lane.is_free(site, name):
            yield name


def drain(site: Site, name: str) -> int:
    """Write what is due at one binding, for a while; gives how much was written."""
    until, written = site.now() + PATIENCE, 0
    while site.now() < until and _turn(site, name):
        written += 1
    return written


def _turn(site: Site, name: str) -> bool:
    """Do one thing at a binding; false where nothing is to be done, or it did not work."""
    found = binding_at(site.store, name, now=site.now())
    if not found or found[0].status == "ended":
        _forget(site, name)
        return False
    held = lane.claim(site, name) if found[0].status == "active" else None
    if not held:
        return False
    row = _next(site, found[0], held.lane)
    if not row:
        lane.free(site, held)
        return False
    return sending.take(site, found[0], held, row)


def _next(site: Site, binding: Binding, past: Lane) -> Item | None:
    """Give the row whose turn it is; the status post waits until all posts are there."""
    heads = {queue: _head(site, binding, queue) for queue in "mps"}
    if heads["p"]:
        heads["s"] = None
    for queue in _TURNS[past.last or "s"]:
        row = heads[queue]
        if row and row.due and row.due <= site.now() and not _is_early(site, binding, row):
            return row
    return None


def _head(site: Site, binding: Binding, queue: str) -> Item | None:
    name = f"{WAITS}{queue}"
    rows = site.store.query(pk(binding.id), f"{name}.", f"{name}/", 1, now=site.now())
    return rows[0] if rows else None


def _is_early(site: Site, binding: Binding, row: Item) -> bool:
    """Whether an earlier entry of the game is still to be spread to this thread."""
    queue, seq = row.sk.removeprefix(WAITS).split(".")[:2]
    if queue != "p":
        return False
    notes = unspread(site.store, binding.game, int(seq), now=site.now())
    rows = [(pk(binding.id), f"{WAITS}p.{note.sk.removeprefix('NEWS#')}") for note in notes]
    return bool(rows) and not all(site.store.read(*map(record_key, rows), now=site.now()))


def _forget(site: Site, name: str) -> None:
    """Take away what waits for a binding that is none any more; letters go by mail instead."""
    now = site.now()
    for row in site.store.query(pk(name), WAITS, f"{WAITS}~", BATCH_LIMIT, now=now):
        instead = private.by_mail(site, read_posting(row))
        with suppress(Conflict):  # somebody else is at it
            site.store.write(Delete(*row.key, row.version), *instead, now=now)
