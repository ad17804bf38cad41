"""Mail that cannot be read though it should be: tried a few times, then it waits, seen.

::

    MAIL#…  TRIES    how often reading went wrong (a day)
    MAIL    FAILED#… a mail that went wrong before its game was known, whole (7 days)
"""

import logging
from datetime import timedelta
from hashlib import sha256

import msgspec

from chalicelib import logs
from chalicelib.ledger import digest
from chalicelib.postbox.arrival import Arrival
from chalicelib.postbox.holding import HELD_FOR, Kept, arrival_of, mail_of, quarantine, to_keep
from chalicelib.postbox.outcomes import TRIES, Outcome
from chalicelib.postbox.whose import letterhead
from chalicelib.site import Site
from chalicelib.store import Delete, Item, Key, Put, encoded, settled

PK, FAILED = "MAIL", "FAILED#"
ATTEMPTS = 3
"""How often a mail is read that goes wrong: as often as Lambda brings one."""

_log = logging.getLogger(__name__)


_read = msgspec.json.Decoder(Kept).decode


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
    failed = Item(PK, f"{FAILED}{name}", encoded(to_keep(arrival)), expires=site.now() + HELD_FOR)
    site.store.write(Put(failed), now=site.now())
    return True


def failed_at(site: Site, key: Key) -> Arrival | None:
    """Give the arrival of a mail that failed, as it was; nothing if it is not kept."""
    (item,) = site.store.read(key, now=site.now())
    if not item or not item.body:
        return None
    return arrival_of(_read(item.body))


def forget(site: Site, key: Key) -> None:
    """Forget a mail that was read after all."""
    site.store.write(Delete(*key), now=site.now())


def _failures(site: Site, name: str) -> int:
    """Count one more failure and give the number."""
    key, now = (f"MAIL#{name}", "TRIES"), site.now()

    def counted() -> int:
        (item,) = site.store.read(key, now=now)
        count, version = (int(item.body), item.version) if item else (0, 0)
        more = Item(*key, str(count + 1), version + 1, expires=now + timedelta(days=1))
        site.store.write(Put(more, version), now=now)
        return count + 1

    return settled(counted, TRIES)
