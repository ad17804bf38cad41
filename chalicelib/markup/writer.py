"""What all dialects have in common: a normal tree is walked, each kind of node written. Pure."""

from itertools import groupby
from urllib.parse import quote

from chalicelib.markup.neutral import harmless
from chalicelib.markup.tree import (
    Bold,
    Break,
    Code,
    Coloured,
    Hidden,
    Italic,
    Item,
    Node,
    Paragraph,
    Quote,
    Text,
    Tree,
)

MARK = "alibi:"
"""What the text of every marker of ours begins with."""
NOTICE = "⚠ "
"""Stands for red where there is none (F41, F42)."""


class Writer:
    """Writes normal trees; a dialect says how each kind of node looks.

    ``red``: whether there is a red to write in. Texts come in raw, all else is written already.
    """

    between = "\n\n"
    end_of_line = "\n"

    def __init__(self, *, red: bool) -> None:
        """Write with or without colours."""
        self.red = red

    def written(self, tree: Tree) -> str:
        """Write blocks, one below the other."""
        blocks: list[str] = []
        for is_list, group in groupby(tree, key=lambda node: isinstance(node, Item)):
            nodes = tuple(group)
            blocks += [self.listed(nodes)] if is_list else [self.block(node) for node in nodes]
        return self.joined([block for block in blocks if block])

    def joined(self, blocks: list[str]) -> str:
        """Put blocks together."""
        return self.between.join(blocks)

    def block(self, node: Node) -> str:
        """Write one block that is no list."""
        if isinstance(node, Paragraph):
            return self.paragraph(self.runs(node.children))
        if isinstance(node, Quote):
            return self.quoted(node)
        return self.hidden(marker(node.text)) if isinstance(node, Hidden) else ""

    def listed(self, items: Tree) -> str:
        """Write the entries of a list."""
        return "\n".join(f"• {self.runs(i.children)}" for i in items if isinstance(i, Item))

    def paragraph(self, inner: str) -> str:
        """Write a paragraph."""
        return inner

    def quoted(self, quote: Quote) -> str:
        """Write a quotation as the engine knows it."""
        raise NotImplementedError

    def hidden(self, mark: str) -> str:
        """Write a marker; most dialects have no place for one."""
        del mark
        return ""

    def runs(self, nodes: Tree, *, bold: bool = False) -> str:
        """Write what stands in a block, or in a run that is ``bold`` as it is."""
        return self.pieced([self.run(node, bold=bold) for node in nodes])

    def pieced(self, pieces: list[str]) -> str:
        """Put the pieces of a line together."""
        return "".join(pieces)

    def run(self, node: Node, *, bold: bool) -> str:
        """Write a run of letters."""
        if isinstance(node, Break):
            return self.end_of_line
        if isinstance(node, Text | Code):
            return self.code(node.text) if isinstance(node, Code) else self.text(node.text)
        if isinstance(node, Coloured):
            return self._notice(node, bold=bold)
        inner = self.runs(node.children, bold=bold or isinstance(node, Bold))  # type: ignore[union-attr]
        if isinstance(node, Bold):
            return inner if bold else self.bold(inner)
        return self.italic(inner) if isinstance(node, Italic) else self.link(inner, node.href)  # type: ignore[union-attr]

    def _notice(self, node: Coloured, *, bold: bool) -> str:
        """Write what is red, or say so without a colour."""
        if self.red:
            return self.coloured(self.runs(node.children, bold=bold))
        inner = self.text(NOTICE) + self.runs(node.children, bold=True)
        return inner if bold else self.bold(inner)

    def text(self, text: str) -> str:
        """Write characters so that they are nothing else."""
        return harmless(text)

    def bold(self, inner: str) -> str:
        """Write what is highlighted."""
        return inner

    def italic(self, inner: str) -> str:
        """Write what is in italics."""
        return inner

    def coloured(self, inner: str) -> str:
        """Write in red."""
        return inner

    def code(self, text: str) -> str:
        """Write letter by letter."""
        return self.text(text)

    def link(self, inner: str, href: str) -> str:
        """Write what leads to an address."""
        return f"{inner} ({href})"


def marker(text: str) -> str:
    """Give a marker in letters that no engine touches."""
    return MARK + quote(text, safe=":")


def prefixed(text: str, prefix: str) -> str:
    """Put a prefix before every line."""
    lines = (prefix + line if line else prefix.rstrip() for line in text.split("\n"))
    return "\n".join(lines)
