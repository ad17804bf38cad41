"""The vectors of ``docs/webhooks/vectors.json``: messages, and whether they are to be believed."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "webhooks" / "vectors.json"

NOW = 1796061600  # 2026-11-30T16:40:00Z
SECRET = "whsec_QWxpYmkgdGVzdHMgdGhpcywgYW5kIG5vYm9keSBlbHNl"
OLDER = "whsec_QmVmb3JlIGl0IHdhcyB0aGlzIG9uZSwgZm9yIGEgZGF5"
STRANGE = "whsec_Tm9ib2R5IGluIHRoaXMgYm9vayBrbm93cyB0aGlzIG9uZQ=="
MESSAGE = "msg_2mKvWz8rPq4TnYb6XcJd"
DATA = {
    "type": "suggestion.made",
    "timestamp": "2026-11-30T16:39:58.120Z",
    "data": {"by": "Мышь 🐭", "text": "Я думаю, что убийство совершил Ленин… 🔪"},
}
BODY = json.dumps(DATA, ensure_ascii=False, separators=(",", ":")).encode()

Vector = dict[str, Any]


def signed(body: bytes, secret: str = SECRET, message: str = MESSAGE, at: str = str(NOW)) -> str:
    """A signature by the letter of the specification, without any code of ours."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, message.encode() + b"." + at.encode() + b"." + body, hashlib.sha256)
    return "v1," + base64.b64encode(mac.digest()).decode()


def vector(
    name: str,
    valid: bool,
    *,
    body: bytes = BODY,
    message: str | None = MESSAGE,
    at: str | None = str(NOW),
    signature: str | None = None,
    secrets: tuple[str, ...] = (SECRET,),
    now: int = NOW,
) -> Vector:
    """One vector; unless a signature is given, the one that fits. An empty one is no header."""
    fits = signed(body, message=message or "", at=at or "") if signature is None else signature
    headers = {"webhook-id": message, "webhook-timestamp": at, "webhook-signature": fits}
    return {
        "name": name,
        "valid": valid,
        "secrets": list(secrets),
        "now": now,
        "headers": {key: value for key, value in headers.items() if value},
        "body": body.decode("utf-8", "replace"),
        "body_base64": base64.b64encode(body).decode(),
    }


def bodies() -> Iterator[Vector]:
    """The very bytes count, whatever is in them."""
    spaced = json.dumps(DATA, ensure_ascii=False).encode()
    escaped = json.dumps(DATA, separators=(",", ":")).encode()
    yield vector("Cyrillic and emoji", True)
    yield vector("spaces after commas and colons", True, body=spaced)
    yield vector("the same JSON with \\u escapes", True, body=escaped)
    yield vector("an empty body", True, body=b"")
    yield vector("a body that is no UTF-8", True, body=b'{"nick":"\xcc\xfb\xf8\xfc"}')
    yield vector("a line break at the end", True, body=BODY + b"\n")
    for name, other in (
        ("signed without spaces, read and written again with them", spaced),
        ("signed as UTF-8, read and written again with \\u escapes", escaped),
        ("a line break was added", BODY + b"\n"),
        ("a byte order mark was added", b"\xef\xbb\xbf" + BODY),
        ("one letter differs", BODY.replace("Ленин".encode(), "ленин".encode())),
    ):
        yield vector(name, False, body=other, signature=signed(BODY))


def rotated() -> Iterator[Vector]:
    """While a secret is being replaced, both sign."""
    new, old = signed(BODY), signed(BODY, OLDER)
    pair = f"{new} {old}"
    yield vector("a rotated pair, the receiver has the new secret", True, signature=pair)
    old_only = (OLDER,)
    yield vector(
        "a rotated pair, the receiver has the old secret", True, signature=pair, secrets=old_only
    )
    both = (SECRET, OLDER)
    yield vector(
        "the receiver has both, only the old one signed", True, signature=old, secrets=both
    )
    yield vector("an unknown version before it", True, signature=f"v1a,AAAA {new}")
    yield vector("a version of the future after it", True, signature=f"{new} v2,AAAA")
    yield vector("signed with another secret", False, signature=signed(BODY, STRANGE))
    yield vector("no secret is known", False, secrets=())


def clocks() -> Iterator[Vector]:
    """Five minutes, to either side."""
    yield vector("exactly five minutes old", True, now=NOW + 300)
    yield vector("exactly five minutes ahead", True, now=NOW - 300)
    yield vector("stale: a second more than five minutes old", False, now=NOW + 301)
    yield vector("a second more than five minutes ahead", False, now=NOW - 301)
    fresh = str(NOW + 600)
    yield vector(
        "a recording with a fresh time", False, at=fresh, now=NOW + 600, signature=signed(BODY)
    )


def malformed() -> Iterator[Vector]:
    """Whatever is wrong with a header, the answer is no, and nothing worse."""
    fits = signed(BODY)
    for at in (
        *(f"{NOW}.0", f"+{NOW}", f"-{NOW}", f"0x{NOW:x}", "1.796e9", f" {NOW}", f"{NOW}\n"),
        *("NaN", "Infinity", "now", "2026-11-30T16:40:00Z", "9" * 13, "9" * 400, "١٧٩٦٠٦١٦٠٠"),
    ):
        yield vector(f"the time is {at[:24]!r}", False, at=at)
    for message in ("msg.1", "msg 1", "msg_1\n", "сообщение", "m" * 257):
        yield vector(f"the id is {message[:24]!r}", False, message=message)
    bare = fits.removeprefix("v1,")
    for signature in (
        *(bare, f"v1{bare}", f"v1, {bare}", f"V1,{bare}", f"v2,{bare}", f"v1={bare}", f"v1;{bare}"),
        *(fits[:-1], f"{fits}=", f"{fits},", f"{fits}\n", f"x{fits}", f"v1,{bare.lower()}"),
        *("v1,", "v1", ",", " ", "v1,v1,v1", "v1,====", "v1,ключ", "v1,😀", "null"),
        *("v1," + bytes.fromhex("ff" * 32).hex(), " ".join(["v1,AAAA"] * 100)),
    ):
        shown = signature.replace(bare, "…")
        yield vector(f"the signature is {shown[:24]!r}", False, signature=signature)
    yield vector("no signature", False, signature="")
    yield vector("no time", False, at=None)
    yield vector("no id", False, message=None)
    yield vector("hidden behind a hundred", False, signature="v1,AAAA " * 100 + fits)


def page() -> str:
    """The page as it is committed."""
    vectors = [*bodies(), *rotated(), *clocks(), *malformed()]
    return json.dumps(vectors, ensure_ascii=False, indent=1) + "\n"


def read() -> list[Vector]:
    """The vectors as everybody reads them."""
    found: list[Vector] = json.loads(PAGE.read_text("utf-8"))
    return found
