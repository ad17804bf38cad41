"""The HTTP server: reads requests within limits, asks somebody for the answer, and is quiet."""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import AF_INET, AF_INET6, socket
from socketserver import TCPServer
from threading import BoundedSemaphore
from typing import TypeAlias
from urllib.parse import urlsplit

from chalicelib import logs
from infra.local.web import Request, Response, problem

BODY_LIMIT = 256_000
"""Bytes of a request body."""
READING = 60.0
"""Seconds in which a body has to come, however many pieces it comes in."""
AT_ONCE = 256
"""Connections that are served at once: each is a thread, and others of this process need some."""

Connection: TypeAlias = socket | tuple[bytes, socket]
"""What a server of the standard library may be given; here it is a socket."""

_log = logging.getLogger(__name__)


class Server(ThreadingHTTPServer):
    """Serves every connection in a thread of its own; ``answer`` is asked for each request."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, host: str, port: int, answer: Callable[[Request], Response]) -> None:
        """Take the port; raises ``OSError`` if that cannot be done."""
        self.address_family = AF_INET6 if ":" in host else AF_INET
        self.answer = answer
        self._room = BoundedSemaphore(AT_ONCE)
        super().__init__((host, port), _Conversation)

    def server_bind(self) -> None:
        """Bind without looking the host's name up, which may take long without a network."""
        TCPServer.server_bind(self)

    def process_request(self, request: Connection, client_address: object) -> None:
        """Serve a connection, or end it at once where there are too many."""
        if not self._room.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # no room for a thread
            self._room.release()
            raise

    def process_request_thread(self, request: Connection, client_address: object) -> None:
        """Serve a connection to its end."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, *_: object) -> None:
        """Say nothing: a client went away."""


class _Conversation(BaseHTTPRequestHandler):
    """One connection, kept open from request to request."""

    protocol_version = "HTTP/1.1"
    timeout = 60
    disable_nagle_algorithm = True
    server: Server

    def _converse(self) -> None:
        refused = self._refusal()
        body = b"" if refused else self._body()
        if not refused and len(body) < self._length():
            refused = problem(400, "body_incomplete")
        self.close_connection = self.close_connection or refused is not None
        self._write(refused or self._asked(body))

    def _body(self) -> bytes:
        """Read the body, or what of it has come when the time is up."""
        end, left, parts = time.monotonic() + READING, self._length(), []
        with suppress(TimeoutError):
            while left and (patience := end - time.monotonic()) > 0:
                self.connection.settimeout(patience)
                if not (part := self.rfile.read1(left)):
                    break
                parts.append(part)
                left -= len(part)
        self.connection.settimeout(self.timeout)
        return b"".join(parts)

    def _length(self) -> int:
        return int(self.headers.get("content-length", "0"))

    def _refusal(self) -> Response | None:
        """Refuse a strange target, and a body that is too long or of unknown length, unread.

        Where a proxy could understand another length, the rest would be taken for a request.
        """
        try:
            urlsplit(self.path)
        except ValueError:
            return problem(400, "bad_target")
        if self.headers.defects or any(name != name.strip() for name in self.headers):
            return problem(400, "bad_headers")
        length = self.headers.get("content-length", "0").strip()
        if len(self.headers.get_all("content-length", ())) > 1:
            return problem(400, "bad_length")
        if "transfer-encoding" in self.headers:
            return problem(411, "length_required")
        if not (length.isascii() and length.isdecimal()):
            return problem(400, "bad_length")
        long = len(length) > len(str(BODY_LIMIT)) or int(length) > BODY_LIMIT
        return problem(413, "body_too_large") if long else None

    def _asked(self, body: bytes) -> Response:
        """Ask for the answer; what goes wrong is logged by its class and place only."""
        headers = {name.lower(): value for name, value in self.headers.items()}
        method = "GET" if self.command == "HEAD" else self.command
        try:
            return self.server.answer(Request(method, self.path, headers, body))
        except Exception as error:  # noqa: BLE001 -- one request must not end the others
            _log.error("request failed", extra=logs.told(**logs.failure(error)))
            return problem(500, "internal_error")

    def _write(self, response: Response) -> None:
        self.send_response(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(response.body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(response.body)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _converse  # noqa: N815

    def version_string(self) -> str:
        """Name the program, not what it is made of."""
        return "Alibi"

    def log_message(self, *_: object) -> None:
        """Log no requests: paths hold addresses, queries hold tickets."""
