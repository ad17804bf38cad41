"""HTML to text lines that keep what matters: quotations, lines, cells and bold.

An own tokenizer: ``html.parser`` takes quadratic time over unclosed tags, and the whole need is
start tags, end tags and text. Every expression here is linear.
"""

import re
from html import unescape

MAX_SOURCE = 512 * 1024
MAX_FRAMES = 64

_TOKEN = re.compile(
    r"<(?P<end>/?)(?P<tag>[a-zA-Z][\w:-]{0,30}+)(?P<attributes>[^<>]{0,600000}+)>"
    r"|<[!?][^<>]{0,600000}+>"
)
_ATTRIBUTE = re.compile(
    r"""\b(class|id|style)\s{0,3}=\s{0,3}(?:"([^"]{0,900})|'([^']{0,900})|([^\s"'>]{1,200}))"""
)
_HIDDEN = re.compile(r"(?:^|\s)hidden(?:\s|=|/|$)")
_HIDDEN_STYLE = re.compile(
    r"display:none|visibility:hidden|mso-hide:all"
    r"|(?:font-size|max-height|opacity):0{1,4}(?:\.0{1,4})?(?:px|pt|em|%)?(?:;|!|$)"
)
# unescape() makes an int of the digits, and Python refuses more than 4,300 of them.
_HUGE_REFERENCE = re.compile(r"&#[0-9]{8,600000}")

_SKIPPED = frozenset({"head", "style", "script", "title", "template", "svg", "object", "select"})
_BLOCKS = frozenset(
    {
        *("address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "footer"),
        *("form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "ol"),
        *("p", "pre", "section", "table", "tbody", "thead", "tr", "ul"),
    }
)
_VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "base", "area", "col", "wbr"})
_QUOTE_NAMES = frozenset(
    {
        *("gmail_quote", "gmail_attr", "moz-cite-prefix", "moz-forward-container"),
        *("yahoo_quoted", "protonmail_quote", "tutanota_quote"),
    }
)
# Gmail wraps the whole conversation in this one: what follows a quotation in it is an answer.
_CONVERSATION = "gmail_quote"

_BOLD_ON, _BOLD_OFF = "\x01", "\x02"
_BOLD = re.compile("\x01([^\x01\x02]{0,600000}+)\x02")


def as_text(source: str) -> str:
    """The visible text of *source*: quotations start with ``> ``, bold is kept as ``*bold*``."""
    clean = source[:MAX_SOURCE].replace(_BOLD_ON, "").replace(_BOLD_OFF, "")
    clean = _HUGE_REFERENCE.sub("&#65533", _without_comments(clean))
    page = _Page()
    end = 0
    for token in _TOKEN.finditer(clean):
        page.text(clean[end : token.start()])
        end = token.end()
        if token["tag"]:
            page.tag(token)
    page.text(clean[end:])
    page.break_line()
    return "\n".join(page.lines)


def _without_comments(source: str) -> str:
    kept = []
    for index, piece in enumerate(source.split("<!--")):
        kept.append(piece.partition("-->")[2] if index else piece)
    return "".join(kept)


class _Frame:
    """An open element that changes how the text inside it is read."""

    def __init__(self, tag: str, names: frozenset[str], *, hidden: bool) -> None:
        self.tag = tag
        self.hidden = hidden
        self.quote = tag == "blockquote" or bool(names & _QUOTE_NAMES)
        self.conversation = tag != "blockquote" and _CONVERSATION in names
        self.bold = tag in ("b", "strong")
        self.literal = tag == "pre"
        self.nested = 0

    @property
    def matters(self) -> bool:
        """Whether the element must be remembered at all."""
        return self.hidden or self.quote or self.bold or self.literal


class _Page:
    """The lines written so far and the elements that are open."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.line_quoted = False
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
        elif name not in _VOID:
            self._open(name, token["attributes"][:2000].lower())

    def text(self, raw: str) -> None:
        """Text between tags."""
        if not raw or any(frame.hidden for frame in self.frames):
            return
        literal = any(frame.literal for frame in self.frames)
        first, *more = unescape(raw).split("\n") if literal else [unescape(raw)]
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
            self.lines.append(f"> {line}".rstrip() if self.line_quoted else line)

    def _write(self, text: str) -> None:
        quoted = any(frame.quote for frame in self.frames)
        if quoted != self.line_quoted:
            self.break_line()
            self.line_quoted = quoted
        bold = any(frame.bold for frame in self.frames)
        self.line.append(f"{_BOLD_ON}{text}{_BOLD_OFF}" if bold else text)

    def _open(self, name: str, attributes: str) -> None:
        self._end_implied(name)
        values = _ATTRIBUTE.finditer(attributes)
        found = {m[1]: m[2] or m[3] or m[4] or "" for m in values}
        names = frozenset(f"{found.get('class', '')} {found.get('id', '')}".split())
        frame = _Frame(name, names, hidden=_hides(name, attributes, found.get("style", "")))
        same = self._nearest(name)
        if frame.matters and len(self.frames) < MAX_FRAMES:
            self.frames.append(frame)
        elif same is not None:
            self.frames[same].nested += 1

    def _end_implied(self, name: str) -> None:
        """A new block ends an open paragraph; the body ends an open head."""
        last = self.frames[-1].tag if self.frames else ""
        if (last == "p" and name in _BLOCKS) or (last in _SKIPPED and name == "body"):
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


def _hides(name: str, attributes: str, style: str) -> bool:
    compact = "".join(style.split())
    return bool(name in _SKIPPED or _HIDDEN_STYLE.search(compact) or _HIDDEN.search(attributes))


def _starred(bold: re.Match[str]) -> str:
    text = bold[1]
    core = text.strip()
    if not core:
        return text
    before, _, after = text.partition(core)
    return f"{before}*{core}*{after}"
