"""HTML to text lines that keep what matters: quotations, lines, cells and bold.

An own tokenizer: ``html.parser`` takes quadratic time over unclosed tags, and the whole need is
start tags, end tags and text. Every expression here is linear.
"""

import re
from html import unescape
from itertools import islice

from chalicelib.inbox.containers import Meaning, meaning
from chalicelib.inbox.page import BELOW, SIGNED
from chalicelib.inbox.plain import MAX_LINES
from chalicelib.tags import VOID, decodable

MAX_SOURCE = 512 * 1024
MAX_FRAMES = 64
MAX_TAGS = 25_000

_TOKEN = re.compile(
    r"<(?P<end>/?)(?P<tag>[a-zA-Z][\w:-]{0,30}+)(?P<attributes>[^<>]{0,600000}+)>"
    r"|<[!?][^<>]{0,600000}+>"
)
_ENTITY = re.compile(
    r"&(?:#\d{2,7}|#x[0-9a-fA-F]{2,6}|nbsp|quot|amp|lt|gt|laquo|raquo|[mn]dash|oacute);"
)
_BLOCKS = frozenset(
    {
        *("address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "footer"),
        *("form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "ol"),
        *("p", "pre", "section", "table", "tbody", "thead", "tr", "ul"),
    }
)
_BOLD_ON, _BOLD_OFF = "\x01", "\x02"
_RESERVED = dict.fromkeys(map(ord, (_BOLD_ON, _BOLD_OFF, BELOW, SIGNED)))
_VALUE = re.compile(r"\bvalue\s?=\s?[\"']?(\d{1,4})\b")
_START = re.compile(r"\bstart\s?=\s?[\"']?(\d{1,4})\b")
_BOLD = re.compile("\x01([^\x01\x02]{0,600000}+)\x02")


def as_text(source: str) -> str:
    """The visible text of *source*: quotations start with ``> ``, bold is kept as ``*bold*``."""
    return converted(source)[0]


def converted(source: str) -> tuple[str, bool]:
    """As `as_text`, and whether something was left out because there was too much of it."""
    clean = decodable(_without_comments(source[:MAX_SOURCE].translate(_RESERVED)))
    page = _Page()
    end = 0
    for token in islice(_TOKEN.finditer(clean), MAX_TAGS):
        page.text(clean[end : token.start()])
        end = token.end()
        if token["tag"]:
            page.tag(token)
        if len(page.lines) > MAX_LINES:
            break
    rest = _TOKEN.search(clean, end)
    page.text(clean[end : rest.start() if rest else None])
    page.break_line()
    return "\n".join(page.lines), rest is not None or len(source) > MAX_SOURCE


def without_entities(source: str) -> str:
    """Plain *source* with ``&nbsp;`` and the like as characters: some programs write them so."""
    if not _ENTITY.search(source):
        return source.translate(_RESERVED)
    return unescape(decodable(source[:MAX_SOURCE])).translate(_RESERVED)


def _without_comments(source: str) -> str:
    kept = []
    for index, piece in enumerate(source.split("<!--")):
        kept.append(piece.partition("-->")[2] if index else piece)
    return "".join(kept)


class _Frame:
    """An open element that changes how the text inside it is read."""

    def __init__(self, tag: str, what: Meaning) -> None:
        self.tag = tag
        self.hidden = what is Meaning.HIDDEN
        self.quote = what in (Meaning.QUOTE, Meaning.CONVERSATION)
        self.conversation = what is Meaning.CONVERSATION
        self.signature = what is Meaning.SIGNATURE
        self.bold = tag in ("b", "strong")
        self.literal = tag == "pre"
        self.counts = tag == "ol"
        self.items = 0
        self.nested = 0

    @property
    def matters(self) -> bool:
        """Whether the element must be remembered at all."""
        marked = self.hidden or self.quote or self.signature
        return marked or self.bold or self.literal or self.counts


class _Page:
    """The lines written so far and the elements that are open."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.sign = ""
        self.wrapped: list[int] = []
        self.frames: list[_Frame] = []

    def tag(self, token: re.Match[str]) -> None:
        """A tag: its line break first, then what it opens or closes."""
        name = token["tag"].lower()
        if name == "br":
            self.break_line(keep_blank=True)
        elif name in _BLOCKS:
            self.break_line()
        elif name in ("td", "th"):
            self.line.append(" ")
        if token["end"]:
            self._close(name)
        else:
            self._open(name, token["attributes"][:2000].lower())

    def text(self, raw: str) -> None:
        """Text between tags."""
        if not raw or any(frame.hidden for frame in self.frames):
            return
        literal = any(frame.literal for frame in self.frames)
        plain = unescape(raw).translate(_RESERVED)
        first, *more = plain.split("\n") if literal else [plain]
        self._write(first)
        for line in more:
            self.break_line(keep_blank=True)
            self._write(line)

    def break_line(self, *, keep_blank: bool = False) -> None:
        """End the current line; an empty one counts only with *keep_blank*."""
        line = "".join(self.line).replace(_BOLD_OFF + _BOLD_ON, "")
        line = " ".join(_BOLD.sub(_starred, line).split())
        self.line.clear()
        if line or keep_blank:
            if self._only_wrapped():
                self.wrapped.append(len(self.lines))
            self.lines.append(f"{self.sign}{line}".rstrip())

    def _write(self, text: str) -> None:
        sign = self._sign()
        if sign != self.sign:
            self.break_line()
            self.sign = sign
        bold = any(frame.bold for frame in self.frames)
        self.line.append(f"{_BOLD_ON}{text}{_BOLD_OFF}" if bold else text)

    def _sign(self) -> str:
        """What text here begins with: nothing where it is the author's own."""
        if any(frame.quote for frame in self.frames):
            return "> "
        return SIGNED if any(frame.signature for frame in self.frames) else ""

    def _open(self, name: str, attributes: str) -> None:
        self._end_implied(name)
        what = meaning(name, attributes)
        if what is Meaning.BELOW:
            self._begin_below()
        if name in VOID:
            return
        if name == "li":
            self._item(attributes)
        if what is Meaning.QUOTE:
            self._unwrap(name)
        frame = _Frame(name, what)
        start = _START.search(attributes) if name == "ol" else None
        frame.items = int(start[1]) - 1 if start else 0
        same = self._nearest(name)
        if frame.matters and len(self.frames) < MAX_FRAMES:
            self.frames.append(frame)
        elif same is not None:
            self.frames[same].nested += 1

    def _begin_below(self) -> None:
        """A line of its own that says: all that follows is the mail answered."""
        if not self._sign() and not any(frame.hidden for frame in self.frames):
            self.break_line()
            self.lines.append(BELOW)

    def _only_wrapped(self) -> bool:
        """Whether text here is quoted by nothing but a wrapper directly around it."""
        quoting = [frame for frame in self.frames if frame.quote]
        return len(quoting) == 1 and quoting[0].conversation and quoting[0] is self.frames[-1]

    def _unwrap(self, name: str) -> None:
        """A wrapper's own lines above its quotation may be an answer: no longer quoted.

        Where they are an attribution, this is seen from the quotation below.
        """
        if name == "blockquote":
            for at in self.wrapped:
                self.lines[at] = self.lines[at].removeprefix("> ")
            self.wrapped.clear()

    def _item(self, attributes: str) -> None:
        """The number of the next item: editors make lists of "2. Rope" as it is typed."""
        at = self._nearest("ol")
        if at is None:
            return
        value = _VALUE.search(attributes)
        self.frames[at].items = int(value[1]) if value else self.frames[at].items + 1
        self.text(f"{self.frames[at].items}. ")

    def _end_implied(self, name: str) -> None:
        """A new block ends an open paragraph; the body ends an open head."""
        last = self.frames[-1].tag if self.frames else ""
        if (last == "p" and name in _BLOCKS) or (last == "head" and name == "body"):
            self.frames.pop()

    def _close(self, name: str) -> None:
        at = self._nearest(name)
        if at is None:
            return
        if self.frames[at].nested:
            self.frames[at].nested -= 1
            return
        del self.frames[at:]
        if name == "blockquote" and self.frames and self.frames[-1].conversation:
            self.frames[-1].quote = False

    def _nearest(self, name: str) -> int | None:
        places = range(len(self.frames) - 1, -1, -1)
        return next((i for i in places if self.frames[i].tag == name), None)


def _starred(bold: re.Match[str]) -> str:
    text = bold[1]
    core = text.strip()
    if not core:
        return text
    before, _, after = text.partition(core)
    return f"{before}*{core}*{after}"
