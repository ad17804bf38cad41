"""HTML as forums render posts. Pure, in linear time.

An own tokenizer: ``html.parser`` takes quadratic time over unclosed tags (see ``inbox.html``).
"""

import re
from collections.abc import Iterator
from html import unescape

from chalicelib.markup.tokens import (
    OURS,
    Block,
    Change,
    Cited,
    Close,
    Credit,
    Line,
    Open,
    Token,
    Uncited,
    Words,
    marker,
)
from chalicelib.tags import STRUCK, VOID, decodable

TAG = re.compile(
    r"<(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9:-]{0,30}+)(?P<rest>(?=[\s/>])[^<>]{0,4000}+)>"
    r"|<!--(?P<comment>(?:[^<>-]|-(?!->)){0,400}+)-->"
)
"""A tag, or a short comment: it may be our own marker."""

_COMMENTS = re.compile(r"<!--(?!(?:[^<>-]|-(?!->)){0,400}+-->)")
_ATTRIBUTE = re.compile(
    r"([a-zA-Z_:][\w:.-]{0,60}+)\s{0,3}=\s{0,3}(?:\"([^\"]{0,2000}+)\"|'([^']{0,2000}+)'|([^\s\"'>]{1,2000}+))"
)
BLOCKS = frozenset(
    {
        *("address", "article", "center", "dd", "div", "dl", "dt", "footer", "header", "hr", "li"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "main", "ol", "p", "section", "table", "tbody"),
        *("tr", "td", "th", "ul", "details", "summary", "figure"),
    }
)
_UNSEEN = frozenset({"script", "style", "template", "title", "textarea", "head", "noscript"})
_BOLD_CLASSES = frozenset({"mycode_b", "bbcode-b", "bbcode_b", "text-strong"})
STYLES: dict[str, tuple[Change, ...]] = {
    **dict.fromkeys(("b", "strong", "h1", "h2", "h3", "h4", "h5", "h6"), (("bold", "1"),)),
    **dict.fromkeys(("i", "em"), (("italic", "1"),)),
    **dict.fromkeys(("s", "strike", "del"), (("struck", "1"),)),
    **dict.fromkeys(("code", "pre", "tt", "kbd", "samp"), (("code", "1"),)),
}
_WEIGHT = re.compile(r"font-weight\s{0,3}:\s{0,3}([a-z]{1,10}|\d{1,4})", re.IGNORECASE)
_COLOUR = re.compile(r"(?<![\w-])color\s{0,3}:\s{0,3}([^;]{1,60})", re.IGNORECASE)
_BOLD_FROM = 600
_LINKED_POST = re.compile(r"(?:[?&;#/]p(?:id|ost)?[=/-]?|/post/|comment=|-)(\d{1,20})(?!\d)")
_NUMBER = re.compile(r"[0-9A-Za-z_-]{1,40}")


def tokens(source: str) -> Iterator[Token]:
    """Cut a source into tokens."""
    reader = _Reader(decodable(_without_comments(source)))
    return reader.tokens()


def attributes(rest: str) -> dict[str, str]:
    """Give the attributes of a tag by their lower-case names, the first of each."""
    found: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(rest):
        found.setdefault(name.lower(), unescape("".join(values)))
    return found


def changes(name: str, given: dict[str, str]) -> tuple[Change, ...]:
    """Give what an element changes by its name, its style and its class."""
    style, made = given.get("style", ""), list(STYLES.get(name, ()))
    if weight := _WEIGHT.search(style):
        said = weight[1].lower()
        heavy = int(said) >= _BOLD_FROM if said.isdecimal() else said in ("bold", "bolder")
        made.append(("bold", "1" if heavy else ""))
    elif _BOLD_CLASSES & set(given.get("class", "").split()):
        made.append(("bold", "1"))
    if STRUCK.search(style.lower()):
        made.append(("struck", "1"))
    colour = _COLOUR.search(style)
    if colour or (name == "font" and given.get("color")):
        made.append(("colour", colour[1].strip() if colour else given["color"]))
    if name == "a" and given.get("href"):
        made.append(("href", given["href"]))
    return tuple(made)


def quotation(name: str, given: dict[str, str]) -> Cited | None:
    """Read whose post an element quotes, if it is a quotation."""
    classes = given.get("class", "").split()
    if name != "blockquote" and not (name == "aside" and "quote" in classes):
        return None
    keys = ("data-username", "data-quote", "data-ipsquote-username", "data-author")
    author = next((given[key] for key in keys if given.get(key)), "")
    posts = ("data-post", "data-ipsquote-contentcommentid", "data-post-id", "data-pid")
    post = next((given[key] for key in posts if given.get(key)), "")
    source = re.search(r"post:\s?(\d{1,20})", given.get("data-source", ""))
    post = post or (source[1] if source else "") or linked_post(given.get("cite", ""))
    return Cited(author, post if _NUMBER.fullmatch(post) else "")


def linked_post(href: str) -> str:
    """Give the id of the post that an address leads to, where it looks like one."""
    found = _LINKED_POST.findall(href[:500])
    return found[-1] if found else ""


class _Reader:
    """Where in a page we are."""

    def __init__(self, source: str) -> None:
        self.source, self.lower = source, source.lower()
        self.elements: list[str] = []
        self.literal = 0
        self.crediting: list[str] | None = None

    def tokens(self) -> Iterator[Token]:
        """Give the tokens of the whole page."""
        end = 0
        while found := TAG.search(self.source, end):
            yield from self._text(self.source[end : found.start()])
            end = found.end()
            if found["comment"] is not None:
                yield marker(found["comment"])
            elif found["end"]:
                yield from self._close(found["name"].lower())
            elif (name := found["name"].lower()) in _UNSEEN:
                close = self.lower.find(f"</{name}", end)
                end = close if close >= 0 else len(self.source)
            else:
                yield from self._open(name, attributes(found["rest"]))
        yield from self._text(self.source[end:])

    def _text(self, raw: str) -> Iterator[Token]:
        """Give words; line ends are blanks but where every letter counts."""
        if not raw:
            return
        text = unescape(raw)
        if self.crediting is not None:
            self.crediting.append(text)
        yield Words(text if self.literal else re.sub(r"[ \t\n]{1,1000}+", " ", text))

    def _open(self, name: str, given: dict[str, str]) -> Iterator[Token]:
        """Begin an element."""
        if name == "br":
            yield Line()
        elif name in BLOCKS:
            yield Block()
        if name == "img" and (alt := given.get("alt", "")) and not alt.isascii():
            yield Words(alt)
        if name in VOID:
            return
        ours = given.get("href", "").removeprefix("#") if name == "a" else ""
        if ours.startswith(OURS):
            yield marker(ours)
            given = {}
        cited = quotation(name, given)
        if cited:
            if self.elements[-1:] != ["aside"]:
                yield cited
            self.elements.append(name if self.elements[-1:] != ["aside"] else "within aside")
            return
        if name == "cite":
            self.crediting = []
        if name == "a" and (credit := self._credit(given)):
            yield credit
        self.literal += _is_literal(name)
        yield Open(name, changes(name, given))

    def _credit(self, given: dict[str, str]) -> Credit | None:
        """Read from a link within a quotation whose post it is."""
        mention = "PostMention" in given.get("class", "")
        if not self.elements or not (mention or self.crediting is not None):
            return None
        post = given.get("data-post-id") or given.get("data-id") or ""
        return Credit(post=post or linked_post(given.get("href", "")))

    def _close(self, name: str) -> Iterator[Token]:
        """End an element."""
        if name in BLOCKS:
            yield Block()
        if name == "cite" and self.crediting is not None:
            yield Credit(author=" ".join("".join(self.crediting).split())[:100])
            self.crediting = None
            yield Close(name)
            yield Block()
        elif self.elements and name == self.elements[-1]:
            self.elements.pop()
            yield Uncited()
        elif self.elements[-1:] == ["within aside"] and name == "blockquote":
            self.elements.pop()
        else:
            self.literal = max(0, self.literal - _is_literal(name))
            yield Close(name)


def _is_literal(name: str) -> bool:
    """Whether every letter counts in an element."""
    return ("code", "1") in STYLES.get(name, ())


def _without_comments(source: str) -> str:
    """Leave out long comments; one without an end hides all that follows."""
    first, *pieces = _COMMENTS.split(source)
    return first + "".join(piece.partition("-->")[2] for piece in pieces)
