"""What happens in a game stands in its thread: in order, once, in the engine's own words."""

import re

import pytest

from chalicelib import play as spine
from chalicelib import spread
from chalicelib.forums import outbox, queue
from chalicelib.play import Asked
from chalicelib.rules.office import Hide
from chalicelib.rules.table import Talk
from chalicelib.rules.verbs import Refute, Suggest
from chalicelib.store import Put
from tests.forums.posting.conftest import ENGINES, Play
from tests.worlds import GAME

ASKED = Suggest("Mustard", "Knife", "Attic", "s2")
BOLD = {"generic": "[b]{}[/b]", "xenforo": "[B]{}[/B]", "discourse": "**{}**", "nodebb": "**{}**"}


def comments(forum):
    """The numbers of the comments in a thread, in the order of its posts."""
    return [int(n) for text in forum.texts() for n in re.findall(r"Comment(\d+)", text)]


def whole(forum):
    """The numbers of the comments in all parts of a post taken together."""
    text = "".join(forum.texts())
    bare = re.sub(r"\[size=1\].*?\[/size\]|\[//\].*|\[[^]]*\]|[\s>]", "", text)
    return [int(n) for n in re.findall(r"Comment(\d+)", bare)]


def say(play, number, account="p1"):
    """Let somebody write a comment that has a number."""
    play.move(account, Talk(f"Comment{number}"))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_move_made_elsewhere_is_posted_once_in_the_engine_s_markup(play, engine):
    """A suggestion over REST stands in the thread with bold keywords, and its answer quotes it."""
    bound, forum = play.bind(engine)
    play.move("p1", ASKED)
    play.told()
    play.move("p2", Refute(1, "Mustard"))
    play.told_all(3)
    first, _, answer = forum.texts()
    assert all(BOLD[engine].format(word) in first for word in ("Mustard", "Knife", "Attic"))
    quote = {"generic": "[quote", "xenforo": "post: 100", "discourse": "post:1,", "nodebb": "/100"}
    assert quote[engine] in answer
    assert "Boris" in answer
    assert play.rows(bound) == {}
    shown = outbox.shown_at(play.store, bound.id, 1, now=play.time)
    assert shown
    assert shown.post == "100"


@pytest.mark.parametrize("engine", ["generic", "discourse", "nodebb"])
def test_an_answer_is_a_reply_to_the_post_of_its_suggestion(play, engine):
    """Where the engine links replies, the answer is one; Discourse counts posts in the topic."""
    _, forum = play.bind(engine)
    play.move("p1", ASKED)
    play.told()
    play.move("p2", Refute(1, "Mustard"))
    play.told_all(3)
    wanted = {"generic": "100", "discourse": 1, "nodebb": 100}
    assert list(forum.posts.values())[-1]["reply_to"] == wanted[engine]


def test_opening_and_day_reports_are_posted(tmp_path):
    """The thread gets one opening post, and each day ends with its report (F5, F9).

    Who joins before the start may be told of after it.
    """
    play = Play(tmp_path)
    _, forum = play.bind()
    play.start()
    play.told()
    (opening,) = (text for text in forum.texts() if play.state.commitment in text)
    assert all(nick in opening for nick in ("Anna", "Boris", "Clara"))
    say(play, 1)
    play.wait(days=1, seconds=15)
    play.tick()
    play.told()
    report = next(text for text in forum.texts() if "Day 1 is closed" in text)
    assert "Anna / Scarlett" in report
    play.close()


def test_F5_a_thread_bound_in_the_middle_of_a_game_begins_with_its_opening(play):
    """Before the first thing that is told stands who plays, and how; and it stands there once."""
    bound, forum = play.bind(opened=False)
    say(play, 1)
    say(play, 2)
    play.told()
    first, second, *_ = forum.texts()
    assert play.state.commitment in first
    assert "Comment1" in second
    assert sum(play.state.commitment in text for text in forum.texts()) == 1
    assert play.rows(bound) == {}


def test_what_came_through_the_thread_itself_is_not_posted_again(play):
    """A player's post is not repeated in its own thread, but in the game's other thread."""
    here, near = play.bind()
    _, far = play.bind("xenforo")
    spine.play(
        play.store,
        GAME,
        Asked("p1", (Talk("Comment1"),), "forum", play.time),
        key="forum:b1:500",
        now=play.time,
        rng=play.rng,
        along=lambda entry: (Put(outbox.came_item(here.id, entry.seq, "500")),),
    )
    play.told_all(3)
    assert comments(near) == []
    assert comments(far) == [1]


def test_an_answer_quotes_the_player_s_own_post(play):
    """A suggestion that a player posted is quoted by the id of that post."""
    bound, forum = play.bind("xenforo")
    shown = outbox.Shown("Anna from the forum", "4711")
    spine.play(
        play.store,
        GAME,
        Asked("p1", (ASKED,), "forum", play.time),
        key="forum:b1:4711",
        now=play.time,
        rng=play.rng,
        along=lambda _: (Put(outbox.shown_item(bound.id, 1, shown)),),
    )
    play.told()
    play.move("p2", Refute(1, "Mustard"))
    play.told_all(3)
    assert '[QUOTE="Anna from the forum, post: 4711"]' in "".join(forum.texts())


def test_posts_stand_in_the_order_of_the_log_whatever_is_spread_first(play):
    """An entry that was spread early waits until the ones before it are spread."""
    bound, forum = play.bind()
    for number in range(1, 6):
        say(play, number)
    keys = sorted(play.store.due(play.time, prefix="NEWS#"), key=lambda key: key[1])
    for key in reversed(keys):
        spread.spread(play.site, key)
        queue.drain(play.site, bound.id)
    play.told()
    assert comments(forum) == [1, 2, 3, 4, 5]


def test_spreading_twice_posts_once(play):
    """A note of news that is taken up again after its posts are written changes nothing."""
    bound, forum = play.bind()
    say(play, 1)
    (key,) = play.store.due(play.time, prefix="NEWS#")
    (note,) = play.store.read(key, now=play.time)
    play.told()
    play.store.write(Put(note), now=play.time)
    play.told_all(3)
    assert comments(forum) == [1]
    assert play.rows(bound) == {}


def test_a_long_entry_becomes_several_posts(play):
    """A post over the forum's limit is told in parts, in order, and nothing is lost."""
    bound, forum = play.bind(limit=600)
    play.move("p1", Talk("\n".join(f"Comment{number}, and so on" for number in range(60))))
    play.told()
    assert len(forum.texts()) > 2
    assert all(len(text) <= 600 for text in forum.texts())
    assert whole(forum) == list(range(60))
    assert play.rows(bound) == {}


def test_a_binding_that_is_not_active_gets_nothing(play):
    """Nothing is prepared for a thread that has not proven itself; an ended one is forgotten."""
    waiting, forum = play.bind(status="pending")
    ended, _ = play.bind("nodebb", status="ended")
    play.store.write(Put(outbox.entry_item(ended.id, GAME, 1, play.time)), now=play.time)
    say(play, 1)
    play.told_all(3)
    assert forum.asked == []
    assert play.rows(waiting) == play.rows(ended) == {}


def test_F54_a_hidden_comment_disappears_from_our_post(play):
    """When the GM hides a comment, the post in which we had put it is edited."""
    _, forum = play.bind("discourse")
    say(play, 1)
    play.told()
    post = next(iter(forum.posts))
    assert "Comment1" in forum.posts[post]["text"]
    play.move("host", Hide(1, "rude"))
    play.told_all(3)
    assert "Comment1" not in forum.posts[post]["text"]
    assert comments(forum) == []


def test_two_threads_have_all_posts_each(play):
    """A game may be played in two forums; each has its own order and its own marks."""
    _, one = play.bind()
    _, other = play.bind("nodebb")
    for number in range(1, 4):
        say(play, number)
    play.told()
    assert comments(one) == comments(other) == [1, 2, 3]
