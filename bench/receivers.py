"""Receivers of webhooks on this machine: they count, echo challenges, and hang if told to."""

import json
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread


class Receiver:
    """A server on a free port; ``heard`` counts its requests, ``status`` is what it answers."""

    def __init__(self) -> None:
        """Listen."""
        self.heard, self.status = 0, 200
        self._answers = Event()
        self._answers.set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/in"

    def hangs(self) -> None:
        """Answer nothing from now on."""
        self._answers.clear()

    def close(self) -> None:
        """Answer whoever waits, and listen no more."""
        self._answers.set()
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                """Count a request and answer it."""
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.heard += 1
                receiver._answers.wait()
                answer = _answer(body)
                self.send_response(receiver.status)
                self.send_header("Content-Length", str(len(answer)))
                with suppress(OSError):  # whoever asked has given up
                    self.end_headers()
                    self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                """Keep quiet."""

        return Handler


def _answer(body: bytes) -> bytes:
    """Repeat a challenge, if there is one."""
    challenge = json.loads(body)["data"].get("challenge", "")
    return json.dumps({"challenge": challenge}).encode()
