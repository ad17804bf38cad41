"""An SMTP server on this machine that takes any mail and keeps it with its envelope."""

import socket
from queue import Empty, Queue
from types import TracebackType
from typing import Self

import msgspec
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class Caught(msgspec.Struct, frozen=True):
    """A mail as it came, and the addresses that SMTP named."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes


def free_port() -> int:
    """Find a port at which nobody listens."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        port: int = tried.getsockname()[1]
    return port


class _Patient(SMTP):
    """Takes lines of any length: not every client breaks them."""

    line_length_limit = 1_000_000


class _Server(Controller):
    def factory(self) -> SMTP:
        """Make the protocol of one connection."""
        return _Patient(self.handler, **self.SMTP_kwargs)


class Catcher:
    """Runs while it is entered; ``port`` is the one it listens at."""

    def __init__(self) -> None:
        """Prepare the server."""
        self._mails: Queue[Caught] = Queue()
        self.port = free_port()
        self._controller = _Server(self, hostname="127.0.0.1", port=self.port)

    def __enter__(self) -> Self:
        """Start listening."""
        self._controller.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""
        self._controller.stop()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 -- the name aiosmtpd calls
        """Keep a mail."""
        del server, session
        raw = envelope.original_content or b""
        self._mails.put(Caught(envelope.mail_from or "", tuple(envelope.rcpt_tos), raw))
        return "250 2.0.0 OK"

    def wait(self, seconds: float) -> Caught:
        """Give the next mail; raises ``TimeoutError`` if none comes in time."""
        try:
            return self._mails.get(timeout=seconds)
        except Empty:
            raise TimeoutError("the client sent nothing") from None

    def clear(self) -> None:
        """Forget what came."""
        while not self._mails.empty():
            self._mails.get()
