"""Mail that cannot be read though it should be: tried a few times, then it waits, seen.

::

    MAIL#…  TRIES    how often reading went wrong (a day)
    MAIL    FAILED#… a mail that went wrong before its game was known, whole (7 days)
"""

import logging
from datetime import datetime, timedelta
from hashlib import sha256

import msgspec

from chalicelib import logs
from chalicelib.game import Busy
from chalicelib.ledger import digest
from chalicelib.postbox.arrival import Arrival, Verdicts
from chalicelib.postbox.holding import HELD_FOR, mail_of, pack, quarantine, unpack
from chalicelib.postbox.outcomes import TRIES, Outcome
from chalicelib.postbox.whose import letterhead
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Key, Put, encoded

PK, FAILED = "MAIL", "FAILED#"
ATTEMPTS = 3
"""How often a mail is read that goes wrong: as often as Lambda brings one."""

_log = logging.getLogger(__name__)


class Failed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mail that could not be read, with all that was known of its arrival."""

    packed: str
    envelope_from: str
    recipients: tuple[str, ...]
    at: datetime
    verdicts: Verdicts
    name: str = ""
    authority: str = ""
    size: int = 0


_read = msgspec.json.Decoder(Failed).decode


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
    failed = Item(PK, f"{FAILED}{name}", encoded(packed(arrival)), expires=site.now() + HELD_FOR)
    site.store.write(Put(failed), now=site.now())
    return True


def packed(arrival: Arrival) -> Failed:
    """Give what is kept of a mail: all that it takes to read it later."""
    return Failed(
        pack(arrival.raw),
        arrival.envelope_from,
        arrival.recipients,
        arrival.at,
        arrival.verdicts,
        arrival.name,
        arrival.authority,
        arrival.size,
    )


def failed_at(site: Site, key: Key) -> Arrival | None:
    """Give the arrival of a mail that failed, as it was; nothing if it is not kept."""
    (item,) = site.store.read(key, now=site.now())
    if not item or not item.body:
        return None
    kept = _read(item.body)
    return Arrival(
        unpack(kept.packed),
        kept.envelope_from,
        kept.recipients,
        kept.at,
        kept.verdicts,
        kept.name,
        kept.authority,
        kept.size,
    )


def forget(site: Site, key: Key) -> None:
    """Forget a mail that was read after all."""
    site.store.write(Delete(*key), now=site.now())


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
