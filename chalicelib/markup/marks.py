"""Our markers, found again in what a forum gives back. Pure.

Each dialect has its own way to carry one (``emit_bbcode``, ``emit_markdown``, ``emit_html``).
Quotations are left out: people quote our posts with everything in them. Anybody can write a
marker, so one means something only where we know it.
"""

from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from chalicelib.markup.tree import Hidden, Node, Quote
from chalicelib.markup.writer import MARK


def marks(tree: Iterable[Node]) -> tuple[str, ...]:
    """Give the texts of the markers in a tree that was read from a post, outside quotations."""
    return tuple(unquote(text.removeprefix(MARK)) for text in _hidden(tree))


def _hidden(nodes: Iterable[Node]) -> Iterator[str]:
    """Give what no reader sees."""
    for node in nodes:
        if isinstance(node, Hidden):
            yield node.text
        elif not isinstance(node, Quote):
            yield from _hidden(getattr(node, "children", ()))
