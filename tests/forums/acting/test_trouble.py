"""When something goes wrong with a post: nothing is lost, and nobody else waits for it."""

from datetime import timedelta

from chalicelib.forums import act
from chalicelib.forums.red_notices import ask_item
from chalicelib.rules import verbs
from chalicelib.store import Delete, Item, Put
from tests.forums.acting.thread import events, suggestion

GOOD = suggestion("Boris", "Mustard", "Pipe", "Attic")


def test_a_post_that_cannot_be_dealt_with_keeps_no_other_waiting(thread):
    """An unexpected error puts it off; once that is mended it is dealt with."""
    world, spoiled = thread.world, ("BINDING#b1", "POST#1")
    world.store.write(Put(Item(*spoiled, "{not json")), now=world.time)
    thread.came("anna", GOOD, "1")
    good = thread.came("clara", "Good evening!", "2")
    thread.deal()
    assert thread.known(good).outcome == "talk"
    (key,) = world.store.due(world.time + timedelta(hours=2), prefix="IN#")
    (waiting,) = world.store.read(key, now=world.time)
    assert waiting
    assert waiting.due
    assert waiting.due > world.time
    world.store.write(Delete(*spoiled), now=world.time)
    thread.rest(minutes=1)
    assert thread.known("1").outcome == "played"


def test_a_post_that_is_edited_again_and_again_waits_for_nothing(thread, monkeypatch):
    """However often a stranger edits: each edit is dealt with, and what is kept has an end."""
    monkeypatch.setattr("chalicelib.forums.posts.MOST_VERSIONS", 5)
    monkeypatch.setattr("chalicelib.forums.case.MOST_VERSIONS", 5)
    post = thread.writes("stranger", "Good evening!")
    for n in range(12):
        thread.world.wait(seconds=1)
        thread.bring(thread.edited(post, "stranger", f"Good evening! {n}", thread.world.time))
    thread.rest(minutes=1)
    assert thread.waiting() == 0
    first, *others = thread.decisions(post)
    assert (first, len(others)) == ("first", 6)
    assert set(others) <= {"silent", "superseded"}


def test_a_question_that_cannot_be_settled_keeps_no_other_waiting(thread):
    """The sweep goes on, so that forums are written to and read again."""
    world = thread.world
    world.store.write(
        Put(Item("BINDING#b1", "POST#1", "{not json")),
        Put(ask_item("b1", "1", world.time)),
        Put(ask_item("b1", "2", world.time)),
        now=world.time,
    )
    world.wait(minutes=1)
    act.sweep(world.site)
    assert list(world.store.due(world.time, prefix="ASK#")) == []
    assert len(world.store.due(world.time + timedelta(hours=1), prefix="ASK#")) == 1


def test_a_game_whose_clock_is_behind_is_waited_for(thread):
    """At a deadline that is not settled a post waits a moment, and is then of the next day."""
    world = thread.world
    world.time = world.state.closes
    thread.came("anna", GOOD)
    assert act.sweep(world.site) == 0
    assert not events(world, verbs.Suggested)
    thread.rest(seconds=15)
    thread.rest(seconds=15)
    assert len(events(world, verbs.Suggested)) == 1
    assert world.state.day == 2


def test_a_binding_that_is_gone_takes_its_posts_along(thread):
    """Nobody is left to whom they could matter."""
    thread.came("anna", GOOD)
    thread.world.store.write(Delete("BINDING#b1", "BINDING"), now=thread.world.time)
    thread.deal()
    assert thread.waiting() == 0
    assert not events(thread.world, verbs.Suggested)
