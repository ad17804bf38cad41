"""The tree of MIME parts, down to the text a reader would have been shown.

Own splitting rather than ``email``'s tree: that one recurses once per level and looks at every
open boundary for every line, so a deep mail of 1 MB ends it.
"""

import re
from collections.abc import Iterator

import msgspec

from chalicelib.inbox import plain
from chalicelib.inbox.body import MAX_ENCODED, Text, is_letter, kind_of, text_of_body
from chalicelib.inbox.headers import Headers, split

FULL_SIZE = 1024 * 1024
MAX_DEPTH = 10
MAX_PARTS = 50

_LF = ord("\n")
_RULE_ABOVE_PART = re.compile(rb"(?mi)^--([!-~][ -~]{0,199})\n(?:[ \t]*\n)?content-")
_FIRST_RULE = re.compile(rb"(?m)^--([!-~][ -~]{2,199})$")
_WORD = re.compile(r"\w{1,40}")
_REPEATED = 0.7


class _Walk:
    """One pass over a mail: the budget of parts and the vocabulary."""

    def __init__(self, words: frozenset[str], *, first_only: bool) -> None:
        self.parts = MAX_PARTS
        self.first_only = first_only
        self.words = words

    def text(self, headers: Headers, body: bytes, depth: int = 0) -> Text:
        kind = kind_of(headers)
        if kind.startswith("multipart/") and depth < MAX_DEPTH:
            return self._multipart(headers, body, depth)
        if depth and headers.token("content-disposition") == "attachment":
            return Text(unread=True)
        if is_letter(kind) or (not depth and kind == "application/octet-stream"):
            return text_of_body(headers, body, self.words)
        return Text(unread=True)

    def _multipart(self, headers: Headers, body: bytes, depth: int) -> Text:
        rule = _rule(headers, body)
        if not rule:
            encoding = [f for f in headers.fields if f[0] == "content-transfer-encoding"]
            return text_of_body(Headers(tuple(encoding)), body, self.words)
        texts = list(self._children(rule, body, depth))
        if kind_of(headers) == "multipart/alternative":
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
    return _Walk(words, first_only=oversized(body)).text(headers, body)


def oversized(body: bytes) -> bool:
    """Whether so much came that only the first text part is read."""
    return len(body) > FULL_SIZE


def _rule(headers: Headers, body: bytes) -> bytes:
    """The line between the parts: as declared, else the first that looks like one, else b""."""
    declared = headers.parameters("content-type").get("boundary", "").strip()
    rule = b"--" + declared.encode("utf-8", "surrogateescape")
    if declared and _lines_of(rule).search(body):
        return rule
    start = body[:MAX_ENCODED]
    guess = _RULE_ABOVE_PART.search(start) or _FIRST_RULE.search(start)
    return b"--" + guess[1].rstrip() if guess else b""


def _lines_of(rule: bytes) -> re.Pattern[bytes]:
    """What a line between parts looks like; the last has two more hyphens."""
    return re.compile(re.escape(rule) + rb"(--)?[ \t]{0,100}(?:\n|\Z)")


def _chunks(rule: bytes, body: bytes) -> Iterator[bytes]:
    """The raw parts between boundary lines, in order; what stands before and after is noise."""
    start = None
    for line in _lines_of(rule).finditer(body):
        if line.start() and body[line.start() - 1] != _LF:
            continue
        if start is not None:
            yield body[start : max(line.start() - 1, start)]
        start = line.end()
        if line[1]:
            return
    if start is not None:
        yield body[start:]


def _one_of(texts: list[Text]) -> Text:
    """The version of multipart/alternative to read; it counts as plain from then on."""
    written = [t for t in texts if not t.blank]
    best = next((t for t in written if not t.rich), next(iter(written), None))
    if best is None:
        return Text(unread=any(t.unread for t in texts))
    other = next((t.lines for t in written if t is not best and t.rich), best.other)
    return msgspec.structs.replace(best, rich=False, other=other)


def _sequence(texts: list[Text]) -> Text:
    """Parts shown one below the other. Loose HTML beside plain text may repeat it: left out."""
    written = [t for t in texts if not t.blank]
    plainly = [t for t in written if not t.rich]
    said = {word for t in plainly for line in t.lines for word in _words(line)}
    shown = [t for t in written if not (t.rich and _repeats(t, said))]
    lines, truncated = plain.within_budget("\n".join(line for t in shown for line in t.lines))
    left_out = [t.lines for t in written if t not in shown]
    others = [t.other for t in shown if t.other] or left_out
    return Text(
        tuple(lines),
        rich=any(t.rich for t in shown),
        truncated=truncated or any(t.truncated for t in shown),
        unread=any(t.unread for t in texts),
        other=others[0] if others else (),
    )


def _words(line: str) -> list[str]:
    return _WORD.findall(line.casefold())


def _repeats(rich: Text, said: set[str]) -> bool:
    """Whether most words of an HTML part are said in plain text, too."""
    words = {word for line in rich.lines for word in _words(line)}
    return len(words & said) > len(words) * _REPEATED
