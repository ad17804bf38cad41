"""A post line by line: what is bold, what is red, and what is somebody else's."""

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from chalicelib.markup.tree import (
    BLOCKS,
    Bold,
    Break,
    Code,
    Coloured,
    Hidden,
    Node,
    Quote,
    Text,
    Tree,
    plain,
)


class Piece(msgspec.Struct, frozen=True):
    """Words of one look; ``code`` is shown letter by letter and means nothing."""

    text: str
    bold: bool = False
    red: bool = False
    code: bool = False


class Line(msgspec.Struct, frozen=True):
    """A line of the writer's own."""

    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The words of the line."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def red(self) -> str:
        """Its red words."""
        return "".join(piece.text for piece in self.pieces if piece.red).strip()

    @property
    def lead(self) -> str:
        """The bold words that it begins with; ``""`` where they are red: then it is a notice."""
        first = next((p for p in self.pieces if any(c.isalnum() for c in p.text)), None)
        begun = first and first.bold and not (first.red or first.code)
        return first.text if first and begun else ""

    @property
    def bold(self) -> tuple[str, ...]:
        """Its bold runs that are not red."""
        runs = (p.text for p in self.pieces if p.bold and not (p.red or p.code))
        return tuple(run for run in runs if run.strip())

    def without_red(self) -> "Line":
        """Give the line without its red words."""
        return Line(tuple(piece for piece in self.pieces if not piece.red))

    def behind(self, letters: int) -> "Line":
        """Give the line without so many letters and digits at its beginning (case folded)."""
        left: list[Piece] = []
        for piece in self.pieces:
            text = piece.text
            at = 0
            while letters > 0 and at < len(text):
                letters -= sum(char.isalnum() for char in text[at].casefold())
                at += 1
            left.append(msgspec.structs.replace(piece, text=text[at:]))
        return Line(tuple(piece for piece in left if piece.text))


class Quoted(msgspec.Struct, frozen=True):
    """What somebody else has written; quotations within it are left out."""

    author: str
    post: str
    text: str


Row = Line | Quoted


def rows(tree: Tree) -> list[Row]:
    """Give the lines and quotations of a post in order."""
    found: list[Row] = []
    pieces: list[Piece] = []
    for part in (*_flat(tree, Piece("")), None):
        if isinstance(part, Piece):
            pieces.append(part)
            continue
        if any(piece.text.strip() for piece in pieces):
            found.append(Line(tuple(_joined(pieces))))
        pieces = []
        if isinstance(part, Quoted):
            found.append(part)
    return found


def _flat(tree: Iterable[Node], look: Piece) -> Iterator[Piece | Quoted | None]:
    """Give pieces of lines, ``None`` at every end of a line."""
    for node in tree:
        if isinstance(node, Text):
            yield msgspec.structs.replace(look, text=node.text)
        elif isinstance(node, Code):
            yield Piece(node.text.replace("\n", " "), code=True)
        elif isinstance(node, Break):
            yield None
        elif isinstance(node, Quote):
            yield None
            yield Quoted(node.author, node.post, plain(node.children, quotes=False))
        elif not isinstance(node, Hidden):
            bold, red = isinstance(node, Bold), isinstance(node, Coloured) and node.red
            inner = msgspec.structs.replace(look, bold=look.bold or bold, red=look.red or red)
            block = isinstance(node, BLOCKS)
            yield from (None,) if block else ()
            yield from _flat(node.children, inner)
            yield from (None,) if block else ()


def _joined(pieces: list[Piece]) -> Iterator[Piece]:
    """Join pieces of one look, also over blanks between them."""
    kept: list[Piece] = []
    for number, piece in enumerate(pieces):
        before, after = kept[-1:], pieces[number + 1 : number + 2]
        blank = not piece.text.strip() and before and after and not piece.code
        same = blank and before[0].bold and after[0].bold and before[0].red == after[0].red
        kept.append(msgspec.structs.replace(before[0], text=piece.text) if same else piece)
    for _, run in groupby(kept, key=lambda piece: (piece.bold, piece.red, piece.code)):
        same_look = list(run)
        text = "".join(piece.text for piece in same_look)
        yield msgspec.structs.replace(same_look[0], text=text)
