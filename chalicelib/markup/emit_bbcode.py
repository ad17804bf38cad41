"""Trees as BBCode: phpBB, XenForo, MyBB, SMF, and what all of them understand. Pure.

No two engines agree on how to write a bracket that is no tag; a word joiner behind it is understood
by all. Nor has BBCode comments, and text of no width does not survive every engine; so a marker is
shown, as small as can be.
"""

import re

from chalicelib.markup.neutral import JOINER, harmless
from chalicelib.markup.tree import Item, Quote, Tree
from chalicelib.markup.writer import Writer

_SMILEY = re.compile(
    r"(?<!\w)[;=8BXxOo](?=[-^']?(?:[)(\]]|(?:D+|[Pp])(?!\w)))|[:;](?=[-^'])|:(?=[)(|/\\*])"
)


class BBCode(Writer):
    """BBCode as every engine reads it; a quotation names its author only."""

    upper = False

    def tag(self, name: str, inner: str, value: str = "") -> str:
        """Write a tag around something."""
        name = name.upper() if self.upper else name
        return f"[{name}{value}]{inner}[/{name}]"

    def text(self, text: str) -> str:
        """Write characters; no bracket begins a tag, no sign is part of a smiley."""
        joined = _SMILEY.sub(lambda found: found[0] + JOINER, harmless(text))
        return joined.replace("[", f"[{JOINER}")

    def bold(self, inner: str) -> str:
        """Write ``[b]``."""
        return self.tag("b", inner)

    def italic(self, inner: str) -> str:
        """Write ``[i]``."""
        return self.tag("i", inner)

    def coloured(self, inner: str) -> str:
        """Write in red."""
        return self.tag("color", inner, "=red")

    def code(self, text: str) -> str:
        """Write ``[code]``; nothing in it ends it."""
        return self.tag("code", text.replace("[", f"[{JOINER}"))

    def link(self, inner: str, href: str) -> str:
        """Write ``[url]``."""
        return self.tag("url", inner, f"={href}")

    def listed(self, items: Tree) -> str:
        """Write ``[list]``."""
        lines = [f"[*]{self.runs(item.children)}" for item in items if isinstance(item, Item)]
        return self.tag("list", "\n".join(["", *lines, ""]))

    def quoted(self, quote: Quote) -> str:
        """Write ``[quote]`` with what the engine needs to link it."""
        return self.tag("quote", self.written(quote.children), self.source(quote))

    def source(self, quote: Quote) -> str:
        """Say whom a quotation is of, and from which post."""
        return f'="{named(quote)}"' if quote.author else ""

    def hidden(self, mark: str) -> str:
        """Write a marker in the smallest letters."""
        return self.tag("size", mark, "=1")


class PhpBB(BBCode):
    """phpBB 3: quotations by ``post_id``."""

    def source(self, quote: Quote) -> str:
        """Say whom a quotation is of, and from which post."""
        post = f" post_id={quote.post}" if quote.author and quote.post.isdecimal() else ""
        return super().source(quote) + post


class XenForo(BBCode):
    """XenForo 2: tags in capitals, quotations by ``post: id``."""

    upper = True

    def source(self, quote: Quote) -> str:
        """Say whom a quotation is of, and from which post; commas part the two."""
        if not quote.author:
            return ""
        post = f", post: {quote.post}" if quote.post.isdecimal() else ""
        return f'="{named(quote).replace(",", "‚")}{post}"'


class MyBB(BBCode):
    """MyBB 1.8: quotations by ``pid``."""

    def source(self, quote: Quote) -> str:
        """Say whom a quotation is of, and from which post."""
        post = f" pid='{quote.post}'" if quote.author and quote.post.isdecimal() else ""
        date = f" dateline='{quote.at}'" if post and quote.at else ""
        return super().source(quote).replace("'", "’") + post + date


class SMF(BBCode):
    """SMF 2: quotations by ``link``, which it knows only together with a time."""

    def source(self, quote: Quote) -> str:
        """Say whom a quotation is of, and from which post."""
        if not quote.author:
            return ""
        linked = quote.post.isdecimal() and quote.at
        post = f" link=msg={quote.post} date={quote.at}" if linked else ""
        return f" author={named(quote).replace('=', '꞊')}{post}"


def named(quote: Quote) -> str:
    """Give the author of a quotation without what would end the name."""
    return quote.author.translate(_ENDS)


_ENDS = str.maketrans('"[]\\', "”()/")
