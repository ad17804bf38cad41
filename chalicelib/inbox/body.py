"""One body to lines: transfer encoding, charset, and what else stands between bytes and text."""

import re

import msgspec

from chalicelib.inbox import charset, html, plain
from chalicelib.inbox.headers import Headers
from chalicelib.inbox.transfer import transferred
from chalicelib.inbox.wrappers import unwrapped

MAX_ENCODED = 512 * 1024

_META = re.compile(rb"(?i)<meta[^<>]{0,200}charset=[\"']?([\w-]{1,40})")
_KIND = re.compile(r"[\w.+-]{1,60}/[\w.+-]{1,60}")
_PAGE = re.compile(
    r"\s{0,200}(?:<!doctype html|<html|<head|<body|<div|<p>|<p |<table|<meta|<span|<font|<br)",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]{0,2000}>")
_ENRICHED = re.compile(r"</?[a-zA-Z-]{1,30}>")
# text/* that nobody reads as a letter
_NOT_LETTERS = (
    "calendar", "vcard", "x-vcard", "directory", "css", "csv", "rtf", "x-amp-html", "xml",
    "javascript", "rfc822-headers", "x-patch", "x-diff",
)  # fmt: skip


class Text(msgspec.Struct, frozen=True):
    """Readable lines: HTML already as text, quotations with a leading ``>``."""

    lines: tuple[str, ...] = ()
    rich: bool = False
    truncated: bool = False
    unread: bool = False
    """Something was there that is no text: a file, a mail, a cipher."""
    other: tuple[str, ...] = ()
    """The lines of the other version of the same, where there is one."""

    @property
    def blank(self) -> bool:
        """Whether there is nothing to read."""
        return not any(map(str.strip, self.lines))


def kind_of(headers: Headers) -> str:
    """The media type of a part, lower case, "" where none is told."""
    found = _KIND.match(headers.token("content-type"))
    return found[0] if found else ""


def is_letter(kind: str) -> bool:
    """Whether a part of this type is text that somebody wrote."""
    return not kind or (kind.startswith("text/") and kind[5:] not in _NOT_LETTERS)


def text_of_body(headers: Headers, body: bytes, words: frozenset[str]) -> Text:
    """The lines of one body; *words* settle its charset where it is short."""
    kind = kind_of(headers)
    data = transferred(_head(body), headers.token("content-transfer-encoding"))
    parameters = headers.parameters("content-type")
    label = parameters.get("charset", "")
    if kind == "text/html":
        label = _label(data, label)
    source = charset.decode(data, label, words)
    if _is_page(kind, source):
        return _from_html(source, truncated=len(body) > MAX_ENCODED)
    if kind in ("text/enriched", "text/richtext"):
        source = _ENRICHED.sub("", source[: html.MAX_SOURCE])
    lines, truncated = plain.within_budget(html.without_entities(source))
    if parameters.get("format", "").lower() == "flowed":
        lines = plain.unflow(lines, delsp=parameters.get("delsp", "").lower() == "yes")
    return Text(tuple(unwrapped(lines)), truncated=truncated or len(body) > MAX_ENCODED)


def _is_page(kind: str, source: str) -> bool:
    """Whether *source* is HTML, which neither its type alone tells nor the lack of one."""
    called = kind == "text/html"
    seems = kind in ("", "text/plain") and bool(_PAGE.match(source[:400]))
    return (called or seems) and bool(_MARKUP.search(source))


def _label(data: bytes, declared: str) -> str:
    """The charset an HTML page is declared to have; its own word outweighs a shrug."""
    if declared and charset.codec(declared) not in charset.SHRUGS:
        return declared
    meta = _META.search(data[:4096])
    return meta[1].decode("ascii") if meta else declared


def _from_html(source: str, *, truncated: bool) -> Text:
    text, cut = html.converted(source)
    lines, more = plain.within_budget(text)
    return Text(tuple(unwrapped(lines)), rich=True, truncated=truncated or cut or more)


def _head(body: bytes) -> bytes:
    """The first bytes, cut at a line so that no character is broken."""
    if len(body) <= MAX_ENCODED:
        return body
    return body[:MAX_ENCODED].rpartition(b"\n")[0] or body[:MAX_ENCODED]
