"""One call of ``SendEmail``: admitted or refused, accepted, and then what becomes of the mail."""

from collections.abc import Mapping
from email.message import EmailMessage
from typing import Any

from infra.ses_sim import admission, events
from infra.ses_sim.account import Account, Destination, Sent
from infra.ses_sim.composing import Unfilled, composed, stamped
from infra.ses_sim.fates import (
    EICAR,
    Away,
    Complaint,
    Late,
    Undeliverable,
    is_simulated,
    simulated,
)
from infra.ses_sim.topics import Shape

NOTIFIED = frozenset({"Bounce", "Complaint", "Delivery"})
"""What identities are told of; the rest needs a configuration set."""


def send_email(account: Account, params: dict[str, Any]) -> dict[str, Any]:
    """Accept a mail and let it meet its fate; raises ``Refused``.

    Whatever the internet raises beyond fates passes through: nothing counts as sent then.
    """
    set_name = params.get("ConfigurationSetName", "")
    admission.check_account(account, set_name)
    admission.check_request(params)
    failure = ""
    try:
        raw = composed(account, params)
    except Unfilled as unfilled:
        raw, failure = b"Subject: unfilled\r\n\r\n", str(unfilled)
    admission.check_mail(raw)
    sender = admission.source(params, raw)
    recipients = admission.addresses(params, raw)
    admission.check_identities(account, sender, recipients)
    admission.check_quota(account, len(recipients), len(raw))
    sent = _accepted(account, params, raw, sender, recipients)
    _tell(account, sent, "Send", {})
    if failure:
        template = params["Content"]["Template"].get("TemplateName", "")
        detail = {"errorMessage": failure, "templateName": template}
        _tell(account, sent, "Rendering Failure", detail)
    elif EICAR in raw:
        _tell(account, sent, "Reject", {"reason": "Bad content"})
    else:
        for recipient in recipients:
            _meet(account, sent, recipient)
    account.count(len(recipients))
    account.sent.append(sent)
    return {"MessageId": sent.id}


def _accepted(
    account: Account, params: dict[str, Any], raw: bytes, sender: str, to: tuple[str, ...]
) -> Sent:
    """Name a mail and stamp it."""
    name, at = account.name(), account.now()
    tags = {tag["Name"]: [tag["Value"]] for tag in params.get("EmailTags", ())}
    left = stamped(raw, f"{name}@{account.id_domain}", at)
    return Sent(name, at, sender, to, left, tags, params.get("ConfigurationSetName", ""))


def _meet(account: Account, sent: Sent, recipient: str) -> None:
    """Bring a mail to one address, and tell what became of it."""
    if known := account.suppressed.get(recipient.lower()):
        _meet_suppression(account, sent, recipient, known.reason)
        return
    try:
        if is_simulated(recipient):
            simulated(recipient)
        else:
            account.internet.deliver(sent.source, recipient, sent.raw)
    except Undeliverable as why:
        _tell(account, sent, "Bounce", events.bounce(account, recipient, why))
        if why.kind == "Permanent" and not is_simulated(recipient):
            account.suppress(recipient, "BOUNCE")
        return
    except Late as late:
        _tell(account, sent, "DeliveryDelay", events.delay(account, recipient, str(late)))
        return
    except Complaint:
        _tell(account, sent, "Delivery", events.delivery(account, recipient))
        _tell(account, sent, "Complaint", events.complaint(account, recipient))
        if not is_simulated(recipient):
            account.suppress(recipient, "COMPLAINT")
        return
    except Away:
        account.autoreplies.append((sent.source, _vacation(recipient, sent)))
    _tell(account, sent, "Delivery", events.delivery(account, recipient))


def _meet_suppression(account: Account, sent: Sent, recipient: str, reason: str) -> None:
    """Report a mail that was accepted and not sent, as a bounce or as a complaint."""
    listed = "OnAccountSuppressionList"
    if reason == "COMPLAINT":
        _tell(account, sent, "Complaint", events.complaint(account, recipient, listed))
        return
    why = Undeliverable(sub=listed, words="on the account suppression list")
    _tell(account, sent, "Bounce", events.bounce(account, recipient, why))


def _vacation(recipient: str, sent: Sent) -> bytes:
    """Write what a vacation responder answers."""
    note = EmailMessage()
    note["From"], note["To"] = recipient, sent.source
    note["Subject"] = "Out of office"
    note["Auto-Submitted"] = "auto-replied"
    note.set_content("I am away.")
    return note.as_bytes()


def _tell(account: Account, sent: Sent, kind: str, detail: Mapping[str, Any]) -> None:
    """Publish an event wherever the mail's configuration set, or its identity, is listened to."""
    listening = list(account.sets.get(sent.configuration_set, ()))
    listening += [Destination(Shape.IDENTITY, topic, NOTIFIED) for topic in account.notified]
    for one in listening:
        if kind in one.kinds:
            one.topic.publish(events.worded(account, sent, kind, detail, one.shape))
