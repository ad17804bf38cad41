"""What an endpoint has missed is delivered after all: what failed, and what was never sent.

::

    HOOK  # h  RECOVER#t   what is to be made up for; due until it is done
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from chalicelib import accounts, ledger, rules
from chalicelib.game import IllegalMove, Unreadable
from chalicelib.happenings.happening import News
from chalicelib.later import each
from chalicelib.rules import Log, State
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Key, Put, encoded, settled, stamp
from chalicelib.webhooks.asking import again
from chalicelib.webhooks.delivery import (
    MOST_TOGETHER,
    Delivery,
    delivery_key,
    read_delivery,
    rows,
    sent_item,
)
from chalicelib.webhooks.endpoint import (
    Endpoint,
    hook_pk,
    read_endpoint,
)
from chalicelib.webhooks.listening import Occasion, deliveries, told
from chalicelib.webhooks.registry import asked, owned, shelved

LONGEST = timedelta(days=7)
MOST = 1000
"""Deliveries that one recovery brings."""
PAGE = 100
LEASE = timedelta(minutes=5)
TASK_LIFE = timedelta(days=1)


class Task(msgspec.Struct, frozen=True):
    """What is to be made up for: a range of time (UTC), how many more, and in which games.

    ``begun``: what had failed has been taken up already.
    """

    since: datetime
    until: datetime
    games: tuple[str, ...]
    left: int
    begun: bool = False


_read = msgspec.json.Decoder(Task).decode


def moment(text: str) -> datetime:
    """Read a time with its zone, as ISO 8601 has it."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = None
    if not at or not at.tzinfo:
        raise Unreadable("bad_moment", text=text[:40])
    return at


def begin(site: Site, account: str, name: str, since: datetime, until: datetime) -> str:
    """Have what happened from ``since`` to ``until`` (UTC) delivered; gives the task's id.

    What has arrived is left out; each of the others is tried once.
    """
    endpoint, _ = owned(site, account, name)
    if endpoint.status != "active":
        raise IllegalMove(f"endpoint_{endpoint.status}")
    if not timedelta(0) <= until - since <= LONGEST or since < site.now() - LONGEST:
        raise Unreadable("bad_range", limit=LONGEST.days)
    games = endpoint.games
    if games is None:
        games = ledger.games_of(site.store, account, site.now())
    task = accounts.name(site.rng, 16)

    def write() -> None:
        now = site.now()
        body = encoded(Task(since, until, games, MOST))
        item = Item(hook_pk(name), f"RECOVER#{task}", body, due=now, expires=now + TASK_LIFE)
        counted = shelved(site, account, lambda shelf: asked(shelf, now))
        site.store.write(Put(item, 0), counted, now=now)

    settled(write)
    return task


def sweep(site: Site, limit: int = 10) -> int:
    """Go on with the recoveries that were asked for; gives how many were taken up."""
    return each(site, "RECOVER#", _step, limit)


def _step(site: Site, key: Key) -> bool:
    """Make up for what failed and for one game, and leave the rest for the next time."""
    now = site.now()
    item, kept = site.store.read(key, (key[0], "ENDPOINT"), now=now)
    if not item or not item.due or item.due > now:
        return False
    leased = _kept(item, _read(item.body), now + LEASE)
    try:
        site.store.write(Put(leased, item.version), now=now)
    except Conflict:
        return False
    task = _read(item.body)
    endpoint = read_endpoint(kept) if kept else None
    if endpoint and endpoint.status == "active":
        task = _made_up(site, endpoint, task)
    is_done = not endpoint or endpoint.status != "active" or not task.games or not task.left
    due = None if is_done else now
    site.store.write(Put(_kept(leased, task, due), leased.version), now=now)
    return True


def _kept(item: Item, task: Task, due: datetime | None) -> Item:
    return Item(*item.key, encoded(task), item.version + 1, due, item.expires)


def _made_up(site: Site, endpoint: Endpoint, task: Task) -> Task:
    """Deliver what failed, and what was never sent of the first game that is left."""
    left = task.left
    for old in () if task.begun else _sent(site, endpoint, task):
        left -= left > 0 and _retried(site, old, None, MOST - left)
    game, rest = (task.games[0], task.games[1:]) if task.games else ("", ())
    for delivery in _missed(site, endpoint, task, game) if game else ():
        left -= left > 0 and _retried(site, delivery.id, delivery, MOST - left)
    return msgspec.structs.replace(task, games=rest, left=left, begun=True)


def _sent(site: Site, endpoint: Endpoint, task: Task) -> Iterator[str]:
    """Give the ids of the deliveries of events in the range."""
    after, before = f"SENT#{stamp(task.since)}", f"SENT#{stamp(task.until)}~"
    pk, now = hook_pk(endpoint.id), site.now()
    while page := site.store.query(pk, after, before, PAGE, now=now):
        yield from (item.body for item in page)
        after = page[-1].sk


def _missed(site: Site, endpoint: Endpoint, task: Task, game: str) -> Iterator[Delivery]:
    """Give the deliveries that the log of a game would have brought in the range."""
    state = ledger.state_of(site.store, game, site.now())
    for entry, day in _days(site, game):
        if state and task.since <= entry.at <= task.until:
            occasion = Occasion(game, state, entry)
            for happening in told(News(game, entry.seq, day), occasion):
                yield from deliveries(site, occasion, happening, [endpoint])


def _days(site: Site, game: str) -> Iterator[tuple[Log, int]]:
    """Give the log of a game, each entry with the day (in blitz: the turn) after it."""
    state: State | None = None
    for entry in ledger.whole_log(site.store, game, site.now()):
        state = rules.folded(state, entry)
        yield entry, rules.day_of(state)


def _retried(site: Site, message: str, fresh: Delivery | None, place: int) -> bool:
    """Have a delivery tried once more unless it has arrived or is on its way; or make it.

    Those with a smaller ``place`` go first.
    """
    now = site.now()
    (item,) = site.store.read(delivery_key(message), now=now)
    if item:
        writes = _renewed(item, fresh, now)
    elif fresh:
        once = msgspec.structs.replace(fresh, trigger="recover")
        writes = [Put(row, 0) for row in rows(once, now, place)]
    else:
        writes = []
    try:
        if writes:
            site.store.write(*writes, now=now)
    except Conflict:
        return False
    return bool(writes)


def _renewed(item: Item, fresh: Delivery | None, now: datetime) -> list[Put]:
    """Give the writes that have a delivery tried again, for one more endpoint if it is new."""
    delivery = read_delivery(item)
    if delivery.condition in {"pending", "delivered"} or delivery.kind != "event":
        return []
    new = [name for name in (fresh.endpoints if fresh else ()) if name not in delivery.endpoints]
    joined = (*delivery.endpoints, *new)[:MOST_TOGETHER]
    both = msgspec.structs.replace(delivery, endpoints=joined)
    return [again(item, both, "recover", now), *(Put(sent_item(name, both, now)) for name in new)]
