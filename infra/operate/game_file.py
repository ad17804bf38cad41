"""A game as a file: lines of JSON, made to be read by other programs and later versions.

::

    {"format":"alibi-game","version":1,"game":"…","at":"…","rows":312}
    {"pk":"…","sk":"…","body":"…","version":1,"due":"…","expires":"…"}      one for each row
    {"sha256":"…"}                                                of all bytes before this line

Rows are ordered by key; ``due`` and ``expires`` are left out where there are none. It holds hands,
cards, addresses and codes: whoever has the file can read the game and play in it.
"""

import hashlib
import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from tempfile import mkstemp
from typing import Annotated

import msgspec
from msgspec import Meta

from chalicelib.store import Item
from infra.operate.place import Wrong

FORMAT, VERSION = "alibi-game", 1
MODE = 0o600


Moment = Annotated[datetime, Meta(tz=True)]


class Head(msgspec.Struct, frozen=True):
    """The first line: what it is a file of, and when it was written (UTC)."""

    format: str
    version: int
    game: str
    at: datetime
    rows: int


class Row(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line for each row of the table."""

    pk: str
    sk: str
    body: str
    version: int
    due: Moment | None = None
    expires: Moment | None = None


class Tail(msgspec.Struct, frozen=True):
    """The last line: what all lines before it hash to."""

    sha256: str


class GameFile(msgspec.Struct, frozen=True):
    """A file that was read and is whole."""

    head: Head
    rows: tuple[Item, ...]
    sha256: str


_write = msgspec.json.Encoder().encode
_read_head = msgspec.json.Decoder(Head).decode
_read_row = msgspec.json.Decoder(Row).decode
_read_tail = msgspec.json.Decoder(Tail).decode


def lines(head: Head, rows: Iterable[Item]) -> bytes:
    """Give the content of a file."""
    body = b"".join(_write(part) + b"\n" for part in (head, *map(_line, rows)))
    return body + _write(Tail(hashlib.sha256(body).hexdigest())) + b"\n"


def _line(item: Item) -> Row:
    return Row(item.pk, item.sk, item.body, item.version, item.due, item.expires)


def write(path: Path, content: bytes, mode: int = MODE) -> None:
    """Write a new file, whole or not at all; raises ``Wrong`` if that cannot be done.

    Nothing is written over. Others cannot read it unless ``mode`` lets them, from the first byte
    on.
    """
    try:
        _written(path, content, mode)
    except FileExistsError as error:
        raise Wrong(f"{path} is there already; nothing was written over it") from error
    except OSError as error:
        raise Wrong(f"{path} cannot be written: {error.strerror}") from error


def _written(path: Path, content: bytes, mode: int) -> None:
    """Write under a name that nobody else has, then give the file its own."""
    number, name = mkstemp(prefix=f"{path.name}.", suffix=".part", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            os.fchmod(number, mode)
            file.write(content)
            file.flush()
            os.fsync(number)
        path.hardlink_to(draft)
    finally:
        draft.unlink()


def read(path: Path) -> GameFile:
    """Read a file; raises ``Wrong`` unless it is whole and of a version that is known."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Wrong(f"{path} cannot be read: {error.strerror}") from error
    try:
        return _parsed(content)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Wrong(f"{path} is no exported game") from error
    except Wrong as wrong:
        raise Wrong(f"{path} {wrong}") from wrong


def _parsed(content: bytes) -> GameFile:
    every = content.splitlines(keepends=True)
    if len(every) < 2:  # noqa: PLR2004 -- head and tail
        raise Wrong("is no exported game")
    head, rows, tail = every[0], every[1:-1], every[-1]
    known = _read_head(head)
    if (known.format, known.version) != (FORMAT, VERSION):
        raise Wrong(f"has version {known.version} of {known.format!r}; this program reads 1")
    found = hashlib.sha256(head + b"".join(rows)).hexdigest()
    if _read_tail(tail).sha256 != found or len(rows) != known.rows:
        raise Wrong("is damaged: its checksum or number of rows is not right")
    read = map(_read_row, rows)
    items = tuple(Item(r.pk, r.sk, r.body, r.version, r.due, r.expires) for r in read)
    if len({item.key for item in items}) != len(items):
        raise Wrong("has a row twice")
    return GameFile(known, items, found)
