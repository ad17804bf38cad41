"""The status post: one a day, edited when it changes, at most once a minute."""

import pytest

from chalicelib.forums import status_post
from chalicelib.rules.verbs import Accuse, Refute, Suggest
from tests.forums.posting.conftest import ENGINES
from tests.forums.posting.test_thread import say

TITLE = "How things stand"
ASKED = Suggest("Mustard", "Knife", "Attic", "s2")


def standing(forum):
    """The texts of the status posts in a thread."""
    return [text for text in forum.texts() if TITLE in text]


def edits(forum):
    """How many edits were asked for."""
    return sum(
        method == "PUT" or b"forum.edit.requested" in body or path.startswith("/api/posts/1")
        for method, path, _, body in forum.asked
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_the_status_post_is_edited_when_somebody_owes_an_answer(play, engine):
    """One post shows now that Boris owes an answer, then that he does not; it keeps its mark."""
    _, forum = play.bind(engine)
    say(play, 1)
    play.told()
    (before,) = standing(forum)
    play.move("p1", ASKED)
    play.told_all(2)
    (owing,) = standing(forum)
    play.move("p2", Refute(1, "Mustard"))
    play.told_all(3)
    (after,) = standing(forum)
    assert "owed 1" in owing
    assert "owed 1" not in before + after
    assert before.rpartition("alibi:")[2] == after.rpartition("alibi:")[2]
    assert edits(forum) == 2


def test_it_is_edited_at_most_once_a_minute(play):
    """However much happens in a minute, the post is edited once after it."""
    _, forum = play.bind("nodebb")
    for number in range(1, 4):
        play.move("p1", Suggest("Mustard", "Knife", ("Attic", "Hall", "Bar")[number - 1], "s2"))
        play.told()
        play.wait(seconds=10)
    assert edits(forum) == 0
    play.wait(seconds=40)
    play.told()
    assert edits(forum) == 1
    assert "owed 3" in standing(forum)[0]


def test_it_is_not_edited_where_nothing_of_it_changes(play):
    """A comment changes nobody's duties, so the post stays as it is."""
    _, forum = play.bind("discourse")
    for number in range(1, 4):
        say(play, number)
        play.told_all(2)
    assert len(standing(forum)) == 1
    assert edits(forum) == 0


def test_each_day_has_its_own(play):
    """The old one stays in the thread as it was; a new one follows the opening of the day."""
    _, forum = play.bind("xenforo")
    say(play, 1)
    play.told()
    play.wait(days=1, seconds=15)
    play.tick()
    play.told_all(3)
    first, second = standing(forum)
    assert "Day 1" in first
    assert "Day 2" in second


def test_where_the_forum_cannot_edit_there_is_no_other(play):
    """A bridge without edits keeps the first status post; no second one and no trouble comes."""
    bound, forum = play.bind()
    forum.edits = False
    say(play, 1)
    play.told()
    play.move("p1", ASKED)
    play.told_all(5)
    play.wait(days=1)
    play.tick()
    play.told_all(5)
    assert len(standing(forum)) == 1
    assert edits(forum) == 1
    assert status_post.status_of(play.site, bound).fixed
    assert play.rows(bound) == {}


def test_a_status_post_whose_answer_was_lost_is_found_again(play):
    """It is looked for by its mark before another one is posted."""
    _, forum = play.bind("nodebb")
    say(play, 1)
    forum.failures = ["", "lost"]
    play.told_all(5)
    assert len(standing(forum)) == 1


def test_the_last_one_says_that_the_game_is_over(play):
    """When the game ends, the status post is edited once more; there is no new one."""
    _, forum = play.bind("discourse")
    say(play, 1)
    play.told()
    play.move("p1", Accuse("Green", "Pipe", "Attic"))
    play.wait(days=3)
    play.tick()
    assert play.state.phase == "over"
    play.told_all(5)
    (last,) = standing(forum)
    assert "over" in last
    assert "owed" not in last
