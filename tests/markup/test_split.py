"""Long trees are written in several parts, each whole in itself and below the limit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib.markup import emit
from chalicelib.markup.normal import normal
from chalicelib.markup.tree import Bold, Break, Hidden, Item, Node, Paragraph, Quote, Text, plain
from tests.markup.seen import Seen, letters
from tests.markup.trees import TREES, count

WORDS = "слово " * 300
MARK = Hidden("p.00000012")


@settings(max_examples=25)
@given(tree=TREES, limit=st.integers(900, 1500))
@pytest.mark.parametrize("dialect", ["xenforo", "spirit", "html", "discord", "slack"])
def test_parts_are_below_the_limit_and_say_it_all(dialect, tree, limit):
    """No part is longer than the limit, and together they say what the tree says, in order."""
    long = (*tree, Paragraph((Text(WORDS), Bold((Text(WORDS),)))), *tree, MARK)
    written = emit.write(long, dialect, limit)
    assert all(0 < len(part.encode("utf-16-le")) // 2 <= limit for part in written)
    whole = emit.write(long, dialect, 10**7)
    assert len(whole) == 1
    if dialect == "html":
        parts = "".join(Seen(part).words for part in written)
        assert parts == Seen(whole[0]).words


@pytest.mark.parametrize("dialect", emit.LIMITS)
def test_a_quotation_is_one_in_every_part(dialect):
    """What is cut is opened again: each part of a bold quotation is a bold quotation."""
    tree = (Quote((Paragraph((Bold((Text(WORDS),)),)),), "Анна", "41", "7", 1),)
    written = emit.write(tree, dialect, 500)
    assert len(written) > 2
    first = emit.write(
        (Quote((Paragraph((Bold((Text("слово"),)),)),), "Анна", "41", "7", 1),), dialect
    )
    head = first[0].partition("слово")[0]
    assert all(part.startswith(head) for part in written)


def test_every_part_has_the_marker():
    """Each part is a post of its own, and each is known by the marker as ours."""
    written = emit.write((Paragraph((Text(WORDS),)), MARK), "spirit", 300)
    assert len(written) > 3
    assert all(part.endswith("\n\n[//]: # (alibi:p.00000012)") for part in written)


def test_a_heading_goes_with_what_it_heads():
    """A bold line is not the last of a part."""
    heading: Node = Paragraph((Bold((Text("Персонажи"),)),))
    tree = (Paragraph((Text("x" * 180),)), heading, *(Item((Text("y" * 40),)) for _ in range(9)))
    first, second, *_ = emit.write(tree, "plain", 200)
    assert "Персонажи" not in first
    assert second.startswith("Персонажи")


def test_nothing_is_written_of_nothing():
    """A tree that shows nothing makes no post."""
    assert emit.write((Paragraph((Text("\u200b"), Bold(()))), MARK), "phpbb") == ()


def test_a_limit_without_room_is_refused():
    """A limit that leaves no room for a single letter is an error, not an endless loop."""
    with pytest.raises(ValueError, match="limit"):
        emit.write((Paragraph((Bold((Text("слово"),)),)),), "html", 10)


@given(tree=TREES)
def test_the_normal_form_is_final(tree):
    """What is normal stays as it is, and says what the tree said."""
    once = normal(tree)
    assert normal(once) == once
    assert letters(plain(once)) == letters(plain(normal(once)))
    assert count(once, Paragraph, Item, Quote) >= len(once)


@pytest.mark.parametrize(
    ("engine", "markup", "dialect"),
    [
        ("discourse", "markdown", "discourse"),
        ("xenforo", "bbcode", "xenforo"),
        ("generic", "bbcode", "bbcode"),
        ("generic", "markdown", "markdown"),
        ("generic", "html", "html"),
    ],
)
def test_a_forum_has_its_dialect(engine, markup, dialect):
    """An engine that is known has its own dialect, any other that of its markup."""
    assert emit.dialect_of(engine, markup) == dialect


def test_no_word_is_torn_after_another():
    """A part ends before a word that has no room in it, however the word is dressed."""
    names = tuple(Bold((Text(f"Card{n}"),)) for n in range(60))
    spaced = tuple(node for name in names for node in (name, Break()))
    written = emit.write((Quote((Paragraph(spaced),), "Anna"),), "phpbb", 200)
    assert len(written) > 2
    shown = " ".join(written)
    assert all(f"[b]Card{n}[/b]" in shown for n in range(60))
