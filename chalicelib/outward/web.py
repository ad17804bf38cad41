"""One HTTP request to an address that somebody gave us, within limits of every kind.

The name is looked up once; if any of its addresses is not public, nothing is called. The
connection goes to the address that was looked at, with the certificate checked for the name.
Redirects are answers like any other; proxies, cookies and compression do not exist here.
"""

import http.client
import socket
import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Thread, Timer
from typing import Literal

import msgspec

from chalicelib.outward.address import is_public
from chalicelib.outward.bounded import Answer
from chalicelib.outward.target import Blocked, Target, target

CAP = 4096
"""Bytes of an answer that are read."""
PATIENCE = 15.0
"""Seconds for a whole request, however slowly the other side speaks."""
CONNECTING = 3.0
LOOKING_UP = 2.0
TRIED = 4
"""How many addresses of a name are tried, those of IPv4 first."""

Kind = Literal["blocked_url", "blocked_address", "dns", "tls", "timeout", "connection"]
Resolve = Callable[[str, int], Iterable[str]]


class Request(msgspec.Struct, frozen=True):
    """What is asked; ``headers`` without Host and Content-Length, which follow from the rest."""

    method: str
    url: str
    headers: dict[str, str] = {}
    body: bytes = b""


class Reply(msgspec.Struct, frozen=True):
    """What was answered: ``body`` is cut at the cap; header names are lower-case.

    ``took`` is the time of the whole request in seconds.
    """

    status: int
    headers: dict[str, str]
    body: bytes
    took: float


class Unreached(Exception):  # noqa: N818 -- it is an answer about the other side
    """There is no answer; ``kind`` says why, and nothing else about the inside is told."""

    def __init__(self, kind: Kind) -> None:
        """Keep the class of the failure."""
        super().__init__(kind)
        self.kind = kind


def addresses(host: str, port: int) -> Iterable[str]:
    """Ask the system's resolver; raises ``OSError`` if it knows no such name."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[4][0]) for place in found))


class Web:
    """The world outside as we call it. Safe to share between threads."""

    def __init__(
        self,
        own: Iterable[str] = (),
        *,
        local: bool = False,
        resolve: Resolve = addresses,
        admit: Callable[[str], bool] = is_public,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        """Keep the limits.

        ``own`` are our own hosts, never called; ``local`` lets plain http to this machine through.
        ``trust`` says whose certificates count (else the system's).
        """
        self._own, self._local = frozenset(own), local
        self._resolve, self._admit, self._trust = resolve, admit, trust

    def check(self, url: str) -> None:
        """Refuse a URL that would not be called; raises ``Unreadable``, code ``blocked_url``.

        Its name is looked up too, where that succeeds: what leads inside is refused at once.
        """
        place = target(url, self._own, local=self._local)
        try:
            self._vetted(place)
        except Unreached as unreached:
            if unreached.kind == "blocked_address":
                raise Blocked("inner_name") from None

    def send(self, request: Request, *, cap: int = CAP, patience: float = PATIENCE) -> Reply:
        """Make one request and give the answer, whatever its status; raises ``Unreached``.

        Never follows a redirect, reads at most ``cap`` bytes, ends after ``patience`` seconds.
        """
        began = time.monotonic()
        try:
            place = target(request.url, self._own, local=self._local)
        except Blocked:
            raise Unreached("blocked_url") from None
        vetted = self._vetted(place)
        with _failures(), _connected(vetted, place.port, began + patience) as raw:
            line = self._secured(raw, place)
            with line, _until(line, began + patience):
                if isinstance(line, ssl.SSLSocket):
                    line.do_handshake()
                status, headers, body = _exchange(line, place, request, cap)
        return Reply(status, headers, body, time.monotonic() - began)

    def _vetted(self, place: Target) -> list[str]:
        """Give the addresses to call; raises ``Unreached`` if one of those of the name is inner."""
        if place.scheme == "http":
            return [place.host]
        found = _in_time(lambda: list(self._resolve(place.host, place.port)))
        if not found:
            raise Unreached("dns")
        if not all(map(self._admit, found)):
            raise Unreached("blocked_address")
        return sorted(found, key=lambda address: ":" in address)[:TRIED]

    def _secured(self, raw: socket.socket, place: Target) -> socket.socket:
        """Give the connection as it will be encrypted; hands have not been shaken yet."""
        if place.scheme == "http":
            return raw
        context = self._trust or ssl.create_default_context()
        return context.wrap_socket(raw, server_hostname=place.host, do_handshake_on_connect=False)


def _in_time(look: Callable[[], list[str]]) -> list[str]:
    """Look a name up, but wait for the answer only so long."""
    answers: SimpleQueue[list[str] | None] = SimpleQueue()

    def ask() -> None:
        try:
            answers.put(look())
        except (OSError, UnicodeError):
            answers.put(None)

    Thread(target=ask, daemon=True).start()
    try:
        return answers.get(timeout=LOOKING_UP) or []
    except Empty:
        return []


@contextmanager
def _failures() -> Iterator[None]:
    """Give every failure of a connection its class, and tell nothing else of it."""
    try:
        yield
    except ssl.SSLError:
        raise Unreached("tls") from None
    except TimeoutError:
        raise Unreached("timeout") from None
    except (OSError, http.client.HTTPException, ValueError):
        raise Unreached("connection") from None


def _connected(vetted: Sequence[str], port: int, end: float) -> socket.socket:
    """Connect to the first of the addresses that answers, each within its time."""
    for address in vetted[:-1]:
        with suppress(OSError):
            return _connect(address, port, end)
    return _connect(vetted[-1], port, end)


def _connect(address: str, port: int, end: float) -> socket.socket:
    left = max(0.001, min(CONNECTING, end - time.monotonic()))
    return socket.create_connection((address, port), timeout=left)


@contextmanager
def _until(line: socket.socket, end: float) -> Iterator[None]:
    """Cut the connection at a moment (monotonic seconds), wherever the exchange is by then.

    A timeout of the socket is one of each single wait: whoever sends a byte now and then would
    hold us for ever.
    """
    left = max(0.001, end - time.monotonic())
    cut = Timer(left, _shut, (line,))
    cut.daemon = True
    line.settimeout(left)
    cut.start()
    try:
        yield
    except (OSError, http.client.HTTPException, ValueError) as error:
        if time.monotonic() >= end:
            raise TimeoutError from error
        raise
    finally:
        cut.cancel()
    if time.monotonic() >= end:
        raise TimeoutError


def _shut(line: socket.socket) -> None:
    with suppress(OSError):
        socket.socket.shutdown(line, socket.SHUT_RDWR)


def _exchange(
    connection: socket.socket, place: Target, request: Request, cap: int
) -> tuple[int, dict[str, str], bytes]:
    """Send the request and read the answer as far as the cap."""
    talk = http.client.HTTPConnection(place.host, place.port)
    talk.sock = connection
    talk.putrequest(request.method, place.path, skip_host=True, skip_accept_encoding=True)
    for name, value in {
        "Host": place.authority,
        **request.headers,
        "Accept-Encoding": "identity",
        "Content-Length": str(len(request.body)),
        "Connection": "close",
    }.items():
        talk.putheader(name, value)
    talk.endheaders(request.body)
    with Answer(connection, request.method, cap) as answer:
        answer.begin()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, headers, _read(answer, cap)


def _read(answer: http.client.HTTPResponse, cap: int) -> bytes:
    """Read an answer up to the cap; one that ends too early is what has come."""
    try:
        return answer.read(cap)[:cap]
    except http.client.IncompleteRead as short:
        return short.partial[:cap]
