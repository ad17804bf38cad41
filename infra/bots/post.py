"""A bot's mail: a Maildir to read from, replies, and the SMTP server that takes them."""

import re
import smtplib
from collections.abc import Callable
from email import message_from_bytes
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, default
from email.utils import parseaddr
from pathlib import Path

from infra.bots.letters import Letter, opened

PATIENCE = 60
"""Seconds for the server to take a mail: it says so only when what the mail did is stored."""
PERMANENT = 500
"""From here on an SMTP reply means: do not bring this mail again."""

Send = Callable[[EmailMessage], None]
"""Takes a mail away; raises ``OSError`` (any ``SMTPException`` is one) if it was not taken."""


def unread(maildir: Path, *, everything: bool) -> list[Path]:
    """Give the new mails of a Maildir in the order in which they came, or all there are."""
    folders = ("cur", "new") if everything else ("new",)
    return sorted((path for name in folders for path in maildir.glob(f"{name}/*")), key=_arrival)


def _arrival(path: Path) -> list[int]:
    """Order mails by their names: seconds, microseconds, and a count."""
    return [int(number) for number in re.findall(r"\d+", path.name.partition(":")[0])]


def letter(path: Path) -> Letter | None:
    """Give the letter in a file; ``None`` if it is none of a game."""
    mail = message_from_bytes(path.read_bytes(), policy=default)
    return opened(mail)


def mark_read(path: Path) -> None:
    """Move a new mail to where mail that was seen lies."""
    if path.parent.name == "new":
        path.replace(path.parent.parent / "cur" / f"{path.name}:2,S")


def written(address: str, to: Letter, name: str, text: str, reply_to: str = "") -> str:
    """Write the reply of ``address`` to a letter; ``name`` makes its Message-ID."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = Address(addr_spec=address)
    mail["To"] = reply_to or to.reply_to
    mail["Subject"] = f"Re: {to.subject}"
    mail["Date"] = to.date
    mail["Message-ID"] = name
    mail["In-Reply-To"] = to.message_id
    mail["References"] = f"{to.references} {to.message_id}".strip()
    mail.set_content(text, cte="quoted-printable")
    return mail.as_string()


def read_back(mail: str) -> EmailMessage:
    """Give a mail that was written, as it goes out."""
    return message_from_bytes(mail.encode(), policy=SMTP)


def by_smtp(host: str, port: int) -> Send:
    """Give a way to send by an SMTP server of this machine or network."""

    def send(mail: EmailMessage) -> None:
        sender, recipient = (parseaddr(str(mail[name]))[1] for name in ("From", "To"))
        greeting = sender.partition("@")[2]
        with smtplib.SMTP(host, port, local_hostname=greeting, timeout=PATIENCE) as server:
            server.send_message(mail, sender, [recipient])

    return send


def for_good(error: OSError) -> bool:
    """Whether the server will never take this mail."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= PERMANENT for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPResponseException) and error.smtp_code >= PERMANENT
