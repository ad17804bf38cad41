"""A row whose work went wrong waits, so that it keeps no other row waiting."""

from datetime import timedelta

import msgspec

from chalicelib.site import Site
from chalicelib.store import Conflict, Key, Put

FIRST = timedelta(seconds=1)
LONGEST = timedelta(hours=1)


def put_off(site: Site, key: Key) -> None:
    """Make a row that is due, due again later: after seconds, then twice as long each time."""
    (item,) = site.store.read(key, now=site.now())
    if not item or not item.due:
        return
    wait = min(FIRST * 2 ** min(item.version, 20), LONGEST)
    later = msgspec.structs.replace(item, version=item.version + 1, due=site.now() + wait)
    try:
        site.store.write(Put(later, item.version), now=site.now())
    except Conflict:
        return  # somebody else has just dealt with it
