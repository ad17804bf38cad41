"""Pairs of the corpus: a mail with its envelope, and what has to be read out of it."""

import json
import re
import socket
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import compat32
from html import unescape
from pathlib import Path
from typing import Any

import msgspec

from infra.corpus.catcher import Caught
from infra.corpus.letters import DOMAIN, PLAYER

FOLDER = Path(__file__).parents[2] / "tests" / "mails" / "clients"
LETTERS = FOLDER / "letters"
_OURS = re.compile(r"=#=#=|^\s*>")
"""Lines that a quotation may change: our marker, and what the letter quotes itself."""
SHORTEST = 12
"""Characters of a line that says something."""
_TOKEN = re.compile(rf"r\+([a-z0-9]+)@{re.escape(DOMAIN)}", re.IGNORECASE)
_PASSING = re.compile(
    rb"^(?:Date|Message-ID|X-Mailer|Received): .*(?:\r?\n[ \t].*)*|boundary=\S+|^--[\w=.'+-]{8,}$"
    rb"|^\d+\.\d+@|<[^<>@\s]{6,}@example\.org>",
    re.MULTILINE | re.IGNORECASE,
)
"""What is another in each run: times and ids."""


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """What has to come out of a mail, and how the mail was made."""

    text: str
    """What was typed, line by line; blank lines do not count."""
    sender: str
    tokens: tuple[str, ...]
    machine: bool = False
    dropped: bool = False
    flagged: bool = False
    quoted: str
    """A line of the letter that the mail repeats; "" if it repeats none."""
    letter: str
    """The letter that is answered: a file of the folder ``letters``."""
    made_by: str = ""
    client: str = ""
    version: str = ""
    locale: str = ""
    variant: str = ""
    language: str = ""


def expected(caught: Caught, text: str, letter: EmailMessage, name: str) -> Expected:
    """Say what has to come out of the reply to a letter of a name in which a text was typed."""
    return Expected(
        text=text,
        sender=sender_of(caught),
        tokens=tokens(caught),
        quoted=repeated(caught, letter),
        letter=name,
    )


def anonymous(caught: Caught) -> Caught:
    """Give a mail with another envelope sender where that names the user of this machine."""
    told = not caught.sender.endswith("@example.org")
    return msgspec.structs.replace(caught, sender=PLAYER) if told else caught


def tokens(caught: Caught) -> tuple[str, ...]:
    """Give the tokens of the envelope."""
    found = (_TOKEN.fullmatch(recipient) for recipient in caught.recipients)
    return tuple(match[1].lower() for match in found if match)


def write(name: str, caught: Caught, wanted: Expected, folder: Path = FOLDER) -> bool:
    """Write a pair, unless it stands there but for times and ids; says whether it did."""
    told = leaks(caught)
    if told:
        raise ValueError(f"{name} tells where it was made: {told}")
    raw = crlf(caught.raw)
    head = f"X-Envelope-From: {caught.sender}\r\nX-Envelope-To: {','.join(caught.recipients)}\r\n"
    path, fields = folder / f"{name}.eml", msgspec.to_builtins(wanted)
    written = head.encode() + raw
    (folder / f"{name}.json").write_text(readable(fields), encoding="utf-8")
    if path.exists() and _lasting(path.read_bytes()) == _lasting(written):
        return False
    path.write_bytes(written)
    return True


def crlf(raw: bytes) -> bytes:
    """Give a mail with the line ends of SMTP."""
    return re.sub(rb"\r?\n", b"\r\n", raw)


def readable(fields: dict[str, Any]) -> str:
    """Write an expectation as JSON."""
    return json.dumps(fields, ensure_ascii=False, indent=2) + "\n"


def _lasting(raw: bytes) -> bytes:
    return _PASSING.sub(b"", raw)


def leaks(caught: Caught) -> list[str]:
    """Find what a mail tells of the machine that it was made on."""
    host = re.escape(socket.gethostname().encode())
    known = rb"(?<![\w.])" + host + rb"(?![\w])|localhost|127\.0\.0\.1|/tmp/|/root|/home|root@"
    seen = caught.raw + caught.sender.encode()
    return sorted({match[0].decode() for match in re.finditer(known, seen)})


def sender_of(caught: Caught) -> str:
    """Give the player's address: of From, or of the envelope where there is no From."""
    head = re.split(rb"\r?\n\r?\n", caught.raw, maxsplit=1)[0]
    return PLAYER if re.search(rb"^From:", head, re.MULTILINE) else caught.sender


def repeated(caught: Caught, letter: EmailMessage) -> str:
    """Give the first line of a letter that a mail repeats; "" if it repeats none."""
    mail = message_from_bytes(caught.raw, policy=compat32)
    parts = [part for part in mail.walk() if part.get_content_maintype() == "text"]
    said = " ".join(" ".join(_decoded(part).split()) for part in parts)
    body = letter.get_body(("plain",))
    lines = str(body.get_content() if body else "").splitlines()
    long = (line for line in lines if len(line) > SHORTEST and not _OURS.search(line))
    told = (" ".join(line.split()) for line in long)
    return next((line for line in told if line in said), "")


def _decoded(part: Message) -> str:
    """Give the words of one part, of HTML too."""
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    text = raw.decode(part.get_content_charset() or "utf-8", "replace")
    html = part.get_content_subtype() == "html"
    return unescape(re.sub(r"<[^<>]+>", " ", text)) if html else text
