"""One report, taken once: what changes, who is told, and what it weighs on our reputation.

::

    FEEDBACK  # k  TAKEN   a report that was taken (30 days)
"""

from datetime import datetime

from chalicelib import accounts, ledger
from chalicelib.feedback.health import MOST_LETTERS, judged, kept, notices
from chalicelib.feedback.rates import count
from chalicelib.feedback.report import Kind, Report
from chalicelib.game import Busy
from chalicelib.site import Site
from chalicelib.store import TRIES, Conflict, Item, Put, Write


def take(site: Site, report: Report) -> bool:
    """Do what a report asks for, all at once and only once; false if it was taken before.

    Raises ``Busy`` if others keep coming in between: it should be brought again.
    """
    now = site.now()
    mark = Item(
        f"FEEDBACK#{ledger.digest(report.key, report.address.lower())}",
        "TAKEN",
        report.kind,
        expires=now + ledger.KEY_LIFE,
    )
    for _ in range(TRIES):
        if site.store.read(mark.key, now=now)[0]:
            return False
        try:
            site.store.write(Put(mark, 0), *_consequences(site, report, now), now=now)
        except Conflict:
            continue
        count(site, report)
        return True
    raise Busy("busy", seconds=1)


def _consequences(site: Site, report: Report, now: datetime) -> list[Write]:
    """Give what is written because of a report; nothing if nobody lives at the address."""
    account = accounts.account_at(site.store, report.address, now=now)
    if not account:
        return []
    before = kept(site.store, account, now)
    profile, health, told = judged(before, report, now)
    writes = list(before.writes(profile, health))
    if told:
        letters = list(notices(site.store, account, told, health, report.key, now))
        writes += letters[:MOST_LETTERS]
    return writes


def failed(site: Site, account: str, *, permanent: bool, key: str, at: datetime) -> bool:
    """Take a notice that came by mail to a reply address: mail to that account failed.

    ``key`` names the notice; ``at`` (UTC) is when it arrived. False if it was taken before. Only
    the carrier's own reports count for the rates: a player who writes notices about themselves
    would hold up everybody's news. Raises ``KeyError`` if there is no such account, ``Busy`` as
    ``take`` does.
    """
    address = accounts.profile(site.store, account, now=site.now()).address
    kind: Kind = "permanent" if permanent else "transient"
    return take(site, Report(kind, address, key, at, counted=False))
