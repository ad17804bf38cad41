"""Each engine's posts come in as the one form we know, and nothing else of what it sends."""

import contextlib
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.forums.adapters import ADAPTERS
from chalicelib.forums.post import Post
from chalicelib.forums.signal import Nothing, Sent, Whisper
from chalicelib.game import Unreadable
from tests.forums.intake.conftest import bound
from tests.forums.intake.speech import (
    AUTHOR,
    LATER,
    POST,
    PRIVATE_THINGS,
    SPEECH,
    TEXT,
    THREAD,
    WHEN,
    Event,
    dumps,
    nodebb,
)

EDIT = Event("edited", text=f"{TEXT} Нет, Скарлетт.", edited=LATER)


def heard(engine: str, request: tuple[dict[str, str], bytes]) -> object:
    """What an adapter makes of a request."""
    headers, body = request
    sent = Sent({name.lower(): value for name, value in headers.items()}, body)
    return ADAPTERS[engine].heard(sent, "https://forum.example")


def test_a_new_post_comes_in_whole(forum):
    """Thread, post, author, times by the forum's clock and the text are those of the forum."""
    assert forum.tell(Event()).body == {"ok": True}
    (received,) = forum.posts()
    post = received.post
    assert (post.event, post.thread, post.id, post.author) == ("created", THREAD, POST, AUTHOR)
    assert (post.created, post.edited, post.body) == (WHEN, None, TEXT)
    assert (received.at, received.when) == (forum.world.time, WHEN)
    assert post.ordinary
    assert not post.private
    assert forum.rows()[0].due == forum.world.time


def test_an_edit_has_its_time(forum):
    """An edited post brings its new text, with the time of the edit by the forum's clock."""
    forum.tell(EDIT)
    (received,) = forum.posts()
    assert (received.post.event, received.when) == ("edited", LATER)
    assert received.post.body.endswith("Скарлетт.")


@pytest.mark.parametrize("speaks", ["generic", "discourse", "nodebb", "xenforo"])
def test_a_deleted_post_is_told(world, client, speaks):
    """That a post was deleted comes in as a version of its own."""
    forum = bound(world, client, speaks)
    forum.tell(Event("deleted", edited=LATER))
    (received,) = forum.posts()
    assert (received.post.event, received.post.id) == ("deleted", POST)


@pytest.mark.parametrize("speaks", ["generic", "discourse", "nodebb"])
def test_a_restored_post_is_told(world, client, speaks):
    """That a post was restored comes in as well, where the engine tells it."""
    forum = bound(world, client, speaks)
    forum.tell(Event("restored", edited=LATER))
    assert [one.post.event for one in forum.posts()] == ["restored"]


@pytest.mark.parametrize(
    ("deleted", "by_author", "wanted"),
    [(LATER.isoformat(), False, LATER), (None, False, None), (None, True, WHEN)],
)
def test_a_deletion_at_discourse_is_no_older_than_it_is(world, client, deleted, by_author, wanted):
    """Deleting leaves ``updated_at`` alone, and releases differ in whether they tell the time."""
    forum = bound(world, client, "discourse")
    forum.tell(Event("deleted"), deleted_at=deleted, user_deleted=by_author)
    (received,) = forum.posts()
    assert received.when == (wanted or received.at)


def test_nothing_is_kept_that_nobody_asked_for(forum):
    """Addresses of mail and network, cookies and callers that forums send along are not stored."""
    forum.tell(Event())
    forum.tell(EDIT)
    kept = "".join(row.body for row in forum.rows())
    assert TEXT[:13] in kept
    assert not [thing for thing in PRIVATE_THINGS if thing in kept]


@pytest.mark.parametrize(
    ("speaks", "strange"),
    [
        ("generic", {"private": True}),
        ("generic", {"kind": "whisper"}),
        ("discourse", {"post_type": 4}),
        ("discourse", {"post_type": 3}),
        ("discourse", {"post_type": 2}),
        ("discourse", {"topic_archetype": "private_message"}),
        ("discourse", {"topic_archetype": ""}),
        ("discourse", {"hidden": True}),
        ("xenforo", {"message_state": "moderated"}),
        ("xenforo", {"message_state": ""}),
        ("xenforo form", {"message_state": "moderated"}),
    ],
)
def test_what_not_everybody_can_read_is_no_post(world, client, speaks, strange):
    """Whispers, small actions, private topics, hidden and unapproved posts leave nothing behind."""
    forum = bound(world, client, speaks)
    for event in (Event(), EDIT):
        answer = forum.tell(event, **strange)
        assert (answer.status, answer.body["ok"]) == (200, True)
        assert answer.body["ignored"] in ("private", "not_ordinary")
    assert forum.rows() == ()


def test_other_threads_and_our_own_posts_are_left_out(forum):
    """Only the bound thread is looked at, and there not what we have posted ourselves."""
    for other in ("331", "33120", "4"):
        assert forum.tell(Event(thread=other)).body["ignored"] == "other_thread"
    assert forum.tell(Event(author="99")).body["ignored"] == "own"
    assert forum.rows() == ()


def test_threads_are_told_apart_as_they_are_written(world, client):
    """Ids are no numbers: 07 is not 7."""
    forum = bound(world, client, "generic", thread_id="07")
    assert forum.tell(Event(thread="7")).body["ignored"] == "other_thread"
    assert forum.tell(Event(thread="07")).body == {"ok": True}


@pytest.mark.parametrize(
    ("speaks", "headers", "body"),
    [
        ("discourse", {"X-Discourse-Event": "ping"}, {"ping": "OK"}),
        ("discourse", {"X-Discourse-Event": "user_created"}, {"user": {"id": 1}}),
        ("nodebb", {}, {"hook": "action:topic.save", "params": {"topic": {"tid": 1}}}),
        ("nodebb", {}, {"hook": "filter:nothing"}),
        ("xenforo", {}, {"content_type": "user", "event": "insert", "data": {}}),
        ("xenforo", {}, {"content_type": "post", "event": "reaction", "data": {}}),
        ("generic", {}, {"type": "forum.ping", "timestamp": "2026-12-01T18:00:00Z", "data": {}}),
        ("generic", {}, {"type": "forum.liked", "timestamp": "2026-12-01T18:00:00Z", "x": [1]}),
    ],
)
def test_what_we_do_not_know_is_ignored_kindly(speaks, headers, body):
    """Pings and events that we have no use for are read without a complaint."""
    signal = heard(speaks, (headers, dumps(body)))
    assert type(signal).__name__ == "Nothing"


def test_discourse_deletes_in_two_ways():
    """Who deletes their own post leaves it edited; it counts as deleted all the same."""
    request = SPEECH["discourse"](EDIT, WHEN, user_deleted=True)
    post = heard("discourse", request)
    assert isinstance(post, Post)
    assert (post.event, post.edited, post.number, post.reply_to) == ("deleted", LATER, "41", "38")


def test_discourse_gives_a_second_opinion():
    """Raw text and cooked HTML are both kept, with a link that its forum understands."""
    post = heard("discourse", SPEECH["discourse"](Event(), WHEN))
    assert isinstance(post, Post)
    assert (post.markup, post.body_html) == ("markdown", f"<p>{TEXT}</p>")
    assert post.url == f"https://forum.example/p/{POST}"


def test_nodebb_an_edit_that_changes_nothing_is_none():
    """Saving a post as it was is no edit."""
    signal = heard("nodebb", nodebb(EDIT, WHEN, changed=False))
    assert type(signal).__name__ == "Nothing"


def test_nodebb_purging_is_deleting():
    """A post that is gone for good is a deleted one."""
    body = {"hook": "action:post.purge", "params": {"post": {"pid": 1, "tid": 2}, "uid": 3}}
    post = heard("nodebb", ({}, dumps(body)))
    assert isinstance(post, Post)
    assert (post.event, post.editor) == ("deleted", "3")


def test_xenforo_a_soft_deletion_is_a_deletion():
    """A post that is hidden from the thread by deleting it is told as deleted."""
    post = heard("xenforo", SPEECH["xenforo"](EDIT, WHEN, message_state="deleted"))
    assert isinstance(post, Post)
    assert (post.event, post.ordinary) == ("deleted", True)


def test_xenforo_is_trusted_less():
    """A secret in clear is told from a signature."""
    post = heard("xenforo", SPEECH["xenforo"](Event(), WHEN))
    assert isinstance(post, Post)
    assert post.trust == "shared_secret"


def test_generic_a_bare_deletion_suffices():
    """Of a deleted post its ids are enough; the envelope says when."""
    body = {
        "type": "forum.post.deleted",
        "timestamp": "2026-12-01T20:00:00+02:00",
        "data": {"thread_id": 5, "post_id": "a-7"},
    }
    post = heard("generic", ({}, dumps(body)))
    assert isinstance(post, Post)
    assert (post.thread, post.id, post.author) == ("5", "a-7", "")
    assert post.edited
    assert post.edited.isoformat() == "2026-12-01T18:00:00+00:00"


def test_generic_the_envelope_says_when():
    """Where a bridge does not know when something was written, the time of the envelope counts."""
    for kind in ("created", "edited"):
        request = SPEECH["generic"](Event(kind), WHEN, created_at=None, edited_at=None)
        post = heard("generic", request)
        assert isinstance(post, Post)
        assert (post.edited if kind == "edited" else post.created) == WHEN


def test_text_comes_without_control_characters():
    """Ends of lines are plain, what cannot be seen or would grow in the store is left away."""
    request = SPEECH["generic"](replace(Event(), text="a\r\nb\rc\x00\x1b\td"), WHEN)
    post = heard("generic", request)
    assert isinstance(post, Post)
    assert post.body == "a\nb\nc\td"


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "https://user@forum.example/",
        "https://forum.example/<b>",
        'https://forum.example/"',
        "//forum.example/",
        "https://[::1",
        f"https://forum.example/{'a' * 2048}",
        "",
        None,
    ],
)
def test_a_link_that_is_none_is_left_away(url):
    """Only plain addresses of the web are kept as the link of a post."""
    post = heard("generic", SPEECH["generic"](Event(), WHEN, url=url))
    assert isinstance(post, Post)
    assert post.url == ""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)


@pytest.mark.parametrize("engine", ["generic", "discourse", "nodebb", "xenforo"])
@given(data=st.data())
def test_no_field_makes_an_adapter_fail(engine, data):
    """Whatever stands in whichever field, it is read as a signal, or refused as unreadable."""
    headers, body = SPEECH[engine](data.draw(st.sampled_from([Event(), EDIT])), WHEN)
    whole = json.loads(body)
    places = [(inner, key) for inner in _objects(whole) for key in inner]
    inner, key = data.draw(st.sampled_from(places))
    inner[key] = data.draw(JSON)
    with contextlib.suppress(Unreadable):
        signal = heard(engine, (headers, json.dumps(whole).encode()))
        assert isinstance(signal, Post | Whisper | Nothing)


def _objects(value):
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _objects(inner)


@pytest.mark.parametrize("engine", ["generic", "discourse", "nodebb", "xenforo"])
@given(body=JSON.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=60))
def test_no_body_makes_an_adapter_fail(engine, body):
    """Nor does any JSON, nor any bytes that are none."""
    headers = {"x-discourse-event": "post_created"}
    with contextlib.suppress(Unreadable):
        assert isinstance(heard(engine, (headers, body)), Post | Whisper | Nothing)
    form = {"content-type": "application/x-www-form-urlencoded"}
    with contextlib.suppress(Unreadable):
        assert isinstance(heard(engine, (headers | form, body)), Post | Whisper | Nothing)
