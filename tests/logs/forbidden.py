"""What no line of a log may hold, gathered from a game, and the search for it.

Give it everything that went over the wires of a game, it finds by itself what of that is secret::

    forbidden = Forbidden()
    forbidden.mail(raw)  # each mail that came or left, as bytes
    forbidden.http(body)  # each body of a request or an answer, headers with tokens, URLs
    forbidden.secret("what", text)
    assert forbidden.search(log) == []

The cards of every deck in every language are forbidden from the beginning, and all e-mail
addresses. Nicks, ids of games and numbers of entries are public.
"""

import base64
import binascii
import json
import re
from collections.abc import Iterable, Iterator
from email import message_from_bytes
from email.policy import default
from typing import NamedTuple
from urllib.parse import quote, unquote

from chalicelib.data import DECKS, deck

ADDRESS = re.compile(r"[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
CARDS = ("suspects", "weapons", "rooms")
SECRETS = {
    "token": re.compile(r"alibi_[A-Za-z0-9_-]{8,}|(?:[Bb]earer |\"token\": ?\")([\w.-]{8,})"),
    "link": re.compile(r"/v1/(?:u|d|j|f|hooks/[a-z]+)/([\w-]{8,})"),
    "ticket": re.compile(r"ticket=([\w-]{8,})|\"ticket\": ?\"([\w-]{8,})"),
    "key of a webhook": re.compile(r"whsec_[A-Za-z0-9+/=]{8,}"),
    "code": re.compile(
        r"\b(\d{6})\b|\"join_code\": ?\"([^\"]+)\"|\"code\": ?\"(?=[a-z-]*\d)([\w-]{6,})\""
    ),
    "text": re.compile(r"\"(?:text|reason|title|detail)\": ?\"((?:[^\"\\]|\\.){9,})\""),
    "address of a webhook": re.compile(r"\"(?:posts_|hook_|base_)?url\": ?\"(https?://[^\"]+)\""),
}
"""How secrets stand in what goes over the wires."""
LINE = 12
"""Characters that a line of a mail must have to be known again for sure."""
CODED = re.compile(r"[A-Za-z0-9+/]{16,}={0,2}")


class Found(NamedTuple):
    """What was found in a log: which kind of secret, and the line."""

    what: str
    line: str


class Forbidden:
    """Collects what is secret, and looks for it in whatever form a log may hold it."""

    def __init__(self) -> None:
        """Begin with the cards of all decks."""
        self._known: dict[str, str] = {}
        for name in DECKS:
            self.cards(card for kind in CARDS for card in deck(name)[kind])  # type: ignore[literal-required]

    def __len__(self) -> int:
        """How many secrets are known."""
        return len(self._known)

    @property
    def kinds(self) -> set[str]:
        """The kinds of the secrets that are known."""
        return set(self._known.values())

    def secret(self, what: str, *texts: str) -> None:
        """Forbid texts."""
        self._known |= {text: what for text in texts if text.strip()}

    def cards(self, names: Iterable[str]) -> None:
        """Forbid names of cards."""
        self.secret("card", *names)

    def http(self, *texts: str | bytes) -> None:
        """Forbid what is secret in bodies, headers and addresses."""
        for raw in texts:
            text = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw
            for what, pattern in SECRETS.items():
                for found in pattern.finditer(text):
                    self.secret(what, next(filter(None, found.groups()), found[0]))
            self.secret("address", *ADDRESS.findall(text))

    def mail(self, *mails: bytes) -> None:
        """Forbid addresses, subject, ids, codes and lines of mails."""
        for raw in mails:
            message = message_from_bytes(raw, policy=default)
            for name in ("From", "To", "Reply-To", "Message-ID", "In-Reply-To", "List-Unsubscribe"):
                self.http(str(message[name] or ""))
            self.secret("subject", str(message["Subject"] or ""))
            body = message.get_body(("plain", "html"))
            text = str(body.get_content()) if body else ""
            self.http(text)
            lines = (line.strip() for line in text.splitlines())
            self.secret("line of a mail", *(line for line in lines if len(line) >= LINE))

    def search(self, log: str) -> list[Found]:
        """Give the lines of a log that hold a secret."""
        return [Found(what, line) for line in log.splitlines() for what in self._in(line)]

    def _in(self, line: str) -> set[str]:
        forms = list(_forms(line))
        found = {
            what
            for text, what in self._known.items()
            if any(text in form and _whole(text, form) for form in forms)
        }
        return found | ({"address"} if any(map(ADDRESS.search, forms)) else set())


def _whole(text: str, form: str) -> bool:
    """Whether a text stands in another one as words of its own."""
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", form) is not None


def _forms(line: str) -> Iterator[str]:
    """Give what a line may mean: as it stands, unescaped, out of URLs and out of Base64."""
    yield line
    if "\\" in line:
        yield _unescaped(line, "utf-8")
        yield _unescaped(line, "latin-1")
    if "%" in line or "+" in line:
        yield unquote(line.replace("+", " "))
    for coded in CODED.findall(line):
        try:
            yield base64.b64decode(coded + "=" * (-len(coded) % 4)).decode()
        except (binascii.Error, UnicodeDecodeError):
            continue


def _unescaped(line: str, charset: str) -> str:
    """Take back the escapes of JSON and of Python."""

    def some(found: re.Match[str]) -> str:
        return bytes.fromhex(found[0].replace("\\x", "")).decode(charset, "replace")

    line = re.sub(r"(?:\\x[0-9a-fA-F]{2})+", some, line)
    line = re.sub(r"\\u([0-9a-fA-F]{4})", lambda one: chr(int(one[1], 16)), line)
    return line.replace('\\"', '"').replace("\\n", "\n")


def hidden_forms(text: str) -> list[str]:
    """Give a text in the forms in which a log may hold it, for tests of the search."""
    coded = base64.b64encode(f"The text is: {text} and so on".encode()).decode()
    return [text, json.dumps(text), ascii(text), quote(text), f"x={quote(text, safe='')}&y", coded]
