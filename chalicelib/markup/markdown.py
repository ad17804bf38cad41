"""Markdown as Discourse, NodeBB and Flarum have it: paragraphs, quotations, code. Pure.

An own reader: libraries know nothing of ``[quote]`` and of quotations that name a post, and take
quadratic time over hostile input.
"""

import re
from collections.abc import Iterator, Sequence

from chalicelib.markup import bbcode, html, inline
from chalicelib.markup.tokens import Block, Cited, Close, Letters, Open, Token, Uncited

DEEPEST = 20

_QUOTED = re.compile(r" {0,3}> ?")
_ALL_QUOTED = re.compile(r"(?: {0,3}> ?)*+")
_FENCE = re.compile(r" {0,3}(`{3,100}+(?=[^`]*$)|~{3,100}+)")
_INDENTED = re.compile(r"(?: {4}|\t)")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*+){3,}|(?:-[ \t]*+){3,}|(?:_[ \t]*+){3,}|={3,}[ \t]*+)")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]++(?P<text>.*?)(?:[ \t]+#{1,100})?[ \t]*$")
_ITEM = re.compile(r" {0,9}(?:[-*+]|(?P<number>\d{1,9})[.)])[ \t]++(?=\S)")
_BEGIN_QUOTE = re.compile(r"[ \t]{0,3}\[quote(?P<value>[=\s][^\n]{0,300}?)?\]", re.IGNORECASE)
_END_QUOTE = re.compile(r"(?<!\\)\[/quote\][ \t]*$|^[ \t]{0,3}\[/quote\]", re.IGNORECASE)
_BEGIN_HTML = re.compile(r"<(?:blockquote|aside)(?=[\s>])([^<>]{0,1000}+)>", re.IGNORECASE)
_END_HTML = re.compile(r"</(?:blockquote|aside)\s{0,3}>", re.IGNORECASE)
_SAID_IN = re.compile(
    r"@?(?P<nick>[^\s\[\]][^\[\]\n]{0,80}?) [^\[\]\n]{0,40}\[[^\[\]\n]{0,200}\]\([^()\s]{0,300}"
    r"/post/(?P<post>\d{1,20})[^()\s]{0,100}\)\s?:?\s*$"
)
"""What NodeBB writes above a quotation."""
_WITHIN = tuple(
    map(
        re.compile,
        (
            r"@\"(?P<nick>[^\"\n]{1,100})\"#p?(?P<post>\d{1,20})\s?",
            r"\[(?P<nick>[^\[\]\n]{1,100})\]\([^()\s]{0,300}/post/(?P<post>\d{1,20})[^()\s]{0,100}\)\s?:?\s*$",
            r"(?P<star>[*_])(?!(?P=star))(?P<nick>[^\n]{1,100}?)(?::(?P=star)|(?P=star):)\s*$",
            r"@(?P<nick>[^\n]{1,100}?) [^\W\d_]{2,20}(?:\([^\W\d_]{1,3}\))?:\s*$",
        ),
    )
)
"""What stands in the first line of a quotation: as Flarum, we at NodeBB, we, and Spirit write.

A bold line is none: quoted suggestions begin with one.
"""


def tokens(source: str) -> Iterator[Token]:
    """Cut a source into tokens."""
    return _Reader(source.expandtabs(4).split("\n"), 0).tokens()


class _Reader:
    """The lines of a post, or of a quotation in it, and where in them we are."""

    def __init__(self, lines: Sequence[str], depth: int) -> None:
        self.lines, self.depth = lines, depth
        self.place = 0
        self.text: list[str] = []
        self.quotes: list[str] = []

    def tokens(self) -> Iterator[Token]:
        """Give the tokens of all lines."""
        while self.place < len(self.lines):
            line = self.lines[self.place]
            self.place += 1
            yield from self._line(line)
        yield from self._paragraph()
        yield from (Uncited() for _ in self.quotes)

    def _line(self, line: str) -> Iterator[Token]:
        """Read one line, with those that belong to it."""
        if not line.strip():
            if not self._credits_next():
                yield from self._paragraph()
        elif fence := _FENCE.match(line):
            yield from self._paragraph()
            yield from self._fenced(fence[1])
        elif _INDENTED.match(line) and not self.text:
            yield Letters(line[4:])
            yield Block()
        elif _QUOTED.match(line):
            yield from self._quoted(line)
        elif _RULE.fullmatch(line):
            yield from self._paragraph()
        elif heading := _HEADING.match(line):
            yield from self._paragraph()
            yield Open("heading", (("bold", "1"),))
            yield from inline.tokens(heading["text"])
            yield Close("heading")
            yield Block()
        else:
            yield from self._words(line)

    def _words(self, line: str) -> Iterator[Token]:
        """Read a line of text, at whose ends a quotation may begin or end."""
        if item := _ITEM.match(line):
            yield from self._paragraph()
            line = (
                f"{item['number']}\\. {line[item.end() :]}"
                if item["number"]
                else line[item.end() :]
            )
        if begin := _BEGIN_QUOTE.match(line):
            yield from self._paragraph()
            self.quotes.append("[/quote]")
            yield bbcode.cited(begin["value"] or "")
            line = line[begin.end() :]
        elif begun := _BEGIN_HTML.search(line):
            yield from self._part(line[: begun.start()])
            yield from self._paragraph()
            self.quotes.append("<>")
            given = html.attributes(begun[1])
            yield html.quotation("blockquote", given) or Cited()
            line = line[begun.end() :]
        pattern = _END_HTML if self.quotes[-1:] == ["<>"] else _END_QUOTE
        if self.quotes and (end := pattern.search(line)):
            yield from self._part(line[: end.start()])
            yield from self._paragraph()
            self.quotes.pop()
            yield Uncited()
            line = line[end.end() :]
        yield from self._part(line)

    def _part(self, line: str) -> Iterator[Token]:
        """Keep a line of the paragraph."""
        if line.strip():
            self.text.append(line)
        yield from ()

    def _paragraph(self) -> Iterator[Token]:
        """End the paragraph, if there is one."""
        if self.text:
            text, self.text = "\n".join(line.strip(" ") for line in self.text), []
            yield from inline.tokens(text)
            yield Block()

    def _fenced(self, fence: str) -> Iterator[Token]:
        """Read code up to the end of its fence."""
        begin = self.place
        close = re.compile(rf" {{0,3}}{re.escape(fence[0])}{{{len(fence)},200}}[ \t]*")
        while self.place < len(self.lines) and not close.fullmatch(self.lines[self.place]):
            self.place += 1
        yield Letters("\n".join(self.lines[begin : self.place]))
        yield Block()
        self.place += 1

    def _quoted(self, line: str) -> Iterator[Token]:
        """Read the lines of a quotation, with those that only go on in its last paragraph."""
        said = _SAID_IN.match(self.text[-1]) if self.text else None
        if said:
            self.text.pop()
        yield from self._paragraph()
        inner = [self._unquoted(line)]
        while self.place < len(self.lines) and self._goes_on(inner[-1], self.lines[self.place]):
            inner.append(self._unquoted(self.lines[self.place]))
            self.place += 1
        within = next(filter(None, (pattern.match(inner[0]) for pattern in _WITHIN)), None)
        named = within and (not said or within.groupdict().get("post"))
        if within and named and (within.end() < len(inner[0]) or len(inner) > 1):
            inner[0] = inner[0][within.end() :]
            said = within
        facts = said.groupdict() if said else {}
        nick = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", facts.get("nick", ""))
        yield Cited(nick.rstrip(":"), facts.get("post") or "")
        yield from _Reader(inner, self.depth + 1).tokens()
        yield Uncited()

    def _credits_next(self) -> bool:
        """Whether the last line says whose the quotation below it is, over a blank line."""
        following = self.lines[self.place] if self.place < len(self.lines) else ""
        return bool(self.text and _QUOTED.match(following) and _SAID_IN.match(self.text[-1]))

    def _unquoted(self, line: str) -> str:
        """Take the mark of a quotation away; of one too deep all marks."""
        pattern = _QUOTED if self.depth < DEEPEST else _ALL_QUOTED
        return pattern.sub("", line, count=1)

    @staticmethod
    def _goes_on(last: str, line: str) -> bool:
        """Whether a line belongs to the quotation above it (as it is shown, too)."""
        if _QUOTED.match(line):
            return True
        begins = (_FENCE, _HEADING, _ITEM, _BEGIN_QUOTE)
        text = bool(last.strip()) and not _FENCE.match(last) and not _HEADING.match(last)
        new = _RULE.fullmatch(line) or any(pattern.match(line) for pattern in begins)
        return text and bool(line.strip()) and not new
