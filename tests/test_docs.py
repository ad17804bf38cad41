"""The documentation names what exists."""

import importlib
import re
from functools import cache, reduce
from pathlib import Path
from typing import get_args

import pytest

from app import app
from chalicelib.bodies import NewGame
from chalicelib.rules import blitz, forum

ROOT = Path(__file__).parents[1]
API = (ROOT / "docs/api.md").read_text("utf-8")
ROWS = re.findall(
    r"^\| ([BF]\d+) \|.*\| (.*?) \| (.*?) ?\|$",
    (ROOT / "docs/rules.md").read_text("utf-8"),
    re.MULTILINE,
)


def test_rules_has_rows():
    """The table of clauses is found at all."""
    assert len(ROWS) > 30


@pytest.mark.parametrize(("clause", "functions", "options"), ROWS, ids=[row[0] for row in ROWS])
def test_rules_names_functions_and_options_that_exist(clause, functions, options):
    """Each clause points to real code and real options."""
    assert functions
    for name in re.findall(r"`([\w.]+)`", functions):
        assert found(name), name
    known = blitz.Options if clause.startswith("B") else forum.Options
    for name in re.findall(r"`(\w+)`", options):
        assert name in {*known.__struct_fields__, *NewGame.__struct_fields__}, name


@pytest.mark.parametrize("options", [forum.Options, blitz.Options])
def test_rules_names_every_option(options):
    """Each house rule stands with a clause of its own rule set, or of both."""
    named = {name for _, _, cell in ROWS for name in re.findall(r"`(\w+)`", cell)}
    assert set(options.__struct_fields__) <= named


SPOKEN = dict.fromkeys(
    kind for rules in (forum, blitz) for kind in get_args(rules.PlayerMove | rules.AnyEvent)
)


def test_api_names_every_move_and_event():
    """No move that can be sent and no event that can come is missing from the description."""
    tags = [kind.__struct_config__.tag for kind in SPOKEN]
    assert [tag for tag in tags if f"`{tag}`" not in API] == []


def test_api_names_every_route():
    """Every route that exists is described, and no other."""
    table = API.partition("## Routes")[2].partition("###")[0]
    described = set(re.findall(r"/v1/[\w/-]*", table))
    names = {"{game_id}": "ID", "{code}": "CODE", "{token}": "TOKEN", "{mail_id}": "MAIL"}
    names |= {"{event_type}": "TYPE", "{endpoint_id}": "ENDPOINT", "{delivery_id}": "DELIVERY"}
    names |= {"{binding_id}": "BINDING", "{author}": "AUTHOR", "{adapter}": "ENGINE"}
    routes = {reduce(lambda path, name: path.replace(*name), names.items(), p) for p in app.routes}
    assert described == routes


PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")]
PAGES += (ROOT / "examples").rglob("*.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading(page):
    """No page points to a page, a picture or a heading that is not there."""
    for link in re.findall(r"\]\(([\w./#-]+)\)", re.sub(r"`[^`]*`", "", page.read_text("utf-8"))):
        path, _, place = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not place or place in places(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_example_calls_a_route(page):
    """Whoever copies a command calls something that exists."""
    routes = "|".join(re.sub(r"\{\w+\}", "[^/]+", path) for path in app.routes)
    for called in re.findall(r"curl .*?(/v1/[\w/-]+)", page.read_text("utf-8")):
        assert re.fullmatch(routes, called), called


@cache
def places(page: Path) -> set[str]:
    """Give the anchors of a page: those of its headings, as GitHub makes them, and its own."""
    text = page.read_text("utf-8")
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = (re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles)
    return {*plain, *re.findall(r'<a (?:id|name)="([^"]+)"', text)}


def found(name: str) -> bool:
    """Whether a dotted name leads to something, under the rules or as it stands."""
    for prefix in ("chalicelib.rules.", "chalicelib.", ""):
        parts = (prefix + name).split(".")
        for cut in range(len(parts), 1, -1):
            try:
                thing = importlib.import_module(".".join(parts[:cut]))
            except ImportError:
                continue
            try:
                for part in parts[cut:]:
                    thing = getattr(thing, part)
            except AttributeError:
                continue
            return True
    return False
