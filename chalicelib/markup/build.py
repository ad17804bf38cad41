"""From tokens to the tree: one way to balance, join and limit for every markup. Pure."""

from collections.abc import Sequence

from chalicelib.markup.nesting import Leaf, Style, nested, trimmed
from chalicelib.markup.tokens import (
    Block,
    Cited,
    Close,
    Credit,
    Letters,
    Line,
    Marker,
    Open,
    Property,
    Token,
    Uncited,
    Words,
)
from chalicelib.markup.tree import Break, Code, Hidden, Node, Paragraph, Quote, Tree

DEEPEST = 20
"""Quotations within each other; what is quoted deeper belongs to the last of them."""
MOST_NODES = 5000
"""Pieces of one tree; what is more is read as plain words."""
MOST_OPEN = 20
"""Tags of one kind within each other that are told apart."""


class _Frame:
    """An open quotation, or the whole."""

    def __init__(self, author: str = "", post: str = "") -> None:
        self.author, self.post = author, post
        self.nodes: list[Node] = []
        self.leaves: list[Leaf] = []
        self.values: dict[Property, list[str]] = {}
        self.too_deep: dict[Property, int] = {}
        self.open: dict[str, list[Open]] = {}
        self.loose: list[Open] = []
        self.deeper = 0
        self._style: Style | None = Style()

    @property
    def style(self) -> Style:
        """How text looks here."""
        if self._style is None:
            bold = bool(self.value("bold")) and not self.value("struck")
            values = (self.value("colour"), bool(self.value("italic")), self.value("href"))
            self._style = Style(bold, *values)
        return self._style

    def value(self, name: Property) -> str:
        """Give the value of a property."""
        stack = self.values.get(name)
        return stack[-1] if stack else ""

    def begin(self, tag: Open) -> None:
        """Change what a tag changes."""
        for name, value in tag.changes:
            stack = self.values.setdefault(name, [])
            if len(stack) < MOST_OPEN:
                stack.append(value)
            else:
                self.too_deep[name] = self.too_deep.get(name, 0) + 1
        self._style = None

    def end(self, tag: Open) -> None:
        """Change back what a tag has changed."""
        for name, _ in tag.changes:
            if self.too_deep.get(name):
                self.too_deep[name] -= 1
            elif stack := self.values.get(name):
                stack.pop()
        self._style = None


def build(tokens: Sequence[Token]) -> Tree:
    """Give the tree of some tokens; tags that nobody closes end with their paragraph."""
    builder = _Builder(_closed(tokens))
    for place, token in enumerate(tokens):
        builder.take(place, token)
    return builder.tree()


def _closed(tokens: Sequence[Token]) -> set[int]:
    """Find the tags that have an end, within the quotation in which they begin, and these ends."""
    frames: list[dict[str, list[int]]] = [{}]
    found: set[int] = set()
    for place, token in enumerate(tokens):
        if isinstance(token, Cited):
            frames.append({})
        elif isinstance(token, Uncited) and len(frames) > 1:
            frames.pop()
        elif isinstance(token, Open):
            frames[-1].setdefault(token.name, []).append(place)
        elif isinstance(token, Close) and frames[-1].get(token.name):
            found |= {frames[-1][token.name].pop(), place}
    return found


class _Builder:
    """The tree so far."""

    def __init__(self, closed: set[int]) -> None:
        self._frames = [_Frame()]
        self._closed = closed
        self._nodes = 0

    def take(self, place: int, token: Token) -> None:
        """Add one token."""
        if isinstance(token, Words):
            self._words(token.text)
        elif isinstance(token, Open):
            self._open(token, closed=place in self._closed)
        elif isinstance(token, Close):
            self._close(token, closed=place in self._closed)
        elif isinstance(token, Line | Letters | Marker):
            self._leaf(token)
        elif isinstance(token, Block):
            self._block()
        else:
            self._quotation(token)

    def tree(self) -> Tree:
        """End whatever is open, and give the whole."""
        while len(self._frames) > 1:
            self._uncite()
        self._block()
        return tuple(self._frames[0].nodes)

    def _words(self, text: str) -> None:
        """Add words to those of the same look, or begin new ones."""
        frame = self._frames[-1]
        if not text:
            return
        if frame.value("code"):
            self._leaf(Letters(text))
            return
        last = frame.leaves[-1] if frame.leaves else None
        full = self._nodes >= MOST_NODES
        if last and last.words is not None and (full or last.style == frame.style):
            last.words.append(text)
        else:
            self._nodes += 1
            frame.leaves.append(Leaf(Style() if full else frame.style, words=[text]))

    def _leaf(self, token: Line | Letters | Marker) -> None:
        """Add what is no words."""
        frame = self._frames[-1]
        if self._nodes >= MOST_NODES:
            self._words("\n" if isinstance(token, Line) else "")
            return
        self._nodes += 1
        if isinstance(token, Line):
            frame.leaves.append(Leaf(frame.style, node=Break()))
        elif isinstance(token, Letters):
            frame.leaves.append(Leaf(Style(), node=Code(token.text)))
        else:
            frame.leaves.append(Leaf(Style(), node=Hidden(token.text)))

    def _open(self, tag: Open, *, closed: bool) -> None:
        """Begin a tag; one without an end is read as words where it has some."""
        frame = self._frames[-1]
        if not closed and tag.raw:
            self._words(tag.raw)
            return
        if closed:
            frame.open.setdefault(tag.name, []).append(tag)
        else:
            frame.loose.append(tag)
        frame.begin(tag)

    def _close(self, tag: Close, *, closed: bool) -> None:
        """End a tag."""
        frame = self._frames[-1]
        begun = frame.open.get(tag.name) if closed else None
        if begun:
            frame.end(begun.pop())
        else:
            self._words(tag.raw)

    def _block(self) -> None:
        """End a paragraph."""
        frame = self._frames[-1]
        while frame.loose:
            frame.end(frame.loose.pop())
        nodes = tuple(trimmed(nested(frame.leaves)))
        frame.leaves = []
        if nodes:
            self._nodes += 1
            frame.nodes.append(Paragraph(nodes))

    def _quotation(self, token: Cited | Credit | Uncited) -> None:
        """Begin or end a quotation, or say whose it is."""
        frame = self._frames[-1]
        if isinstance(token, Credit):
            if len(self._frames) > 1:
                frame.author = frame.author or token.author
                frame.post = frame.post or token.post
            return
        if isinstance(token, Uncited):
            self._uncite(token.raw)
            return
        self._block()
        if len(self._frames) > DEEPEST or self._nodes >= MOST_NODES:
            frame.deeper += 1
        else:
            self._frames.append(_Frame(token.author, token.post))

    def _uncite(self, raw: str = "") -> None:
        """End a quotation."""
        frame = self._frames[-1]
        if frame.deeper:
            self._block()
            frame.deeper -= 1
        elif len(self._frames) > 1:
            self._block()
            self._frames.pop()
            self._nodes += 1
            quote = Quote(tuple(frame.nodes), frame.author.strip(), frame.post.strip())
            self._frames[-1].nodes.append(quote)
        else:
            self._words(raw)
