"""What we write in the dialects of forums is read back as what it says."""

import pytest
from hypothesis import given, settings

from chalicelib import announce
from chalicelib.markup import emit, parse
from chalicelib.markup.marks import marks
from chalicelib.markup.normal import normal
from chalicelib.markup.tree import Bold, Code, Hidden, Link, Quote, plain
from tests.letters.games import Record
from tests.markup.seen import letters
from tests.markup.trees import TREES, count, nodes

READERS = {
    **dict.fromkeys(("bbcode", "phpbb", "xenforo", "mybb", "smf"), "bbcode"),
    **dict.fromkeys(("markdown", "spirit", "discourse", "nodebb"), "markdown"),
    "html": "html",
}
"""How each dialect of a forum is read."""
VOICE = announce.Voice("en")


@settings(max_examples=30)
@given(tree=TREES)
@pytest.mark.parametrize("dialect", READERS)
def test_a_tree_is_read_back(dialect, tree):
    """Words, quotations, bold runs and links are read back from what is written of them.

    Code is not bold when it is read; in Markdown the author of a quotation is a line of it.
    """
    want, markup = normal(tree), READERS[dialect]
    named = any(node.author for node in nodes(want) if isinstance(node, Quote))
    if count(want, Code) or (markup == "markdown" and named):
        return
    got = normal(parse(markup, "".join(emit.write(tree, dialect, 10**6, red=True))))
    assert letters(plain(got)) == letters(plain(want))
    assert count(got, Quote) == count(want, Quote)
    assert count(got, Link) == count(want, Link)
    assert bool(count(got, Bold)) == bool(count(want, Bold))


@pytest.mark.parametrize("dialect", READERS)
def test_a_marker_is_read_back(dialect):
    """The marker of a post is found in what the forum gives back."""
    said = announce.refusal((), Record().started().state, "s1", VOICE)
    text = emit.write((*said, Hidden("p.00000012.01.00")), dialect)
    assert marks(parse(READERS[dialect], text[0])) == ("p.00000012.01.00",)
