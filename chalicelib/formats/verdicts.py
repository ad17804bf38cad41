"""What an answer means where a chat says it in a way of its own."""

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

GONE = 410
NOT_FOUND = 404
TOO_MANY = 429
FORBIDDEN = 403
UNAUTHORISED = 401
BAD_REQUEST = 400
NOBODY = ("chat not found", "message thread not found")
"""What Telegram says with a 400 where a chat or a topic of it is no more."""
LONGEST = 24 * 3600.0
"""Seconds for which a chat may make us wait; more is taken for as much."""


class Reply(Protocol):
    """The part of an HTTP answer that is read."""

    @property
    def status(self) -> int:
        """The status code."""

    @property
    def body(self) -> bytes:
        """The beginning of its body."""


class Verdict(msgspec.Struct, frozen=True):
    """What to do next.

    ``ok``: it is delivered. ``retry_after``: seconds for which the body asks; headers are not read.
    ``gone``: nobody is there any more, as with a 410. ``plain``: send it once more, without markup.
    """

    ok: bool
    retry_after: float | None = None
    gone: bool = False
    plain: bool = False


def verdict(fmt: str, reply: Reply) -> Verdict:
    """Judge an answer; whatever its body is, nothing is raised."""
    judge = JUDGES.get(fmt, _standard)
    try:
        said = msgspec.json.decode(reply.body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        said = None
    return judge(reply.status, said if isinstance(said, dict) else {})


def _success(status: int) -> bool:
    return 200 <= status < 300  # noqa: PLR2004 -- what HTTP calls a success


def _standard(status: int, _: dict[str, Any]) -> Verdict:
    return Verdict(_success(status), gone=status == GONE)


def _discord(status: int, said: dict[str, Any]) -> Verdict:
    wait = _seconds(said.get("retry_after")) if status == TOO_MANY else None
    return Verdict(_success(status), wait, gone=status in (UNAUTHORISED, NOT_FOUND, GONE))


def _slack(status: int, _: dict[str, Any]) -> Verdict:
    return Verdict(_success(status), gone=status in (NOT_FOUND, GONE))


def _telegram(status: int, said: dict[str, Any]) -> Verdict:
    more = said.get("parameters")
    asked = more.get("retry_after") if isinstance(more, dict) else None
    moved = isinstance(more, dict) and "migrate_to_chat_id" in more
    why = str(said.get("description", "")).lower()
    nobody = status == BAD_REQUEST and (moved or any(words in why for words in NOBODY))
    return Verdict(
        _success(status) and said.get("ok") is True,
        _seconds(asked) if status == TOO_MANY else None,
        gone=nobody or status in (UNAUTHORISED, FORBIDDEN, NOT_FOUND, GONE),
        plain=status == BAD_REQUEST and "can't parse entities" in why,
    )


def _matrix(status: int, said: dict[str, Any]) -> Verdict:
    asked = _seconds(said.get("retry_after_ms"))
    wait = asked / 1000 if asked is not None and status == TOO_MANY else None
    out = status == UNAUTHORISED or said.get("errcode") in ("M_FORBIDDEN", "M_UNKNOWN_TOKEN")
    return Verdict(_success(status), wait, gone=out or status in (NOT_FOUND, GONE))


def _seconds(asked: Any) -> float | None:
    """Give a number of seconds that can be waited for."""
    if isinstance(asked, bool) or not isinstance(asked, int | float) or not asked >= 0:
        return None
    return min(float(asked), LONGEST)


JUDGES: dict[str, Callable[[int, dict[str, Any]], Verdict]] = {
    "discord": _discord,
    "slack": _slack,
    "telegram": _telegram,
    "matrix": _matrix,
}
