"""What the clock does about mail: ends pauses, compares with the suppression list once a day.

Events of SES are sent once and may be lost: the list is the truth in the end. ::

    FEEDBACK  LIST   when the list is to be read next
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from chalicelib import logs
from chalicelib.feedback.carrier import Carrier, Listed
from chalicelib.feedback.health import pause_over
from chalicelib.feedback.rates import reckon
from chalicelib.feedback.report import Kind, Report
from chalicelib.feedback.take import take
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Put

DAILY, HOURLY = timedelta(days=1), timedelta(hours=1)
OVERLAP = timedelta(days=2)
"""How far back the list is read each day: a day more than needed, should one run fail."""
KEY = ("FEEDBACK", "LIST")

_log = logging.getLogger(__name__)


def upkeep(site: Site, carrier: Carrier) -> None:
    """Do what is due about mail, as well as it goes: a failure is logged and tried again later."""
    for work in (
        lambda: end_pauses(site),
        lambda: reckon(site, carrier),
        lambda: reconcile(site, carrier),
    ):
        _tried(work)


def _tried(work: Callable[[], object]) -> None:
    try:
        work()
    except Exception as error:  # noqa: BLE001 -- mail goes on without it
        _log.warning("upkeep of mail failed", extra=logs.told(**logs.failure(error)))


def end_pauses(site: Site) -> int:
    """Let mail go again where a pause is over; gives how many accounts that were."""
    now = site.now()
    due = site.store.due(now, prefix="HEALTH")
    return sum(pause_over(site.store, pk.removeprefix("ACCOUNT#"), now=now) for pk, _ in due)


def reconcile(site: Site, carrier: Carrier) -> int:
    """Once a day, take what the suppression list knows and no event told; gives how much.

    Whoever comes first claims the hour; only a run that ends well puts the next one off by a day.
    """
    now = site.now()
    (item,) = site.store.read(KEY, now=now)
    if item and datetime.fromisoformat(item.body) > now:
        return 0
    version = item.version if item else 0
    if not _next(site, now + HOURLY, version):
        return 0
    taken = sum(take(site, _report(one)) for one in carrier.suppressed(now - OVERLAP))
    _next(site, now + DAILY, version + 1)
    return taken


def _next(site: Site, at: datetime, version: int) -> bool:
    """Say when the list is to be read next; false if somebody else has said so."""
    item = Item(*KEY, at.isoformat(), version + 1)
    try:
        site.store.write(Put(item, version), now=site.now())
    except Conflict:
        return False
    return True


def _report(one: Listed) -> Report:
    """Report an address that is on the list."""
    kind: Kind = "complaint" if one.complained else "permanent"
    return Report(kind, one.address, f"list:{one.at.isoformat()}", one.at, counted=False)
