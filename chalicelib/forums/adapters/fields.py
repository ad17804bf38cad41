"""What the adapters have in common: fields of strangers, checked and cleaned; proofs compared.

Forums count in whole numbers or names, in seconds or milliseconds, and send what people typed.
"""

import hmac
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from chalicelib.game import Unreadable

Id = int | str
"""An id as forums send them."""
Time = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time with its zone."""

T = TypeVar("T")

LONGEST_ID = 200
LONGEST_NAME = 100
LONGEST_LINK = 2048
MILLISECONDS = 100_000_000_000
"""From here on a number of seconds (the year 5138) is one of milliseconds."""
YEARS = range(1969, 2300)
"""Of which years times may be."""
_ID = re.compile(r"[\x21\x22\x24-\x7e]+")
# Signs that no text needs: they would only make it longer where it is stored.
_CONTROLS = {n: None for n in range(32) if chr(n) not in "\n\t"} | {0x7F: None}


def decoded(read: msgspec.json.Decoder[T], body: bytes) -> T:
    """Decode a JSON body; raises ``Unreadable``, without a word of what it says."""
    try:
        return read.decode(body.removeprefix(b"\xef\xbb\xbf"))
    except msgspec.ValidationError as error:
        raise Unreadable("bad_hook", detail=str(error)) from error
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Unreadable("bad_json") from error


def converted(value: Any, kind: type[T]) -> T:
    """Give fields of a form, which are all text, as what they stand for; raises ``Unreadable``."""
    try:
        return msgspec.convert(value, kind, strict=False)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Unreadable("bad_hook", detail=str(error)) from error


def id_of(value: Id | None, field: str) -> str:
    """Give an id as text; raises ``Unreadable`` if it cannot be one. ``#`` parts our own keys."""
    name = str(value if value is not None else "").strip()
    if len(name) > LONGEST_ID or not _ID.fullmatch(name):
        raise Unreadable("bad_hook", detail=f"{field}: up to {LONGEST_ID} visible signs without #")
    return name


def maybe_id(value: Id | None, field: str) -> str:
    """Give an id as text, or ``""`` where there is none (forums say so with 0 as well)."""
    return "" if value in (None, "", 0, "0") else id_of(value, field)


def moment(number: float | None, field: str) -> datetime | None:
    """Give the time (UTC) of so many seconds, or milliseconds, since 1970; 0 is none."""
    if not number:
        return None
    seconds = number / 1000 if number >= MILLISECONDS else number
    try:
        return _of_our_age(datetime.fromtimestamp(seconds, UTC))
    except (OverflowError, ValueError, OSError) as error:
        raise Unreadable("bad_hook", detail=f"{field}: seconds since 1970") from error


def utc(time: datetime | None) -> datetime | None:
    """Give a time with a zone as UTC."""
    try:
        return _of_our_age(time.astimezone(UTC)) if time else None
    except (OverflowError, ValueError) as error:
        raise Unreadable("bad_hook", detail="a time of our age") from error


def _of_our_age(time: datetime) -> datetime:
    """Give a time as it is; raises ``ValueError`` for one so far off that nothing can be counted.

    Forums that know no time of a post say 1970.
    """
    if time.year not in YEARS:
        raise ValueError
    return time


def text(value: str) -> str:
    """Give what somebody wrote, with plain ends of lines and without control characters."""
    return value.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)


def name(value: str) -> str:
    """Give a name on one line, cut where no name is that long."""
    return " ".join(text(value).split())[:LONGEST_NAME]


def link(value: str) -> str:
    """Give an address of the web, or ``""`` for anything else that calls itself one."""
    try:
        parts = urlsplit(value)
    except ValueError:
        return ""
    plain = value.isascii() and value.isprintable() and not set(value) & set(' "<>\\^`{|}')
    web = parts.scheme in ("http", "https") and parts.netloc and "@" not in parts.netloc
    return value if plain and web and len(value) <= LONGEST_LINK else ""


def signed(secrets: Iterable[str], kind: str, given: str, body: bytes) -> bool:
    """Whether ``given`` is ``kind=`` and the HMAC of the bytes, in hex, with one of the secrets."""
    wanted = [f"{kind}={hmac.new(one.encode(), body, kind).hexdigest()}" for one in secrets]
    return same(given.strip().lower(), wanted)


def same(given: str, wanted: Iterable[str]) -> bool:
    """Whether a text is one of the secret ones, compared in a time that tells nothing of them."""
    said = given.encode("utf-8", "replace")
    secret = (one.encode("utf-8", "replace") for one in wanted if one)
    return any(hmac.compare_digest(said, one) for one in secret)
