"""A marker is known again in what a forum gives back, and never in a quotation."""

import pytest

from chalicelib.markup.marks import marks
from chalicelib.markup.tree import Bold, Hidden, Paragraph, Quote, Text

PLACES = (
    Hidden("alibi:p.00000012.01"),
    Hidden("p.00000012.01"),
    Paragraph((Hidden("p.00000012.01"),)),
    Paragraph((Text("x"), Bold((Hidden("p.00000012.01"),)))),
)
"""Where one may be read, with what it begins with or without."""


@pytest.mark.parametrize("place", PLACES)
def test_a_marker_is_known_again(place):
    """Wherever in a post a marker is read, it is found."""
    assert marks((Paragraph((Text("x"),)), place)) == ("p.00000012.01",)


@pytest.mark.parametrize("place", PLACES)
def test_a_marker_in_a_quotation_is_none(place):
    """Who quotes a post of ours writes no post of ours."""
    assert marks((Quote((Paragraph((Text("x"),)), place)), Paragraph((Text("y"),)))) == ()


def test_talk_of_an_alibi_is_no_marker():
    """Words like that in a post are words."""
    assert marks((Paragraph((Text("alibi:none"),)),)) == ()
