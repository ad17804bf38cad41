"""The page about events says what the catalogue says."""

import re
from pathlib import Path

import msgspec

from chalicelib.formats import FORMATS, To, body
from chalicelib.happenings import catalogue
from chalicelib.happenings.examples import example

PAGE = (Path(__file__).parents[2] / "docs/events.md").read_text("utf-8")


def row(name: str) -> str:
    """The line of the page's table about a type."""
    thin = ", thin" if catalogue.is_secret(name) else ""
    said = catalogue.description(name)
    return f"| `{name}` | {catalogue.audience(name)}{thin} | {said} |"


def test_the_table_is_the_catalogue():
    """Every type has its line, in the order of the catalogue, and there is no other."""
    table = PAGE.partition("## The types")[2].partition("\n\n")[2].partition("\n\n")[0]
    assert table.splitlines()[2:] == [row(name) for name in catalogue.TYPES]


def test_every_format_is_described():
    """Each format has its line."""
    table = PAGE.partition("## Formats")[2].partition("## ")[0]
    named = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)))
    assert tuple(named) == FORMATS


def test_the_example_is_what_is_sent():
    """The envelope on the page is the example of its type, but that this one is no test."""
    shown = msgspec.json.decode(PAGE.partition("```json\n")[2].partition("```")[0])
    sent = msgspec.json.decode(body("standard", example("suggestion.made"), To()).content)
    assert sent["data"].pop("test") is True
    assert shown == sent
    assert list(shown["data"]) == list(sent["data"])
