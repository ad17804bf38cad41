"""Who plays at the deployed stack: over HTTP through API Gateway, with a mailbox at SES."""

import re
import time
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from itertools import count
from typing import Any

import httpx

from tests.cloud.rights import mail_of
from tests.cloud.stack import Stack
from tests.worlds import words

PATIENCE = 60
"""Seconds within which everything that happens by itself has happened."""


def eventually(look: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Look until there is something to see, and give it; fails after so many seconds."""
    end = time.monotonic() + patience
    while not (seen := look()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.2)
    return seen


class Person:
    """Somebody with an address; most calls need a token, which coming in brings."""

    _keys = count(1)

    def __init__(self, stack: Stack, name: str) -> None:
        """Be somebody."""
        self.name, self.address = name, f"{name}@mail.example"
        self.wire: list[str] = []
        """All that went over the line, both ways."""
        self._stack = stack
        self._line = httpx.Client(base_url=stack.api, timeout=60)

    def close(self) -> None:
        """Hang up."""
        self._line.close()

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """Make a request through API Gateway."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self._line.request(method, path, json=body, headers=sent)
        self.wire += [f"{answer.request.headers}", answer.request.content.decode(), answer.text]
        return answer

    def get(self, path: str) -> Any:
        """Give what stands at a path."""
        answer = self.call("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: Any) -> Any:
        """Ask for something, and give the answer."""
        answer = self.call("POST", path, body, Idempotency_Key=f"cloud-{next(self._keys)}")
        assert answer.is_success, answer.text
        return answer.json()

    def move(self, game: str, type_: str, **move: Any) -> Any:
        """Make a move, and give its log entry."""
        return self.post(f"/v1/games/{game}/moves", {"type": type_, **move})

    def ask_in(self) -> None:
        """Ask for a code."""
        self.post("/v1/auth/codes", {"email": self.address, "language": "en"})

    def come_in(self) -> None:
        """Read the code in the mail, and get a token for it."""
        letter = self.letter(lambda mail: mail["X-Alibi-Loop"] == "sign-in")
        found = re.search(r"\b\d{6}\b", words(letter))
        assert found
        asked = {"email": self.address, "code": found[0]}
        self._line.headers["Authorization"] = (
            f"Bearer {self.post('/v1/auth/tokens', asked)['token']}"
        )

    def letters(self) -> Iterator[EmailMessage]:
        """Give the mails that SES was handed for this address, in order."""
        for call in self._stack.cloud.recorder.of("SendEmail"):
            if call.asked["Destination"]["ToAddresses"] == [self.address]:
                yield mail_of(call)

    def letter(self, wanted: Callable[[EmailMessage], Any]) -> EmailMessage:
        """Wait for a mail, and give it."""
        found: EmailMessage = eventually(lambda: next(filter(wanted, self.letters()), None))
        return found

    def told(self, text: str) -> EmailMessage:
        """Wait for a mail with a text in its subject or its words."""
        return self.letter(lambda mail: text in mail["Subject"] or text in words(mail))
