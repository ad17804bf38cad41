"""How each client of the corpus quotes: taken from its mails, applied to any letter of ours."""

import json
import re
from collections import Counter
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.policy import compat32
from functools import cache
from html import escape
from pathlib import Path
from typing import Literal

import msgspec

from chalicelib.render import Page

FOLDER = Path(__file__).parent.parent / "mails" / "clients"
MARK = "=#=#="
Place = Literal["none", "top", "bottom"]
_BODY = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL)


class Style(msgspec.Struct, frozen=True):
    """What stands around the letter in a reply of some client, and how its lines are marked."""

    name: str
    language: str
    head: tuple[str, ...]
    sign: str
    tail: tuple[str, ...]
    before: str
    """The HTML above the letter; "" where the client writes text alone."""
    after: str
    raw: bool
    """Whether the client quotes the source of the mail instead of its words."""

    @property
    def signed(self) -> bool:
        """Whether quoted text can be told from what is typed below it."""
        return ">" in self.sign and ("<blockquote" in self.before or not self.before)

    def reply(self, page: Page, answer: str = "", place: Place = "none") -> bytes:
        """Give the mail in which this client quotes a letter, with an answer or without."""
        lines = _source(page) if self.raw else page.text.splitlines()
        quoted = [f"{self.sign}{line}".rstrip(" ") for line in lines]
        top, bottom = ([answer, ""] if place == at else [] for at in ("top", "bottom"))
        text = [*top, *self.head, *quoted, *(["", *bottom] if bottom else []), *self.tail]
        parts = [("plain", "\n".join(text))]
        if self.before:
            parts.append(("html", self._html(page, answer, place)))
        return _mail(parts)

    def _html(self, page: Page, answer: str, place: Place) -> str:
        """Write the HTML part; an answer at the bottom stands below whatever the client adds."""
        typed, body = f"<div>{escape(answer)}</div>", _BODY.search(page.html)
        above = re.sub(r"(<body[^>]*>|^)", rf"\1{typed}", self.before, count=1, flags=re.IGNORECASE)
        below = re.sub(r"(</body>|\Z)", rf"{typed}\1", self.after, count=1, flags=re.IGNORECASE)
        letter = body[1] if body else page.html
        before, after = above if place == "top" else self.before, self.after
        return before + letter + (below if place == "bottom" else after)


def _mail(parts: list[tuple[str, str]]) -> bytes:
    """Put parts into a mail, quickly: the corpus has what programs make of them."""
    lines = ["From: player@example.org", "Subject: Re: Alibi", "MIME-Version: 1.0"]
    lines.append("Content-Type: multipart/alternative; boundary=b")
    for kind, text in parts:
        lines += ["", "--b", f"Content-Type: text/{kind}; charset=utf-8", "", text]
    return "\n".join([*lines, "", "--b--", ""]).encode()


@cache
def styles(language: str) -> tuple[Style, ...]:
    """Give the styles of all clients of the corpus in one language, in a fixed order."""
    names = sorted(path.stem for path in FOLDER.glob(f"*_{language}*.eml"))
    found = (_style(name, language) for name in names)
    return tuple(style for style in found if style)


def _style(name: str, language: str) -> Style | None:
    """Find out how a mail quotes its letter; ``None`` if it quotes nothing."""
    made = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    letter = message_from_bytes((FOLDER / "letters" / f"{made['letter']}.eml").read_bytes())
    mail = message_from_bytes((FOLDER / f"{name}.eml").read_bytes(), policy=compat32)
    plain, html = _words(mail, "plain"), _words(mail, "html")
    typed = {line.strip() for line in made["text"].split("\n")}
    before, after = _around(html, typed) if html else ("", "")
    if not plain:
        return Style(name, language, (), "> ", (), before, after, raw=False) if html else None
    raw = "Content-Transfer-Encoding: " in plain
    known = letter.as_string() if raw else _words(letter, "plain")
    found = _signs(plain.splitlines(), known.splitlines())
    if not found:
        return None
    first, last, sign = found
    lines = plain.splitlines()
    head = tuple(line for line in lines[:first] if line.strip() not in typed)
    tail = tuple(line for line in lines[last + 1 :] if line.strip() not in typed)
    return Style(name, language, head, sign, tail, before, after, raw)


def _signs(lines: list[str], known: list[str]) -> tuple[int, int, str] | None:
    """Give the first and last line that repeats a letter, and the sign in front of it."""
    letter = [line for line in known if len(line) > 5]
    hits = [
        (at, line[: -len(told)])
        for at, line in enumerate(lines)
        for told in letter
        if line.endswith(told)
    ]
    if not hits:
        return None
    sign = Counter(sign for _, sign in hits).most_common(1)[0][0]
    marked = [at for at, found in hits if found == sign]
    start = next((at for at, line in enumerate(lines) if MARK in line), marked[0])
    return min(start, marked[0]), max(marked), sign


def _around(html: str, typed: set[str]) -> tuple[str, str]:
    """Give the HTML above and below a letter, without what was typed."""
    for line in typed:
        html = html.replace(escape(line, quote=False), "")
    mark = html.find(MARK)
    start = html.rfind("<p", 0, mark) if mark >= 0 else len(html)
    rest = html[start:]
    footer = max(rest.rfind(f"{word}{end}") for word in FOOTERS for end in ("”.", "».", '".', "'."))
    end = rest.find(">", rest.find("</", footer)) + 1 if footer >= 0 else len(rest)
    return html[:start], rest[end:]


FOOTERS = ("help", "помощь", "pomoc")
"""The last words of our letters."""


def _words(mail: Message, kind: str) -> str:
    """Give the first text part of a kind, with plain line feeds."""
    for part in mail.walk():
        if part.get_content_type() == f"text/{kind}" or (
            kind == "plain" and not mail.get("Content-Type")
        ):
            payload = part.get_payload(decode=True)
            raw = payload if isinstance(payload, bytes) else b""
            charset = part.get_content_charset() or "utf-8"
            return raw.decode(charset, "replace").replace("\r\n", "\n")
    return ""


@cache
def _source(page: Page) -> list[str]:
    """Give the lines of a letter's source, as a client without MIME sees them."""
    mail = EmailMessage()
    mail["From"] = "Alibi <game@in.alibi.example>"
    mail["To"] = "player@example.org"
    mail["Subject"] = "Alibi"
    mail["Date"] = "Mon, 15 Jun 2026 08:49:03 +0000"
    mail.set_content(page.text, cte="quoted-printable")
    mail.add_alternative(page.html, subtype="html", cte="quoted-printable")
    mail.set_boundary("=_letter")
    return mail.as_string().splitlines()
