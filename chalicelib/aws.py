"""Amazon's side of mail: SES sends and receives, S3 keeps what came in, SNS brings the news."""

import logging
import os
import re
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from typing import Any

import msgspec

from chalicelib import clients, feedback, logs, postbox
from chalicelib.feedback.carrier import Listed
from chalicelib.postbox.arrival import Arrival, Verdicts
from chalicelib.site import Site

TAG = re.compile(r"[^A-Za-z0-9_-]")
"""What the value of a tag may not hold."""
AUTHORITY = "amazonses.com"
"""By what name SES signs what it found out about a mail."""
HEAVY, BEGINNING = 10_000_000, 1_000_000
"""Bytes of a mail of which only the beginning is read, and of that beginning."""


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


class Bell(msgspec.Struct, frozen=True, rename="camel"):
    """What tells a notice of a mail from a report about one of ours."""

    notification_type: str = ""


_log = logging.getLogger(__name__)
_read_notice = msgspec.json.Decoder(Notice).decode
_read_bell = msgspec.json.Decoder(Bell).decode


def inbound(site: Site, message: str, s3: Any = None, authority: str = AUTHORITY) -> None:
    """Do what a message of SES over SNS is about: a mail that came, or a report about one of ours.

    ``s3`` is where mails lie, if not S3, and ``authority`` who found out about them, if not SES.
    Raises ``Busy`` when the message should be brought again.
    """
    if not message.lstrip().startswith("{"):
        return  # SES greets a topic that it is to use, in plain words
    if _read_bell(message).notification_type == "Received":
        postbox.receive(site, arrival(message, s3, authority))
        return
    for report in feedback.reports(message):
        feedback.take(site, report)


def arrival(message: str, s3: Any = None, authority: str = AUTHORITY) -> Arrival:
    """Give the mail that a notice of SES is about, fetched from where SES has put it."""
    notice = _read_notice(message)
    receipt, mail = notice.receipt, notice.mail
    raw, size = _raw_mail(receipt.action, s3 or clients.of("s3"))
    return Arrival(
        raw,
        mail.source,
        receipt.recipients,
        receipt.timestamp,
        receipt.verdicts,
        mail.message_id,
        authority,
        size,
    )


def _raw_mail(place: Action, s3: Any) -> tuple[bytes, int]:
    """Fetch a mail as it came in, or the beginning of a heavy one, and say how large it is."""
    found = s3.get_object(Bucket=place.bucket_name, Key=place.object_key)
    size = int(found["ContentLength"])
    return bytes(found["Body"].read(BEGINNING if size > HEAVY else size)), size


class Ses:
    """Sends finished mails through SES, headers and all, and asks it whom it will not write to."""

    def __init__(
        self, client: Any = None, configuration_set: str | None = None, domain: str = ""
    ) -> None:
        """Use a client, or our own; the configuration set is ``ALIBI_CONFIGURATION_SET`` if any.

        ``domain`` is that of Message-IDs, if not the one of SES in the region.
        """
        self._given = client
        known = os.environ.get("ALIBI_CONFIGURATION_SET", "")
        self._given_domain = domain
        self._set = known if configuration_set is None else configuration_set

    @property
    def _ses(self) -> Any:
        return self._given or clients.of("sesv2")

    def send(self, to: str, message: EmailMessage) -> str:
        """Send one mail and give its Message-ID, which is SES's own; raises what SES raises.

        Whoever asks to sign in wants mail: their address leaves the suppression list.
        """
        loop = str(message["X-Alibi-Loop"] or "")
        if loop == "sign-in":
            self.lift(to)
        chosen = {"ConfigurationSetName": self._set} if self._set else {}
        answer = self._ses.send_email(
            Destination={"ToAddresses": [to]},
            Content={"Raw": {"Data": message.as_bytes()}},
            EmailTags=_tags(loop, str(message["X-Alibi-Letter"] or "")),
            **chosen,
        )
        return f"{answer['MessageId']}@{self._domain}"

    @property
    def _domain(self) -> str:
        """The domain of the ids of the region; the oldest region has one of its own."""
        if self._given_domain:
            return self._given_domain
        region = self._ses.meta.region_name
        return "email.amazonses.com" if region == "us-east-1" else f"{region}.amazonses.com"

    def lift(self, address: str) -> None:
        """Take an address off the suppression list, if it is there and SES lets us."""
        ses = self._ses
        try:
            ses.delete_suppressed_destination(EmailAddress=address)
        except ses.exceptions.NotFoundException:
            return
        except ses.exceptions.ClientError as error:
            _log.warning("suppression not lifted", extra=logs.told(**logs.failure(error)))

    def suppressed(self, since: datetime) -> Iterator[Listed]:
        """Give whom SES has stopped writing to since a time (UTC)."""
        token: dict[str, str] = {}
        while True:
            page = self._ses.list_suppressed_destinations(StartDate=since, PageSize=1000, **token)
            for one in page.get("SuppressedDestinationSummaries", ()):
                complained = one["Reason"] == "COMPLAINT"
                yield Listed(one["EmailAddress"], complained, one["LastUpdateTime"])
            if "NextToken" not in page:
                return
            token = {"NextToken": page["NextToken"]}

    def sent_last_day(self) -> int:
        """Say how many mails SES has sent for us in 24 hours."""
        return int(self._ses.get_account()["SendQuota"]["SentLast24Hours"])


def _tags(game: str, letter: str) -> list[dict[str, str]]:
    """Give the tags that come back in every event: the game and the letter, nobody's address."""
    named = {"game": game, "letter": letter.removeprefix(f"{game}.")}
    return [
        {"Name": name, "Value": TAG.sub("_", value)[:256]} for name, value in named.items() if value
    ]
