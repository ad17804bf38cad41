"""The words of both parts of a letter, for comparing."""

import re
from html.parser import HTMLParser

SIGNS = re.compile(r"[^\w]+")


class Spoken(HTMLParser):
    """Whatever a browser would show."""

    def __init__(self, html):
        """Read it."""
        super().__init__()
        self.words, self.tags, self.head = [], set(), False
        self.feed(html)

    def handle_starttag(self, tag, _):
        """Remember which tags there are."""
        self.tags.add(tag)
        self.head |= tag == "head"

    def handle_endtag(self, tag):
        """Leave the head."""
        self.head &= tag != "head"

    def handle_data(self, data):
        """Remember the words, not those of the head."""
        self.words += [] if self.head else [word for word in SIGNS.split(data) if word]


def spoken(text):
    """The words of a text part, without the numbers and addresses that lists and links add."""
    plain = re.sub(r"\(https?://\S+\)", "", text)
    lines = (re.sub(r"^\d+ - ", "", line) for line in plain.splitlines())
    return [word for line in lines for word in SIGNS.split(line) if word]
