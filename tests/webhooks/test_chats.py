"""Endpoints that are forums and chats: what arrives there, and what their answers mean."""

import json
import re

import pytest

from chalicelib.rules import table
from chalicelib.rules.verbs import Suggest
from tests.webhooks.receivers import Answer
from tests.webhooks.test_endpoints import ENDPOINTS

OK = {"discord": Answer(204), "slack": Answer(body=b"ok"), "matrix": Answer(body=b"{}")}
OK["telegram"] = Answer(body=b'{"ok":true}')


def proven(hooks, receiver, form, url=""):
    """An endpoint of a chat whose owner has sent the code back."""
    receiver.answer = lambda _: OK[form]
    made = hooks.register("p3", url or receiver.url, format=form)
    hooks.settle()
    code = re.search(r"[a-z2-9]{4}-[a-z2-9]{4}", receiver.heard[0].body.decode())
    assert code
    path = f"{ENDPOINTS}/{made['id']}/enable"
    assert hooks.ask("p3", "POST", path, {"code": code[0]}).body["status"] == "active"
    receiver.heard.clear()
    return made["id"]


@pytest.mark.parametrize("form", ["bbcode", "markdown"])
def test_a_forum_plugin_gets_the_text_that_it_posts(hooks, form):
    """The standard envelope with the announcement of the thread, ready in its markup."""
    receiver = hooks.receiver()
    hooks.active("p3", receiver.url, format=form)
    hooks.world.move("p1", Suggest("Mustard", "Rope", "Hall", "s2"))
    hooks.settle()
    (heard,) = receiver.events
    assert heard.type == "suggestion.made"
    for word in ("Anna", "Boris", "Mustard", "Rope", "Hall"):
        assert word in heard.json["data"]["text"]


@pytest.mark.parametrize("form", ["discord", "slack", "telegram"])
def test_a_room_reads_what_happens(hooks, form):
    """One message for one event, with the names in it."""
    receiver = hooks.receiver()
    proven(hooks, receiver, form, f"{receiver.url}?chat_id=-100")
    hooks.world.move("p1", Suggest("Mustard", "Rope", "Hall", "s2"))
    hooks.settle()
    (heard,) = receiver.heard
    assert all(word in heard.body.decode() for word in ("Anna", "Boris", "Mustard"))


def test_a_matrix_room_is_put_to_under_the_id_of_the_message(hooks):
    """A repeat has the same transaction, so that the server shows it once."""
    receiver = hooks.receiver()
    room = receiver.url.removesuffix("/in") + "/_matrix/client/v3/rooms/!a:b/send/m.room.message"
    name = proven(hooks, receiver, "matrix", f"{room}?access_token=geheim")
    receiver.says(500)
    hooks.world.move("p1", table.Talk("Good evening"))
    hooks.settle()
    hooks.world.wait(minutes=2)
    hooks.settle()
    first, second = receiver.heard
    assert first.method == "PUT"
    assert first.path == second.path
    (line,) = hooks.deliveries("p3", name, status="pending")
    assert line["id"] in first.path
    assert "geheim" not in first.path
    assert "geheim" not in json.dumps(hooks.delivery("p3", line["id"]))


def test_telegram_gets_plain_text_at_once_where_it_cannot_read_markup(hooks):
    """No attempt of the schedule is used up, and it is tried plain just once."""
    receiver = hooks.receiver()
    name = proven(hooks, receiver, "telegram", f"{receiver.url}?chat_id=-100")
    refusal = b'{"ok":false,"description":"Bad Request: can\'t parse entities: x"}'
    receiver.says(400, refusal)
    hooks.world.move("p1", table.Talk("Good evening"))
    hooks.settle()
    marked, plain = receiver.heard
    assert "parse_mode" in marked.json
    assert "parse_mode" not in plain.json
    receiver.answer = lambda _: OK["telegram"]
    hooks.world.wait(minutes=2)
    hooks.settle()
    (line,) = [x for x in hooks.deliveries("p3", name) if x["kind"] == "event"]
    assert (line["status"], line["attempts"]) == ("delivered", 3)
    assert "parse_mode" not in receiver.heard[-1].json


def test_discord_says_in_its_body_how_long_to_wait(hooks):
    """As with the header: from once to twice the wait that is due."""
    receiver = hooks.receiver()
    proven(hooks, receiver, "discord")
    hooks.unjittered()
    receiver.says(429, b'{"retry_after": 90.5}')
    hooks.world.move("p1", table.Talk("Good evening"))
    hooks.settle()
    for seconds, expected in ((90, 1), (1, 2)):
        hooks.world.wait(seconds=seconds)
        hooks.settle()
        assert len(receiver.heard) == expected


def test_a_deleted_discord_webhook_is_gone(hooks):
    """404 is there what 410 is elsewhere."""
    receiver = hooks.receiver()
    name = proven(hooks, receiver, "discord")
    receiver.says(404, b'{"message": "Unknown Webhook", "code": 10015}')
    hooks.world.move("p1", table.Talk("Good evening"))
    hooks.settle()
    shown = hooks.show("p3", name)
    assert (shown["status"], shown["disabled_reason"]) == ("disabled", "gone")
