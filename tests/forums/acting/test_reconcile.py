"""Whatever a forum did not tell by itself is found by reading the thread again."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from chalice.test import Client

from app import app
from chalicelib import site, spread
from chalicelib.forums import rechecks, reconcile
from chalicelib.forums.binding import Secrets, binding_item, pk, secrets_item
from chalicelib.forums.post import Post
from chalicelib.outward import Web
from chalicelib.rules import verbs
from chalicelib.rules.table import Talked
from chalicelib.store import Put
from tests.forums.acting.places import Place, Posts
from tests.forums.acting.thread import Thread, events, minutes, suggestion
from tests.forums.intake.conftest import caller
from tests.tables import DAY
from tests.worlds import GAME, World

ENGINES = ("discourse", "xenforo", "nodebb", "generic")
GOOD = suggestion("Boris", "Mustard", "Pipe", "Attic")
MARKDOWN = "**Suggestion_1 for Boris**\nI think it was **Mustard**, **Pipe**, **Attic**."


@pytest.fixture
def posts():
    """The posts of a thread."""
    return Posts()


@pytest.fixture
def forum(request, tmp_path, posts):
    """A game whose thread stands in a small forum of each kind."""
    engine = getattr(request, "param", "xenforo")
    place = Place(getattr(posts, engine))
    world = World(tmp_path).start()
    world.site = replace(world.site, web=Web(local=True))
    world.post()
    markup = "markdown" if engine in ("discourse", "nodebb") else "bbcode"
    more: dict[str, Any] = {"engine": engine, "markup": markup, "bot_name": "bot"}
    thread = Thread(world, base_url=place.url, posts_url=f"{place.url}/hook", **more)
    secrets = Secrets(("whsec_" + "A" * 43 + "=",), "key")
    world.store.write(Put(secrets_item("b1", secrets, 2), 1), now=world.time)
    yield thread
    place.close()


def said(thread: Thread) -> str:
    """A suggestion in the markup of a forum."""
    return MARKDOWN if thread.binding.markup == "markdown" else GOOD


def seconds(thread: Thread) -> int:
    """The present as forums count it."""
    return int(thread.world.time.timestamp())


def again(thread: Thread) -> int:
    """Have the thread read again now."""
    rechecks.soon(thread.world.site, "b1")
    found = reconcile.sweep(thread.world.site)
    thread.rest()
    return found


@pytest.mark.parametrize("forum", ENGINES, indirect=True)
def test_a_post_that_got_lost_is_found(forum, posts):
    """It is played as of the time at which it was written; what is known is not taken twice."""
    written = seconds(forum)
    posts.put(5, "anna", said(forum), written)
    posts.put(6, "clara", "Good evening!", written + 1)
    forum.world.wait(minutes=5)
    assert again(forum) == 2
    (made,) = events(forum.world, verbs.Suggested)
    entry = next(e for e in forum.world.log() if made in e.events)
    assert (made.by, int(entry.at.timestamp())) == ("s1", written)
    assert len(events(forum.world, Talked)) == 1
    assert again(forum) == 0


@pytest.mark.parametrize("forum", ENGINES, indirect=True)
def test_an_edit_that_got_lost_is_found(forum, posts):
    """A text that is not the last one we know is an edit of the time that the forum names."""
    posts.put(5, "anna", said(forum), seconds(forum))
    assert again(forum) == 1
    forum.world.wait(minutes=2)
    posts.put(5, "anna", said(forum).replace("Attic", "Hall"), seconds(forum) - 131, seconds(forum))
    assert again(forum) == 1
    assert forum.decisions("5") == ["first", "violation"]


def test_posts_of_before_the_binding_are_nobodys_moves(forum, posts):
    """A thread may have a history."""
    posts.put(5, "anna", GOOD, seconds(forum) - 3600)
    assert again(forum) == 0
    assert forum.known("5").outcome == ""


def test_old_pages_are_left_alone(forum, posts):
    """Reading stops at a page of which everything is known."""
    for number in range(10, 16):
        posts.put(number, "clara", f"Comment {number}", seconds(forum) + number)
        forum.world.wait(seconds=1)
    assert again(forum) == 6
    posts.put(16, "clara", "One more", seconds(forum))
    assert again(forum) == 1


def test_a_forum_that_does_not_answer_is_asked_later(forum):
    """Nothing breaks, and the thread is read again at the next time."""
    cut_off = replace(forum.world.site, web=Web(local=False))
    rechecks.soon(cut_off, "b1")
    assert reconcile.sweep(cut_off) == 0
    forum.world.wait(minutes=16)
    assert [key[1] for key in due(forum)] == ["RECONCILE#every"]


@pytest.mark.parametrize("answer", [[], "?", {"posts": 7}, {"posts": [7, {}]}, {"post_stream": []}])
@pytest.mark.parametrize("forum", ENGINES, indirect=True)
def test_a_forum_may_answer_anything(forum, answer):
    """What makes no sense is no post, and keeps no other thread waiting."""
    place = Place(lambda *_: answer)
    changed = msgspec.structs.replace(forum.binding, base_url=place.url, posts_url=place.url)
    forum.world.store.write(Put(binding_item(changed, 2), 1), now=forum.world.time)
    assert again(forum) == 0
    place.close()


def due(thread: Thread) -> tuple[tuple[str, str], ...]:
    """The rows by which threads are read again, as far as they are due."""
    return thread.world.store.due(thread.world.time, prefix="RECONCILE#")


def test_a_thread_is_read_every_quarter_of_an_hour_while_a_day_is_open(forum):
    """Also a minute before the day ends; not while the game is paused."""
    world = forum.world
    rechecks.soon(world.site, "b1")
    reconcile.sweep(world.site)
    times = []
    while (world.time - forum.binding.created) < minutes(DAY - 0.5):
        world.wait(seconds=30)
        if due(forum):
            times.append((world.time - forum.binding.created).total_seconds() / 60)
            reconcile.sweep(world.site)
    assert len(times) == pytest.approx(96, abs=2)
    assert DAY - 2 <= times[-1] <= DAY


def test_a_day_that_opens_or_closes_has_the_thread_read(forum):
    """The news of it puts a row for each binding."""
    while spread.sweep(forum.world.site):
        pass
    assert due(forum)
    reconcile.sweep(forum.world.site)
    assert not due(forum)


def test_a_suggestion_at_discourse_is_read_again_after_five_minutes(begun):
    """Edits within its grace period make no new version there, and perhaps no webhook."""
    thread = begun(binding={"engine": "discourse"})
    post = thread.writes("anna", GOOD)
    (row,) = thread.world.store.read((pk("b1"), f"RECONCILE#post.{post}"), now=thread.world.time)
    assert row
    assert row.due
    assert minutes(5) < row.due - thread.world.time < minutes(6)


def test_a_secret_in_clear_is_confirmed_by_fetching(forum, posts):
    """A post of XenForo's webhook moves nothing unless the forum, asked, says the same."""
    posts.put(5, "anna", GOOD, seconds(forum))
    forged = GOOD.replace("Attic", "Hall")
    made = {"created": forum.world.time, "author_name": "Anna", "trust": "shared_secret"}
    forum.bring(Post("created", "77", "5", author="anna", body=forged, **made))
    forum.rest()
    (suggested,) = events(forum.world, verbs.Suggested)
    assert suggested.case.room == "Attic"
    assert forum.decisions("5")[0] == "unconfirmed"
    forum.bring(Post("created", "77", "6", author="boris", body="Hello", **made))
    forum.rest()
    assert not events(forum.world, Talked)


def test_a_post_that_was_confirmed_counts_once_and_at_its_time(forum, posts):
    """Who knows the secret can bring it under no other name, and an edit at no better time."""
    first, world = forum.world.time, forum.world
    posts.put(5, "anna", GOOD, seconds(forum))
    again(forum)
    made = {"author": "anna", "author_name": "Anna", "trust": "shared_secret", "created": first}
    for name in ("5?x", "05"):
        forum.bring(Post("created", "77", name, body=GOOD, **made))
        forum.rest()
        assert forum.decisions(name) == ["unconfirmed"]
    world.wait(minutes=9)
    more = f"{GOOD}\n\n{GOOD.replace('_1', '_2').replace('Boris', 'Clara')}"
    posts.put(5, "anna", more, seconds(forum) - 540, seconds(forum))
    early = {"edited": first + minutes(1)}
    forum.bring(Post("edited", "77", "5", body=more, **made, **early))
    forum.rest()
    assert len(events(world, verbs.Suggested)) == 1


def test_what_cannot_be_confirmed_yet_waits(forum, posts):
    """While the forum does not answer nothing is done, and nothing is lost."""
    posts.put(5, "anna", GOOD, seconds(forum))
    world, site = forum.world, forum.world.site
    world.site = replace(site, web=Web(local=False))
    made = {"created": world.time, "author_name": "Anna", "trust": "shared_secret"}
    forum.bring(Post("created", "77", "5", author="anna", body=GOOD, **made))
    forum.deal()
    assert (events(world, verbs.Suggested), forum.waiting()) == ([], 1)
    world.site = site
    forum.rest(minutes=2)
    assert len(events(world, verbs.Suggested)) == 1


def test_the_organiser_has_a_thread_read_again(forum, posts):
    """Over REST; nobody else may."""
    posts.put(5, "anna", GOOD, seconds(forum))
    site.install(forum.world.site)
    path = f"/v1/games/{GAME}/forum-bindings/b1/reconcile"
    with Client(app) as client:
        assert caller(forum.world, client, "p1")("POST", path).status == 403
        assert caller(forum.world, client, "host")("POST", path).status == 202
    assert reconcile.sweep(forum.world.site) == 1


@pytest.mark.parametrize("forum", ["discourse"], indirect=True)
def test_an_edit_in_the_grace_period_counts_as_of_its_time(forum, posts):
    """Discourse makes no new version of it; found late, it was no late edit for that."""
    two_rooms = said(forum).replace("**Attic**", "**Attic**, **Hall**")
    written = seconds(forum)
    posts.put(5, "anna", two_rooms, written)
    assert again(forum) == 1
    forum.world.wait(minutes=4)
    put_right = f"{said(forum)}\n\n**Attention, changed: the room**"
    posts.put(5, "anna", put_right, written, written + 60, silent=True)
    forum.world.wait(minutes=9)
    assert again(forum) == 1
    assert forum.known("5").versions[1].at.timestamp() == written + 60
    assert forum.decisions("5") == ["first", "amended"]
