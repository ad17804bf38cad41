"""Mail that comes in: whose it is, what it says, what becomes of it: one outcome for each.

::

    whose -> known? -> virus, machine, spam -> how many, how large -> who vouches -> read, act

Answers go to the registered address only, never to From or Reply-To.
"""

import logging

from chalicelib import logs, metrics, unsubscribe
from chalicelib.game import Busy
from chalicelib.inbox.headers import split
from chalicelib.postbox import joining, machine_mail
from chalicelib.postbox.arrival import Arrival, Verdicts
from chalicelib.postbox.evidence import evidence
from chalicelib.postbox.failing import give_up
from chalicelib.postbox.holding import mail_of, suspected
from chalicelib.postbox.outcomes import Outcome, again, file, is_known, stranger
from chalicelib.postbox.policy import Treatment, treatment
from chalicelib.postbox.trust import welcome
from chalicelib.postbox.whose import By, game_named, letterhead
from chalicelib.site import Site

__all__ = ["Arrival", "Outcome", "Verdicts", "receive"]

_log = logging.getLogger(__name__)


def receive(site: Site, arrival: Arrival) -> Outcome:
    """Read a mail and do what it says, all of it or nothing; its author gets an answer.

    Raises ``Busy`` when the mail should be brought again in a moment, and whatever goes wrong
    unexpectedly, a few times; then the mail is recorded as failed and stands in nobody's way.
    """
    try:
        outcome = _received(site, arrival)
    except Busy:
        raise
    except Exception as error:
        if not give_up(site, arrival):
            raise
        metrics.count("GivenUp", of="mail")
        _log.error("mail given up", extra=logs.told(**logs.failure(error)))
        outcome = Outcome.FAILED
    _log.info("mail read", extra=logs.told(why=outcome.value.replace(" ", "_")))
    return outcome


def _received(  # noqa: PLR0911 -- one way for each kind of mail
    site: Site, arrival: Arrival
) -> Outcome:
    if arrival.verdicts.virus != "FAIL" and unsubscribe.by_mail(site, arrival.recipients):
        return Outcome.DONE
    mail = mail_of(arrival)
    headers, _ = split(arrival.raw.replace(b"\r\n", b"\n"))
    head, proof = letterhead(site, mail, arrival), evidence(arrival, headers, mail.sender)
    machine = machine_mail.kind(site, mail, headers, arrival)
    ignored = head and treatment(head.by, proof, own=head.own) is Treatment.IGNORE
    elsewhere = not machine and (not head or ignored or head.by is By.SENDER)
    if elsewhere and (outcome := joining.arrived(site, mail, arrival, proof)):
        return outcome
    if not head or (ignored and not machine):
        found = stranger(site, mail.fingerprint, game_named(site, mail))
        return Outcome.MACHINE if machine else found
    if is_known(site, head):
        return again(site, head)
    if arrival.verdicts.virus == "FAIL":
        return file(site, head, Outcome.QUARANTINED, "virus")
    if machine:
        return machine_mail.record(site, head, machine, proof)
    if arrival.verdicts.spam == "FAIL":
        return suspected(site, head)
    return welcome(site, head, proof)
