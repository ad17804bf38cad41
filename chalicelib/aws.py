"""Amazon's side of mail: SES sends and receives, S3 keeps what came in.

boto3 is imported where it is used, so that the API never pays for it.
"""

from datetime import datetime
from email.message import EmailMessage
from functools import cache
from typing import Any

import msgspec

from chalicelib.postbox.arrival import Arrival, Verdicts


class Verdict(msgspec.Struct, frozen=True):
    """What SES found; any status but the known ones means that it did not decide."""

    status: str = ""


class Action(msgspec.Struct, frozen=True, rename="camel"):
    """Where SES put the mail."""

    bucket_name: str
    object_key: str


class Receipt(msgspec.Struct, frozen=True, rename="camel"):
    """The envelope and the verdicts; ``timestamp`` (UTC) is the time of arrival."""

    timestamp: datetime
    recipients: tuple[str, ...]
    action: Action
    virus_verdict: Verdict = Verdict()
    spam_verdict: Verdict = Verdict()
    spf_verdict: Verdict = Verdict()
    dkim_verdict: Verdict = Verdict()
    dmarc_verdict: Verdict = Verdict()
    dmarc_policy: str = ""

    @property
    def verdicts(self) -> Verdicts:
        """What SES found, word for word."""
        return Verdicts(
            self.spam_verdict.status,
            self.virus_verdict.status,
            self.spf_verdict.status,
            self.dkim_verdict.status,
            self.dmarc_verdict.status,
            self.dmarc_policy.lower(),
        )


class Envelope(msgspec.Struct, frozen=True, rename="camel"):
    """The part of ``mail`` that SES fills from the SMTP envelope, and its own name for the mail."""

    source: str = ""
    message_id: str = ""


class Notice(msgspec.Struct, frozen=True):
    """The bell that SES rings over SNS when a mail is in S3."""

    receipt: Receipt
    mail: Envelope = Envelope()


_read_notice = msgspec.json.Decoder(Notice).decode


@cache
def _client(service: str) -> Any:
    import boto3  # noqa: PLC0415 -- a tenth of a second that only mail needs

    return boto3.client(service)


def arrival(message: str) -> Arrival:
    """Give the mail that a notice of SES is about, fetched from where SES has put it."""
    notice = _read_notice(message)
    receipt, mail = notice.receipt, notice.mail
    return Arrival(
        _raw_mail(receipt.action),
        mail.source,
        receipt.recipients,
        receipt.timestamp,
        receipt.verdicts,
        mail.message_id,
    )


def _raw_mail(place: Action) -> bytes:
    """Fetch a mail as it came in."""
    found = _client("s3").get_object(Bucket=place.bucket_name, Key=place.object_key)
    return bytes(found["Body"].read())


class Ses:
    """Sends finished mails through SES, headers and all."""

    def send(self, to: str, message: EmailMessage) -> None:
        """Send one mail; raises what SES raises."""
        _client("sesv2").send_email(
            Destination={"ToAddresses": [to]},
            Content={"Raw": {"Data": message.as_bytes()}},
        )
