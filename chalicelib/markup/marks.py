"""Our markers, found again in what a forum gives back. Pure.

Each dialect has its own way to carry one (``emit_bbcode``, ``emit_markdown``, ``emit_html``).
Quotations are left out: people quote our posts with everything in them. In BBCode anybody can
write a marker, so one means something only where we know it.
"""

from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from chalicelib.markup.tree import Hidden, Link, Node, Paragraph, Quote, plain
from chalicelib.markup.writer import MARK


def marks(tree: Iterable[Node]) -> tuple[str, ...]:
    """Give the texts of the markers in a tree that was read from a post, outside quotations."""
    return tuple(unquote(found.removeprefix(MARK)) for found in _found(tree))


def _found(nodes: Iterable[Node]) -> Iterator[str]:
    """Give what may be a marker, as it was written."""
    for node in nodes:
        if isinstance(node, Hidden | Link):
            text = node.text if isinstance(node, Hidden) else node.href.removeprefix("#")
            yield from (text,) if text.startswith(MARK) else ()
        elif isinstance(node, Paragraph):
            text = plain((node,))
            alone = text.startswith(MARK) and len(text.split()) == 1
            yield from (text,) if alone else _found(node.children)
        elif not isinstance(node, Quote):
            yield from _found(getattr(node, "children", ()))
