"""A forum's posts over real HTTP: what the server hands on are the bytes that were sent."""

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from tests.forums.intake.speech import TEXT, WHEN, Event, generic, signed_generic


class Thread:
    """A thread that is bound to a game of the runner, behind a bridge that signs."""

    def __init__(self, local: Any) -> None:
        """Open a game and bind the thread, over REST."""
        self.client = local.client
        self.organiser = local.sign_in("olga")
        body = {"title": "Villa", "language": "en"}
        game = self.client.post("/v1/games", json=body, headers=self.organiser).json()
        wanted = {"engine": "generic", "thread_id": 3312}
        here = f"/v1/games/{game['id']}/forum-bindings"
        self.made = self.client.post(here, json=wanted, headers=self.organiser).json()
        self.path = f"{here}/{self.made['id']}"

    def bring(self, body: bytes, **more: str) -> httpx.Response:
        """Bring a body with a fresh signature."""
        headers, _ = signed_generic(body, datetime.now(UTC), self.made["secret"])
        named = {name.replace("_", "-"): value for name, value in more.items()}
        answer: httpx.Response = self.client.post(
            self.made["hook_url"], content=body, headers=headers | named
        )
        return answer

    def posts(self) -> list[dict[str, Any]]:
        """The posts as the organiser sees them."""
        shown = self.client.get(f"{self.path}/posts", headers=self.organiser).json()
        items: list[dict[str, Any]] = shown["items"]
        return items


@pytest.fixture(scope="module")
def thread(local):
    """A bound thread."""
    return Thread(local)


def body(post: str) -> bytes:
    """A new post of the thread, in bytes."""
    return generic(Event(post=post), WHEN)[1]


def test_posts_come_in_whatever_they_are_called(thread):
    """Text, JSON or a stream of octets: the same bytes reach the door, and the post is read."""
    kinds = ("application/json", "application/octet-stream", "image/png", "text/plain", "x")
    for number, kind in enumerate(kinds):
        answer = thread.bring(body(f"p{number}"), Content_Type=kind)
        assert (answer.status_code, answer.json()) == (200, {"ok": True})
    assert [post["versions"][0]["body"] for post in thread.posts()] == [TEXT] * len(kinds)


def test_bytes_that_are_no_text_are_refused_as_they_are(thread):
    """They prove what they should and cannot be read: 400, not 401, so no byte was changed."""
    assert thread.bring(b'{"type":"\xff\xfe"}').status_code == 400
    assert thread.bring(b"\x00\x80").status_code == 400


def test_a_long_post_comes_in_up_to_the_limit(thread):
    """The server takes what the door takes: 256 kB."""
    long = body("long")
    assert thread.bring(long + b" " * (256_000 - len(long))).status_code == 200
    assert thread.bring(long + b" " * (256_001 - len(long))).status_code == 413


def test_strangers_get_the_same_answer_everywhere(thread):
    """Another address is no address, and a wrong signature is told so."""
    wrong = thread.made["hook_url"][:-1]
    headers, content = signed_generic(body("1"), datetime.now(UTC), thread.made["secret"])
    assert thread.client.post(wrong, content=content, headers=headers).status_code == 404
    bad = headers | {"webhook-signature": "v1,x"}
    answer = thread.client.post(thread.made["hook_url"], content=content, headers=bad)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_signature")
