"""Our own letters as trees, for a forum to show: without the frame that only mail needs."""

import re
from itertools import count

from chalicelib.markup import parse
from chalicelib.markup.tree import Tree
from chalicelib.render import MARKER, Page, environment_of

_ORDERED = re.compile(r"<ol>(.*?)</ol>", re.DOTALL)
_ROW_END = re.compile(r"</t[hd]>\s*(?=<t[hd])")


def letter_tree(page: Page, language: str, desk: str) -> Tree:
    """Give a letter as it stands in a private message; ``desk`` is where it is answered."""
    body = page.html.partition(f"{MARKER}</p>")[2].partition("<hr ")[0]
    below = environment_of(language).get_template("private.html").render(desk=desk)
    return parse("html", _in_lines(body) + below)


def _in_lines(html: str) -> str:
    """Say with characters what lists and tables say with their looks: forums have neither."""
    numbered = _ORDERED.sub(lambda found: _numbered(found[1]), html)
    return _ROW_END.sub(" · ", numbered).replace("<li>", "<li>• ")


def _numbered(entries: str) -> str:
    """Give the entries of a list with numbers: by these they are answered."""
    numbers = count(1)
    lines = re.sub("<li>", lambda _: f"<p>{next(numbers)}. ", entries)
    return lines.replace("</li>", "</p>")
