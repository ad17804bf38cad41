"""Names that mean something to some engine, and what an engine makes of a text."""

from html.parser import HTMLParser

HOSTILE = (
    "@everyone",
    "@room",
    "<@U123>",
    "<!channel>",
    "</b><i>",
    "A<3 & B",
    "&lt;b&gt;",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[/quote]",
    "[img]x[/img]",
    "[b]bold[/b]",
    "[click](javascript:alert(1))",
    "**bold**",
    "_it_*al*ic",
    "`code`",
    "||spoiler||",
    "~~gone~~",
    "\u202egpj.exe\u202c",
    "https://evil.example",
    "www.evil.example",
    ":smile:",
    "back\\slash",
    "%(by)s {0}",
    "# heading",
    "> quoted",
    "1. one",
)


class Tags(HTMLParser):
    """The tags of HTML in order, and its text, by a parser that knows nothing of ours."""

    def __init__(self, html: str) -> None:
        """Read a text."""
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.open: list[str] = []
        self.balanced = True
        self.feed(html)
        self.close()
        self.balanced = self.balanced and not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag with its attributes."""
        self.tags.append((tag, dict(attrs)))
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Look whether it ends the last that is open."""
        if tag == "br":
            return
        self.balanced = self.balanced and bool(self.open) and self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        self.text += data
