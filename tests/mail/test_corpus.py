"""The corpus of replies: whatever a player wrote comes out, and nothing that was quoted."""

import json
from pathlib import Path

import pytest

from chalicelib.inbox import Mail, open_mail, reply_tokens

FOLDER = Path(__file__).parent.parent / "mails" / "clients"
RAW = {path.stem: path.read_bytes() for path in sorted(FOLDER.glob("*.eml"))}
FIELDS = ("sender", "machine", "dropped", "flagged")


def opened(name: str) -> Mail:
    """A mail of the corpus, whose first two lines are its SMTP envelope."""
    sender, recipients, rest = RAW[name].split(b"\r\n", 2)
    envelope = [line.decode().partition(": ")[2] for line in (sender, recipients)]
    return open_mail(rest, envelope[0], envelope[1].split(","))


def expected(name: str) -> dict:
    """What a mail of the corpus has to give."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def said(text: str) -> list[str]:
    """The lines of a text that say something."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("name", RAW)
def test_what_was_typed_comes_out(name):
    """Every line that the player typed comes out, in order, and no other line."""
    want, mail = expected(name), opened(name)
    assert said(mail.text) == said(want["text"])
    assert {field: getattr(mail, field) for field in FIELDS} == {f: want[f] for f in FIELDS}
    assert list(reply_tokens(mail)) == want["tokens"]
