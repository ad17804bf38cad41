"""Mail of a small service: in by STARTTLS, out by a relay that wants TLS and a login."""

import smtplib
import ssl
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from infra.local import smtp
from infra.local.outside import Relay
from infra.ses_sim import Undeliverable
from tests.local.conftest import eventually, free_ports

USER, PASSWORD = "alibi@example.org", "s3cret"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate of this machine that vouches for itself, and its key."""
    folder, key = tmp_path_factory.mktemp("tls"), ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    files = folder / "mail.crt", folder / "mail.key"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return files


class Office:
    """A mail server that notes what it took and how; nobody is at `gone@`."""

    def __init__(self) -> None:
        """Nothing was taken yet."""
        self.taken: list[tuple[str, bool]] = []

    async def handle_RCPT(self, _server, _session, envelope, address, _options):
        """Refuse who is gone, take all others."""
        if address.startswith("gone@"):
            return "550 5.1.1 nobody there"
        if address.startswith("full@"):
            return "452 4.2.2 full"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server, session, envelope):
        """Take a mail."""
        self.taken += [(to, session.ssl is not None) for to in envelope.rcpt_tos]
        return "250 OK"


@contextmanager
def relay(office, certificate):
    """A relay at a free port that wants TLS and a login; gives the port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)

    def login(server, session, envelope, mechanism, given):
        good = (given.login, given.password) == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=good, handled=False)

    (port,) = free_ports(1)
    server = Controller(
        office,
        hostname="127.0.0.1",
        port=port,
        tls_context=context,
        require_starttls=True,
        authenticator=login,
        auth_required=True,
    )
    server.start()
    try:
        yield port
    finally:
        server.stop()


def send(port: int, to: str = "anna@example.org", password: str = PASSWORD) -> None:
    """Let the program hand one letter over."""
    Relay("localhost", port, USER, password).send("game@in.example.org", to, b"Subject: x\n\ny")


@pytest.mark.filterwarnings("ignore:Session.login_data:DeprecationWarning")
def test_letters_leave_by_a_relay_with_tls_and_a_login(certificate, monkeypatch):
    """A letter is handed over inside TLS after the login; no and not now are told apart."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    office = Office()
    with relay(office, certificate) as port:
        send(port)
        assert office.taken == [("anna@example.org", True)]
        with pytest.raises(Undeliverable):
            send(port, "gone@example.org")
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            send(port, "full@example.org")
        with pytest.raises(smtplib.SMTPAuthenticationError):
            send(port, password="wrong")
    with pytest.raises(OSError, match="refused"):
        send(port)
    assert len(office.taken) == 1


def test_a_relay_that_nobody_vouches_for_gets_nothing(certificate, monkeypatch):
    """Neither the password nor a letter goes to a server whose certificate proves nothing."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    office = Office()
    with relay(office, certificate) as port, pytest.raises(ssl.SSLCertVerificationError):
        send(port)
    assert office.taken == []


@pytest.mark.parametrize("host", ["127.0.0.1", "::"])
def test_mail_may_come_in_by_tls_and_without(certificate, host):
    """STARTTLS is offered, who has none is heard too, and `::` is every address of both kinds."""
    office: Any = Office()
    (port,) = free_ports(1)
    server = smtp.reception(office, (host, port), "in.example.org", certificate)
    server.start()
    try:
        trusting = ssl.create_default_context(cafile=str(certificate[0]))
        with closing(smtplib.SMTP("127.0.0.1", port, timeout=30)) as client:
            client.starttls(context=trusting)
            client.sendmail("a@example.org", ["b@in.example.org"], b"x")
        with closing(smtplib.SMTP("127.0.0.1", port, timeout=30)) as client:
            client.sendmail("a@example.org", ["b@in.example.org"], b"x")
    finally:
        server.stop()
    assert [by_tls for _, by_tls in office.taken] == [True, False]


def test_whoever_holds_connections_open_takes_no_files_from_the_others(monkeypatch):
    """More than so many are asked to come later; when one has gone there is room again."""
    monkeypatch.setattr(smtp, "AT_ONCE", 2)
    (port,) = free_ports(1)
    office: Any = Office()
    server = smtp.reception(office, ("127.0.0.1", port), "in.example.org")
    server.start()
    try:
        held = [smtplib.SMTP("127.0.0.1", port, timeout=30) for _ in range(2)]
        assert [one.noop()[0] for one in held] == [250, 250]
        with pytest.raises(smtplib.SMTPConnectError, match="421"):
            smtplib.SMTP("127.0.0.1", port, timeout=30)
        held.pop().quit()
        with eventually(lambda: _admitted(port)) as again:
            assert again.noop()[0] == 250
        held.pop().quit()
    finally:
        server.stop()


def _admitted(port):
    """A conversation, if there is room for one."""
    with suppress(smtplib.SMTPConnectError):
        return smtplib.SMTP("127.0.0.1", port, timeout=30)
    return None
