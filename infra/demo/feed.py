"""The public side of a game over HTTP, as any visitor sees it: no token, no store."""

from datetime import datetime
from http.client import HTTPConnection
from typing import Any

import msgspec

from chalicelib.rules import State, forum

PATIENCE = 30
"""Seconds to wait for an answer."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of the public log; ``at`` is UTC."""

    seq: int
    at: datetime
    events: tuple[forum.AnyEvent, ...]


class _Page(msgspec.Struct, frozen=True):
    items: tuple[Entry, ...]
    after: int


class _Game(msgspec.Struct, frozen=True):
    state: State


class Feed:
    """Reads a game from a server."""

    def __init__(self, host: str, port: int, game: str) -> None:
        """Begin before the first entry."""
        self._server = HTTPConnection(host, port, timeout=PATIENCE)
        self._path = f"/v1/games/{game}"
        self._after = 0

    def news(self) -> tuple[Entry, ...]:
        """Give the entries that were not given yet, in order."""
        page = self._decoded(f"/events?after={self._after}&limit=100", _Page)
        self._after = page.after
        return page.items if isinstance(page, _Page) else ()

    def state(self) -> State:
        """Give the game as everybody may see it."""
        state: State = self._decoded("", _Game).state
        return state

    def deal(self) -> bytes:
        """Give the deal of a finished game, byte for byte as it was sealed."""
        return self._read("/deal")

    def _decoded(self, path: str, kind: type) -> Any:
        return msgspec.json.decode(self._read(path), type=kind)

    def _read(self, path: str) -> bytes:
        self._server.request("GET", self._path + path)
        answer = self._server.getresponse()
        body = answer.read()
        if answer.status != 200:  # noqa: PLR2004 -- OK
            raise ConnectionError(f"status {answer.status}")
        return body
