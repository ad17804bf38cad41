"""A stand-in for Alibi at the other end of the bridge: verifies, keeps, answers as it is told."""

import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import httpx

from chalicelib.outward import signature

SECRET = "whsec_QWxpYmkgdGVzdHMgdGhpcywgYW5kIG5vYm9keSBlbHNl"


class Receiver:
    """Keeps the signed messages that come in; ``status`` is what it answers."""

    def __init__(self) -> None:
        """Take a port and begin."""
        self.status = 200
        self.came: list[dict[str, Any]] = []
        self.ids: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                signed = signature.verified([SECRET], headers, body, int(time.time()))
                outer.ids.append(headers["webhook-id"])
                if signed and outer.status == 200:
                    outer.came.append(json.loads(body))
                self.send_response(outer.status if signed else 401)
                self.end_headers()

            def log_message(self, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1/hooks/generic/token"
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()

    def told(self) -> list[tuple[str, str, str]]:
        """What came: kind, post and text."""
        data = [(one["type"], one["data"]) for one in self.came]
        return [(kind, one.get("post_id", ""), one.get("body", "")) for kind, one in data]


def ask(url: str, kind: str, message: str, secret: str = SECRET, **data: object) -> httpx.Response:
    """Ask the bridge for something, signed, as Alibi does."""
    asked = {"type": kind, "timestamp": "2026-11-30T12:00:00Z", "data": data}
    body = json.dumps(asked, ensure_ascii=False).encode()
    headers = signature.headers([secret], message, int(time.time()), body)
    return httpx.post(url, content=body, headers=headers, timeout=30)
