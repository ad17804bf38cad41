"""Text with markup: one tree for BBCode, Markdown and HTML, read from and written to. Pure."""

from chalicelib.markup import bbcode, html, markdown
from chalicelib.markup.build import build
from chalicelib.markup.tokens import sane
from chalicelib.markup.tree import Tree

__all__ = ["parse"]

_TOKENS = {"bbcode": bbcode.tokens, "markdown": markdown.tokens, "html": html.tokens}
LONGEST = 256 * 1024
"""So many characters of a post are read."""


def parse(markup: str, body: str) -> Tree:
    """Read a source in ``bbcode``, ``markdown`` or ``html`` as a tree; whatever it is, it is one.

    Takes time in proportion to its length. Raises ``KeyError`` for another markup.
    """
    return build(list(_TOKENS[markup](sane(body[:LONGEST]))))
