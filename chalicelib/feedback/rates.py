"""How many of our mails bounce or are complained about: too many, and news has to wait.

SES looks into accounts at 5 % and 0.1 %; we stop ourselves before. ::

    FEEDBACK  RATES   bounces and complaints by the hour, and what was sent in the last day
"""

from datetime import datetime, timedelta

import msgspec

from chalicelib.feedback.carrier import Carrier
from chalicelib.feedback.report import Report
from chalicelib.site import Site
from chalicelib.store import TRIES, Conflict, Item, Put, encoded

DAY = timedelta(days=1)
BOUNCED, COMPLAINED = 0.02, 0.0005
"""The shares of a day's mail above which news waits."""
FEW_BOUNCES, FEW_COMPLAINTS = 5, 2
"""Fewer than these are no rate at all."""
AGAIN = timedelta(minutes=15)
"""How often what was sent is asked for while there are reports."""
KEY = ("FEEDBACK", "RATES")


class Rates(msgspec.Struct, frozen=True, omit_defaults=True):
    """Bounces and complaints by the hour (its beginning, UTC), and the mail of the last day."""

    hours: dict[datetime, tuple[int, int]] = {}
    sent: int = 0
    asked: datetime | None = None

    def with_one(self, complaint: bool, now: datetime) -> "Rates":  # noqa: FBT001 -- one of two
        """Count one more bounce or complaint, and forget those older than a day."""
        hour = now.replace(minute=0, second=0, microsecond=0)
        bounced, complained = self.hours.get(hour, (0, 0))
        fresh = (bounced + (not complaint), complained + complaint)
        kept = {at: two for at, two in self.hours.items() if at > now - DAY}
        return msgspec.structs.replace(self, hours=kept | {hour: fresh})

    def too_high(self, now: datetime) -> bool:
        """Whether the rates of the last 24 hours are above the limits."""
        recent = [two for at, two in self.hours.items() if at > now - DAY]
        bounced, complained = (sum(two[place] for two in recent) for place in (0, 1))
        return (bounced >= FEW_BOUNCES and bounced > BOUNCED * self.sent) or (
            complained >= FEW_COMPLAINTS and complained > COMPLAINED * self.sent
        )


_read = msgspec.json.Decoder(Rates).decode


def _rates(site: Site) -> tuple[Rates, int]:
    """Give the rates as stored, and their version."""
    (item,) = site.store.read(KEY, now=site.now())
    return (_read(item.body), item.version) if item else (Rates(), 0)


def _keep(site: Site, rates: Rates, version: int) -> bool:
    """Store the next version; false if somebody else was faster."""
    item = Item(*KEY, encoded(rates), version + 1)
    try:
        site.store.write(Put(item, version), now=site.now())
    except Conflict:
        return False
    return True


def count(site: Site, report: Report) -> None:
    """Count a report that weighs on our reputation: a hard bounce or a complaint."""
    if not report.counted or report.kind == "transient":
        return
    for _ in range(TRIES):
        rates, version = _rates(site)
        if _keep(site, rates.with_one(report.kind == "complaint", site.now()), version):
            return


def pressure(site: Site) -> bool:
    """Whether mail that nobody waits for has to wait: too much of ours bounces, or annoys."""
    return _rates(site)[0].too_high(site.now())


def reckon(site: Site, carrier: Carrier) -> None:
    """Ask the carrier how much was sent, now and then, while there is something to compare."""
    rates, version = _rates(site)
    now = site.now()
    if not any(at > now - DAY for at in rates.hours):
        return
    if rates.asked and rates.asked > now - AGAIN:
        return
    _keep(site, msgspec.structs.replace(rates, sent=carrier.sent_last_day(), asked=now), version)
