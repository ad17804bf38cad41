"""Mail that cannot be read though it should be: tried a few times, then it waits, seen.

::

    MAIL#…  TRIES    how often reading went wrong (a day)
    MAIL    FAILED#… a mail that went wrong before its game was known (30 days)
"""

import logging
from datetime import timedelta
from hashlib import sha256

from chalicelib import logs
from chalicelib.game import Busy
from chalicelib.ledger import KEY_LIFE, digest
from chalicelib.postbox.arrival import Arrival
from chalicelib.postbox.holding import mail_of, quarantine
from chalicelib.postbox.outcomes import TRIES, Outcome
from chalicelib.postbox.whose import letterhead
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Put

ATTEMPTS = 3
"""How often a mail is read that goes wrong: as often as Lambda brings one."""

_log = logging.getLogger(__name__)


def give_up(site: Site, arrival: Arrival) -> bool:
    """Count a failure; after the last attempt record it, so that nobody brings the mail again."""
    name = digest("tries", arrival.name or sha256(arrival.raw).hexdigest())
    if _failures(site, name) < ATTEMPTS:
        return False
    try:
        head = letterhead(site, mail_of(arrival), arrival)
        if head:
            quarantine(site, head, "failed", Outcome.FAILED)
            return True
    except Exception as error:  # noqa: BLE001 -- the same trouble again: it is recorded below
        _log.warning("failed mail has no game", extra=logs.told(**logs.failure(error)))
    failed = Item("MAIL", f"FAILED#{name}", "", expires=site.now() + KEY_LIFE)
    site.store.write(Put(failed), now=site.now())
    return True


def _failures(site: Site, name: str) -> int:
    """Count one more failure and give the number."""
    key, now = (f"MAIL#{name}", "TRIES"), site.now()
    for _ in range(TRIES):
        (item,) = site.store.read(key, now=now)
        count, version = (int(item.body), item.version) if item else (0, 0)
        more = Item(*key, str(count + 1), version + 1, expires=now + timedelta(days=1))
        try:
            site.store.write(Put(more, version), now=now)
        except Conflict:
            continue
        return count + 1
    raise Busy("busy", seconds=1)
