"""Forms of replies by programs that cannot be run here, written down in ``forms.toml``."""

import re
import tomllib
from collections.abc import Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from html import escape
from pathlib import Path
from textwrap import fill
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec
from babel.dates import format_datetime

from infra.corpus.catcher import Caught
from infra.corpus.jobs import HOST, SIGNED, ZONES
from infra.corpus.letters import DOMAIN, PLAYER

SOURCE = Path(__file__).with_name("forms.toml")
MADE_BY = "written from the client's translation strings"
THOUGHT = timedelta(hours=1, minutes=7)
"""How long after the letter the answer was written."""
_BODY = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL)


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a program says in one language."""

    attribution: str
    footer: str = ""
    original: str = ""


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a program writes a reply; the fields are explained in the file."""

    client: str
    headers: tuple[str, ...]
    transfer: Literal["base64", "quoted-printable", "8bit"]
    kind: str
    text: str = ""
    html: str = ""
    parts: Literal["both", "html", "text"] = "both"
    quote: str = ""
    wrap: int = 0
    line: str = "{}"
    bold: bool = False
    charset: dict[str, str] = {}
    ru: Words | None = None
    en: Words | None = None
    pl: Words | None = None

    def words(self) -> dict[str, Words]:
        """Give the languages that the program speaks."""
        spoken = {"ru": self.ru, "en": self.en, "pl": self.pl}
        return {language: words for language, words in spoken.items() if words}


class _Date:
    """A time that formats itself by CLDR patterns."""

    def __init__(self, when: datetime, language: str) -> None:
        self._when, self._locale = when, "en_US" if language == "en" else language

    def __format__(self, pattern: str) -> str:
        return format_datetime(self._when, pattern, self._when.tzinfo, self._locale)


def forms() -> Iterator[tuple[str, Form]]:
    """Give all forms by their names."""
    read = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    for name, fields in read.items():
        yield name, msgspec.convert(fields, Form)


def filled(form: Form, language: str, answer: str, letter: EmailMessage) -> Caught:
    """Write a reply to a letter in a form."""
    mail = EmailMessage(policy=SMTP)
    fields = _fields(form, letter, language)
    for header in form.headers:
        name, _, value = header.partition(": ")
        if name != "MIME-Version":
            mail[name] = value or fields[name]
    charset = form.charset.get(language, "utf-8")
    if form.parts != "html":
        text = form.text.format_map(_said(form, letter, language, answer))
        text = text.encode(charset, "replace").decode(charset)
        mail.set_content(text, charset=charset, cte=form.transfer)
    if form.parts != "text":
        page = form.html.format_map(_shown(form, letter, language, answer))
        add = mail.set_content if form.parts == "html" else mail.add_alternative
        add(page, subtype="html", charset=charset, cte=form.transfer)
    if form.parts == "both":
        mail.set_boundary("=_Part_1_reply")
    recipient = letter["Reply-To"].addresses[0].addr_spec
    return Caught(PLAYER, (str(recipient),), mail.as_bytes())


def _fields(form: Form, letter: EmailMessage, language: str) -> dict[str, Any]:
    """Give the values of the headers."""
    identity = str(letter["Message-ID"])
    client = re.sub(r"\W+", "-", form.client).strip("-").lower()
    return {
        "From": f"{SIGNED[language]} <{PLAYER}>",
        "To": str(letter["Reply-To"]),
        "Subject": f"Re: {letter['Subject']}",
        "Date": letter["Date"].datetime.astimezone(ZoneInfo(ZONES[language])) + THOUGHT,
        "Message-ID": f"<{client}.{language}@{HOST}>",
        "In-Reply-To": identity,
        "References": f"{letter['References']} {identity}",
    }


def _facts(letter: EmailMessage, language: str) -> dict[str, Any]:
    """Give what an attribution line may name."""
    sent = letter["Date"].datetime.astimezone(ZoneInfo(ZONES[language]))
    return {
        "date": _Date(sent, language),
        "name": "Alibi",
        "address": f"game@{DOMAIN}",
        "to": PLAYER,
        "subject": str(letter["Subject"]),
        "signed": SIGNED[language],
    }


def _said(form: Form, letter: EmailMessage, language: str, answer: str) -> dict[str, Any]:
    """Give the fields of the text part."""
    words, facts = form.words()[language], _facts(letter, language)
    lines = _part(letter, "plain").rstrip().split("\n")
    width = form.wrap - len(form.quote)
    broken = [part for line in lines for part in _broken(line, width if form.wrap else 0)]
    attribution = "\n".join(_broken(words.attribution.format_map(facts), form.wrap))
    return facts | {
        "answer": answer,
        "attribution": attribution,
        "footer": words.footer,
        "original": words.original,
        "quoted": "\n".join(f"{form.quote}{line}".rstrip(" ") for line in broken),
    }


def _shown(form: Form, letter: EmailMessage, language: str, answer: str) -> dict[str, Any]:
    """Give the fields of the HTML part."""
    words, facts = form.words()[language], _facts(letter, language)
    lines = escape(words.attribution.format_map(facts), quote=False).strip().split("\n")
    if form.bold:
        lines = [re.sub(r"^([^:]+:)", r"<b>\1</b>", line) for line in lines]
    typed = [form.line.format(escape(line, quote=False)) for line in answer.split("\n")]
    body = _BODY.search(_part(letter, "html"))
    return facts | {
        "answer": ("" if form.line != "{}" else "<br>").join(typed),
        "attribution": "<br>".join(lines),
        "footer": words.footer,
        "original": words.original,
        "html": body[1].strip() if body else "",
    }


def _part(letter: EmailMessage, kind: str) -> str:
    part = letter.get_body((kind,))
    return str(part.get_content()).replace("\r\n", "\n") if part else ""


def _broken(line: str, width: int) -> list[str]:
    """Break a line where a program does; 0 is nowhere."""
    if not width or len(line) <= width:
        return line.split("\n")
    return fill(line, width, break_long_words=False, break_on_hyphens=False).split("\n")
