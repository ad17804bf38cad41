"""Mail that comes in: whose it is, what it says, what becomes of it: one outcome for each."""

import msgspec

from chalicelib import ledger, unsubscribe
from chalicelib.inbox import open_mail, reply_tokens
from chalicelib.letters import Answer, Problem
from chalicelib.postbox import joining
from chalicelib.postbox.act import act
from chalicelib.postbox.arrival import Arrival, Verdicts
from chalicelib.postbox.outcomes import Outcome, answered, is_known
from chalicelib.postbox.whose import Letterhead, letterhead
from chalicelib.site import Site

__all__ = ["Arrival", "Outcome", "Verdicts", "receive"]


def receive(site: Site, arrival: Arrival) -> Outcome:
    """Read a mail and do what it says, all of it or nothing; the sender gets an answer.

    Raises ``Busy`` when the mail should be brought again in a moment.
    """
    if "FAIL" in (arrival.verdicts.virus, arrival.verdicts.spam):
        return Outcome.MACHINE
    if unsubscribe.by_mail(site, arrival.recipients):
        return Outcome.DONE
    mail = open_mail(arrival.raw, arrival.envelope_from, arrival.recipients)
    if mail.machine or mail.sender.endswith(f"@{site.mail_domain}"):
        return Outcome.MACHINE
    head = letterhead(site, mail)
    if not head:
        proven = arrival.verdicts.dmarc == "PASS"
        return joining.arrived(site, mail, arrival, proven=proven) or Outcome.STRANGER
    if head.done or is_known(site, mail.fingerprint):
        return Outcome.REPEATED
    return _read(site, head, arrival)


def _read(site: Site, head: Letterhead, arrival: Arrival) -> Outcome:
    """Read what somebody wrote who takes part, if it is they who wrote it."""
    mail = head.mail
    if mail.sender.lower() != head.profile.address.lower():
        return _hint(site, head, "sender_mismatch")
    if not reply_tokens(mail) and arrival.verdicts.dmarc != "PASS":
        return _hint(site, head, "no_reply_address")
    known = (*head.state.deck.cards, *(seat.nick for seat in head.state.seats))
    text = open_mail(arrival.raw, arrival.envelope_from, arrival.recipients, vocabulary=known)
    return act(site, msgspec.structs.replace(head, mail=text), arrival.at)


def _hint(site: Site, head: Letterhead, code: str) -> Outcome:
    """Tell the player once a day that mail came which nobody vouches for; nothing was done."""
    answer = Answer(head.back.game, head.reader, "refused", parts=(Problem("", code),))
    today = ledger.digest("hint", head.back.account, site.now().date().isoformat())
    return answered(site, answer, Outcome.ASKED_BACK, today)
