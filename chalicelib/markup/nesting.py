"""Pieces of a paragraph put together to nodes: all of one look in one node. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from chalicelib.markup.colours import is_red
from chalicelib.markup.tree import Bold, Break, Coloured, Italic, Link, Node, Text


class Style(msgspec.Struct, frozen=True):
    """How a piece of text looks."""

    bold: bool = False
    colour: str = ""
    italic: bool = False
    href: str = ""


class Leaf(msgspec.Struct):
    """A piece of a line: words of one look, or a node."""

    style: Style
    words: list[str] | None = None
    node: Node | None = None


def nested(leaves: Sequence[Leaf]) -> list[Node]:
    """Put pieces of one look together: bold outside, so that one bold run is one node."""
    nodes: list[Node] = []
    for bold, run in groupby(leaves, key=lambda leaf: leaf.style.bold):
        inner = tuple(_coloured(run))
        nodes.extend((Bold(inner),) if bold else inner)
    return nodes


def _coloured(leaves: Iterable[Leaf]) -> Iterator[Node]:
    """Put pieces of one colour together, within it those in italics, within these one link."""
    for colour, run in groupby(leaves, key=lambda leaf: leaf.style.colour):
        inner = tuple(_italic(run))
        yield from (Coloured(inner, is_red(colour)),) if colour else inner


def _italic(leaves: Iterable[Leaf]) -> Iterator[Node]:
    """Put pieces in italics together, and within these one link."""
    for italic, run in groupby(leaves, key=lambda leaf: leaf.style.italic):
        inner = tuple(_linked(run))
        yield from (Italic(inner),) if italic else inner


def _linked(leaves: Iterable[Leaf]) -> Iterator[Node]:
    """Put the pieces of a link together."""
    for href, run in groupby(leaves, key=lambda leaf: leaf.style.href):
        inner = tuple(leaf.node or Text("".join(leaf.words or ())) for leaf in run)
        yield from (Link(inner, href),) if href else inner


def trimmed(nodes: list[Node]) -> list[Node]:
    """Leave out the line ends around a paragraph, and one of blanks alone."""
    start, end = 0, len(nodes)
    while start < end and _is_blank(nodes[start]):
        start += 1
    while start < end and _is_blank(nodes[end - 1]):
        end -= 1
    return nodes[start:end]


def _is_blank(node: Node) -> bool:
    """Whether a node shows nothing at the edge of a paragraph."""
    if isinstance(node, Bold | Coloured | Italic | Link):
        return all(map(_is_blank, node.children))
    return isinstance(node, Break) or (isinstance(node, Text) and not node.text.strip())
