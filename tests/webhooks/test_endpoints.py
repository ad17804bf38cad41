"""Registering, proving, changing and removing endpoints over HTTP."""

import logging
import re

import pytest

from chalicelib.outward.signature import verified
from chalicelib.rules import table
from chalicelib.webhooks import lanes, registry
from tests.webhooks.receivers import Answer, polite
from tests.worlds import GAME

ENDPOINTS = "/v1/webhook-endpoints"
FIELDS = {
    *("id", "url", "description", "format", "event_types", "games", "audience", "status"),
    *("disabled_reason", "secret_hint", "created_at", "last_success_at", "first_failure_at"),
    *("rate_per_minute", "secret_created_at", "api_version", "failing"),
}


def refused(hooks, account, method, path, body=None):
    """The status and the code of a refusal."""
    answer = hooks.ask(account, method, path, body)
    assert answer.status >= 400, answer.body
    assert answer.body["detail"]
    return answer.status, answer.body["code"]


def test_the_key_is_shown_once(hooks):
    """Registering shows it, nothing afterwards does; its end tells which it is."""
    made = hooks.register("p1", hooks.receiver().url)
    secret = made.pop("secret")
    assert set(made) == FIELDS
    assert secret.startswith("whsec_")
    assert len(secret) == 6 + 44
    assert made["secret_hint"] == secret.rstrip("=")[-4:]
    shown = hooks.show("p1", made["id"])
    listed = hooks.ask("p1", "GET", ENDPOINTS).body["items"]
    changed = hooks.ask("p1", "PATCH", f"{ENDPOINTS}/{made['id']}", {"description": "x"}).body
    assert listed == [shown]
    for view in (shown, changed):
        assert set(view) == FIELDS
        assert secret not in str(view)


def test_an_endpoint_proves_itself_by_the_echo_in_body_or_header(hooks):
    """Either will do; an answer without it is no proof, and is tried three times in ten minutes."""
    body, header, deaf = hooks.receiver(), hooks.receiver(), hooks.receiver()
    header.answer = lambda heard: Answer(
        204, {"Webhook-Challenge": heard.json["data"]["challenge"]}
    )
    deaf.says(200, b'{"challenge": "something else"}')
    named = [hooks.register("p1", receiver.url) for receiver in (body, header, deaf)]
    began = hooks.world.time
    hooks.settle()
    status = [hooks.show("p1", made["id"])["status"] for made in named]
    assert status == ["active", "active", "pending"]
    (ping,) = body.heard
    secret, now = named[0]["secret"], int(began.timestamp())
    assert verified([secret], ping.headers, ping.body, now)
    for _ in range(10):
        hooks.world.wait(minutes=1)
        hooks.settle()
    assert len(deaf.heard) == 3
    (line,) = hooks.deliveries("p1", named[2]["id"])
    log = hooks.delivery("p1", line["id"])["log"]
    assert {attempt["error"] for attempt in log} == {"challenge"}
    hooks.world.wait(days=1)
    hooks.settle()
    assert len(deaf.heard) == 3
    deaf.answer = polite
    assert hooks.ask("p1", "POST", f"{ENDPOINTS}/{named[2]['id']}/ping").status == 202
    hooks.settle()
    assert hooks.show("p1", named[2]["id"])["status"] == "active"


def test_a_chat_shows_a_code_that_its_owner_sends_back(hooks):
    """The message has the code; a wrong one is refused, the right one lets events in."""
    room = hooks.receiver()
    room.says(204)
    made = hooks.register("p1", room.url, format="discord")
    hooks.settle()
    assert hooks.show("p1", made["id"])["status"] == "pending"
    path = f"{ENDPOINTS}/{made['id']}/enable"
    assert refused(hooks, "p1", "POST", path, {"code": "abcd-efgh"}) == (
        403,
        "wrong_endpoint_code",
    )
    text = room.heard[0].json

    code = re.search(r"[a-z2-9]{4}-[a-z2-9]{4}", str(text))
    assert code
    answer = hooks.ask("p1", "POST", path, {"code": f" {code[0].upper()} "})
    assert answer.body["status"] == "active"
    hooks.world.move("p1", table.Talk("Good evening"))
    hooks.settle()
    assert len(room.heard) == 2


def test_a_code_may_be_tried_five_times(hooks):
    """After that even the right one does not count; a new one has to be asked for."""
    room = hooks.receiver()
    room.says(204)
    made = hooks.register("p1", room.url, format="discord")
    hooks.settle()

    code = re.search(r"[a-z2-9]{4}-[a-z2-9]{4}", room.heard[0].body.decode())
    assert code
    path = f"{ENDPOINTS}/{made['id']}/enable"
    for _ in range(5):
        refused(hooks, "p1", "POST", path, {"code": "wrong"})
    assert refused(hooks, "p1", "POST", path, {"code": code[0]})[1] == "wrong_endpoint_code"
    assert hooks.ask("p1", "POST", path).body["status"] == "pending"
    hooks.settle()
    fresh = re.search(r"[a-z2-9]{4}-[a-z2-9]{4}", room.heard[-1].body.decode())
    assert fresh
    assert hooks.ask("p1", "POST", path, {"code": fresh[0]}).body["status"] == "active"


def test_a_new_url_has_to_be_proven_and_nothing_goes_to_the_old_one(hooks):
    """The change makes it pending, cancels what was on its way, and then the new URL hears."""
    old, new = hooks.receiver(), hooks.receiver()
    made = hooks.active("p1", old.url)
    old.says(500)
    hooks.world.move("p1", table.Talk("one"))
    hooks.settle()
    answer = hooks.ask("p1", "PATCH", f"{ENDPOINTS}/{made['id']}", {"url": new.url})
    assert answer.body["status"] == "pending"
    hooks.settle()
    assert hooks.show("p1", made["id"])["status"] == "active"
    hooks.world.wait(minutes=2)
    hooks.world.move("p1", table.Talk("two"))
    hooks.settle()
    assert len(old.events) == 1
    assert [heard.json["data"]["comment"] for heard in new.events] == ["two"]


def test_an_answer_of_the_old_url_proves_nothing_of_the_new_one(hooks):
    """Whoever changes the URL while the old one answers has proven the old one only."""
    old, new = hooks.receiver(), hooks.receiver()
    made = hooks.register("p1", old.url)
    new.says(500)

    def changing(heard):
        hooks.ask("p1", "PATCH", f"{ENDPOINTS}/{made['id']}", {"url": new.url})
        return polite(heard)

    old.answer = changing
    hooks.settle()
    assert hooks.show("p1", made["id"])["status"] == "pending"
    assert [heard.type for heard in new.heard] == ["endpoint.ping"]


def test_both_keys_sign_for_the_grace_and_then_only_the_new_one(hooks):
    """A rotation breaks no receiver that still has the old key."""
    receiver = hooks.receiver()
    made = hooks.active("p1", receiver.url)
    path = f"{ENDPOINTS}/{made['id']}/secret/rotate"
    new = hooks.ask("p1", "POST", path, {"grace": 3600}).body
    assert new["secret_hint"] != made["secret_hint"]

    def signing():
        hooks.world.move("p1", table.Talk("x"))
        hooks.settle()
        heard, now = receiver.events[-1], int(hooks.world.time.timestamp())
        return [
            verified([secret], heard.headers, heard.body, now)
            for secret in (made["secret"], new["secret"])
        ], heard.headers["webhook-signature"].count("v1,")

    assert signing() == ([True, True], 2)
    hooks.world.wait(minutes=59)
    assert signing() == ([True, True], 2)
    hooks.world.wait(minutes=1)
    assert signing() == ([False, True], 1)


def test_without_grace_the_old_keys_end_at_once(hooks):
    """A key in wrong hands signs nothing any more; at most two old ones are kept otherwise."""
    receiver = hooks.receiver()
    made = hooks.active("p1", receiver.url)
    path = f"{ENDPOINTS}/{made['id']}/secret/rotate"
    for _ in range(2):
        assert hooks.ask("p1", "POST", path).status == 200
    assert refused(hooks, "p1", "POST", path, {"grace": 60}) == (409, "too_many_keys")
    assert refused(hooks, "p1", "POST", path, {"grace": 7 * 86400 + 1}) == (400, "bad_body")
    last = hooks.ask("p1", "POST", path, {"grace": 0}).body["secret"]
    hooks.world.move("p1", table.Talk("x"))
    hooks.settle()
    (heard,) = receiver.events
    assert heard.headers["webhook-signature"].count("v1,") == 1
    assert verified([last], heard.headers, heard.body, int(hooks.world.time.timestamp()))


def test_a_removed_endpoint_gets_nothing_and_is_gone(hooks):
    """Neither what was on its way nor what happens later; its keys are deleted."""
    receiver = hooks.receiver()
    made = hooks.active("p1", receiver.url)
    receiver.says(500)
    hooks.world.move("p1", table.Talk("one"))
    hooks.settle()
    path = f"{ENDPOINTS}/{made['id']}"
    assert hooks.ask("p1", "DELETE", path).status == 204
    assert refused(hooks, "p1", "GET", path) == (404, "unknown_endpoint")
    hooks.world.wait(hours=3)
    hooks.world.move("p1", table.Talk("two"))
    hooks.settle()
    assert len(receiver.events) == 1
    pk, now = f"HOOK#{made['id']}", hooks.world.time
    left = {item.sk.partition("#")[0] for item in hooks.world.store.query(pk, now=now)}
    assert left == {"SENT"}
    assert hooks.ask("p1", "GET", ENDPOINTS).body == {"items": []}


def test_what_is_somebody_elses_is_unknown(hooks):
    """Endpoints and deliveries are their owner's alone, whatever is asked of them."""
    receiver = hooks.receiver()
    made = hooks.active("p1", receiver.url)
    (line,) = hooks.deliveries("p1", made["id"])
    one = f"{ENDPOINTS}/{made['id']}"
    calls = [
        ("GET", one),
        ("PATCH", one),
        ("DELETE", one),
        ("GET", f"{one}/deliveries"),
        ("POST", f"{one}/secret/rotate"),
        ("POST", f"{one}/ping"),
        ("POST", f"{one}/enable"),
        ("GET", f"/v1/deliveries/{line['id']}"),
        ("POST", f"/v1/deliveries/{line['id']}/redeliver"),
        ("GET", "/v1/deliveries/msg_"),
        ("GET", f"{ENDPOINTS}/ "),
    ]
    for method, path in calls:
        body = dict[str, str]() if method == "PATCH" else None
        assert refused(hooks, "p2", method, path, body)[0] == 404
        assert hooks.client.http.request(method, path, body=b"{}").status_code == 401


@pytest.mark.parametrize(
    ("account", "wish", "expected"),
    [
        ("p1", {"url": "http://10.0.0.1/"}, (400, "blocked_url")),
        ("p1", {"url": "https://user:secret@example.org/"}, (400, "blocked_url")),
        ("p1", {"url": "https://169.254.169.254/latest"}, (400, "blocked_url")),
        ("p1", {"games": ["nowhere"]}, (404, "unknown_game")),
        ("p1", {"event_types": ["suggestion.eaten"]}, (400, "unknown_event_type")),
        ("p1", {"format": "telex"}, (400, "bad_body")),
        ("p1", {"audience": "player", "format": "discord"}, (409, "room_for_player")),
        ("host", {"audience": "player"}, (403, "not_seated")),
        ("p1", {"audience": "gm"}, (403, "not_organiser")),
        ("p1", {"rate_per_minute": 0}, (400, "bad_body")),
        ("p1", {"secret": "mine"}, (400, "bad_body")),
    ],
)
def test_what_cannot_be_is_refused(hooks, account, wish, expected):
    """Inner addresses, unknown games and types, a room for one player, a place one has not."""
    body = {"url": hooks.receiver().url, "games": [GAME]} | wish
    assert refused(hooks, account, "POST", ENDPOINTS, body) == expected
    assert hooks.ask(account, "GET", ENDPOINTS).body == {"items": []}


def test_anybody_may_listen_to_what_is_public(hooks):
    """A stranger with an account; but not to as many games and URLs as they like."""
    url = hooks.receiver().url
    for _ in range(registry.MOST_OF_ACCOUNT):
        hooks.register("stranger", url)
    body = {"url": url, "games": [GAME]}
    assert refused(hooks, "stranger", "POST", ENDPOINTS, body) == (409, "too_many_endpoints")
    for number in range(registry.MOST_OF_STRANGERS - registry.MOST_OF_ACCOUNT):
        hooks.register(f"stranger {number // 15}", url)
    assert refused(hooks, "another", "POST", ENDPOINTS, body) == (409, "too_many_for_game")
    hooks.register("p1", url)


def test_only_so_many_sendings_an_hour_can_be_asked_for(hooks):
    """Pings are limited, so that nobody's server is rung through us; the hour after, it goes on."""
    made = hooks.active("p1", hooks.receiver().url)
    api, path = hooks.api("p1"), f"{ENDPOINTS}/{made['id']}/ping"
    for _ in range(registry.MOST_ASKED - 1):
        assert api("POST", path).status == 202
    answer = api("POST", path)
    assert (answer.status, answer.body["code"]) == (429, "too_many_sendings")
    hooks.world.wait(seconds=int(answer.headers["Retry-After"]))
    assert api("POST", path).status == 202


def test_the_organisers_endpoint_hears_what_is_for_the_organiser(hooks):
    """Words to the GM reach it, and no other endpoint."""
    office, player, public = (hooks.receiver() for _ in range(3))
    hooks.active("host", office.url, audience="gm")
    hooks.active("p1", player.url, audience="player")
    hooks.active("p3", public.url)
    hooks.world.move("p1", table.TellGM("I suspect the cook"))
    hooks.settle()
    assert "word.received" in {heard.type for heard in office.events}
    for other in (player, public):
        assert "word.received" not in {heard.type for heard in other.events}


def test_neither_key_nor_address_is_ever_logged(hooks, caplog):
    """Whatever fails, the log names classes: no URL, no key, no signature."""
    caplog.set_level(logging.DEBUG)
    receiver = hooks.receiver()
    made = hooks.active("p1", f"{receiver.url}?token=geheim")
    receiver.says(500, b"geheim")
    hooks.world.move("p1", table.Talk("one"))
    hooks.settle()
    receiver.close()
    hooks.receivers.remove(receiver)
    hooks.world.wait(minutes=3)
    lanes.sweep(hooks.world.site)
    assert "geheim" not in caplog.text
    assert made["secret"] not in caplog.text
