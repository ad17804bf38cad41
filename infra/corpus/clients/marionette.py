"""The protocol by which programs built on Gecko are driven: JSON with its length in front."""

import json
import socket
import time
from types import TracebackType
from typing import Any, Self

PATIENCE = 60
"""Seconds for the program to start, and for a script to end."""


class Marionette:
    """A session with a program that was started with ``--marionette``."""

    def __init__(self, port: int) -> None:
        """Connect as soon as the program listens; raises ``TimeoutError`` if it never does."""
        self._socket = _connected(port)
        self._socket.settimeout(PATIENCE)
        self._data = b""
        self._number = 0

    def __enter__(self) -> Self:
        """Begin the session; scripts run with the rights of the program itself."""
        self._received()
        self._asked("WebDriver:NewSession", {})
        self._asked("Marionette:SetContext", {"value": "chrome"})
        self._asked("WebDriver:SetTimeouts", {"script": PATIENCE * 1000})
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ask the program to quit."""
        self._asked("Marionette:Quit", {"flags": ["eForceQuit"]})
        self._socket.close()

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script that calls its last argument in the end, and give what it calls it with."""
        facts = {"script": script, "args": list(arguments), "newSandbox": True}
        return self._asked("WebDriver:ExecuteAsyncScript", facts)["value"]

    def _asked(self, command: str, facts: dict[str, Any]) -> Any:
        """Send a command and give its result; raises ``RuntimeError`` with what went wrong."""
        self._number += 1
        sent = json.dumps([0, self._number, command, facts]).encode()
        self._socket.sendall(b"%d:%s" % (len(sent), sent))
        _, _, error, result = self._received()
        if error:
            raise RuntimeError(f"{command}: {error}")
        return result

    def _received(self) -> Any:
        """Wait for one message."""
        while b":" not in self._data:
            self._data += self._more()
        length, _, rest = self._data.partition(b":")
        while len(rest) < int(length):
            rest += self._more()
        self._data = rest[int(length) :]
        return json.loads(rest[: int(length)])

    def _more(self) -> bytes:
        found = self._socket.recv(65536)
        if not found:
            raise TimeoutError("the program has gone")
        return found


def _connected(port: int) -> socket.socket:
    """Try to connect until it works."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1)
        except OSError:
            time.sleep(0.2)
    raise TimeoutError("the program does not listen")
