"""The tree of MIME parts, down to the text a reader would have been shown.

Own splitting rather than ``email``'s tree: that one recurses once per level and looks at every
open boundary for every line, so a deep mail of 1 MB ends it.
"""

import re
from collections.abc import Iterator

import msgspec

from chalicelib.inbox import charset, html, plain
from chalicelib.inbox.headers import Headers, split
from chalicelib.inbox.transfer import transferred

FULL_SIZE = 1024 * 1024
MAX_DEPTH = 10
MAX_PARTS = 50
MAX_ENCODED = 512 * 1024

_LF = ord("\n")
_FIRST_RULE = re.compile(rb"(?m)^--([!-~][ -~]{2,199})$")
_META = re.compile(rb"(?i)<meta[^<>]{0,200}charset=[\"']?([\w-]{1,40})")


class Text(msgspec.Struct, frozen=True):
    """Readable lines: HTML already as text, quotations with a leading ``>``."""

    lines: tuple[str, ...]
    rich: bool = False
    truncated: bool = False

    @property
    def blank(self) -> bool:
        """Whether there is nothing to read."""
        return not any(map(str.strip, self.lines))

    @property
    def flagged(self) -> bool:
        """Whether some characters could not be read."""
        return any(charset.LOST in line for line in self.lines)


class _Walk:
    """One pass over a mail: the budget of parts and the vocabulary."""

    def __init__(self, words: frozenset[str], *, first_only: bool) -> None:
        self.parts = MAX_PARTS
        self.first_only = first_only
        self.words = words

    def text(self, headers: Headers, body: bytes, depth: int = 0) -> Text:
        kind = headers.token("content-type")
        if kind.startswith("multipart/") and depth < MAX_DEPTH:
            return self._multipart(headers, body, depth)
        if depth and _stands_apart(headers, kind):
            return Text(())
        return _leaf(headers, body, kind, self.words)

    def _multipart(self, headers: Headers, body: bytes, depth: int) -> Text:
        rule = _rule(headers, body)
        if not rule:
            return _leaf(Headers(()), body, "", self.words)
        texts = list(self._children(rule, body, depth))
        if headers.token("content-type") == "multipart/alternative":
            return _one_of(texts)
        return _sequence(texts)

    def _children(self, rule: bytes, body: bytes, depth: int) -> Iterator[Text]:
        for chunk in _chunks(rule, body):
            self.parts -= 1
            if self.parts < 0:
                return
            text = self.text(*split(chunk), depth + 1)
            yield text
            if self.first_only and not text.blank:
                self.parts = 0


def text_of(headers: Headers, body: bytes, words: frozenset[str]) -> Text:
    """What a mail says: its inline text, plain where it is not blank, else from HTML.

    Above 1 MB only the first text part is read. Attachments and attached mails never are.
    """
    return _Walk(words, first_only=len(body) > FULL_SIZE).text(headers, body)


def _rule(headers: Headers, body: bytes) -> bytes:
    """The line between the parts: as declared, else the first that looks like one, else b""."""
    declared = headers.parameters("content-type").get("boundary", "").strip()
    rule = b"--" + declared.encode("utf-8", "surrogateescape")
    if declared and rule in body:
        return rule
    guess = _FIRST_RULE.search(body[:MAX_ENCODED])
    return guess[0] if guess else b""


def _chunks(rule: bytes, body: bytes) -> Iterator[bytes]:
    """The raw parts between boundary lines, in order; what stands before and after is noise."""
    start = None
    for line in re.finditer(re.escape(rule) + rb"(--)?[ \t]{0,100}(?:\n|\Z)", body):
        if line.start() and body[line.start() - 1] != _LF:
            continue
        if start is not None:
            yield body[start : max(line.start() - 1, start)]
        start = line.end()
        if line[1]:
            return
    if start is not None:
        yield body[start:]


def _stands_apart(headers: Headers, kind: str) -> bool:
    """Whether a part is a file or another mail rather than something its author wrote here."""
    attached = headers.token("content-disposition") == "attachment"
    return attached or not (kind in ("", "text/plain", "text/html") or "/" not in kind)


def _leaf(headers: Headers, body: bytes, kind: str, words: frozenset[str]) -> Text:
    if "/" in kind and kind not in ("text/plain", "text/html"):
        return Text(())
    data = transferred(_head(body, MAX_ENCODED), headers.token("content-transfer-encoding"))
    parameters = headers.parameters("content-type")
    if kind == "text/html":
        return _from_html(data, parameters.get("charset", ""), words)
    text = charset.decode(data, parameters.get("charset", ""), words)
    lines, truncated = plain.within_budget(text)
    if parameters.get("format", "").lower() == "flowed":
        lines = plain.unflow(lines, delsp=parameters.get("delsp", "").lower() == "yes")
    return Text(tuple(lines), truncated=truncated or len(body) > MAX_ENCODED)


def _from_html(data: bytes, label: str, words: frozenset[str]) -> Text:
    meta = _META.search(data[:4096])
    source = charset.decode(data, label or (meta[1].decode("ascii") if meta else ""), words)
    lines, truncated = plain.within_budget(html.as_text(source))
    return Text(tuple(lines), rich=True, truncated=truncated or len(source) > html.MAX_SOURCE)


def _head(body: bytes, size: int) -> bytes:
    """The first *size* bytes, cut at a line so that no character is broken."""
    if len(body) <= size:
        return body
    return body[:size].rpartition(b"\n")[0] or body[:size]


def _one_of(texts: list[Text]) -> Text:
    """The version of multipart/alternative to read; it counts as plain from then on."""
    written = [t for t in texts if not t.blank]
    best = next((t for t in written if not t.rich), next(iter(written), Text(())))
    return msgspec.structs.replace(best, rich=False)


def _sequence(texts: list[Text]) -> Text:
    """Parts shown one below the other. Loose HTML beside plain text repeats it: left out."""
    written = [t for t in texts if not t.blank]
    shown = [t for t in written if not t.rich] or written
    lines, truncated = plain.within_budget("\n".join(line for t in shown for line in t.lines))
    return Text(
        tuple(lines),
        rich=any(t.rich for t in shown),
        truncated=truncated or any(t.truncated for t in shown),
    )
