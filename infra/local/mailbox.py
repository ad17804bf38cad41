"""Outgoing mail in Maildirs, one for each address: the inboxes of everybody who plays here."""

import mailbox
import re
from collections.abc import Callable
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from urllib.parse import quote, unquote

import msgspec

LONGEST_ADDRESS = 254
PARTS = ("tmp", "new", "cur")
"""The folders of a Maildir, in the order in which they are made."""
MARK = "=#=#="
_KEY = re.compile(r"(\d+)\.M(\d+)P\d+(?:Q(\d+))?")
"""How the standard library names a mail: seconds, microseconds, and a count."""


class Received(msgspec.Struct, frozen=True):
    """A letter that lies in an inbox."""

    key: str
    sender: str
    reply_to: str
    subject: str
    message_id: str
    name: str
    """How the program calls the letter; one that was sent twice has two ids and one name."""
    references: str
    at: datetime
    text: str
    html: str

    @property
    def lines(self) -> list[str]:
        """The lines of the text, without the one above which to reply and the rules of headings."""
        lines = (line.strip(" =") for line in self.text.splitlines() if MARK not in line)
        return [line for line in lines if line]

    @property
    def headline(self) -> str:
        """The first line: all letters of a game share their subject, to stay in one thread."""
        return (*self.lines, self.subject)[0][:120]

    @property
    def summary(self) -> str:
        """The words that follow."""
        return " ".join(self.lines[1:])[:240]


class Mailboxes:
    """The Maildirs under a folder. ``delivered`` is called after each delivery."""

    def __init__(self, folder: Path, delivered: Callable[[], object]) -> None:
        """Keep the folder; it is made when the first letter comes."""
        self.folder = folder
        self._delivered = delivered

    def send(self, to: str, message: EmailMessage) -> None:
        """Put a letter into the inbox of an address; it is on the disk on return."""
        self.put(to, message.as_bytes(policy=default))

    def put(self, to: str, raw: bytes) -> None:
        """Put a raw letter into the inbox of an address; it is on the disk on return."""
        path = self.path(to)
        for part in PARTS:
            (path / part).mkdir(parents=True, exist_ok=True)
        mailbox.Maildir(path, create=False).add(raw.replace(b"\r\n", b"\n"))
        self._delivered()

    def path(self, address: str) -> Path:
        """Give the Maildir of an address, whether there is one or not."""
        return self.folder / quote(address.lower(), safe="@+")

    def addresses(self) -> tuple[str, ...]:
        """Give the addresses that ever got a letter."""
        found = self.folder.iterdir() if self.folder.exists() else ()
        return tuple(sorted(unquote(path.name) for path in found if _whole(path)))

    def letters(self, address: str, limit: int = 100) -> tuple[Received, ...]:
        """Give the newest letters of an address, the newest first.

        A letter that was sent again because the program died after sending it is given once.
        """
        box = self._box(address)
        keys = sorted(box.iterkeys(), key=_age, reverse=True)[:limit] if box is not None else []
        letters = [read(key, box.get_bytes(key)) for key in keys] if box is not None else []
        return tuple({letter.name: letter for letter in reversed(letters)}.values())[::-1]

    def letter(self, address: str, key: str) -> Received | None:
        """Give one letter, if it is there."""
        box = self._box(address)
        return read(key, box.get_bytes(key)) if box is not None and key in box else None

    def count(self, address: str) -> int:
        """Say how many letters an address has."""
        box = self._box(address)
        return len(box) if box is not None else 0

    def _box(self, address: str) -> mailbox.Maildir | None:
        named = "@" in address and len(address) <= LONGEST_ADDRESS
        path = self.path(address)
        return mailbox.Maildir(path, create=False) if named and _whole(path) else None


def _whole(path: Path) -> bool:
    """Whether a Maildir was made to the end; a power cut may come in between."""
    return (path / PARTS[-1]).is_dir()


def _age(key: str) -> tuple[int, ...]:
    """Order the names of mails by the time they came."""
    found = _KEY.match(key)
    return tuple(int(number or 0) for number in found.groups()) if found else (0,)


def read(key: str, raw: bytes) -> Received:
    """Read a letter of our own making."""
    mail = message_from_bytes(raw, policy=default)
    return Received(
        key,
        str(mail["From"] or ""),
        str(mail["Reply-To"] or ""),
        str(mail["Subject"] or ""),
        str(mail["Message-ID"] or ""),
        str(mail["X-Alibi-Letter"] or mail["Message-ID"] or key),
        str(mail["References"] or ""),
        mail["Date"].datetime.astimezone(UTC) if mail["Date"] else datetime.fromtimestamp(0, UTC),
        _part(mail, "plain"),
        _part(mail, "html"),
    )


def _part(mail: EmailMessage, kind: str) -> str:
    found = mail.get_body((kind,))
    return str(found.get_content()) if found else ""
