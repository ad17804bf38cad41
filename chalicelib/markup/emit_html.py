"""Trees as HTML: for forums that keep it, for Telegram and for Matrix. Pure.

A marker for forums is a link to nowhere around a word joiner: what cleans HTML drops comments and
empty elements, and keeps links.
"""

import re
from html import escape

from chalicelib.markup.neutral import JOINER, harmless
from chalicelib.markup.tree import Item, Quote, Tree
from chalicelib.markup.writer import Writer

_COMMAND = re.compile(r"(?<!\w)[/$](?=\w)")


class Html(Writer):
    """HTML; quotations as Invision knows them."""

    between = "\n"
    end_of_line = "<br>"

    def text(self, text: str) -> str:
        """Write characters."""
        return escape(harmless(text), quote=False)

    def paragraph(self, inner: str) -> str:
        """Write ``<p>``."""
        return f"<p>{inner}</p>"

    def bold(self, inner: str) -> str:
        """Write ``<strong>``."""
        return f"<strong>{inner}</strong>"

    def italic(self, inner: str) -> str:
        """Write ``<em>``."""
        return f"<em>{inner}</em>"

    def coloured(self, inner: str) -> str:
        """Write in red."""
        return f'<span style="color:#ff0000">{inner}</span>'

    def code(self, text: str) -> str:
        """Write ``<code>``."""
        return f"<code>{escape(text, quote=False)}</code>"

    def link(self, inner: str, href: str) -> str:
        """Write ``<a>``."""
        return f'<a href="{escape(href)}">{inner}</a>'

    def listed(self, items: Tree) -> str:
        """Write ``<ul>``."""
        entries = (self.runs(item.children) for item in items if isinstance(item, Item))
        return f"<ul>{''.join(f'<li>{entry}</li>' for entry in entries)}</ul>"

    def quoted(self, quote: Quote) -> str:
        """Write a quotation with the attributes by which Invision links it."""
        author = f' data-ipsquote-username="{escape(quote.author)}"' if quote.author else ""
        post = f' data-ipsquote-contentcommentid="{escape(quote.post)}"' if quote.post else ""
        inner = self.written(quote.children)
        return f'<blockquote class="ipsQuote"{author}{post}>{inner}</blockquote>'

    def hidden(self, mark: str) -> str:
        """Write a marker."""
        return f'<p><a href="#{escape(mark)}">{JOINER}</a></p>'


class Matrix(Html):
    """Matrix: the part of HTML that its clients show."""

    def coloured(self, inner: str) -> str:
        """Write in red."""
        return f'<font color="#ff0000">{inner}</font>'

    def quoted(self, quote: Quote) -> str:
        """Write a quotation below its author."""
        author = f"<p><em>{self.text(quote.author)}:</em></p>\n" if quote.author else ""
        return f"<blockquote>{author}{self.written(quote.children)}</blockquote>"

    def hidden(self, mark: str) -> str:
        """Write nothing."""
        del mark
        return ""


class Telegram(Html):
    """Telegram: runs only; blocks are lines, and no quotation stands in another."""

    between = "\n\n"
    end_of_line = "\n"

    def text(self, text: str) -> str:
        """Write characters; no word is a command, none a sign of shares."""
        return super().text(_COMMAND.sub(rf"\g<0>{JOINER}", text))

    def paragraph(self, inner: str) -> str:
        """Write lines."""
        return inner

    def listed(self, items: Tree) -> str:
        """Write lines with points."""
        return Writer.listed(self, items)

    def quoted(self, quote: Quote) -> str:
        """Write a quotation below its author."""
        author = f"<i>{self.text(quote.author)}:</i>\n" if quote.author else ""
        inner = self.written(quote.children)
        for tag in ("<blockquote>", "</blockquote>"):
            inner = inner.replace(tag, "")
        return f"<blockquote>{author}{inner}</blockquote>"

    def hidden(self, mark: str) -> str:
        """Write nothing."""
        del mark
        return ""
