"""Our own templates as trees: whatever was put into them is text and nothing else. Pure."""

from collections.abc import Callable
from html.parser import HTMLParser

from chalicelib.markup.tree import (
    Bold,
    Break,
    Code,
    Coloured,
    Italic,
    Item,
    Node,
    Paragraph,
    Quote,
    Text,
    Tree,
)

_CONTAINERS: dict[str, Callable[[Tree], Node]] = {
    "p": Paragraph,
    "li": Item,
    "b": Bold,
    "i": Italic,
    "blockquote": Quote,
    "red": Coloured,
}


def tree_of(html: str) -> Tree:
    """Read what a template of this folder has written; raises ``ValueError`` for any other tag."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return tuple(reader.open[0])


class _Reader(HTMLParser):
    """Collects the children of every tag that is open, the outermost first."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[list[Node]] = [[]]
        self.sources: list[dict[str, str | None]] = []
        self.numbers: list[int] = []
        self.letters = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a node."""
        if tag == "br":
            self.open[-1].append(Break())
        elif tag in _CONTAINERS:
            self.open.append([])
            self.sources.append(dict(attrs))
            self._count(tag)
        elif tag in {"ul", "ol"}:
            self.numbers.append(0 if tag == "ol" else -1)
        elif tag == "code":
            self.letters = True
        else:
            raise ValueError(tag)

    def _count(self, tag: str) -> None:
        """Number the entries of a list that has numbers."""
        if tag == "li" and self.numbers[-1] >= 0:
            self.numbers[-1] += 1
            self.open[-1].append(Text(f"{self.numbers[-1]}) "))

    def handle_endtag(self, tag: str) -> None:
        """Finish a node."""
        if tag in {"ul", "ol"}:
            self.numbers.pop()
        elif tag == "code":
            self.letters = False
        elif tag in _CONTAINERS:
            children, source = tuple(self.open.pop()), self.sources.pop()
            self.open[-1].append(_made(tag, children, source))

    def handle_data(self, data: str) -> None:
        """Keep characters."""
        self.open[-1].append(Code(data) if self.letters else Text(data))


def _made(tag: str, children: Tree, source: dict[str, str | None]) -> Node:
    """Make a node of a tag that has ended."""
    if tag == "blockquote":
        author, post = source.get("data-author") or "", source.get("data-post") or ""
        at = int(source.get("data-at") or 0)
        return Quote(children, author, post, source.get("data-thread") or "", at)
    if tag == "red":
        return Coloured(children, red=True)
    return _CONTAINERS[tag](children)
