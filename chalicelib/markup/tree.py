"""The one tree for BBCode, Markdown and HTML: what a heading, a keyword or a quotation is. Pure."""

from collections.abc import Iterable, Iterator

import msgspec


class Text(msgspec.Struct, frozen=True):
    """Plain characters, as they are to be read: nothing in them is markup."""

    text: str


class Break(msgspec.Struct, frozen=True):
    """The end of a line within a paragraph."""


class Bold(msgspec.Struct, frozen=True):
    """What is highlighted: headings and keywords (F13, F14)."""

    children: tuple["Node", ...]


class Italic(msgspec.Struct, frozen=True):
    """What is in italics."""

    children: tuple["Node", ...]


class Coloured(msgspec.Struct, frozen=True):
    """What has a colour of its own; ``red`` where it is one of the reds of F41 and F42."""

    children: tuple["Node", ...]
    red: bool = False


class Link(msgspec.Struct, frozen=True):
    """What leads to an address."""

    children: tuple["Node", ...]
    href: str


class Code(msgspec.Struct, frozen=True):
    """What is shown letter by letter: nothing in it is a move."""

    text: str


class Paragraph(msgspec.Struct, frozen=True):
    """A block of its own."""

    children: tuple["Node", ...]


class Item(msgspec.Struct, frozen=True):
    """One entry of a list."""

    children: tuple["Node", ...]


class Quote(msgspec.Struct, frozen=True):
    """What somebody else has written; ``post`` is its id at the forum, where that is known.

    Some engines link a quotation only by more: Discourse by the ``thread`` (its topic), SMF by
    when it was written (``at``, Unix time).
    """

    children: tuple["Node", ...]
    author: str = ""
    post: str = ""
    thread: str = ""
    at: int = 0


class Hidden(msgspec.Struct, frozen=True):
    """A marker that no reader sees, such as the one by which we know our own posts."""

    text: str


Node = Text | Break | Bold | Italic | Coloured | Link | Code | Paragraph | Item | Quote | Hidden
Tree = tuple[Node, ...]

BLOCKS = (Paragraph, Item, Quote)


def plain(tree: Iterable[Node], *, quotes: bool = True) -> str:
    """Give the words of a tree without formatting, line by line; or those outside quotations."""
    text = "".join(_plain(tree, quotes=quotes))
    return "\n".join(line.strip() for line in text.splitlines()).strip()


def _plain(tree: Iterable[Node], *, quotes: bool) -> Iterator[str]:
    for node in tree:
        if isinstance(node, Text | Code):
            yield node.text
        elif isinstance(node, Break):
            yield "\n"
        elif isinstance(node, Hidden) or (isinstance(node, Quote) and not quotes):
            continue
        else:
            inner = "".join(_plain(node.children, quotes=quotes))
            yield f"\n{inner}\n" if isinstance(node, BLOCKS) else inner
