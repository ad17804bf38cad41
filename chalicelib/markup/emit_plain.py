"""Trees without formatting, and with the little that Slack has. Pure."""

import re

from chalicelib.markup.neutral import JOINER, harmless
from chalicelib.markup.tree import Quote
from chalicelib.markup.writer import Writer, prefixed

_MARKS = re.compile(r"[*_~`]")
_STARTS = re.compile("&gt;|>|•")
_APART = "\u200b"
"""A blank of no width: Slack knows marks only beside blanks."""


class Plain(Writer):
    """Characters and lines."""

    def text(self, text: str) -> str:
        """Write characters; nobody is mentioned."""
        return text.replace("@", f"@{JOINER}")

    def quoted(self, quote: Quote) -> str:
        """Write a quotation as mail has it."""
        author = f"{self.text(quote.author)}:\n" if quote.author else ""
        return prefixed(author + self.written(quote.children), "> ")


class Slack(Plain):
    """Slack's mrkdwn: it has no escapes but for ``&``, ``<`` and ``>``."""

    def text(self, text: str) -> str:
        """Write characters; marks stand between joiners, as nothing that they could mark."""
        safe = harmless(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return _MARKS.sub(rf"{JOINER}\g<0>{JOINER}", safe)

    def paragraph(self, inner: str) -> str:
        """Write lines; none begins a quotation or a list."""
        lines = inner.split("\n")
        return "\n".join(JOINER + line if _STARTS.match(line) else line for line in lines)

    def pieced(self, pieces: list[str]) -> str:
        """Put pieces together, with blanks of no width beside marks in the middle of a word."""
        line = ""
        for piece in pieces:
            near = line[-1:] + piece[:1]
            tight = len(near) > 1 and not any(char.isspace() for char in near)
            line += _APART if tight and not _SIGNS.isdisjoint(near) else ""
            line += piece
        return line

    def bold(self, inner: str) -> str:
        """Write ``*``."""
        return f"*{inner}*"

    def italic(self, inner: str) -> str:
        """Write ``_``."""
        return f"_{inner}_"

    def code(self, text: str) -> str:
        """Write between backticks; its own are quotation marks."""
        safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return f"`{safe.replace('`', 'ʼ')}`"

    def link(self, inner: str, href: str) -> str:
        """Write a link."""
        return f"<{href}|{inner}>"


_SIGNS = frozenset("*_`")
