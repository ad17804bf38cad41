"""What a reader sees of HTML that some engine has made, by a parser that is not ours."""

import re
from html.parser import HTMLParser

BLOCKS = {"p", "li", "ul", "ol", "blockquote", "br", "div", "h1", "h2", "h3", "pre", "hr", "table"}
INVISIBLE = re.compile("[\u2060\u200b]")


class Seen(HTMLParser):
    """The text that is shown, and how often each element stands in it."""

    def __init__(self, html: str) -> None:
        """Read HTML."""
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.tags: dict[str, int] = {}
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count an element."""
        del attrs
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.pieces.append("\n" if tag in BLOCKS else "")

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        self.pieces.append("\n" if tag in BLOCKS else "")

    def handle_data(self, data: str) -> None:
        """Keep text."""
        self.pieces.append(data)

    @property
    def words(self) -> str:
        """The text without blanks and what has no width."""
        return letters("".join(self.pieces))


def letters(text: str) -> str:
    """Give the characters of a text without blanks and what has no width."""
    return "".join(INVISIBLE.sub("", text).split())
