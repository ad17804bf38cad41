"""What answers of chats mean."""

import json
from typing import Any

import msgspec
import pytest

from chalicelib.formats import FORMATS, Verdict, verdict


class Answer(msgspec.Struct):
    """An HTTP answer."""

    status: int
    body: bytes


def judged(fmt: str, status: int, said: Any = None) -> Verdict:
    """What an answer with a JSON body means."""
    return verdict(fmt, Answer(status, b"" if said is None else json.dumps(said).encode()))


@pytest.mark.parametrize("fmt", FORMATS)
def test_success_is_2xx(fmt):
    """A receiver has it with 2xx, and with nothing else; 410 is for good everywhere."""
    said = {"ok": True}
    for status in (200, 201, 202, 204):
        assert judged(fmt, status, said) == Verdict(True)
    for status in (100, 301, 302, 400, 409, 500, 503):
        assert not judged(fmt, status, said).ok
        assert not judged(fmt, status, said).gone
    assert judged(fmt, 410).gone


@pytest.mark.parametrize(
    ("fmt", "status", "said", "wanted"),
    [
        ("discord", 429, {"retry_after": 0.337, "global": False}, Verdict(False, 0.337)),
        ("discord", 404, {"message": "Unknown Webhook", "code": 10015}, Verdict(False, gone=True)),
        (
            "discord",
            401,
            {"message": "Invalid Webhook Token", "code": 50027},
            Verdict(False, gone=True),
        ),
        ("discord", 400, {"message": "Cannot send an empty message"}, Verdict(False)),
        ("slack", 404, None, Verdict(False, gone=True)),
        ("slack", 403, None, Verdict(False)),
        (
            "telegram",
            429,
            {"ok": False, "error_code": 429, "parameters": {"retry_after": 5}},
            Verdict(False, 5.0),
        ),
        (
            "telegram",
            403,
            {"ok": False, "description": "Forbidden: bot was kicked from the group chat"},
            Verdict(False, gone=True),
        ),
        (
            "telegram",
            400,
            {"ok": False, "description": "Bad Request: can't parse entities: unclosed tag"},
            Verdict(False, plain=True),
        ),
        (
            "telegram",
            400,
            {
                "ok": False,
                "description": "Bad Request: group chat was upgraded to a supergroup chat",
                "parameters": {"migrate_to_chat_id": -1001},
            },
            Verdict(False, gone=True),
        ),
        (
            "telegram",
            400,
            {"ok": False, "description": "Bad Request: chat not found"},
            Verdict(False, gone=True),
        ),
        ("telegram", 400, {"ok": False, "description": "Bad Request: odd"}, Verdict(False)),
        ("telegram", 200, {"ok": False, "description": "odd"}, Verdict(False)),
        (
            "matrix",
            429,
            {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 2500},
            Verdict(False, 2.5),
        ),
        ("matrix", 403, {"errcode": "M_FORBIDDEN"}, Verdict(False, gone=True)),
        ("matrix", 401, {"errcode": "M_UNKNOWN_TOKEN"}, Verdict(False, gone=True)),
        ("standard", 404, None, Verdict(False)),
        ("standard", 429, {"retry_after": 9}, Verdict(False)),
    ],
)
def test_a_chat_says_it_in_its_own_way(fmt, status, said, wanted):
    """Waits and ends are read from the body where the chat puts them there."""
    assert judged(fmt, status, said) == wanted


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"ok",
        b"\xff\xfe",
        b"null",
        b"[1]",
        b'"x"',
        b"{" * 4096,
        b'{"retry_after":"soon","parameters":7,"retry_after_ms":[]}',
        b'{"retry_after":true,"retry_after_ms":-5,"parameters":{"retry_after":null}}',
        b'{"ok":true,"retry_after":1e400}',
    ],
)
def test_whatever_comes_back_nothing_is_raised(content):
    """A body that makes no sense asks for nothing, in any format."""
    for fmt in FORMATS:
        told = verdict(fmt, Answer(429, content))
        assert not told.ok, fmt
        assert told.retry_after is None, fmt


@pytest.mark.parametrize(("asked", "wait"), [(10**9, 86_400.0), (0, 0.0)])
def test_nobody_makes_us_wait_for_ever(asked, wait):
    """A wait is a day at most."""
    assert judged("discord", 429, {"retry_after": asked}).retry_after == wait
