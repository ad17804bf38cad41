"""A post that came becomes moves: all of them or none, once, at the forum's own time.

The versions of one post are dealt with in the order of the forum's clock, whatever order they came
in: a new one at once; an edit or a deletion after a moment in which an earlier version may still
come; an edit of a post that nobody has told us of after two minutes, as if it were the first.
"""

from datetime import datetime, timedelta

import msgspec

from chalicelib.forums import edits, new_posts, red_notices, removals
from chalicelib.forums.case import Case, close, open_case
from chalicelib.forums.confirm import unconfirmed
from chalicelib.forums.posts import post_of, read_received, versions_of
from chalicelib.later import each, tried
from chalicelib.site import Site
from chalicelib.store import TRIES, Conflict, Item, Key, Put

ORPHAN = timedelta(minutes=2)
"""How long a later version waits for the first one of its post."""
TOGETHER = timedelta(seconds=15)
"""An edit and a deletion of a post in this time are one act of its author."""
LONGEST = timedelta(seconds=10)
"""After so long no other post is begun with: forums that are asked may be slow."""
_ORDER = {"created": 0, "edited": 1, "deleted": 2, "restored": 3}


def sweep(site: Site, limit: int = 100) -> int:
    """Deal with the posts that wait, the oldest first; gives how many versions were dealt with."""
    return each(site, "IN#", take, limit, LONGEST) + red_notices.sweep(site, limit)


def come(site: Site, key: Key) -> int:
    """Deal with a version that came, and with others of its post that wait; gives how many.

    What goes wrong is tried again later.
    """
    return tried(site, key, take)


def take(site: Site, key: Key) -> int:
    """Deal with the versions of a post that are ripe, in order; gives how many those were.

    Raises ``Busy`` if the game has to be asked again in a moment.
    """
    done = 0
    for _ in range(TRIES):
        waiting = _in_order(_versions(site, key))
        if not waiting:
            return done
        try:
            if not _dealt_with(site, waiting[0], waiting[1:]):
                return done
        except Conflict:
            continue
        done += 1
    return done


def _versions(site: Site, key: Key) -> tuple[Item, ...]:
    """Give the versions of a post, as many as are looked at, and in any case that of the key."""
    binding, post = post_of(key)
    found = versions_of(site.store, binding, post, now=site.now())
    if any(item.key == key for item in found):
        return found
    (this,) = site.store.read(key, now=site.now())
    return (*found, this) if this else found


def _in_order(items: tuple[Item, ...]) -> list[Item]:
    """Give the versions that wait, by the forum's clock."""

    def moment(item: Item) -> tuple[datetime, int, datetime]:
        received = read_received(item)
        return received.when, _ORDER[received.post.event], received.at

    return sorted((item for item in items if item.due), key=moment)


def _dealt_with(site: Site, item: Item, others: list[Item]) -> bool:
    """Deal with one version, if its time has come; the others of the post wait for it."""
    case = open_case(site, item)
    if not case:
        site.store.write(Put(_rewritten(item, None), item.version), now=site.now())
        return True
    ripe = _ripe(site, case)
    if ripe > site.now():
        site.store.write(Put(_rewritten(item, ripe), item.version), now=site.now())
        return False
    if _deletes(case, others):
        close(site, case, case.decided("superseded"))
    elif not unconfirmed(site, case):
        _deal(site, case)
        if case.known.outcome == "gone":
            _look_again(site, case)
    return True


def _deletes(case: Case, others: list[Item]) -> bool:
    """Whether an edit is but the way in which a post was deleted.

    Discourse first puts another text into a post that its author deletes, and tells of both.
    """
    if case.received.post.event != "edited":
        return False
    after = (read_received(item) for item in others)
    return any(one.post.event == "deleted" and one.when - case.made <= TOGETHER for one in after)


def _look_again(site: Site, case: Case) -> None:
    """Have the deletion of a post judged anew that came so much earlier than the post itself."""
    now, post = site.now(), case.received.post.id
    for item in versions_of(site.store, case.binding.id, post, now=now):
        if not item.due and read_received(item).post.event == "deleted":
            site.store.write(Put(_rewritten(item, now), item.version), now=now)


def _ripe(site: Site, case: Case) -> datetime:
    """When a version may be dealt with (UTC)."""
    came, event = case.received.at, case.received.post.event
    if event == "created":
        return came
    return came + (site.settle if case.known.versions else ORPHAN)


def _deal(site: Site, case: Case) -> None:
    """Deal with a version as what it is."""
    if case.received.post.event in ("deleted", "restored"):
        removals.deal(site, case)
    elif case.known.outcome in ("", "gone"):
        new_posts.deal(site, case)
    else:
        edits.deal(site, case)


def _rewritten(item: Item, due: datetime | None) -> Item:
    return msgspec.structs.replace(item, version=item.version + 1, due=due)
