"""Mail that comes in over SMTP: examined, taken, and read before the sender is told so."""

import asyncio
import logging
import ssl
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from weakref import WeakSet

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from chalicelib import logs
from chalicelib.game import Busy
from chalicelib.site import Site
from infra.local.amazon import Amazon
from infra.local.taking import Unavailable
from infra.local.verdicts import Examine, Origin, without_ours

MAIL_LIMIT = 2_000_000
"""Bytes of a mail."""
AT_ONCE = 256
"""Connections that are served at once."""
ALL_OF_BOTH = "::"
"""All addresses, of IPv4 too; asyncio would listen at those of IPv6 only."""
UNWRITABLE = "553 5.1.7 no such address: its bytes are not those of UTF-8"

_log = logging.getLogger(__name__)


class Reception:
    """Takes mail for the game's domain. Says 250 only when what the mail did is stored."""

    def __init__(
        self, site: Site, amazon: Amazon, examine: Examine, received: Callable[[], object]
    ) -> None:
        """``received`` is called after each mail."""
        self._site = site
        self._amazon = amazon
        self._examine = examine
        self._received = received

    async def handle_MAIL(  # noqa: N802 -- the name and form aiosmtpd calls
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept any sender that can be written down; others would be tried again for days."""
        del server, session
        if not _is_text(address):
            return UNWRITABLE
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802 -- the name and form aiosmtpd calls
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept recipients of our own domain only: this is no relay."""
        del server, session
        if not _is_text(address):
            return UNWRITABLE
        if address.rpartition("@")[2].lower() != self._site.mail_domain.lower():
            return "550 5.7.1 no such recipient here"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Let the postbox read a mail; whoever gets 451 brings it again."""
        arrived, origin = self._site.now(), _origin(server, session, envelope)
        return await asyncio.to_thread(self._receive, envelope, origin, arrived)

    def _receive(self, envelope: Envelope, origin: Origin, arrived: datetime) -> str:
        with logs.doing(function="inbound"):
            return self._brought(envelope, origin, arrived)

    def _brought(self, envelope: Envelope, origin: Origin, arrived: datetime) -> str:
        raw, to = envelope.original_content or b"", tuple(envelope.rcpt_tos)
        try:
            found = self._examine(raw, origin)
            mail = without_ours(raw, self._site.mail_domain)
            self._amazon.receive(origin.sender, to, mail, arrived, found)
        except Busy:
            return "451 4.3.0 in a moment, please"
        except Exception as error:  # noqa: BLE001 -- whatever it was, the sender keeps the mail
            _log.error("mail not read", extra=logs.told(**logs.failure(error)))
            return "451 4.3.0 try again later"
        finally:
            self._received()
        return "250 2.0.0 OK"


def _is_text(address: str) -> bool:
    """Whether an address is what SMTPUTF8 allows: its bytes are those of UTF-8."""
    return address.isascii() or not any("\ud800" <= char <= "\udfff" for char in address)


def _origin(server: SMTP, session: Session, envelope: Envelope) -> Origin:
    """Say where a mail comes from; a client with an address of ours is on this machine."""
    address, ours = _address(server, "peername"), _address(server, "sockname")
    sender, greeting = envelope.mail_from or "", session.host_name or ""
    return Origin(address.removeprefix("::ffff:"), greeting, sender, address == ours)


def _address(server: SMTP, end: str) -> str:
    """Give the IP address of one end of a connection."""
    place = server.transport.get_extra_info(end) if server.transport else None
    return str(place[0]) if place else f"unknown {end}"


def reception(
    reader: Reception,
    place: tuple[str, int],
    domain: str,
    certificate: tuple[Path, Path] | None = None,
) -> Controller:
    """Give the SMTP server for the game's ``domain`` at a host and port, not yet started.

    With a certificate and its key it offers STARTTLS, and still takes mail from who has no TLS.
    Raises ``Unavailable`` if these files cannot be read.
    """
    return _Doors(
        reader,
        hostname="" if place[0] == ALL_OF_BOTH else place[0],
        port=place[1],
        data_size_limit=MAIL_LIMIT,
        ident="Alibi",
        server_hostname=domain,
        tls_context=tls(*certificate) if certificate else None,
    )


class _Doors(Controller):
    """The SMTP server, which talks to so many at once and asks others to come later.

    Whoever holds connections open would else take all files that the process may open, and with
    them the store from the clock.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        """Begin with nobody."""
        self._talks: WeakSet[SMTP] = WeakSet()
        super().__init__(*given, **named)

    def start(self) -> None:
        """Begin to take mail; raises ``OSError`` if the port cannot be taken."""
        try:
            super().start()
        except OSError:
            if not self.loop.is_running():
                self.loop.close()  # at the end of the process it is too late
            raise

    def factory(self) -> SMTP | asyncio.Protocol:
        """Give who talks to a connection that has just come."""
        if sum(one.transport is not None for one in self._talks) >= AT_ONCE:
            return _Full()
        talk: SMTP = super().factory()  # type: ignore[no-untyped-call]
        self._talks.add(talk)
        return talk


class _Full(asyncio.Protocol):
    """Tells a connection that there are too many, and ends it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say so; the mail comes again."""
        if isinstance(transport, asyncio.WriteTransport):
            transport.write(b"421 4.3.2 too many at once, try again later\r\n")
        transport.close()


def tls(certificate: Path, key: Path) -> ssl.SSLContext:
    """Give the server's side of TLS; raises ``Unavailable`` if the files cannot be read."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key)
    except OSError as error:  # which does not name the file
        raise Unavailable(
            f"the certificate {certificate} with its key {key} cannot be read: {error}"
        ) from error
    return context
