"""A proxy between the deployed functions and the emulator: it keeps every call of theirs to AWS."""

import json
import re
from collections.abc import Callable
from functools import cache
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import botocore.session

SCOPE = re.compile(r"Credential=([^/]+)/\d+/([^/]+)/([^/]+)/aws4_request")
CALLER = re.compile(r"\bapp/(\S+)")
HELD = 60
"""Seconds after which a call that is held is hung up; whoever made it has ended long before."""
NOT_SENT_ON = {"host", "connection", "transfer-encoding", "content-length"}


class Call(NamedTuple):
    """One call: which function made it, of which service, and what it asked for."""

    function: str
    service: str
    operation: str
    asked: dict[str, Any]


class Recorder:
    """Passes everything on and keeps it; ``hold`` may name calls whose answer never arrives."""

    def __init__(self, target: str) -> None:
        """Listen on a free port for calls to the emulator at that URL."""
        self.calls: list[Call] = []
        self.hold: Callable[[Call], bool] = lambda _: False
        self.held: list[Call] = []
        self._over = Event()
        self._target = urlsplit(target).netloc
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def of(self, operation: str) -> list[Call]:
        """Give the calls of an operation so far, in order."""
        return [call for call in self.calls if call.operation == operation]

    def close(self) -> None:
        """Stop listening."""
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    def line(self) -> HTTPConnection:
        """Open a connection to the emulator."""
        return HTTPConnection(self._target, timeout=60)

    def passed(
        self, line: HTTPConnection, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes] | None:
        """Send a request on and give the answer; nothing, if it is to be lost."""
        call = understood(method, path, headers, body)
        self.calls.append(call)
        line.request(method, path, body, headers)
        answer = line.getresponse()
        content = answer.read()
        if self.hold(call):
            self.held.append(call)
            self._over.wait(HELD)
            return None
        return answer.status, answer.getheaders(), content


class _Server(ThreadingHTTPServer):
    """Says nothing of callers that were ended in the middle of a call."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A function that ran out of time has hung up."""


def _handler(recorder: Recorder) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def setup(self) -> None:
            """Open the other half of the connection."""
            super().setup()
            self.line = recorder.line()

        def finish(self) -> None:
            """Close both halves."""
            self.line.close()
            super().finish()

        def _any(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {n: v for n, v in self.headers.items() if n.lower() != "connection"}
            passed = recorder.passed(self.line, self.command, self.path, headers, body)
            if passed is None:
                self.close_connection = True
                return
            status, answered, content = passed
            self.send_response_only(status)
            for name, value in answered:
                if name.lower() not in NOT_SENT_ON:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = _any  # noqa: N815 -- as http.server says

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    return Handler


def understood(method: str, path: str, headers: dict[str, str], body: bytes) -> Call:
    """Say which call a signed request is, by what boto itself knows of the services."""
    lower = {name.lower(): value for name, value in headers.items()}
    scope, caller = SCOPE.search(lower["authorization"]), CALLER.search(lower["user-agent"])
    assert scope, "a call without a signature"
    signed = scope[3]
    service = {"ses": "sesv2"}.get(signed, signed)
    parts = urlsplit(path)
    asked: dict[str, Any] = {n: v[-1] for n, v in parse_qs(parts.query).items()}
    if "x-amz-target" in lower:
        operation = lower["x-amz-target"].rpartition(".")[2]
        asked |= json.loads(body)
    else:
        operation, named = (_by_bucket if service == "s3" else _by_path)(
            service, method, parts.path
        )
        asked |= named
        if body and "json" in lower.get("content-type", ""):
            asked |= json.loads(body)
    return Call(caller[1] if caller else "", signed, operation, asked)


def _by_bucket(_: str, method: str, path: str) -> tuple[str, dict[str, str]]:
    """Say what is done to the object at a path."""
    return f"{method.title()}Object", {"place": unquote(path.removeprefix("/"))}


def _by_path(service: str, method: str, path: str) -> tuple[str, dict[str, str]]:
    """Find the operation of a REST service, and what stands in its path; plain ones come first."""
    for name, verb, pattern in _operations(service):
        found = pattern.fullmatch(path)
        if verb == method and found:
            return name, {key: unquote(value) for key, value in found.groupdict().items()}
    raise LookupError(f"{service}: {method} {path}")


@cache
def _operations(service: str) -> list[tuple[str, str, re.Pattern[str]]]:
    model = botocore.session.get_session().get_service_model(service)
    found = []
    for name in model.operation_names:
        http = model.operation_model(name).http
        uri = http["requestUri"]
        if "?" in uri:
            continue
        parts = re.split(r"\{(\w+\+?)\}", uri.rstrip("/") if uri != "/" else uri)
        pattern = "".join(
            (f"(?P<{part[:-1]}>.+)" if part.endswith("+") else f"(?P<{part}>[^/]+)")
            if n % 2
            else re.escape(part)
            for n, part in enumerate(parts)
        )
        found.append((name, http["method"], re.compile(pattern)))
    return found
