"""A ``sendmail`` for clients that speak no SMTP: hands the mail to the catcher.

``python sendmail.py [-t] [-i] [-f SENDER] [RECIPIENT ...] < MAIL``. The standard library alone.
"""

import os
import smtplib
import sys
from email import message_from_bytes
from email.utils import getaddresses

DEFAULT = "player@example.org"


def arguments(words: list[str]) -> tuple[str, list[str]]:
    """Give the sender and the recipients of a command line."""
    sender, recipients = DEFAULT, []
    rest = iter(words)
    for word in rest:
        if word in {"-f", "-r"}:
            sender = next(rest)
        elif word.startswith("-f"):
            sender = word[2:]
        elif word in {"-o", "-F"}:
            next(rest)
        elif not word.startswith("-"):
            recipients.append(word)
    return sender, recipients


def main() -> None:
    """Send what stands on the input."""
    sender, recipients = arguments(sys.argv[1:])
    raw = sys.stdin.buffer.read()
    if not recipients:
        mail = message_from_bytes(raw)
        fields = [value for name in ("To", "Cc") for value in mail.get_all(name, [])]
        recipients = [address for _, address in getaddresses(map(str, fields))]
    with smtplib.SMTP("127.0.0.1", int(os.environ["CORPUS_PORT"])) as server:
        server.sendmail(sender, recipients, raw)


if __name__ == "__main__":
    main()
