"""Amazon's side of mail: SES sends and receives, S3 keeps what came in.

boto3 is imported where it is used, so that the API never pays for it.
"""

from datetime import datetime
from email.message import EmailMessage
from functools import cache
from typing import Any

import msgspec


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
    dmarc_verdict: Verdict = Verdict()

    @property
    def trusted(self) -> bool:
        """Whether the sender's domain vouches for the address in From."""
        return self.dmarc_verdict.status == "PASS"

    @property
    def unwanted(self) -> bool:
        """Whether SES takes the mail for a virus or for spam."""
        return "FAIL" in (self.virus_verdict.status, self.spam_verdict.status)


class Envelope(msgspec.Struct, frozen=True):
    """The part of ``mail`` that SES fills from the SMTP envelope."""

    source: str = ""


class Notice(msgspec.Struct, frozen=True):
    """The bell that SES rings over SNS when a mail is in S3."""

    receipt: Receipt
    mail: Envelope = Envelope()


read_notice = msgspec.json.Decoder(Notice).decode


@cache
def _client(service: str) -> Any:
    import boto3  # noqa: PLC0415 -- a tenth of a second that only mail needs

    return boto3.client(service)


def raw_mail(receipt: Receipt) -> bytes:
    """Fetch a mail as it came in."""
    place = receipt.action
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
