"""A server that answers as a test wants, over TLS with a certificate of its own authority."""

import datetime as dt
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Talk = Callable[[socket.socket], None]


def certificate(folder: Path, name: str) -> Path:
    """Make a certificate for a name, which is its own authority; gives the file with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file = folder / f"{name}.pem"
    file.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    return file


@contextmanager
def serving(talk: Talk, pem: Path | None = None) -> Iterator[int]:
    """Serve on a free port of this machine; every connection is handed to ``talk``."""
    listener = socket.create_server(("127.0.0.1", 0))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) if pem else None
    if context and pem:
        context.load_cert_chain(pem)

    def converse(line: socket.socket) -> None:
        with suppress(OSError), line:
            if not context:
                talk(line)
                return
            with context.wrap_socket(line, server_side=True) as secured:
                talk(secured)

    def accept() -> None:
        with suppress(OSError):
            while True:
                line, _ = listener.accept()
                Thread(target=converse, args=(line,), daemon=True).start()

    Thread(target=accept, daemon=True).start()
    with listener:
        yield listener.getsockname()[1]
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)


def answering(answer: bytes) -> Talk:
    """Read a request and give one answer."""

    def talk(line: socket.socket) -> None:
        read_request(line)
        line.sendall(answer)

    return talk


def read_request(line: socket.socket) -> tuple[str, bytes]:
    """Read one whole request: its head and its body."""
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += line.recv(4096)
    head, _, body = heard.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    while len(body) < length:
        body += line.recv(4096)
    return head.decode(), body
