"""What we write in the dialects of forums is read back as what it says."""

import pytest
from hypothesis import given, settings

from chalicelib import announce
from chalicelib.forums import outbox, reading
from chalicelib.forums.post import Markup, Post
from chalicelib.markup import emit, parse
from chalicelib.markup.normal import normal
from chalicelib.markup.tree import Bold, Code, Hidden, Link, Quote, plain
from tests.letters.games import Record
from tests.markup.seen import letters
from tests.markup.trees import TREES, count, nodes

READERS: dict[str, Markup] = {
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
    """A post of ours is known by its mark when the forum gives it back."""
    said = announce.refusal((), Record().started().state, "s1", VOICE)
    for mark, known in ((outbox.marker("b1", "p.00000012"), True), ("somebody", False)):
        text = emit.write((*said, Hidden(mark)), dialect)
        post = Post("created", "t7", "41", body=text[0], markup=READERS[dialect])
        assert reading.is_ours(post) == known
