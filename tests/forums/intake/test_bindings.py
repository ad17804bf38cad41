"""An organiser binds threads, changes them, rotates secrets, looks at posts, lets threads go."""

import dataclasses
import json
from datetime import timedelta

import msgspec
import pytest

from chalicelib import site, spread
from chalicelib.forums import ending
from chalicelib.forums.binding import binding_at, of_game
from chalicelib.forums.posts import Known, Outcome, Version, known_item
from chalicelib.game import GM, redact
from chalicelib.outward import Web
from chalicelib.rules.verbs import Accuse
from chalicelib.store import Put
from tests.api.conftest import Api
from tests.forums.intake.conftest import Forum, bound, caller
from tests.forums.intake.speech import (
    LATER,
    PLAIN,
    POST,
    SECRET,
    TEXT,
    THREAD,
    Event,
    discourse,
    generic,
    signed_generic,
)
from tests.worlds import GAME

PATH = f"/v1/games/{GAME}/forum-bindings"
HERE = "http://127.0.0.1:8123/forum"


@pytest.fixture
def host(world, client):
    """The API as the organiser, at a site that may call this machine."""
    site.install(dataclasses.replace(world.site, web=Web(local=True)))
    return caller(world, client, "host")


def test_secrets_are_shown_once(world, client, host):
    """The answer to binding has secret and address; no other answer has, nor the key ever."""
    wanted = {"engine": "discourse", "thread_id": 77, "base_url": f"{HERE}/", "api_key": "k" * 20}
    wanted |= {"bot_id": -1, "bot_name": "alibi", "private": True}
    made = host("POST", PATH, wanted)
    assert made.status == 201
    assert made.body["thread_id"] == "77"
    assert made.body["base_url"] == HERE
    assert made.body["markup"] == "markdown"
    assert made.body["hook_url"].startswith("https://alibi.test/v1/hooks/discourse/")
    assert len(made.body["secret"]) >= 12
    assert made.headers["Location"] == f"{PATH}/{made.body['id']}"
    one, all_of_them = host("GET", made.headers["Location"]), host("GET", PATH)
    assert all_of_them.body["items"] == [one.body]
    assert {"secret", "hook_url"} == set(made.body) - set(one.body)
    token = made.body["hook_url"].split("/")[-1]
    for answer in (one, all_of_them):
        shown = json.dumps(answer.body)
        assert not [s for s in (made.body["secret"], token, "k" * 20) if s in shown]
    assert one.body["has_api_key"]
    assert one.body["secret_hint"] == made.body["secret"][-4:]


def test_the_organiser_alone_binds(world, client, host):
    """Players, strangers and those without a token bind nothing, and see nothing of it."""
    forum = bound(world, client, "generic")
    world.account("eve", "en")
    for account in ("p1", "eve"):
        api = caller(world, client, account)
        for method, tail in (
            ("GET", ""),
            ("GET", f"/{forum.id}"),
            ("GET", f"/{forum.id}/posts"),
            ("PATCH", f"/{forum.id}"),
            ("DELETE", f"/{forum.id}"),
            ("POST", f"/{forum.id}/secret/rotate"),
        ):
            answer = api(method, f"{PATH}{tail}", {} if method in ("PATCH", "POST") else None)
            assert (answer.status, answer.body["code"]) == (403, "not_organiser")
    assert Api(client)("GET", PATH).status == 401
    assert host("GET", "/v1/games/other/forum-bindings").status == 404


def test_a_thread_of_another_game_is_none(world, client, host):
    """The id of a binding opens it at its own game only."""
    forum = bound(world, client, "generic")
    other = host("POST", "/v1/games", {"title": "Other", "language": "en"}).body["id"]
    for method in ("GET", "DELETE"):
        answer = host(method, f"/v1/games/{other}/forum-bindings/{forum.id}")
        assert (answer.status, answer.body["code"]) == (404, "no_such_binding")
    assert host("GET", f"{PATH}/{'x' * 500}").status == 404


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"engine": "phpbb"}, "bad_body"),
        ({"thread_id": ""}, "bad_hook"),
        ({"thread_id": "a b"}, "bad_hook"),
        ({"markup": "markdown", "engine": "xenforo"}, "wrong_markup"),
        ({"markup": "html", "engine": "discourse"}, "wrong_markup"),
        ({"engine": "nodebb", "posts_url": HERE}, "no_posts_url"),
        ({"api_key": "key"}, "no_api_key"),
        ({"engine": "nodebb", "api_key": "key"}, "needs_base_url"),
        ({"engine": "nodebb", "api_key": "key", "base_url": HERE}, "needs_bot"),
        (
            {"engine": "discourse", "api_key": "key", "base_url": HERE, "bot_id": 5},
            "needs_bot",
        ),
        ({"posts_url": HERE}, "needs_bot"),
        ({"private": True}, "needs_way_out"),
        (
            {"engine": "nodebb", "api_key": "k\r\nX: y", "base_url": HERE, "bot_id": 5},
            "not_for_header",
        ),
        ({"engine": "discourse", "secret": "short"}, "weak_secret"),
        ({"engine": "nodebb", "secret": "пароль пароль"}, "weak_secret"),
        ({"secret": "whsec_AAAA"}, "weak_secret"),
        ({"secret": "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0"}, "weak_secret"),
        ({"base_url": "http://forum.example"}, "blocked_url"),
        ({"base_url": "https://127.0.0.1/"}, "blocked_url"),
        ({"posts_url": "https://169.254.169.254/", "bot_id": 1}, "blocked_url"),
        ({"posts_url": "file:///etc/passwd", "bot_id": 1}, "blocked_url"),
        ({"limit": -1}, "bad_body"),
        ({"token": "x"}, "bad_body"),
    ],
)
def test_what_an_engine_cannot_be_is_refused(host, world, wrong, code):
    """Each mistake has its words, in the organiser's language, and nothing is bound."""
    answer = host(
        "POST", PATH, {"engine": "generic", "thread_id": "7"} | wrong, Accept_Language="ru"
    )
    assert (answer.status, answer.body["code"]) == (400, code)
    assert answer.body["detail"]
    assert of_game(world.store, GAME, now=world.time) == ()


def test_a_game_has_three_threads_each_once(world, client, host):
    """A fourth thread is refused, and one that is bound already; one that was let go makes room."""
    forums = [bound(world, client, "generic", thread_id=str(n)) for n in range(3)]
    full = host("POST", PATH, {"engine": "generic", "thread_id": "9"})
    assert (full.status, full.body["code"]) == (409, "bindings_full")
    assert host("DELETE", f"{PATH}/{forums[0].id}").status == 204
    for address in ({}, {"base_url": "https://forum.example.org"}):
        twice = host("POST", PATH, {"engine": "generic", "thread_id": "1"} | address)
        assert (twice.status, twice.body["code"]) == (409, "thread_bound")
    moved = host("PATCH", f"{PATH}/{forums[1].id}", {"thread_id": 2})
    assert (moved.status, moved.body["code"]) == (409, "thread_bound")
    assert host("POST", PATH, {"engine": "generic", "thread_id": "9"}).status == 201


def test_a_binding_is_changed_in_part(world, client, host):
    """What is left out of a change stays as it is; what does not fit changes nothing."""
    forum = bound(world, client, "generic")
    forum.tell(Event())
    path = f"{PATH}/{forum.id}"
    before = host("GET", path).body
    wanted = {"posts_url": HERE, "private": True, "limit": 3000, "reactions": "answer"}
    after = host("PATCH", path, wanted)
    assert after.body == before | wanted
    assert after.body["status"] == "active"
    refused = host("PATCH", path, {"bot_id": "", "red": True})
    assert (refused.status, refused.body["code"]) == (400, "needs_bot")
    assert host("GET", path).body == after.body
    assert host("PATCH", path, {"engine": "nodebb"}).status == 400


def test_a_secret_is_rotated_with_grace(world, client, host):
    """Both secrets count for a day, then the new one alone; without grace at once."""
    forum = bound(world, client, "generic")
    path = f"{PATH}/{forum.id}/secret/rotate"
    new = host("POST", path).body
    assert new["hook_url"] == forum.bound["hook_url"]
    assert new["old_secret_until"]

    def works(secret: str) -> bool:
        _, body = generic(Event(post=str(world.rng.getrandbits(30))), world.time)
        return forum.bring(*signed_generic(body, world.time, secret)).status == 200

    assert works(SECRET)
    assert works(new["secret"])
    world.wait(hours=24, seconds=1)
    assert not works(SECRET)
    assert works(new["secret"])
    assert host("GET", f"{PATH}/{forum.id}").body["old_secret_until"] is None
    newest = host("POST", path, {"grace_hours": 0, "secret": SECRET}).body
    assert newest["secret"] == SECRET
    assert works(SECRET)
    assert not works(new["secret"])


def test_posts_are_shown_with_all_versions(world, client, host):
    """The organiser reads each version with its times, and pages through the posts."""
    forum = bound(world, client, "generic")
    forum.tell(Event("edited", text="second", edited=LATER, name="Anareta the Second"))
    forum.tell(Event())
    for number in range(5):
        forum.tell(Event(post=f"p{number}"))
    forum.tell(Event(post="secret", text="nobody else reads this"), private=True)
    path = f"{PATH}/{forum.id}/posts"
    first = host("GET", f"{path}?limit=4").body
    rest = host("GET", f"{path}?limit=4&after={first['after']}").body
    assert (first["more"], rest["more"]) == (True, False)
    posts = first["items"] + rest["items"]
    assert [post["id"] for post in posts] == [POST, "p0", "p1", "p2", "p3", "p4"]
    versions = posts[0]["versions"]
    assert [(one["event"], one["body"]) for one in versions] == [
        ("created", TEXT),
        ("edited", "second"),
    ]
    assert posts[0]["author"]["name"] == "Anareta the Second"
    assert posts[0]["url"].startswith("https://forum.example/")
    assert host("GET", f"{path}?after=zzz").body == {"items": [], "after": "zzz", "more": False}


def test_many_versions_do_not_get_lost(world, client, host):
    """However the rows fall into pages, each post comes once with all its versions."""
    forum = bound(world, client, "generic")
    for post in ("a", "b", "c", "d"):
        for number in range(33):
            at = LATER + timedelta(seconds=number)
            forum.tell(Event("edited", text=f"{number}", post=post, edited=at))
    seen: dict[str, int] = {}
    after = ""
    for _ in range(9):
        page = host("GET", f"{PATH}/{forum.id}/posts?after={after}").body
        seen |= {post["id"]: len(post["versions"]) for post in page["items"]}
        after = page["after"]
        if not page["more"]:
            break
    assert seen == dict.fromkeys("abcd", 33)


def test_what_became_of_a_post_tells_no_cards(world, client, host):
    """Why moves were refused may depend on cards; who is not the GM reads that they were read."""
    forum = bound(world, client, "generic")
    forum.tell(Event())
    versions = (Version("h", LATER),)
    told: tuple[tuple[Outcome, str], ...] = (
        ("refused", "read"),
        ("silent", "silent"),
        ("played", "played"),
    )
    for outcome, shown in told:
        known = Known(
            versions, seat="s1", seq=9, suggestions=(4,), outcome=outcome, code="must_refute"
        )
        world.store.write(Put(known_item(forum.id, POST, known, 1)), now=world.time)
        answer = host("GET", f"{PATH}/{forum.id}/posts")
        (post,) = answer.body["items"]
        assert (post["outcome"], post["seat"], post["suggestions"]) == (shown, "s1", [4])
        assert "must_refute" not in json.dumps(answer.body)


def over(world) -> None:
    """Let the game end: somebody accuses rightly, and the window closes."""
    case = redact(world.state, GM).case
    world.move("p1", Accuse(case.suspect, case.weapon, case.room))
    for _ in range(24 * 20):
        if world.state.result:
            return
        world.wait(hours=1)
        world.tick()
    raise AssertionError("the game does not end")


def test_a_thread_ends_with_its_game(world, client, host):
    """A day after the end nothing is taken in, thirty days later nothing is left of it."""
    forum = bound(world, client, "generic")
    forum.tell(Event())
    over(world)
    spread.sweep(world.site)
    assert ending.sweep(world.site) == 0
    assert forum.status() == "active"
    world.wait(days=1)
    assert ending.sweep(world.site) == 1
    assert forum.status() == "ended"
    answer = forum.tell(Event(post="late"))
    assert (answer.status, answer.body["ignored"]) == (200, "ended")
    assert len(forum.rows()) == 1
    world.wait(days=29)
    assert ending.sweep(world.site) == 0
    assert len(forum.rows()) == 1
    world.wait(days=1)
    assert ending.sweep(world.site) == 1
    assert world.store.query(f"BINDING#{forum.id}", now=world.time) == ()
    assert forum.tell(Event()).status == 404
    assert list(world.store.due(world.time, prefix="END#")) == []
    refused = host("POST", PATH, {"engine": "generic", "thread_id": "9"})
    assert (refused.status, refused.body["code"]) == (409, "game_over")


def test_a_thread_that_was_let_go_is_forgotten(world, client, host):
    """Its address leads nowhere at once; its posts are kept for thirty days, then deleted."""
    forum = bound(world, client, "discourse")
    for number in range(250):
        forum.tell(Event(post=str(1000 + number)))
    assert host("DELETE", f"{PATH}/{forum.id}").status == 204
    assert forum.bring(*discourse(Event(), world.time)).status == 404
    assert host("GET", f"{PATH}/{forum.id}").status == 404
    assert binding_at(world.store, forum.id, now=world.time) is None
    world.wait(days=31)
    assert ending.sweep(world.site) == 1
    assert world.store.query(f"BINDING#{forum.id}", now=world.time) == ()
    assert ending.sweep(world.site) == 0


def test_nothing_secret_is_in_what_views_read(world, client):
    """Secrets lie in a row of their own, which no view but that of the binding's door reads."""
    forum: Forum = bound(world, client, "nodebb")
    (item,) = world.store.read((f"BINDING#{forum.id}", "BINDING"), now=world.time)
    assert item
    assert PLAIN not in item.body
    assert THREAD in item.body
    assert msgspec.json.decode(item.body)["engine"] == "nodebb"
