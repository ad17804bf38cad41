"""A marker is known again in what a forum gives back, and never in a quotation."""

import pytest

from chalicelib.markup import marks
from chalicelib.markup.tree import Bold, Hidden, Link, Paragraph, Quote, Text

FORMS = (
    Hidden("alibi:p.00000012.01"),
    Paragraph((Hidden("alibi:p.00000012.01"),)),
    Paragraph((Text("alibi:p.00000012.01"),)),
    Paragraph((Link((Text("\u2060"),), "#alibi:p.00000012.01"),)),
)
"""How each dialect carries it."""


@pytest.mark.parametrize("form", FORMS)
def test_a_marker_is_known_again(form):
    """In each form in which a dialect carries it the marker is found, below other words."""
    assert marks.marks((Paragraph((Text("x"),)), form)) == ("p.00000012.01",)


@pytest.mark.parametrize("form", FORMS)
def test_a_marker_in_a_quotation_is_none(form):
    """Who quotes a post of ours writes no post of ours."""
    assert marks.marks((Quote((Paragraph((Text("x"),)), form)), Paragraph((Text("y"),)))) == ()


@pytest.mark.parametrize(
    "node",
    [
        Paragraph((Text("alibi: I was at home."),)),
        Paragraph((Text("My alibi:none"),)),
        Paragraph((Bold((Text("alibi"),)),)),
        Paragraph((Link((Text("x"),), "https://alibi.example"),)),
        Hidden("other:1"),
    ],
)
def test_talk_of_an_alibi_is_no_marker(node):
    """Words like that in a post are words."""
    assert marks.marks((node,)) == ()
