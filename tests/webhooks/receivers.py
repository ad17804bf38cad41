"""Receivers of webhooks for tests: real HTTP servers here that answer as they are told."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from types import MappingProxyType
from typing import NamedTuple


class Heard(NamedTuple):
    """One request as it came; header names are lower-case."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self):
        """The body."""
        return json.loads(self.body)

    @property
    def type(self):
        """The type of the event."""
        return self.json["type"]


class Answer(NamedTuple):
    """What is answered."""

    status: int = 200
    headers: Mapping[str, str] = MappingProxyType({})
    body: bytes = b""


def polite(heard: Heard) -> Answer:
    """Echo challenges and take everything."""
    challenge = heard.json.get("data", {}).get("challenge", "") if heard.body else ""
    return Answer(body=json.dumps({"challenge": challenge}).encode() if challenge else b"")


class Receiver:
    """A server that keeps what it hears; ``answer`` may be changed at any time."""

    def __init__(self) -> None:
        """Listen on a free port."""
        self.heard: list[Heard] = []
        self.answer: Callable[[Heard], Answer] = polite
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.server.server_port}/in"

    @property
    def events(self) -> list[Heard]:
        """What it heard besides pings."""
        return [heard for heard in self.heard if b'"endpoint.ping"' not in heard.body]

    def says(self, status: int, body: bytes = b"", **headers: str) -> None:
        """Answer everything with a status from now on."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answer = lambda _: Answer(status, named, body)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                heard = Heard(self.command, self.path, headers, self.rfile.read(length))
                receiver.heard.append(heard)
                status, more, body = receiver.answer(heard)
                self.send_response(status)
                for name, value in {**more, "Content-Length": str(len(body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            do_PUT = do_POST  # noqa: N815 -- http.server wants it so

            def log_message(self, *_: object) -> None:
                """Keep quiet."""

        return Handler

    def close(self) -> None:
        """Stop listening."""
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def hanging(receiver: Receiver) -> Iterator[None]:
    """Let a receiver answer nothing until the end of the block."""
    over, before = Event(), receiver.answer

    def hang(heard: Heard) -> Answer:
        over.wait(30)
        return before(heard)

    receiver.answer = hang
    try:
        yield
    finally:
        receiver.answer = before
        over.set()
