"""A stand-in for Alibi at the other end of the bridge: verifies, keeps, answers as it is told."""

import json
import time
from typing import Any

import httpx

from chalicelib.outward import signature
from tests.webhooks.receivers import Answer, Heard, Receiver

SECRET = "whsec_QWxpYmkgdGVzdHMgdGhpcywgYW5kIG5vYm9keSBlbHNl"


class StandIn(Receiver):
    """Keeps the signed messages that come in; ``status`` is what it answers."""

    def __init__(self) -> None:
        """Listen."""
        super().__init__()
        self.status = 200
        self.came: list[dict[str, Any]] = []
        self.ids: list[str] = []
        self.answer = self._verified

    def _verified(self, heard: Heard) -> Answer:
        self.ids.append(heard.headers["webhook-id"])
        if not signature.verified([SECRET], heard.headers, heard.body, int(time.time())):
            return Answer(401)
        if self.status == 200:
            self.came.append(heard.json)
        return Answer(self.status)


def ask(url: str, kind: str, message: str, secret: str = SECRET, **data: object) -> httpx.Response:
    """Ask the bridge for something, signed, as Alibi does."""
    asked = {"type": kind, "timestamp": "2026-11-30T12:00:00Z", "data": data}
    body = json.dumps(asked, ensure_ascii=False).encode()
    headers = signature.headers([secret], message, int(time.time()), body)
    return httpx.post(url, content=body, headers=headers, timeout=30)
