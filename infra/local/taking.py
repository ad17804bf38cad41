"""What a runner takes for itself: a folder and two ports. Whoever cannot have them is told why."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EADDRINUSE
from pathlib import Path
from typing import TextIO

LOCK, DATABASE = "lock", "alibi.db"
"""What every folder of games holds."""


class Unavailable(Exception):  # noqa: N818 -- it says what cannot be had
    """A folder or a port belongs to somebody else; the message says which, and what to do."""


def folder(path: Path) -> TextIO:
    """Take a folder, made if absent, until the file that is given is closed or the process ends.

    Two processes on one folder would both play the clock and the bots.
    """
    path.mkdir(parents=True, exist_ok=True)
    lock = (path / LOCK).open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise Unavailable(
            f"another Alibi runs on the folder {path}. "
            "Stop it, or take another folder and ports: DATA=data2 HTTP=8001 SMTP=2526"
        ) from error
    return lock


@contextmanager
def port(number: int, name: str) -> Iterator[None]:
    """Say which port it was that could not be taken; ``name`` is HTTP or SMTP."""
    try:
        yield
    except OSError as error:
        used = error.errno == EADDRINUSE
        why = "is in use" if used else f"cannot be had ({os.strerror(error.errno or 0)})"
        raise Unavailable(
            f"the {name} port {number} {why}. Take another: {name}={number + 1}"
        ) from error
