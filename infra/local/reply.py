"""A reply as a mail program writes it: the answer above, the letter below, quoted."""

import re
import smtplib
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import parseaddr

from infra.local.mailbox import Received
from infra.local.seating import HOME

PATIENCE = 60
"""Seconds; a mail is acknowledged only when it is stored."""
NONCE = re.compile(r"[0-9a-f]{16,64}")


def written(letter: Received, address: str, text: str, *, nonce: str, at: datetime) -> EmailMessage:
    """Write the reply of ``address`` to a letter at ``at`` (UTC).

    The same ``nonce`` makes it the same mail, however often a form is sent.
    """
    mail = EmailMessage(policy=SMTP)
    mail["From"] = Address(addr_spec=address)
    mail["To"] = letter.reply_to or letter.sender
    subject = letter.subject
    mail["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    mail["Date"] = at
    mail["Message-ID"] = f"<{nonce}@{HOME}>"
    if letter.message_id:
        mail["In-Reply-To"] = letter.message_id
        mail["References"] = f"{letter.references} {letter.message_id}".strip()
    mail.set_content(f"{_unix(text)}\n\n{_quoted(letter)}", cte="quoted-printable")
    return mail


def _unix(text: str) -> str:
    """Give a text from a form with plain line feeds."""
    return "\n".join(text.splitlines()).rstrip()


def _quoted(letter: Received) -> str:
    lines = "\n".join(f"> {line}".rstrip() for line in letter.text.splitlines())
    return f"On {letter.at:%a, %d %b %Y at %H:%M}, {letter.sender} wrote:\n\n{lines}\n"


def send(mail: EmailMessage, host: str, port: int) -> None:
    """Bring a mail to the SMTP server; ``SMTPException`` or ``OSError`` if it is not taken."""
    with smtplib.SMTP(host, port, timeout=PATIENCE) as server:
        server.send_message(mail, to_addrs=[parseaddr(str(mail["To"]))[1]])
