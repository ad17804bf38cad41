"""What webhooks told of the game of ``test_game``: all of it, once, signed, and no secret."""

import json

import pytest

from tests.e2e.spirit import eventually

SILENT = {""}
"""What no webhook tells: the log and other events say it."""


@pytest.fixture(scope="module", params=["public", "own"])
def ear(request, table):
    """A receiver that has heard the end, and what came before it was there."""
    ear = getattr(table.hearing, request.param)
    eventually(lambda: "game.finished" in [body["type"] for body in ear.bodies])
    return ear


def test_each_event_is_delivered_once(table, ear):
    """No two deliveries have one id, or tell of the same part of the same log entry."""
    assert len(ear.ids) == len(set(ear.ids)) > 50
    parts = [tuple(body["data"].get(key) for key in KEY) for body in ear.bodies]
    assert len(parts) == len(set(parts))
    assert all(body["data"]["game_id"] == table.game for body in ear.bodies)


KEY = ("seq", "part", "audience")


def test_whoever_missed_nothing_knows_it(table, ear):
    """The parts of each entry are all there, and entries of which nothing came tell nothing."""
    came: dict[tuple[int, str], set[int]] = {}
    parts = {}
    for body in ear.bodies:
        data = body["data"]
        came.setdefault((data["seq"], data["audience"]), set()).add(data["part"])
        parts[data["seq"], data["audience"]] = data["parts"]
    assert {key: set(range(1, last + 1)) for key, last in parts.items()} == came
    log = {entry["seq"]: {event["type"] for event in entry["events"]} for entry in table.entries()}
    told = {seq for seq, audience in came if audience == "public"}
    assert told <= set(log)
    untold = [kinds for seq, kinds in log.items() if seq not in told and seq > min(told)]
    assert not [kinds - SILENT for kinds in untold if kinds - SILENT]


def test_no_webhook_names_cards_that_the_log_does_not(table, ear):
    """Cards stand together as the public log has put them by then; what is private names none."""
    told = table.told()
    for body in ear.bodies:
        data = body["data"]
        if data["audience"] == "public":
            assert told.strange(data["seq"], body) == [], body
            assert told.wrong_cases(body) == [], body
        else:
            assert not told.named(json.dumps(body, ensure_ascii=False)), body


def test_a_secret_is_fetched_with_ones_own_token(table):
    """The player is told thin that there is a hand, a question, a card; the public is not."""
    thin = {b["type"]: b["data"] for b in table.hearing.own.bodies if "fetch" in b["data"]}
    assert {"hand.dealt", "card.shown"} <= thin.keys()
    assert not thin.keys() & {body["type"] for body in table.hearing.public.bodies}
    for data in thin.values():
        answer = table.local.client.get(data["fetch"], headers=table.who["Мышь"])
        assert answer.status_code == 200
