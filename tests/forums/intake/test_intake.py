"""A post is taken in once, each version of it for itself, whatever order they come in."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib.forums import intake
from chalicelib.forums.adapters import xenforo
from chalicelib.forums.binding import binding_at
from chalicelib.forums.post import Post
from chalicelib.forums.posts import Received, post_of, read_received, received_item, versions_of
from chalicelib.forums.signal import Sent
from tests.forums.intake.conftest import bound
from tests.forums.intake.speech import (
    LATER,
    POST,
    SPEECH,
    TEXT,
    THREAD,
    WHEN,
    Event,
    discourse,
    generic,
    signed_generic,
)

EDIT = Event("edited", text="another text", edited=LATER)


def test_a_post_that_comes_three_times_is_one(forum):
    """The same post, delivered three times, and an edit twice: two versions of one post."""
    answers = [forum.tell(event).body for event in (Event(), Event(), Event(), EDIT, EDIT)]
    assert [answer.get("ignored") for answer in answers] == [
        *(None, "repeated", "repeated"),
        *(None, "repeated"),
    ]
    assert sorted(one.post.event for one in forum.posts()) == ["created", "edited"]


def test_order_does_not_matter(forum):
    """Created after edited leaves the same rows as edited after created."""
    forum.tell(EDIT)
    forum.tell(Event())
    first = {row.sk for row in forum.rows()}
    for row in forum.rows():
        assert post_of(row.key) == (forum.id, POST)
    assert [one.post.event for one in sorted(forum.posts(), key=lambda one: one.when)] == [
        "created",
        "edited",
    ]
    assert len(first) == 2


def test_another_wrapping_is_no_other_post(world, client):
    """A repeat under a new id of its own, with other counters in it, changes nothing."""
    forum = bound(world, client, "discourse")
    forum.tell(Event())
    headers, body = discourse(Event(), WHEN, version=7, edit_reason="-", score=3.5)
    answer = forum.bring(headers | {"X-Discourse-Event-Id": "9000"}, body)
    assert answer.body == {"ok": True, "ignored": "repeated"}


def test_a_text_that_comes_back_is_a_version(bridge):
    """From A to B to A to B are four versions: the last is no repeat of the second."""
    bridge.tell(Event(text="A"))
    for minute, text in enumerate("BAB"):
        bridge.tell(Event("edited", text=text, edited=LATER + timedelta(minutes=minute)))
    versions = sorted(bridge.posts(), key=lambda one: one.when)
    assert [one.post.body for one in versions] == ["A", "B", "A", "B"]


def test_a_post_that_waited_for_approval_comes_in_when_it_is_visible(world, client):
    """What was moderated first is taken in with the word that it can be seen now."""
    forum = bound(world, client, "xenforo")
    assert forum.tell(Event(), message_state="moderated").body["ignored"] == "not_ordinary"
    assert forum.tell(Event("edited")).body == {"ok": True}
    (received,) = forum.posts()
    assert received.post.edited is None
    assert received.when == forum.world.time


def test_a_request_is_known_by_its_name(bridge):
    """The name of a request counts once, whatever it brings the second time."""
    now = bridge.world.time
    first = generic(Event(), now)
    bridge.bring(*first)
    other = generic(Event(post="2"), now)
    renamed = signed_generic(other[1], now, name=first[0]["webhook-id"])
    assert bridge.bring(*renamed).body["ignored"] == "repeated"
    bridge.world.wait(days=4)
    later = signed_generic(other[1], bridge.world.time, name=first[0]["webhook-id"])
    assert bridge.bring(*later).body == {"ok": True}


def test_the_same_post_at_once_is_taken_in_once(bridge):
    """Sixteen deliveries of one post at the same time leave one row, and nobody is refused."""
    world = bridge.world
    (binding, _) = binding_at(world.store, bridge.id, now=world.time) or (None, 0)
    assert binding
    post = Post("created", THREAD, POST, author="17", body=TEXT)

    def bring(_: int) -> str:
        return intake.take_in(world.site, binding, post, world.time)

    with ThreadPoolExecutor(16) as pool:
        taken = sorted(pool.map(bring, range(16)))
    assert taken == ["repeated"] * 15 + ["taken"]
    assert len(bridge.rows()) == 1


def test_what_is_fetched_is_no_other_version(bridge):
    """A post that was read at the forum is the one that came: who vouches makes no difference."""
    bridge.tell(EDIT)
    world = bridge.world
    found = binding_at(world.store, bridge.id, now=world.time)
    assert found
    fetched = msgspec.structs.replace(bridge.posts()[0].post, trust="fetched")
    assert intake.take_in(world.site, found[0], fetched, world.time) == "repeated"


def test_posts_of_like_names_are_told_apart(bridge):
    """The versions of post 1 are not those of post 11, nor of 1-1."""
    for name in ("1", "11", "1-1", "1!", '1"'):
        bridge.tell(Event(post=name))
    world = bridge.world
    for name in ("1", "11", "1-1", "1!", '1"'):
        found = versions_of(world.store, bridge.id, name, now=world.time)
        assert [read_received(row).post.id for row in found] == [name]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_any_text_comes_back_as_it_was(text):
    """Whatever people type is stored and read again, and no longer than it came."""
    headers, body = SPEECH["xenforo form"](replace(Event(), text=text), WHEN)
    lower = {name.lower(): value for name, value in headers.items()}
    post = xenforo.heard(Sent(lower, body), "")
    assert isinstance(post, Post)
    item = received_item("b", Received(post, WHEN), None)
    assert read_received(item).post == post
    assert len(item.body.encode()) <= len(body) + 600
    visible = [sign for sign in text if sign.isprintable() and sign != "\r"]
    assert [sign for sign in post.body if sign.isprintable()] == visible


def test_a_thread_that_has_ended_takes_nothing_in(bridge):
    """After the end a forum is answered kindly, and nothing is kept."""
    world = bridge.world
    found = binding_at(world.store, bridge.id, now=world.time)
    assert found
    binding = msgspec.structs.replace(found[0], status="ended")
    post = Post("created", THREAD, POST, author="17", body=TEXT)
    assert intake.take_in(world.site, binding, post, world.time) == "ended"
