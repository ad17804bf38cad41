"""The organiser's word about a mail in quarantine: it is read after all, as if it came now."""

from chalicelib.game import Unknown
from chalicelib.inbox.headers import split
from chalicelib.postbox.confirm import opened
from chalicelib.postbox.evidence import evidence
from chalicelib.postbox.holding import held
from chalicelib.postbox.outcomes import Outcome, recorded
from chalicelib.postbox.trust import welcome
from chalicelib.site import Site

ORGANISERS = frozenset({"spam", "flood", "failed"})
"""Why a mail may wait for the organiser; other mails wait for their owner."""


def release(site: Site, game: str, name: str) -> Outcome:
    """Let a mail pass, by the id of its record, once; who may order what does not change by it.

    Refused if no such mail waits for the organiser.
    """
    kept = held(site, game, name)
    if not kept or kept.why not in ORGANISERS:
        raise Unknown("nothing_waits")
    head = opened(site, kept, name)
    headers, _ = split(head.arrival.raw.replace(b"\r\n", b"\n"))
    done = welcome(site, head, evidence(head.arrival, headers, head.mail.sender))
    record = recorded(site, game, name)
    return record.outcome if record else done
