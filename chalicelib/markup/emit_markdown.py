"""Trees as Markdown: CommonMark, Discourse, NodeBB, Spirit. Pure.

Only the escapes that every reader of Markdown knows are used: a backslash before the marks of
runs, an entity for ``<`` and ``&``. What begins a block is one no more behind a word joiner.

A marker is the definition of a link that nobody uses: it shows nowhere, while a comment is shown
where HTML is not allowed.
"""

import re

from chalicelib.markup.neutral import JOINER, harmless
from chalicelib.markup.tree import Item, Quote, Tree
from chalicelib.markup.writer import Writer, prefixed

_MARKS = re.compile(r"[\\`*_\[\]~|]")
_BRACKET = re.compile(r"\\\[(?=[\w/])")
_STARTS = re.compile(r"\d+[.)]|&gt;|[#>+\-=:|]")
_RUNS = ("*", "`")
_EDGE = re.compile(r"[^\W_]")


class Markdown(Writer):
    """CommonMark that older readers understand as well."""

    end_of_line = "  \n"

    def text(self, text: str) -> str:
        """Write characters; none is a mark, and none begins a tag of HTML or BBCode."""
        marked = _MARKS.sub(r"\\\g<0>", self.entities(harmless(text)))
        return _BRACKET.sub(rf"\\[{JOINER}", marked)

    def entities(self, text: str) -> str:
        """Write what HTML would read."""
        return text.replace("&", "&amp;").replace("<", "&lt;")

    def pieced(self, pieces: list[str]) -> str:
        """Put pieces together; marks of neighbours are no longer marks."""
        line = ""
        for piece in pieces:
            marks = line[-1:] in _RUNS and piece[:1] in _RUNS
            line += JOINER if marks or line[-1:] + piece[:1] == "![" else ""
            line += piece
        return line

    def paragraph(self, inner: str) -> str:
        """Write a paragraph; no line of it begins another kind of block."""
        return "\n".join(_unstarted(line) for line in inner.split("\n"))

    def bold(self, inner: str) -> str:
        """Write ``**``."""
        return f"**{_edged(inner)}**"

    def italic(self, inner: str) -> str:
        """Write ``*``."""
        return f"*{_edged(inner)}*"

    def coloured(self, inner: str) -> str:
        """Write in red, where a plugin reads that."""
        return f"[color=red]{inner}[/color]"

    def code(self, text: str) -> str:
        """Write a span of code, between more backticks than it has in a row."""
        fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
        pad = " " if text[0] == "`" or text[-1] == "`" else ""
        return f"{fence}{pad}{text}{pad}{fence}"

    def link(self, inner: str, href: str) -> str:
        """Write a link."""
        return f"[{inner}]({href})"

    def listed(self, items: Tree) -> str:
        """Write a list."""
        entries = [self.runs(item.children) for item in items if isinstance(item, Item)]
        return "\n".join("- " + self.paragraph(e).replace("\n", "\n  ") for e in entries)

    def quoted(self, quote: Quote) -> str:
        """Write a quotation, with its author in a line of its own."""
        blocks = [self.paragraph(self.source(quote))] if quote.author else []
        return prefixed(self.joined([*blocks, self.written(quote.children)]), "> ")

    def source(self, quote: Quote) -> str:
        """Say whom a quotation is of."""
        return self.italic(f"{self.text(quote.author)}:")

    def hidden(self, mark: str) -> str:
        """Write a marker."""
        return f"[//]: # ({mark})"


class Discourse(Markdown):
    """Discourse: quotations in BBCode, by the number of the post and the topic."""

    def quoted(self, quote: Quote) -> str:
        """Write a quotation that Discourse links."""
        post = f", post:{quote.post}" if quote.post.isdecimal() else ""
        topic = f", topic:{quote.thread}" if post and quote.thread.isdecimal() else ""
        author = quote.author.translate(str.maketrans('"[],', "”()‚"))
        source = f'="{author}{post}{topic}"' if author else ""
        return f"[quote{source}]\n{self.written(quote.children)}\n[/quote]"


class NodeBB(Markdown):
    """NodeBB: a quotation leads to its post."""

    def source(self, quote: Quote) -> str:
        """Say whom a quotation is of, and where it stands."""
        author = self.text(quote.author)
        return f"{self.link(author, f'/post/{quote.post}')}:" if quote.post.isdecimal() else author


class Discord(Markdown):
    """Discord: Markdown without entities, by backslashes alone; nobody looks for a marker there."""

    end_of_line = "\n"

    def text(self, text: str) -> str:
        """Write characters; none is a mark, and none begins a mention."""
        return re.sub(r"[\\`*_\[\]~|<>]", r"\\\g<0>", harmless(text))

    def link(self, inner: str, href: str) -> str:
        """Write a link that shows no preview."""
        return f"[{inner}](<{href}>)"

    def hidden(self, mark: str) -> str:
        """Write nothing."""
        del mark
        return ""


def _unstarted(line: str) -> str:
    """Give a line that begins no block: no list, heading, quotation, underline or table."""
    line = line.lstrip(" ")
    return JOINER + line if _STARTS.match(line) else line


def _edged(inner: str) -> str:
    """Let a run begin and end with what marks may stand beside, or else they are none."""
    before = "" if _EDGE.match(inner[:1]) else JOINER
    behind = "" if _EDGE.match(inner[-1:]) else JOINER
    return f"{before}{inner}{behind}"
