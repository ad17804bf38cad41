"""Trees as text to be posted, in the dialect of whoever shows it. Pure; all escaping lives here."""

from collections.abc import Iterable

from chalicelib.markup.emit_bbcode import SMF, BBCode, MyBB, PhpBB, XenForo
from chalicelib.markup.emit_html import Html, Matrix, Telegram
from chalicelib.markup.emit_markdown import Discord, Discourse, Markdown, NodeBB
from chalicelib.markup.emit_plain import Plain, Slack
from chalicelib.markup.normal import normal
from chalicelib.markup.split import parts
from chalicelib.markup.tree import Hidden, Node
from chalicelib.markup.writer import Writer

_WRITERS: dict[str, tuple[type[Writer], bool, int]] = {
    "bbcode": (BBCode, True, 10_000),
    "phpbb": (PhpBB, True, 60_000),
    "xenforo": (XenForo, True, 10_000),
    "mybb": (MyBB, True, 30_000),
    "smf": (SMF, True, 20_000),
    "markdown": (Markdown, False, 3_000),
    "discourse": (Discourse, False, 32_000),
    "nodebb": (NodeBB, False, 32_767),
    "spirit": (Markdown, False, 3_000),
    "html": (Html, True, 30_000),
    "discord": (Discord, False, 2_000),
    "slack": (Slack, False, 3_000),
    "telegram": (Telegram, False, 4_096),
    "matrix": (Matrix, True, 30_000),
    "plain": (Plain, False, 100_000),
}
LIMITS: dict[str, int] = {dialect: limit for dialect, (_, _, limit) in _WRITERS.items()}
"""How long a post may be where nobody says otherwise: each engine's own limit, as it is shipped."""


def dialect_of(engine: str, markup: str) -> str:
    """Give the dialect of a forum: that of its engine, or of its markup where that is unknown."""
    return engine if engine in _WRITERS else markup


def write(
    tree: Iterable[Node], dialect: str, limit: int = 0, *, red: bool | None = None
) -> tuple[str, ...]:
    """Write a tree in one part or more, each of at most ``limit`` UTF-16 units.

    ``red``: whether the place shows colours, if it is not as usual. A marker stands in every part:
    each is a post of its own. Raises ``KeyError`` for an unknown dialect, ``ValueError`` where the
    limit leaves no room.
    """
    kind, coloured, usual = _WRITERS[dialect]
    writer = kind(red=coloured if red is None else red)
    whole = normal(tree)
    marks = tuple(node for node in whole if isinstance(node, Hidden))
    shown = tuple(node for node in whole if not isinstance(node, Hidden))

    def size(nodes: tuple[Node, ...]) -> int:
        return len(writer.written(nodes).encode("utf-16-le")) // 2

    room = (limit or usual) - (size(marks) + len(writer.between) if marks else 0)
    written = (writer.written((*part, *marks)) for part in parts(shown, size, room))
    return tuple(text for text in written if text)
