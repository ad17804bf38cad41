"""Markdown within a paragraph: emphasis, code, links, escapes, with tags of HTML and BBCode."""

import re
from collections.abc import Iterator
from html import unescape

from chalicelib.markup import bbcode, emphasis, html
from chalicelib.markup.emphasis import Run
from chalicelib.markup.tokens import Close, Letters, Line, Open, Token, Words, marker

_SPECIAL = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<hard>(?:\\|[ ]{1,100}+)?\n[ \t]{0,100}+)"
    r"|(?P<ticks>`{1,100}+)"
    r"|(?P<run>\*{1,9999}+|_{1,9999}+|~{1,9999}+)"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});)"
    r"|<(?P<address>(?:https?|mailto):[^\s<>]{1,2000}+)>"
    r"|(?P<less><)|(?P<bracket>!?\[)|(?P<end>\])"
)
_TARGET = re.compile(
    r"\]\(\s{0,3}(?:<(?P<in>[^<>\n]{0,1000}+)>|(?P<bare>[^\s()<>]{0,1000}+(?:\([^\s()<>]{0,500}+\)"
    r"[^\s()<>]{0,500}+)?))(?:\s{1,3}(?:\"[^\"\n]{0,300}+\"|'[^'\n]{0,300}+'))?\s{0,3}\)"
)
_DISCOURSE = frozenset({"b", "i", "u", "s", "color", "colour", "size", "font", "center", "url"})
"""The tags of BBCode that forums with Markdown have besides; all others are words there."""
_MARKER = re.compile(r"\[//\]:\s#\s\((?P<text>[^()\n]{0,200}+)\)")


def tokens(source: str) -> Iterator[Token]:
    """Cut the text of a paragraph into tokens."""
    pieces = list(_Scanner(source).pieces())
    emphasis.pair([piece for piece in pieces if isinstance(piece, Run)])
    for piece in pieces:
        if isinstance(piece, Run):
            yield from (Close(f"md {kind}") for kind in piece.ends)
            if piece.left:
                yield Words(piece.sign * piece.left)
            yield from (Open(f"md {kind}", ((kind, "1"),)) for kind in piece.begins)
        else:
            yield piece


class _Scanner:
    """Where in a paragraph we are."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.ticks = _tick_runs(source)
        self.brackets: list[int] = []
        self.found: list[Token | Run] = []

    def pieces(self) -> list[Token | Run]:
        """Give all pieces in order."""
        end = 0
        while special := _SPECIAL.search(self.source, end):
            self._words(self.source[end : special.start()])
            end = self._special(special)
        self._words(self.source[end:])
        return self.found

    def _words(self, text: str) -> None:
        """Keep plain words."""
        if text:
            self.found.append(Words(text))

    def _special(self, special: re.Match[str]) -> int:
        """Keep what stands at a special character, and give the place behind it."""
        kind = special.lastgroup
        if kind == "hard":
            self.found.append(Line())
        elif kind == "run":
            self._run(special)
        elif kind == "ticks":
            return self._code(special)
        elif kind == "less":
            return self._html(special)
        elif kind == "bracket":
            return self._bracket(special)
        elif kind == "end":
            return self._target(special)
        else:
            said = special["escaped"] or special["address"] or unescape(special[0])
            self._words(said)
        return special.end()

    def _run(self, special: re.Match[str]) -> None:
        """Keep a run of stars or underscores, with its neighbours."""
        before = self.source[special.start() - 1 : special.start()]
        behind = self.source[special.end() : special.end() + 1]
        run = special[0]
        self.found.append(Run(run[0], len(run), before, behind, ends=[], begins=[]))

    def _code(self, special: re.Match[str]) -> int:
        """Keep code up to as many ticks; ticks without their like are words."""
        places = self.ticks[len(special[0])]
        while places and places[-1] < special.end():
            places.pop()
        if not places:
            self._words(special[0])
            return special.end()
        self.found.append(Letters(self.source[special.end() : places[-1]].strip()))
        return places[-1] + len(special[0])

    def _html(self, special: re.Match[str]) -> int:
        """Keep a tag of HTML; a sign that begins none is a word."""
        tag = html.TAG.match(self.source, special.start())
        if not tag:
            self._words("<")
            return special.end()
        if tag["comment"] is not None:
            self.found.append(marker(tag["comment"]))
        elif (name := tag["name"].lower()) == "br":
            self.found.append(Line())
        elif tag["end"]:
            self.found.append(Close(f"html {name}"))
        else:
            given = html.attributes(tag["rest"])
            self.found.append(Open(f"html {name}", html.changes(name, given)))
        return tag.end()

    def _bracket(self, special: re.Match[str]) -> int:
        """Keep a tag of BBCode, or a bracket in which a link may begin."""
        start = special.end() - 1
        if found := _MARKER.match(self.source, start):
            self.found.append(marker(found["text"]))
            return found.end()
        tag = bbcode.TAG.match(self.source, start)
        if tag and tag["name"].lower() in _DISCOURSE:
            self.found.extend(bbcode.tag(tag))
            return tag.end()
        self.brackets.append(len(self.found))
        self._words(special[0])
        return special.end()

    def _target(self, special: re.Match[str]) -> int:
        """Make a link of what stands between a bracket and an address; of a picture nothing."""
        target = _TARGET.match(self.source, special.start()) if self.brackets else None
        if not self.brackets or not target:
            if self.brackets:
                self.brackets.pop()
            self._words("]")
            return special.end()
        at = self.brackets.pop()
        opening = self.found[at]
        if isinstance(opening, Words) and opening.text == "![":
            del self.found[at:]
        else:
            href = target["in"] or target["bare"] or ""
            self.found[at] = Open("md link", (("href", href),))
            self.found.append(Close("md link"))
        return target.end()


def _tick_runs(source: str) -> dict[int, list[int]]:
    """Give the places of all runs of ticks by their length, the last first."""
    places: dict[int, list[int]] = {}
    for found in re.finditer(r"`{1,100}+", source):
        places.setdefault(len(found[0]), []).append(found.start())
    return {length: found[::-1] for length, found in places.items()}
