"""Posts of twelve engines in three languages, each beside what is read in it (F12-F14, F20-F22)."""

import json
from pathlib import Path

import pytest

from tests.read_post.table import read, summary, table

FOLDER = Path(__file__).parent / "posts"
POSTS = [
    (language.name, name, expected)
    for language in sorted(FOLDER.iterdir())
    for name, expected in json.loads((language / "expected.json").read_text("utf-8")).items()
]


@pytest.mark.parametrize(("language", "name", "expected"), POSTS)
def test_F13_posts(language, name, expected):
    """A post is read as what its writer means, in the markup and the language of any forum."""
    state = table(language)
    body = (FOLDER / language / name).read_text("utf-8")
    assert summary(state, read(state, name.rpartition(".")[2], body)) == expected


def test_every_post_has_its_expectation():
    """No post lies in the corpus unread."""
    files = {str(p.relative_to(FOLDER)) for p in FOLDER.rglob("*.*") if p.suffix != ".json"}
    assert files == {f"{language}/{name}" for language, name, _ in POSTS}
    assert len(files) > 200
