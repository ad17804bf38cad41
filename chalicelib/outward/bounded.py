"""An HTTP answer of which no more is read from the connection than is allowed, whatever it says.

How long the parts of an answer are is the other side's word: of a chunk whose length is -1 the
library would read until the connection ends.
"""

import http.client
import io
import socket
from typing import Any

HEAD = 256_000
"""Bytes for status line, headers and what frames the body."""


class _Rationed(io.RawIOBase):
    """A stream that seems to end after so many bytes."""

    def __init__(self, source: io.RawIOBase, most: int) -> None:
        self._source, self._left = source, most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        got = self._source.readinto(memoryview(buffer)[: self._left])
        self._left -= got or 0
        return got if got is None else int(got)

    def close(self) -> None:
        self._source.close()
        super().close()


class Answer(http.client.HTTPResponse):
    """The answer on a connection, not begun yet; of its body about ``cap`` bytes can be read."""

    def __init__(self, connection: socket.socket, method: str, cap: int) -> None:
        """Read from the connection, but only so much."""
        super().__init__(connection, method=method)
        self.fp.close()
        source = connection.makefile("rb", buffering=0)
        self.fp = io.BufferedReader(_Rationed(source, HEAD + 2 * cap))
