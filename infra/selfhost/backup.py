"""A copy of the folder of games, taken while the program runs, and back again.

One file holds everything: the database as it was at one moment, the clock and the mailboxes.
SQLite copies what is committed, also what still lies in its log beside the file; nobody waits.
"""

import gzip
import os
import sqlite3
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path, PurePosixPath
from shutil import copyfileobj, rmtree
from tempfile import TemporaryDirectory

from infra.local import taking
from infra.local.taking import DATABASE

CLOCK, MAIL = "clock.json", "mail"
NAME = "alibi-{:%Y%m%dT%H%M%SZ}.tar.gz"
NAMES = "alibi-" + "[0-9]" * 8 + "T" + "[0-9]" * 6 + "Z.tar.gz"
"""What is called so was made here; files that somebody else put beside are none of ours."""
DRAFT = ".draft-"
"""How what is not finished begins; it is never taken for a backup."""
ABANDONED = timedelta(days=1)
"""Who began a backup so long ago is not at it any more."""
PATIENCE = 30.0
"""Seconds to wait for somebody who writes."""
OURS = 0o600
SOME = 1_000_000
"""Bytes to read at once."""


class Unusable(Exception):  # noqa: N818 -- it says what is wrong
    """A database, a backup or a folder that cannot be used; the message says which and why."""


def save(data: Path, folder: Path, now: datetime, keep: int = 0) -> Path:
    """Put a backup of ``data`` into ``folder``, named by ``now`` (UTC), on the disk on return.

    Of the others the newest stay, ``keep`` with this one (0: all). Raises ``Unusable``.
    """
    if keep < 0:
        raise Unusable(f"{keep} backups cannot be kept; 0 keeps all")
    if not (data / DATABASE).is_file():
        raise Unusable(f"there are no games in {data}")
    folder.mkdir(parents=True, exist_ok=True)
    _forget_drafts(folder, now - ABANDONED)
    made = folder / NAME.format(now)
    with TemporaryDirectory(prefix=DRAFT, dir=folder) as draft:
        whole = Path(draft) / made.name
        copy = Path(draft) / DATABASE
        _copy(data / DATABASE, copy)
        _pack(whole, copy, data)
        whole.replace(made)
    _settle(folder)
    if keep:
        others = [path for path in backups(folder) if path != made]
        for older in others[: max(0, len(others) - keep + 1)]:
            older.unlink()
    return made


def backups(folder: Path) -> list[Path]:
    """Give the backups in a folder, the oldest first."""
    return sorted(folder.glob(NAMES))


def restore(backup: Path, data: Path) -> None:
    """Put a backup into a folder without games, which no program runs on.

    Raises ``Unusable``, and ``Unavailable`` if a program does; then there are no games as before.
    """
    with closing(taking.folder(data)):
        if (data / DATABASE).exists():
            raise Unusable(f"there are games in {data}; move them away first")
        _forget_drafts(data)  # nobody else is here
        with TemporaryDirectory(prefix=DRAFT, dir=data) as draft:
            new = Path(draft)
            _unpack(backup, new)
            check(new / DATABASE)
            if (data / MAIL).exists():
                rmtree(data / MAIL)
            for name in (MAIL, CLOCK, DATABASE):  # the games last: they say that it is complete
                if (new / name).exists():
                    (new / name).replace(data / name)
        _settle(data)


def check(database: Path) -> None:
    """Read a whole database; raises ``Unusable`` if something in it is not as SQLite wrote it."""
    if not database.is_file():
        raise Unusable("there are no games in it")
    try:
        with closing(sqlite3.connect(database)) as db:
            (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
            db.execute("SELECT count(*) FROM items").fetchone()
    except sqlite3.DatabaseError as error:
        raise Unusable(f"the database is damaged: {error}") from error
    if found != "ok":
        raise Unusable(f"the database is damaged: {found}")


def _copy(source: Path, copy: Path) -> None:
    """Copy a database as it is at one moment, and make sure that the copy is whole."""
    try:
        with (
            closing(
                sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", PATIENCE, uri=True)
            ) as db,
            closing(sqlite3.connect(copy)) as other,
        ):
            db.backup(other)
            other.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
    except sqlite3.Error as error:
        raise Unusable(f"{source} cannot be copied: {error}") from error
    check(copy)


def _pack(whole: Path, database: Path, data: Path) -> None:
    """Write the archive, readable by its owner only: there are hands and addresses in it."""
    with os.fdopen(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OURS), "wb") as file:
        with (
            gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6) as packed,
            tarfile.open(fileobj=packed, mode="w") as tar,
        ):
            tar.add(database, DATABASE)
            for path in _beside(data):
                _need_no_link(path)
                with suppress(FileNotFoundError):  # a mail that somebody has just deleted
                    tar.add(path, path.relative_to(data).as_posix(), recursive=False)
        file.flush()
        os.fsync(file.fileno())


def _beside(data: Path) -> Iterator[Path]:
    """Give what belongs to the games and is no database: the clock, and the mail that has come."""
    if (data / CLOCK).exists():
        yield data / CLOCK
    for path in sorted((data / MAIL).rglob("*")):
        if path.is_dir() or (path.is_file() and path.parent.name != "tmp"):
            yield path


def _need_no_link(path: Path) -> None:
    """Refuse what could not be restored: a link may lead anywhere, and what it leads to is left."""
    if path.is_symlink():
        raise Unusable(
            f"{path} is a link, which no backup holds; put in its place what it leads to"
        )


def _unpack(backup: Path, new: Path) -> None:
    """Unpack what a backup may hold, and nothing else; raises ``Unusable`` if it is none."""
    try:
        with gzip.open(backup) as packed:
            with tarfile.open(fileobj=packed, mode="r|") as tar:
                for member in tar:
                    _extract(tar, member, new)
            while packed.read(SOME):
                pass  # at its end it is compared with its checksum
    except (tarfile.TarError, EOFError, OSError, zlib.error) as error:
        raise Unusable(f"{backup} is no whole backup: {error}") from error


def _extract(tar: tarfile.TarFile, member: tarfile.TarInfo, new: Path) -> None:
    name = PurePosixPath(member.name)
    ours = name.parts[:1] == (MAIL,) or member.name in {DATABASE, CLOCK}
    if not ours or ".." in name.parts or not (member.isfile() or member.isdir()):
        raise Unusable(f"{member.name} is nothing that a backup holds")
    path = new / name
    if member.isdir():
        path.mkdir(parents=True, exist_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    content = tar.extractfile(member)
    with path.open("xb") as file:
        if content:
            copyfileobj(content, file)
        file.flush()
        os.fsync(file.fileno())


def _forget_drafts(folder: Path, before: datetime | None = None) -> None:
    """Remove what was begun (before a time) and never finished."""
    for left in folder.glob(f"{DRAFT}*"):
        if before is None or left.stat().st_mtime < before.timestamp():
            rmtree(left)


def _settle(folder: Path) -> None:
    """Have the names in a folder on the disk."""
    place = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)
