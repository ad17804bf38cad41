"""Mail over SMTP: what comes in goes to the postbox, what goes out may use a relay."""

import asyncio
import logging
import smtplib
import ssl
from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage

import msgspec
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from chalicelib import postbox
from chalicelib.deliver import Transport
from chalicelib.game import Busy
from chalicelib.inbox.headers import author, split
from chalicelib.postbox import Arrival, Verdicts
from chalicelib.site import Site
from infra.local.seating import HOME
from infra.local.trouble import named
from infra.local.web import is_loopback

MAIL_LIMIT = 2_000_000
"""Bytes of a mail."""
PATIENCE = 20
"""Seconds to wait for a relay."""
IMPLICIT_TLS = 465

_log = logging.getLogger(__name__)


class Reception:
    """Takes mail for the game's domain. Says 250 only when what the mail did is stored."""

    def __init__(self, site: Site, received: Callable[[], object]) -> None:
        """``received`` is called after each mail."""
        self._site = site
        self._received = received

    async def handle_RCPT(  # noqa: N802 -- the name and form aiosmtpd calls
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept recipients of our own domain only: this is no relay."""
        del server, session
        if address.rpartition("@")[2].lower() != self._site.mail_domain.lower():
            return "550 5.7.1 no such recipient here"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Let the postbox read a mail; whoever gets 451 brings it again."""
        del server
        arrived, near = self._site.now(), is_loopback(str((session.peer or ("",))[0]))
        return await asyncio.to_thread(self._receive, envelope, arrived, near=near)

    def _receive(self, envelope: Envelope, arrived: datetime, *, near: bool) -> str:
        raw, sender = envelope.original_content or b"", envelope.mail_from or ""
        verdicts = _from_here(raw) if near else Verdicts()
        mail = Arrival(
            raw,
            sender,
            tuple(envelope.rcpt_tos),
            arrived,
            verdicts,
            authority=self._site.mail_domain,
        )
        try:
            postbox.receive(self._site, mail)
        except Busy:
            return "451 4.3.0 in a moment, please"
        except Exception as error:  # noqa: BLE001 -- whatever it was, the sender keeps the mail
            _log.error("mail not read: %s", named(error))
            return "451 4.3.0 try again later"
        finally:
            self._received()
        return "250 2.0.0 OK"


def _from_here(raw: bytes) -> Verdicts:
    """Vouch for mail that was written on this machine for its own inboxes, and for no other."""
    headers, _ = split(raw.replace(b"\r\n", b"\n"))
    home = author(headers).endswith(f"@{HOME}")
    return Verdicts(dmarc="PASS") if home else Verdicts()


def reception(site: Site, host: str, port: int, received: Callable[[], object]) -> Controller:
    """Give the SMTP server for the game's domain, not yet started."""
    return Controller(
        Reception(site, received),
        hostname=host,
        port=port,
        data_size_limit=MAIL_LIMIT,
        ident="Alibi",
        server_hostname=site.mail_domain,
    )


class Relay(msgspec.Struct, frozen=True):
    """An SMTP server that takes our mail to the world; the password is sent over TLS only."""

    host: str
    port: int = 587
    user: str = ""
    password: str = ""

    def send(self, to: str, message: EmailMessage) -> None:
        """Hand one mail over; raises ``OSError`` or ``SMTPException`` if it is not taken."""
        with self._connected() as server:
            if self.user:
                server.login(self.user, self.password)
            server.send_message(message, to_addrs=[to])

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


class Kept:
    """Puts every letter into Maildirs, and warns once that some were meant for other domains."""

    def __init__(self, domain: str, inboxes: Transport) -> None:
        """``domain`` is that of the inboxes."""
        self._home = f"@{domain.lower()}"
        self._inboxes = inboxes
        self._warned = False

    def send(self, to: str, message: EmailMessage) -> None:
        """Keep one letter."""
        self._inboxes.send(to, message)
        if not self._warned and not to.lower().endswith(self._home):
            self._warned = True
            _log.warning(
                "there is a letter for another domain than %s, and no server to send it by: "
                "it is kept here (--smtp-out HOST:PORT sends such letters)",
                self._home,
            )


class Post(msgspec.Struct, frozen=True):
    """Sends letters to the game's own domain into Maildirs, and all others by the relay."""

    domain: str
    inboxes: Transport
    relay: Transport

    def send(self, to: str, message: EmailMessage) -> None:
        """Send one letter; raises what its way raises."""
        here = to.lower().endswith(f"@{self.domain.lower()}")
        (self.inboxes if here else self.relay).send(to, message)
