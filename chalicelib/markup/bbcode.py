"""BBCode as phpBB, XenForo, MyBB, SMF, vBulletin and Discourse have it. Pure, in linear time."""

import re
from collections.abc import Iterator

from chalicelib.markup.tokens import (
    OURS,
    Block,
    Change,
    Cited,
    Close,
    Letters,
    Line,
    Open,
    Token,
    Uncited,
    Words,
    marker,
)

_VALUE = r"(?:=\s?(?:\"(?:[^\"\\\n]|\\.){0,200}+\"|'(?:[^'\\\n]|\\.){0,200}+')(?=[\s\]])"
TAG = re.compile(
    rf"\[(?P<end>/?)(?P<name>\*|[A-Za-z][A-Za-z0-9_-]{{0,19}}+)"
    rf"(?P<value>(?=[=\s]){_VALUE}|[^\]\[\n=\"']{{1,200}}+|[=\"']){{0,16}}+)?+\]"
)
"""A tag with its value or values; an opening bracket that begins none is a character."""

_STYLES: dict[str, tuple[Change, ...]] = {
    **dict.fromkeys(("b", "strong"), (("bold", "1"),)),
    **dict.fromkeys(("i", "em"), (("italic", "1"),)),
    **dict.fromkeys(("s", "strike", "del"), (("struck", "1"),)),
}
_TRANSPARENT = frozenset(
    {
        *("u", "size", "font", "center", "left", "right", "justify", "align", "indent", "sub"),
        *("sup", "spoiler", "hide", "highlight", "list", "ul", "ol", "li", "table", "tr", "td"),
        *("th", "email", "user", "mention", "member", "h1", "h2", "h3", "h4", "ins", "bgcolor"),
        *("heading", "hr", "br", "anchor", "ispoiler", "mark", "small", "big", "offtopic"),
    }
)
_LITERAL = frozenset({"code", "icode", "php", "html", "pre", "tt"})
_UNSEEN = frozenset({"img", "media", "youtube", "video", "attach", "attachment"})
_BREAKING = frozenset(
    {"list", "ul", "ol", "li", "*", "center", "table", "tr", "td", "th", "hr", "br"}
)
_POST = re.compile(
    r"(?:\b(?:post_id|pid|post)\s?[:=]\s?['\"]?|(?<![a-z])msg=?(?=\d)|;(?=\d+$))([0-9A-Za-z_-]{1,40})"
)
_AUTHOR_ENDS = re.compile(
    r"\s(?:post_id|pid|time|user_id|dateline|link|date|msg_id)\s?=|,\s?(?:post|topic|member)\s?:|;\d+$"
)
_NAMED = re.compile(r"\b(?:author|name)\s?=")
_MARKER = re.compile(rf"\[size=1\]({OURS}[\w.:%-]{{1,200}}+)\[/size\]", re.IGNORECASE)
_BLANK_LINE = re.compile(r"\n[^\S\n]*+\n\s*+")


def tokens(source: str) -> Iterator[Token]:
    """Cut a source into tokens."""
    end = 0
    closers = {name: _ends(source, name) for name in ("noparse", "plain", *_LITERAL, *_UNSEEN)}
    while found := TAG.search(source, end):
        yield from words(source[end : found.start()])
        end = found.end()
        name = found["name"].lower()
        if name == "size" and (ours := _MARKER.match(source, found.start())):
            yield marker(ours[1])
            end = ours.end()
            continue
        if not found["end"] and name in closers:
            close = _next(closers[name], end)
            if close:
                yield from _whole(name, source[end : close[0]])
                end = close[1]
                continue
        yield from tag(found)
    yield from words(source[end:])


def words(text: str) -> Iterator[Token]:
    """Give plain text line by line; a blank line ends a paragraph."""
    for number, part in enumerate(_BLANK_LINE.split(text)):
        if number:
            yield Block()
        first, *more = part.split("\n")
        if first:
            yield Words(first)
        for line in more:
            yield Line()
            if line:
                yield Words(line)


def tag(found: "re.Match[str]") -> Iterator[Token]:
    """Give what a tag means; one that nobody knows is a word, unless it is closed too."""
    name, raw, value = found["name"].lower(), found[0], found["value"] or ""
    if name in _BREAKING:
        yield Block() if name == "*" else Line()
    if name in ("quote", "cite", "blockquote"):
        yield Uncited(raw) if found["end"] else cited(value)
    elif found["end"]:
        yield Close(name, "" if name in _BREAKING else raw)
    elif name not in _BREAKING:
        yield Open(name, _changes(name, value), "" if _is_known(name) else raw)


def cited(value: str) -> Cited:
    """Read whose post is quoted, in the way of any of the engines."""
    posts = _POST.findall(value)
    named = _NAMED.search(value)
    said = value[named.end() :] if named else value.lstrip()[1:] if "=" in value[:2] else ""
    said = said.strip()
    if said[:1] in ("'", '"') and (quoted := re.match(r"(['\"])((?:(?!\1)[^\\]|\\.)*+)\1", said)):
        said = re.sub(r"\\(.)", r"\1", quoted[2])
    ends = _AUTHOR_ENDS.search(f" {said}")
    author = said[: max(0, ends.start() - 1)] if ends else said
    return Cited(author.strip(" \"'"), posts[-1] if posts else "")


def _is_known(name: str) -> bool:
    """Whether a tag is one without its end too."""
    return name in _STYLES or name in _TRANSPARENT or name in ("color", "colour", "url")


def _changes(name: str, value: str) -> tuple[Change, ...]:
    """Give what a tag changes."""
    said = value.strip().removeprefix("=").strip(" \"'")
    if name in ("color", "colour"):
        return (("colour", said or "?"),)
    if name == "url":
        return (("href", said),) if said else ()
    return _STYLES.get(name, ())


def _ends(source: str, name: str) -> list[tuple[int, int]]:
    """Find the ends of a kind of tag within which nothing is a tag, the last first."""
    if f"[{name}" not in source.lower():
        return []
    places = re.finditer(rf"\[/{name}\]", source, re.IGNORECASE)
    return [found.span() for found in places][::-1]


def _next(places: list[tuple[int, int]], start: int) -> tuple[int, int] | None:
    """Take the next place from ``start`` on."""
    while places and places[-1][0] < start:
        places.pop()
    return places[-1] if places else None


def _whole(name: str, text: str) -> Iterator[Token]:
    """Give what stands between the ends of such a tag."""
    if name in _LITERAL:
        yield Letters(text)
    elif name not in _UNSEEN:
        yield from words(text)
