"""A tree in parts, each below a limit, without cutting markup: blocks, else words. Pure."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from chalicelib.markup.tree import Bold, Break, Code, Hidden, Node, Paragraph, Text, Tree

Size = Callable[[Tree], int]
"""How long blocks are when they are written."""
SEAM = 3
"""The most characters between two blocks."""


def parts(tree: Tree, size: Size, limit: int) -> Iterator[Tree]:
    """Give the blocks of a normal tree in parts that are below ``limit`` when written.

    A block longer than that is cut between words; what stood around the cut stands around both
    pieces. A heading goes with what it heads. Raises ``ValueError`` where nothing fits.
    """
    part: list[Node] = []
    room = limit
    for block in _pieces(tree, size, limit):
        need = size((block,)) + SEAM
        if need > room and part:
            heading = [part.pop()] if len(part) > 1 and _is_heading(part[-1]) else []
            yield tuple(part)
            part, room = heading, limit - sum(size((node,)) + SEAM for node in heading)
            if need > room and part:
                yield tuple(part)
                part, room = [], limit
        part.append(block)
        room -= need
    if part:
        yield tuple(part)


def _is_heading(node: Node) -> bool:
    """Whether a block is a bold line and nothing else."""
    return isinstance(node, Paragraph) and all(isinstance(run, Bold) for run in node.children)


def _pieces(tree: Tree, size: Size, limit: int) -> Iterator[Node]:
    """Give blocks that fit into a part each."""
    for block in tree:
        rest: Node | None = block
        while rest and (_length_of(rest) > limit or size((rest,)) + SEAM > limit):
            head, rest = _longest(rest, size, limit)
            yield head
        if rest:
            yield rest


def _longest(block: Node, size: Size, limit: int) -> tuple[Node, Node | None]:
    """Cut off as much of a block as fits, at least a character."""
    low, high = 0, min(_length((block,)), limit)
    while low < high:
        middle = (low + high + 1) // 2
        head, _ = _cut((block,), middle)
        if size(head) + SEAM <= limit:
            low = middle
        else:
            high = middle - 1
    head, tail = _cut((block,), low)
    if not head:
        raise ValueError("the limit leaves no room for a single character")
    return head[0], tail[0] if tail else None


def _length(nodes: Tree) -> int:
    """Count the characters that are shown."""
    return sum(_length_of(node) for node in nodes)


def _length_of(node: Node) -> int:
    if isinstance(node, Text | Code):
        return len(node.text)
    if isinstance(node, Break | Hidden):
        return 1
    return _length(node.children)


def _cut(nodes: Tree, at: int, *, led: bool = False) -> tuple[Tree, Tree]:
    """Cut nodes in two after so many characters, or at the blank before.

    A word is cut only where nothing stands before it (``led``: something does).
    """
    head: list[Node] = []
    for place, node in enumerate(nodes):
        length = _length_of(node)
        if length > at:
            first, second = _cut_node(node, at, led=led or bool(head))
            head += first
            return tuple(head), (*second, *nodes[place + 1 :])
        head.append(node)
        at -= length
    return tuple(head), ()


def _cut_node(node: Node, at: int, *, led: bool) -> tuple[Tree, Tree]:
    """Cut one node; what it wraps is wrapped on both sides."""
    if isinstance(node, Text | Code):
        blank = node.text.rfind(" ", 0, at + 1)
        if blank <= 0 and led:
            return (), (node,)
        end = blank if blank > 0 else at
        pieces = node.text[:end].rstrip(), node.text[end:].lstrip()
        first, second = (tuple(_texts(node, text)) for text in pieces)
        return first, second
    if isinstance(node, Break | Hidden):
        return (), (node,)
    first, second = _cut(node.children, at, led=led)
    return (
        (replace(node, children=first),) if first else (),
        (replace(node, children=second),) if second else (),
    )


def _texts(node: Text | Code, text: str) -> Iterator[Node]:
    """Give a node of a text, if there is any."""
    if text:
        yield replace(node, text=text)
