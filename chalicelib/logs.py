"""What the program says to its operator: one line for each thing, and never a secret.

A line has constant words and a few named values. It never has the arguments of a message, the
message of an exception or the source of a traceback: those may hold a card, an address or a token,
ours and those of libraries alike. So that holds for whatever anybody logs, at any level.
"""

import logging
import re
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import PurePath
from time import gmtime, strftime
from traceback import extract_tb
from types import TracebackType
from typing import Any, TextIO, TypedDict, Unpack

import msgspec

from chalicelib import metrics

OURS = ("chalicelib", "infra", "app", "alibi", "__main__")
"""The packages whose loggers say what they are told to; ``alibi`` is the one of Chalice."""
PLAIN = re.compile(r"[A-Za-z0-9_.:/{}<>#-]{0,160}")
"""A value that may stand in a line; whatever else one looks like, it is left out."""
FRAMES = 6
"""How many places of an error are told, the innermost first."""
HIDDEN = "(words not shown)"


class Failure(TypedDict):
    """The class of an error, and where it was raised, innermost first."""

    error: str
    place: list[str]


class Fields(TypedDict, total=False):
    """The values that a line may have; ``ms`` are milliseconds, the last two as in ``Failure``."""

    function: str
    request: str
    invocation: str
    method: str
    route: str
    status: int
    code: str
    ms: float
    account: str
    game: str
    seq: int
    door: str
    moves: list[str]
    kind: str
    count: int
    attempt: int
    why: str
    error: str
    place: list[str]
    counts: dict[str, int]


_about: ContextVar[Fields | None] = ContextVar("about", default=None)
_everywhere: list[Fields] = []
_log = logging.getLogger(__name__)


def told(**fields: Unpack[Fields]) -> dict[str, Fields]:
    """Give the ``extra`` of a line: the values that it has besides its words."""
    return {"told": fields}


@contextmanager
def doing(**fields: Unpack[Fields]) -> Iterator[Fields]:
    """Say with every line in this block what it is about; ``note`` adds to it."""
    about: Fields = {**(_about.get() or {}), **fields}
    token = _about.set(about)
    try:
        yield about
    finally:
        _about.reset(token)


@contextmanager
def alone(**fields: Unpack[Fields]) -> Iterator[Fields]:
    """As ``doing``, for all threads of the process: a function on AWS does one thing at a time."""
    try:
        with doing(**fields) as about:
            _everywhere[:] = [about]
            yield about
    finally:
        _everywhere.clear()


def note(**fields: Unpack[Fields]) -> None:
    """Add to what the lines of the block around this are about; nothing outside of one."""
    about = _about.get()
    if about is not None:
        about.update(fields)


def alias(account: str) -> str:
    """Give the name of an account in a log: short, always the same, and no way back."""
    return sha256(f"log\0{account}".encode()).hexdigest()[:10] if account else ""


def named(error: BaseException) -> str:
    """Give the class of an error, by its code where a service of AWS gave one; never its words."""
    answer = getattr(error, "response", None)
    code = answer.get("Error", {}).get("Code", "") if isinstance(answer, dict) else ""
    code = code or getattr(error, "cause_response_code", "")
    return code if isinstance(code, str) and code.isalnum() else type(error).__name__


def failure(error: BaseException) -> Failure:
    """Say which error it was and where it was raised; of several together, each."""
    if isinstance(error, BaseExceptionGroup):
        inner = [failure(one) for one in error.exceptions]
        names = dict.fromkeys(one["error"] for one in inner)
        places = (one["place"][0] for one in inner if one["place"])
        return {"error": ":".join(names), "place": list(dict.fromkeys(places))[:FRAMES]}
    return {"error": named(error), "place": places_of(error.__traceback__)}


def places_of(trace: TracebackType | None) -> list[str]:
    """Give the innermost places of a traceback, each as ``file.py:line:function``."""
    frames = reversed(extract_tb(trace)[-FRAMES:]) if trace else ()
    return [f"{_file(frame.filename)}:{frame.lineno}:{frame.name}" for frame in frames]


def _file(name: str) -> str:
    path = PurePath(name)
    return f"{path.parent.name}/{path.name}" if path.name == "__init__.py" else path.name


def _words(record: logging.LogRecord) -> str:
    """Give the constant part of a message. A stranger's without arguments may be put together."""
    if is_ours(record.name) or record.args:
        return str(record.msg)
    return HIDDEN


def is_ours(name: str) -> bool:
    """Whether a logger belongs to this program."""
    return name.partition(".")[0] in OURS


def _values(record: logging.LogRecord) -> dict[str, Any]:
    """Give the values of a line by name, without those that do not look harmless."""
    about = _about.get() or (_everywhere[0] if _everywhere else Fields())
    values: dict[str, Any] = {**about, **getattr(record, "told", {})}
    if record.exc_info and record.exc_info[1]:
        values |= failure(record.exc_info[1])
    elif not is_ours(record.name):
        values["place"] = [f"{record.filename}:{record.lineno}:{record.funcName}"]
    allowed = Fields.__annotations__
    return {name: _harmless(value) for name, value in values.items() if name in allowed}


def _harmless(value: Any) -> Any:
    if isinstance(value, int | float | None):
        return value
    if isinstance(value, list | tuple):
        return [_harmless(one) for one in value]
    if isinstance(value, dict):
        return {_harmless(name): _harmless(one) for name, one in value.items()}
    return value if isinstance(value, str) and PLAIN.fullmatch(value) else "?"


class _Json(logging.Formatter):
    """One JSON object a line, for machines."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line; its time is UTC."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        head = {
            "time": moment.replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": _words(record),
        }
        return msgspec.json.encode(head | _values(record)).decode()


class _Lines(logging.Formatter):
    """Words and values one after the other, for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line; its time is UTC."""
        moment = strftime("%H:%M:%SZ", gmtime(record.created))
        values = " ".join(f"{name}={_short(one)}" for name, one in _values(record).items())
        head = f"{moment} {record.levelname} {record.name}: {_words(record)}"
        return f"{head}  {values}".rstrip()


def _short(value: Any) -> str:
    if isinstance(value, list):
        return "<".join(map(_short, value))
    if isinstance(value, dict):
        return ",".join(f"{name}:{_short(one)}" for name, one in value.items())
    return f"{value:.0f}" if isinstance(value, float) else str(value)


class _Quiet(logging.StreamHandler[TextIO]):
    """Writes lines; of one that could not be written it says no more than that."""

    def handleError(self, _: logging.LogRecord) -> None:  # noqa: N802 -- the name logging calls
        """Say which error it was: the usual way is to print the arguments of the message, too."""
        with suppress(OSError, ValueError):  # where nothing can be written at all
            told = failure(sys.exc_info()[1] or RuntimeError())
            sys.stderr.write(f"a line of the log was lost: {told['error']} {told['place']}\n")


def _is_wanted(record: logging.LogRecord) -> bool:
    """Whether a line is written: of a library only what went wrong, whatever the level."""
    return is_ours(record.name) or record.levelno >= logging.WARNING


def _counted(record: logging.LogRecord) -> bool:
    """Count what went wrong; always true."""
    if record.levelno >= logging.ERROR:
        metrics.count("Errors")
    return True


def start(level: str = "INFO", *, lines: bool = False, stream: TextIO | None = None) -> None:
    """Let all that this process says go through here, from this level on, to standard output.

    As JSON, or in ``lines`` for people. What goes wrong where nobody looks (in a thread, at the
    end, a warning) is a line, too. Raises ValueError for a level that is none.
    """
    handler = _Quiet(stream or sys.stdout)
    handler.setFormatter(_Lines() if lines else _Json())
    handler.addFilter(_is_wanted)
    handler.addFilter(_counted)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.captureWarnings(capture=True)
    warnings.formatwarning = _warned
    sys.excepthook = _uncaught
    threading.excepthook = lambda failed: _gone_wrong(failed.exc_value)
    sys.unraisablehook = lambda failed: _gone_wrong(failed.exc_value)


def _warned(*_: object, **__: object) -> str:
    return HIDDEN


def _uncaught(kind: type[BaseException], error: BaseException, _: TracebackType | None) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        _gone_wrong(error)


def _gone_wrong(error: BaseException | None) -> None:
    _log.error("not caught", extra=told(**failure(error or RuntimeError())))
