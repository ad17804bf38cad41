"""One form for all trees that say the same: blocks at the top, runs of letters within. Pure."""

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from urllib.parse import quote, urlsplit

from msgspec.structs import replace

from chalicelib.markup.neutral import clean
from chalicelib.markup.tree import (
    Bold,
    Break,
    Code,
    Coloured,
    Hidden,
    Italic,
    Item,
    Link,
    Node,
    Paragraph,
    Quote,
    Text,
    Tree,
)

SCHEMES = ("http", "https", "mailto")
"""Where a link may lead."""
_SAFE = "/:?#@!$&*+,;=%~-._"
_BLOCK = (Paragraph, Item, Quote, Hidden)
_WRAPPER = (Bold, Italic, Coloured, Link)


def normal(tree: Iterable[Node]) -> Tree:
    """Give a tree as the blocks that it shows: paragraphs, entries of lists, quotations, markers.

    Text is clean; what shows nothing is gone, and so are colours that mean nothing, bold within
    bold, and links that lead nowhere safe. Blanks stand outside bold runs.
    """
    return tuple(_blocks(tree))


def _blocks(nodes: Iterable[Node]) -> Iterator[Node]:
    """Give blocks: those there are, and of what stands between them paragraphs."""
    for is_block, group in groupby(nodes, key=lambda node: isinstance(node, _BLOCK)):
        if is_block:
            for node in group:
                yield from _block(node)
        else:
            yield from _paragraphs(tuple(group))


def _block(node: Node) -> Iterator[Node]:
    """Give what one block shows."""
    if isinstance(node, Hidden):
        yield node
    elif isinstance(node, Paragraph):
        yield from _blocks(node.children)
    elif isinstance(node, Quote):
        children = tuple(_blocks(node.children))
        if children:
            yield replace(node, children=children, author=clean(node.author).strip())
    elif isinstance(node, Item):
        children = _line(_flat(node.children))
        if children:
            yield Item(children)


def _paragraphs(nodes: Tree) -> Iterator[Node]:
    """Make a paragraph of a run of letters; blocks within bold or coloured runs end lines."""
    for group in _apart(tuple(_flat(nodes))):
        children = _line(group)
        if children:
            yield Paragraph(children)
    yield from (node for node in _within(nodes) if isinstance(node, Hidden))


def _apart(nodes: Tree) -> Iterator[Tree]:
    """Part nodes where there is an empty line between them."""
    start = 0
    ends = [place for place, node in enumerate(nodes) if isinstance(node, Break)]
    for end, after in pairwise(ends):
        if all(_is_blank(node) for node in nodes[end:after]):
            yield nodes[start:end]
            start = after
    yield nodes[start:]


def _within(nodes: Iterable[Node]) -> Iterator[Node]:
    """Give all nodes, at any depth."""
    for node in nodes:
        yield node
        if isinstance(node, _WRAPPER + _BLOCK) and not isinstance(node, Hidden):
            yield from _within(node.children)


def _flat(nodes: Iterable[Node]) -> Iterator[Node]:
    """Turn blocks into lines, and let go of wrappers that mean nothing."""
    for node in nodes:
        if isinstance(node, Hidden):
            continue
        if isinstance(node, Paragraph | Item | Quote):
            yield from (Break(), *_flat(node.children), Break())
        elif isinstance(node, Coloured) and not node.red:
            yield from _flat(node.children)
        elif isinstance(node, Link):
            href = safe(node.href)
            inner = tuple(_flat(node.children))
            yield from (Link(inner, href),) if href else inner
        elif isinstance(node, Bold | Italic | Coloured):
            yield replace(node, children=tuple(_flat(node.children)))
        else:
            yield node


def safe(href: str) -> str:
    """Give an address with no character that could end it; nothing where it is no safe one."""
    address = quote("".join(href.split()), safe=_SAFE)
    try:
        return address if urlsplit(address).scheme.lower() in SCHEMES else ""
    except ValueError:
        return ""


def _line(nodes: Iterable[Node]) -> Tree:
    """Give the runs of a block without blanks and ends of lines at its ends."""
    runs = list(_joined(_tidy(nodes, ())))
    while runs and _is_blank(runs[0]):
        runs.pop(0)
    while runs and _is_blank(runs[-1]):
        runs.pop()
    return tuple(_joined(_trimmed(runs)))


def _tidy(nodes: Iterable[Node], around: tuple[type, ...]) -> Iterator[Node]:
    """Clean texts, drop what is within its like, and put blanks outside what wraps them."""
    for node in nodes:
        if isinstance(node, Text):
            text = clean(node.text)
            yield from (Text(text),) if text else ()
        elif isinstance(node, Code):
            yield from (Code(clean(node.text).strip()),) if clean(node.text).strip() else ()
        elif isinstance(node, Bold | Italic | Coloured | Link):
            yield from _wrapped(node, around)
        else:
            yield node


def _wrapped(node: Bold | Italic | Coloured | Link, around: tuple[type, ...]) -> Iterator[Node]:
    """Give a wrapper with the blanks at its ends before and behind it."""
    inner = tuple(_joined(_tidy(node.children, (*around, type(node)))))
    if type(node) in around:
        yield from inner
        return
    start = next((n for n, run in enumerate(inner) if not _is_blank(run)), len(inner))
    end = next((n for n in range(len(inner), start, -1) if not _is_blank(inner[n - 1])), start)
    before, kept, behind = inner[:start], inner[start:end], inner[end:]
    yield from before
    if kept:
        lead, tail = _blank_start(kept[0]), _blank_end(kept[-1])
        yield from (Text(" "),) if lead else ()
        yield replace(node, children=tuple(_joined(_trimmed(list(kept)))))
        yield from (Text(" "),) if tail else ()
    yield from behind


def _joined(nodes: Iterable[Node]) -> Iterator[Node]:
    """Join neighbours that are alike, and the blanks between texts."""
    last: Node | None = None
    for node in nodes:
        both = _both(last, node) if last else None
        if last and not both:
            yield last
        last = both or node
    if last:
        yield last


def _both(one: Node, other: Node) -> Node | None:
    """Give one node for two neighbours, if there is one."""
    if isinstance(one, Text) and isinstance(other, Text):
        return Text(clean(one.text + other.text))
    if isinstance(one, Break) and isinstance(other, Break):
        return one
    if isinstance(one, Link) and isinstance(other, Link) and one.href != other.href:
        return None
    for kind in (Bold, Italic, Coloured, Link):
        if isinstance(one, kind) and isinstance(other, kind):
            return replace(one, children=tuple(_joined((*one.children, *other.children))))
    return None


def _is_blank(node: Node) -> bool:
    return isinstance(node, Break) or (isinstance(node, Text) and not node.text.strip())


def _blank_start(node: Node) -> bool:
    return isinstance(node, Text) and node.text[:1].isspace()


def _blank_end(node: Node) -> bool:
    return isinstance(node, Text) and node.text[-1:].isspace()


def _trimmed(runs: list[Node]) -> Iterator[Node]:
    """Take blanks away at both ends and around ends of lines."""
    for place, node in enumerate(runs):
        if not isinstance(node, Text):
            yield node
            continue
        before = runs[place - 1] if place else Break()
        behind = runs[place + 1] if place + 1 < len(runs) else Break()
        text = node.text.lstrip() if isinstance(before, Break) else node.text
        text = text.rstrip() if isinstance(behind, Break) else text
        if text:
            yield Text(text)
