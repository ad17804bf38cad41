"""The events of SES in their three forms: what they say of a mail, a bounce, a complaint."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from chalicelib.store import stamp
from infra.ses_sim.account import Account, Sent
from infra.ses_sim.composing import fields
from infra.ses_sim.fates import Undeliverable
from infra.ses_sim.topics import Shape

DETAIL_TYPES = {
    "Send": "Email Sent",
    "Delivery": "Email Delivered",
    "Bounce": "Email Bounced",
    "Complaint": "Email Complaint Received",
    "Reject": "Email Rejected",
    "Rendering Failure": "Email Rendering Failed",
    "DeliveryDelay": "Email Delivery Delayed",
}
"""How EventBridge calls the events."""
MOST_HEADER_BYTES = 10_000
"""More than this of headers is cut off an event or a notice."""
TRIES_FOR = timedelta(hours=14)
"""How long SES goes on trying to deliver a mail that is delayed."""


def iso(at: datetime) -> str:
    """Write a time as SES does: UTC, to the millisecond."""
    return stamp(at)[:23] + "Z"


def bounce(account: Account, address: str, why: Undeliverable) -> dict[str, Any]:
    """Say that a mail came back."""
    recipient = {
        "emailAddress": address,
        "action": "failed",
        "status": why.status,
        "diagnosticCode": f"smtp; {why.code} {why.status} {why.args[0]}",
    }
    return {
        "bounceType": why.kind,
        "bounceSubType": why.sub,
        "bouncedRecipients": [recipient],
        "timestamp": iso(account.now()),
        "feedbackId": account.name(),
        "reportingMTA": "dsn; a7-1.smtp-out.amazonses.com",
    }


def complaint(account: Account, address: str, sub: str | None = None) -> dict[str, Any]:
    """Say that a reader took a mail for spam, or that they did so before (``sub``)."""
    kind = {} if sub else {"userAgent": "Simulated", "complaintFeedbackType": "abuse"}
    return kind | {
        "complainedRecipients": [{"emailAddress": address}],
        "timestamp": iso(account.now()),
        "feedbackId": account.name(),
        "complaintSubType": sub,
        "arrivalDate": iso(account.now()),
    }


def delivery(account: Account, address: str) -> dict[str, Any]:
    """Say that the other server has taken a mail."""
    return {
        "timestamp": iso(account.now()),
        "processingTimeMillis": 7,
        "recipients": [address],
        "smtpResponse": "250 2.0.0 OK",
        "reportingMTA": "a7-1.smtp-out.amazonses.com",
    }


def delay(account: Account, address: str, words: str) -> dict[str, Any]:
    """Say that the other server does not take a mail yet."""
    code = f"smtp; 451 4.4.1 {words}"
    recipient = {"emailAddress": address, "status": "4.4.1", "diagnosticCode": code}
    return {
        "timestamp": iso(account.now()),
        "delayType": "TransientCommunicationFailure",
        "expirationTime": iso(account.now() + TRIES_FOR),
        "delayedRecipients": [recipient],
    }


def common(raw: bytes) -> tuple[list[dict[str, str]], dict[str, Any], bool]:
    """Give the headers of a mail, the common ones among them, and whether some were cut off."""
    listed: list[dict[str, str]] = []
    size, names = 0, {"from", "to", "cc", "subject", "date", "message-id", "reply-to"}
    known: dict[str, Any] = {}
    for name, value in fields(raw):
        text = " ".join(value.decode("utf-8", "replace").split())
        low = name.decode("ascii").lower()
        size += len(name) + len(value) + 4
        if size <= MOST_HEADER_BYTES:
            listed.append({"name": name.decode("ascii"), "value": text})
        if low in names:
            key = {"message-id": "messageId", "reply-to": "replyTo"}.get(low, low)
            known.setdefault(key, [text] if low in {"from", "to", "cc", "reply-to"} else text)
    return listed, known, size > MOST_HEADER_BYTES


def mail(account: Account, sent: Sent, *, tagged: bool) -> dict[str, Any]:
    """Say which mail an event is about; identities get no tags."""
    headers, known, cut = common(sent.raw)
    told = {
        "timestamp": iso(sent.at),
        "source": sent.source,
        "sourceArn": f"arn:aws:ses:{account.region}:000000000000:identity/{sent.source}",
        "sendingAccountId": "000000000000",
        "messageId": sent.id,
        "destination": list(sent.recipients),
        "headersTruncated": cut,
        "headers": headers,
        "commonHeaders": known | {"messageId": sent.id},
    }
    if not tagged:
        return told
    ours = {
        "ses:configuration-set": [sent.configuration_set],
        "ses:from-domain": [sent.source.rpartition("@")[2]],
        "ses:operation": ["SendEmail"],
    }
    return told | {"tags": ours | sent.tags}


def worded(account: Account, sent: Sent, kind: str, detail: Mapping[str, Any], shape: Shape) -> str:
    """Write an event in one of its forms."""
    member = {"Rendering Failure": "failure", "DeliveryDelay": "deliveryDelay"}
    about = {member.get(kind, kind.lower()): dict(detail)}
    if shape is Shape.IDENTITY:
        note = {"notificationType": kind, "mail": mail(account, sent, tagged=False)}
        return json.dumps(note | about)
    event = {"eventType": kind, "mail": mail(account, sent, tagged=True)} | about
    if shape is Shape.EVENT:
        return json.dumps(event)
    return json.dumps(
        {
            "version": "0",
            "id": account.name()[-43:-7],
            "detail-type": DETAIL_TYPES[kind],
            "source": "aws.ses",
            "account": "000000000000",
            "time": iso(account.now())[:19] + "Z",
            "region": account.region,
            "resources": [f"arn:aws:ses:{account.region}:000000000000:configuration-set/x"],
            "detail": event,
        }
    )
