"""The text part of a letter, made from its HTML, so that both say the same words.

Paragraphs stand apart; list items are ``1 - Knife`` and ``• Knife``; tables have aligned columns;
headings are set off, quotations indented; a link is followed by its address. Lines are not wrapped.
"""

from html.parser import HTMLParser

_APART = {"p", "div", "h1", "h2", "ol", "ul", "table", "blockquote", "hr"}
_SILENT = {"head", "style", "script"}
_INDENT = "    > "
_GAP = "   "
_RULE = "* * *"


def text_of(html: str) -> str:
    """Give the words of one of our own HTML letters as plain text, ending in a line feed."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    reader.rule_off()
    return "\n\n".join(block for block in reader.blocks if block) + "\n"


class _Reader(HTMLParser):
    """Collects finished blocks; ``line`` is what is being read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[str] = []
        self.line = ""
        self.items: list[str] = []
        self.rows: list[list[str]] = []
        self.href = ""
        self.depth = 0
        self.silent = 0
        self.numbered = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a block, an item, a row, a cell or a link."""
        self.silent += tag in _SILENT
        if tag in _APART:
            self.rule_off()
        if tag in {"ol", "ul"}:
            self.items, self.numbered = [], tag == "ol"
        elif tag == "table":
            self.rows = []
        elif tag == "tr":
            self.rows.append([])
        elif tag == "hr":
            self._keep(_RULE)
        elif tag == "br":
            self.line = f"{self.line.rstrip(' ')}\n"
        elif tag == "a":
            self.href = dict(attrs).get("href") or ""
        self.depth += tag == "blockquote"

    def handle_endtag(self, tag: str) -> None:
        """Finish what began."""
        self.silent -= tag in _SILENT
        if tag == "li":
            sign = f"{len(self.items) + 1} -" if self.numbered else "•"
            self.items.append(f"{sign} {self._taken()}")
        elif tag in {"ol", "ul"}:
            self._keep("\n".join(self.items))
        elif tag in {"td", "th"}:
            self.rows[-1].append(self._taken())
        elif tag == "table":
            self._keep(_aligned(self.rows))
        elif tag == "h2":
            self._keep(f"=== {self._taken()} ===")
        elif tag == "a" and self.href not in self.line:
            self.line += f" ({self.href})"
        elif tag in _APART:
            self.rule_off()
        self.depth -= tag == "blockquote"

    def handle_data(self, data: str) -> None:
        """Read words; any run of blanks is one."""
        if self.silent:
            return
        words = " ".join(data.split())
        before = " " if data[:1].isspace() and self.line[-1:] not in {"", " ", "\n"} else ""
        after = " " if words and data[-1:].isspace() else ""
        self.line += before + words + after

    def rule_off(self) -> None:
        """Finish the block that is being read."""
        self._keep(self._taken())

    def _taken(self) -> str:
        """Give what was read of a line, and begin a new one."""
        taken, self.line = self.line.strip(), ""
        return taken

    def _keep(self, block: str) -> None:
        margin = _INDENT * self.depth
        lines = (f"{margin}{line}".rstrip() for line in block.split("\n"))
        self.blocks.append("\n".join(lines) if block else "")


def _aligned(rows: list[list[str]]) -> str:
    """Give a table with columns of equal width."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        _GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
