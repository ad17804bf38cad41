"""The public list of rule cases: each is played, and the documents say what is played."""

import re
from typing import get_args

import pytest

from tests.cases.book import DOCS, PAGES, Language, cases, chapters, page
from tests.cases.registry import scenarios

SCENARIOS = scenarios()


@pytest.mark.parametrize("number", sorted(SCENARIOS))
def test_case(number):
    """The situation, played, ends as the ruling says."""
    SCENARIOS[number]()


def test_every_case_is_played_and_every_scenario_is_a_case():
    """No ruling without proof, and nothing proved that nobody can read."""
    assert {one.id for one in cases()} == set(SCENARIOS)


def test_numbers_are_in_order():
    """By chapter, then counted; no number is there twice."""
    for number, chapter in enumerate(chapters(), 1):
        ids = [one.id for one in chapter.case]
        assert ids == [f"{number}.{n:02}" for n in range(1, len(ids) + 1)]


def test_every_clause_has_a_case():
    """The cases cite clauses of docs/rules.md, and all of them."""
    clauses = set(re.findall(r"(?m)^\| ([BF]\d+) \|", (DOCS / "rules.md").read_text("utf-8")))
    assert {clause for one in cases() for clause in one.clauses} == clauses


def test_the_readme_counts_them():
    """How many cases there are stands in README.md, too."""
    assert f"[{len(cases())} cases](docs/cases.md)" in (DOCS.parent / "README.md").read_text(
        "utf-8"
    )


@pytest.mark.parametrize("language", get_args(Language))
def test_the_documents_are_fresh(language):
    """``python -m tests.cases.regenerate`` would change nothing."""
    assert PAGES[language].read_text("utf-8") == page(language)
