"""Stores for tests: SQLite in a temporary file, DynamoDB in an emulator of its own."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from urllib.error import URLError
from urllib.request import urlopen

from chalicelib.store import Store

OpenStore = Callable[[], Store]
"""Opens one more store on the same data, as another process would."""

CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_DEFAULT_REGION": "eu-central-1",
}
START_SECONDS = 30
ITEM_LIMIT = 32_000
"""UTF-8 bytes that no stored item of a game may exceed."""


@contextmanager
def ministack(
    services: str = "", start: Sequence[str] = ("-m", "ministack"), **more: str
) -> Iterator[str]:
    """An empty AWS emulator on a free port, ended with the block; yields its URL.

    `services` (comma separated) limits it; callers need `CREDENTIALS` in their environment.
    `start` is how Python starts it, `more` are further settings in its environment.
    """
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    settings = {"GATEWAY_PORT": str(port), "BIND_HOST": "127.0.0.1", "SERVICES": services}
    quiet = {"LOG_LEVEL": "ERROR", "PERSIST_STATE": "0"}
    server = subprocess.Popen(
        [sys.executable, *start],
        env=os.environ | CREDENTIALS | settings | quiet | more,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _await_health(url, server)
        yield url
    finally:
        server.kill()
        server.wait()


def free_port() -> int:
    """A TCP port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await_health(url: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urlopen(f"{url}/_ministack/health", timeout=5):
                return
        except (URLError, ConnectionError):
            time.sleep(0.1)
    raise RuntimeError("ministack did not start")
