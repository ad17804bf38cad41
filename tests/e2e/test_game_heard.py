"""What webhooks told of the game of ``test_game``: all of it, once, signed, and no secret."""

import json

import pytest

from tests.e2e.spirit import eventually

OF_NO_ENTRY = {"post.rejected"}
"""What comes from no entry of the log has no number."""
KEY = ("seq", "part", "audience")


@pytest.fixture(scope="module", params=["public", "own"])
def ear(request, table):
    """A receiver that has heard the end, and what came before it was there."""
    ear = getattr(table.hearing, request.param)
    eventually(lambda: "game.finished" in [body["type"] for body in ear.bodies])
    return ear


@pytest.fixture(scope="module")
def told(ear):
    """What was heard of entries of the log."""
    rest = [body["type"] for body in ear.bodies if "seq" not in body["data"]]
    assert set(rest) <= OF_NO_ENTRY
    return [body for body in ear.bodies if "seq" in body["data"]]


def test_each_event_is_delivered_once(table, ear, told):
    """No two deliveries have one id, or tell of the same part of the same log entry."""
    assert len(ear.ids) == len(set(ear.ids)) > 30
    parts = [tuple(body["data"][key] for key in KEY) for body in told]
    assert len(parts) == len(set(parts))
    assert all(body["data"]["game_id"] == table.game for body in ear.bodies)


def test_nothing_is_missed(table, told):
    """Each entry of the log that a stranger may read was told, and each part of it, to the end."""
    came: dict[tuple[int, str], set[int]] = {}
    parts = {}
    for data in (body["data"] for body in told):
        came.setdefault((data["seq"], data["audience"]), set()).add(data["part"])
        parts[data["seq"], data["audience"]] = data["parts"]
    assert came == {key: set(range(1, last + 1)) for key, last in parts.items()}
    heard = {seq for seq, audience in came if audience == "public"}
    log = {entry["seq"] for entry in table.entries()}
    assert heard == {seq for seq in log if seq >= min(heard)}


def test_no_webhook_names_cards_that_the_log_does_not(table, ear, told):
    """Cards stand together as the public log has put them by then; what is fetched names none."""
    log = table.told()
    for body in told:
        assert log.strange(body["data"]["seq"], body) == [], body
        assert log.wrong_cases(body) == [], body
    for body in ear.bodies:
        if "fetch" in body["data"]:
            assert not log.named(json.dumps(body, ensure_ascii=False)), body


def test_a_secret_is_fetched_with_ones_own_token(table):
    """The player is told thin that there is a hand, a question, a card; the public is not."""
    thin = {b["type"]: b["data"] for b in table.hearing.own.bodies if "fetch" in b["data"]}
    assert {"hand.dealt", "card.shown"} <= thin.keys()
    assert not thin.keys() & {body["type"] for body in table.hearing.public.bodies}
    for data in thin.values():
        answer = table.local.client.get(data["fetch"], headers=table.who["Мышь"])
        assert answer.status_code == 200
