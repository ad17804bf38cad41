"""A mail as it arrives: the bytes, the envelope, and what the receiving server found out."""

from datetime import datetime

import msgspec


class Verdicts(msgspec.Struct, frozen=True, rename="camel"):
    """What the receiving server (SES, or our own) says of a mail; the words are those of SES.

    PASS and FAIL decide; GRAY, PROCESSING_FAILED, DISABLED and any unknown word do not.
    """

    spam: str = "DISABLED"
    virus: str = "DISABLED"
    spf: str = "DISABLED"
    dkim: str = "DISABLED"
    dmarc: str = "DISABLED"
    policy: str = ""
    """What the sender's domain asks for where DMARC failed: none, quarantine or reject."""


class Arrival(msgspec.Struct, frozen=True):
    """One delivery of a mail. ``at`` (UTC) is the time of arrival: the one that counts."""

    raw: bytes
    envelope_from: str
    recipients: tuple[str, ...]
    at: datetime
    verdicts: Verdicts = Verdicts()
    name: str = ""
    """How the receiving server names this delivery; a redelivery has the same name."""
    authority: str = "amazonses.com"
    """By what name the receiving server signs its ``Authentication-Results``."""
    size: int = 0
    """Bytes of the whole mail where ``raw`` is only its beginning, else 0."""

    @property
    def bytes(self) -> int:
        """How large the mail is."""
        return max(self.size, len(self.raw))
