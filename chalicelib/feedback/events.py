"""The reports of SES: events of a configuration set, over SNS or EventBridge, and notifications.

All say the same in three wrappings. Delays, deliveries and the rest change nothing here: a mail
that is delayed is delivered later, or bounces.
"""

import logging
from datetime import datetime
from email.utils import parseaddr

import msgspec

from chalicelib import logs
from chalicelib.feedback.report import Kind, Report

REAL = frozenset({"MailboxFull", "MessageTooLarge", "ContentRejected", "AttachmentRejected"})
"""Transient bounces that are no vacation notice, even without a status."""
NEVER_SENT = frozenset({"Suppressed", "OnAccountSuppressionList"})
"""Bounces of mail that SES did not even try to deliver."""
OURS = frozenset({"Reject", "Rendering Failure"})
"""Events that mean that a mail of ours was wrong."""

_log = logging.getLogger(__name__)


class Recipient(msgspec.Struct, frozen=True, rename="camel"):
    """Whom a bounce or a complaint is about, and what the other server said."""

    email_address: str
    action: str | None = None
    status: str | None = None


class Bounce(msgspec.Struct, frozen=True, rename="camel"):
    """A mail came back."""

    bounced_recipients: tuple[Recipient, ...]
    timestamp: datetime
    feedback_id: str
    bounce_type: str = "Undetermined"
    bounce_sub_type: str = ""


class Complaint(msgspec.Struct, frozen=True, rename="camel"):
    """A reader took a mail for spam; or, by its type, said that it is none after all."""

    complained_recipients: tuple[Recipient, ...]
    timestamp: datetime
    feedback_id: str
    complaint_feedback_type: str | None = None
    complaint_sub_type: str | None = None


class Event(msgspec.Struct, frozen=True, rename="camel"):
    """An event of SES, or a notification, which calls its type otherwise."""

    event_type: str = ""
    notification_type: str = ""
    bounce: Bounce | None = None
    complaint: Complaint | None = None


class Wrapped(msgspec.Struct, frozen=True):
    """An event as EventBridge brings it."""

    detail: Event | None = None


_read = msgspec.json.Decoder(Event).decode
_unwrap = msgspec.json.Decoder(Wrapped).decode


def reports(message: str) -> tuple[Report, ...]:
    """Give what a message of SES reports, one report for each address.

    Raises ``msgspec.ValidationError`` for an event that lacks what it must have.
    """
    event = _unwrap(message).detail or _read(message)
    kind = event.event_type or event.notification_type
    if kind in OURS:
        _log.error("SES did not send a letter", extra=logs.told(why=kind.replace(" ", "_")))
    if kind == "Bounce" and event.bounce:
        return _bounced(event.bounce)
    if kind == "Complaint" and event.complaint:
        return _complained(event.complaint)
    return ()


def _bounced(bounce: Bounce) -> tuple[Report, ...]:
    """Give a report for each address that a mail came back from.

    What is not permanent counts as transient. A vacation notice comes in the same form, without
    the status that a mail server gives: it is no failure.
    """
    kind: Kind = "permanent" if bounce.bounce_type == "Permanent" else "transient"
    sub = bounce.bounce_sub_type
    return tuple(
        Report(kind, address, bounce.feedback_id, bounce.timestamp, sub not in NEVER_SENT)
        for recipient in bounce.bounced_recipients
        if kind == "permanent" or recipient.status or recipient.action or sub in REAL
        if (address := parseaddr(recipient.email_address)[1])
    )


def _complained(complaint: Complaint) -> tuple[Report, ...]:
    """Give a report for each address from which a complaint came."""
    if complaint.complaint_feedback_type == "not-spam":
        return ()
    counted = complaint.complaint_sub_type not in NEVER_SENT
    return tuple(
        Report("complaint", address, complaint.feedback_id, complaint.timestamp, counted)
        for recipient in complaint.complained_recipients
        if (address := parseaddr(recipient.email_address)[1])
    )
