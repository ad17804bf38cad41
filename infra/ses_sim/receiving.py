"""Mail that SES receives: a receipt rule, an object with headers on top, a notice over SNS."""

import json
from datetime import datetime
from typing import Any, Protocol

import msgspec

from chalicelib.game import Chance
from infra.ses_sim.events import common, iso
from infra.ses_sim.topics import Topic

MOST_STORED, MOST_NOTICED = 40_000_000, 150_000
"""Bytes of a mail with its headers: with the S3 action, and inside a notice."""
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"
ACCOUNT = "000000000000"


class NotTaken(Exception):  # noqa: N818 -- the answer of a mail server
    """The mail is refused while it is handed over; the words are an SMTP answer."""


class Finding(msgspec.Struct, frozen=True):
    """What SES found out about a mail. ``policy`` is told only where DMARC failed."""

    spam: str = "PASS"
    virus: str = "PASS"
    spf: str = "PASS"
    dkim: str = "PASS"
    dmarc: str = "PASS"
    policy: str = "none"
    results: str = ""
    """The words of Authentication-Results; "" is what the verdicts say."""


class Rule(msgspec.Struct, frozen=True):
    """A receipt rule: for which recipients (domains or addresses; none is all), and what it does.

    With a ``bucket`` the mail is stored there and the notice says where; without, the notice
    brings the mail itself.
    """

    recipients: tuple[str, ...] = ()
    bucket: str = ""
    prefix: str = ""
    scans: bool = True

    def takes(self, address: str) -> bool:
        """Whether an address is one of the rule's; a domain stands for all its addresses."""
        address = address.lower()
        return not self.recipients or any(
            wanted.lower() in (address, address.rpartition("@")[2]) for wanted in self.recipients
        )


class Put(Protocol):
    """Puts an object into a bucket."""

    def __call__(self, bucket: str, key: str, content: bytes, /) -> object:
        """Store the object."""


class Reception:
    """Receives mail by one active rule and tells a topic."""

    def __init__(
        self,
        rule: Rule,
        topic: Topic,
        put: Put,
        *,
        rng: Chance,
        authority: str = "amazonses.com",
    ) -> None:
        """``put`` stores objects; ``authority`` is whose name stands over the findings."""
        self._rule, self._topic, self._put = rule, topic, put
        self._rng, self._authority = rng, authority

    def receive(  # noqa: PLR0913, PLR0917 -- a mail, its envelope, and what was found
        self,
        sender: str,
        to: tuple[str, ...],
        raw: bytes,
        at: datetime,
        found: Finding,
        name: str = "",
    ) -> str:
        """Take a mail for those of its recipients that the rule knows, and give SES's id for it.

        The id is drawn unless there is a ``name`` for it.
        Raises ``NotTaken`` if there are none, or the mail is too big.
        """
        ours = tuple(address for address in to if self._rule.takes(address))
        if not ours:
            raise NotTaken("550 5.1.1 mailbox unavailable")
        name = name or "".join(ALPHABET[self._rng.randrange(36)] for _ in range(40))
        stored = self._headed(sender, raw, found)
        if len(stored) > (MOST_STORED if self._rule.bucket else MOST_NOTICED):
            raise NotTaken("552 5.3.4 message too long")
        notice = self._notice(name, sender, ours, stored, at, found)
        if self._rule.bucket:
            self._put(self._rule.bucket, self._rule.prefix + name, stored)
        else:
            notice |= {"content": stored.decode("utf-8", "replace")}
        self._topic.publish(json.dumps(notice))
        return name

    def _headed(self, sender: str, raw: bytes, found: Finding) -> bytes:
        """Put SES's own headers on top of a mail."""
        lines = [f"Return-Path: <{sender}>"]
        if self._rule.scans:
            words = found.results or _results(found)
            lines += [
                f"Received-SPF: {found.spf.lower()} (spfCheck: simulated)",
                f"Authentication-Results: {self._authority};\r\n {words}",
                f"X-SES-Spam-Verdict: {found.spam}",
                f"X-SES-Virus-Verdict: {found.virus}",
            ]
        return "".join(f"{line}\r\n" for line in lines).encode() + raw

    def _notice(  # noqa: PLR0913, PLR0917 -- a mail, its envelope, and what was found
        self,
        name: str,
        sender: str,
        to: tuple[str, ...],
        stored: bytes,
        at: datetime,
        found: Finding,
    ) -> dict[str, Any]:
        """Say over SNS that a mail came."""
        headers, known, cut = common(stored)
        mail = {
            "timestamp": iso(at),
            "source": sender,
            "messageId": name,
            "destination": known.get("to", []) + known.get("cc", []),
            "headersTruncated": cut,
            "headers": headers,
            "commonHeaders": {"returnPath": sender} | known,
        }
        receipt = {
            "timestamp": iso(at),
            "processingTimeMillis": 7,
            "recipients": list(to),
            **self._verdicts(found),
            "action": self._action(name),
        }
        return {"notificationType": "Received", "mail": mail, "receipt": receipt}

    def _verdicts(self, found: Finding) -> dict[str, Any]:
        """Say what was found, or that nothing was looked for."""
        names = ("spam", "virus", "spf", "dkim", "dmarc")
        told = {n: getattr(found, n) if self._rule.scans else "DISABLED" for n in names}
        policy = {"dmarcPolicy": found.policy} if told["dmarc"] == "FAIL" else {}
        return {f"{name}Verdict": {"status": status} for name, status in told.items()} | policy

    def _action(self, name: str) -> dict[str, str]:
        """Say what was done with the mail."""
        topic = f"arn:aws:sns:eu-central-1:{ACCOUNT}:alibi-mail"
        rule = self._rule
        if not rule.bucket:
            return {"type": "SNS", "topicArn": topic, "encoding": "UTF8"}
        return {
            "type": "S3",
            "topicArn": topic,
            "bucketName": rule.bucket,
            "objectKeyPrefix": rule.prefix,
            "objectKey": rule.prefix + name,
        }


def _results(found: Finding) -> str:
    """Write verdicts as Authentication-Results does."""
    words = {"PASS": "pass", "FAIL": "fail", "GRAY": "none", "PROCESSING_FAILED": "temperror"}
    kinds = (("spf", found.spf), ("dkim", found.dkim), ("dmarc", found.dmarc))
    return "; ".join(f"{kind}={words.get(status, 'none')}" for kind, status in kinds)
