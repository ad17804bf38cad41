"""What happens in a game stands in its thread: in order, once, in the engine's own words."""

import re
from datetime import timedelta

import pytest

from chalicelib import spread
from chalicelib.rules.table import Talk
from chalicelib.rules.verbs import CannotRefute, Refute, Suggest
from tests.forums.posting.conftest import ENGINES

ASKED = Suggest("Mustard", "Knife", "Attic", "s2")
BOLD = {"generic": "[b]", "xenforo": "[b]", "discourse": "**", "nodebb": "**"}


def numbers(forum):
    """The numbers of the suggestions in a thread, in the order of its posts."""
    return [int(n) for text in forum.texts() for n in re.findall(r"Comment (\d+)\.", text)]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_move_made_elsewhere_is_posted_once_in_the_engine_s_markup(play, engine):
    """A suggestion over REST stands in the thread with bold keywords, the answer quotes it."""
    bound, forum = play.bind(engine)
    play.move("p1", ASKED)
    play.told()
    play.move("p2", Refute(1, "Mustard"))
    play.told_all(3)
    first, *rest = forum.texts()
    print(*forum.texts(), sep="\n-----\n")
    assert 0
    assert all(word in first for word in ("Mustard", "Knife", "Attic", "Anna", "Boris"))
    assert f"{BOLD[engine]}" in first.lower()
    (answer,) = [text for text in rest if "quote" in text.lower() or "> " in text]
    assert "Boris" in answer
    assert play.rows(bound) == {}
