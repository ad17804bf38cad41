"""Where mail goes that leaves: into the Maildirs of this machine, or to the world by a relay."""

import logging
import smtplib
import ssl
from typing import Protocol

import msgspec

from infra.local.web import is_loopback
from infra.ses_sim import Undeliverable

PATIENCE = 20
"""Seconds to wait for a relay."""
IMPLICIT_TLS = 465
PERMANENT = 500
"""From here on an SMTP answer means: never."""

_log = logging.getLogger(__name__)


class Inboxes(Protocol):
    """Takes the mail of addresses of this machine."""

    def put(self, to: str, raw: bytes) -> None:
        """Put a raw letter into the inbox of an address."""


class Relay(msgspec.Struct, frozen=True):
    """An SMTP server that takes our mail to the world; the password is sent over TLS only."""

    host: str
    port: int = 587
    user: str = ""
    password: str = ""

    def send(self, sender: str, to: str, raw: bytes) -> None:
        """Hand one mail over; raises ``OSError`` or ``SMTPException`` if it is not taken.

        Raises ``Undeliverable`` if the relay says that there never will be such an address.
        """
        with self._connected() as server:
            if self.user:
                server.login(self.user, self.password)
            try:
                server.sendmail(sender, [to], raw)
            except smtplib.SMTPRecipientsRefused as refused:
                ((code, words),) = refused.recipients.values()
                if code < PERMANENT:
                    raise
                raise Undeliverable(words=words.decode("ascii", "replace")[:200]) from refused

    def _connected(self) -> smtplib.SMTP:
        """Connect, by TLS if the relay offers it; it must, unless it is on this machine."""
        context = ssl.create_default_context()
        if self.port == IMPLICIT_TLS:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=context)
        server = smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=context)
        elif not is_loopback(self.host):
            server.close()
            raise smtplib.SMTPNotSupportedError("the relay offers no TLS")
        return server


class Outside:
    """The internet as the local program knows it.

    Mail for the domain of the inboxes stays here, and all other mail too where there is no relay.
    """

    def __init__(self, home: str, inboxes: Inboxes, relay: Relay | None) -> None:
        """``home`` is the domain of the inboxes."""
        self._home = f"@{home.lower()}"
        self._inboxes, self._relay = inboxes, relay
        self._warned = False

    def deliver(self, sender: str, recipient: str, raw: bytes) -> None:
        """Take one mail; raises what its way raises."""
        here = recipient.lower().endswith(self._home)
        if self._relay and not here:
            self._relay.send(sender, recipient, raw)
            return
        self._inboxes.put(recipient, raw)
        if not here and not self._warned:
            self._warned = True
            _log.warning(
                "there is a letter for a domain of others, and no server to send it by: "
                "it is kept here (--smtp-out HOST:PORT sends such letters)"
            )
