"""Webhooks on AWS: their functions, and the same on DynamoDB."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from chalicelib import spread
from chalicelib.rules import table
from chalicelib.store.dynamo import DynamoStore
from chalicelib.webhooks import lanes
from infra import template
from tests.aws.test_triggers import stream_record
from tests.stores import CREDENTIALS, ministack
from tests.webhooks.conftest import opened
from tests.webhooks.test_lanes import due, talked
from tests.worlds import World


def test_the_stream_sends_a_delivery_once(hooks):
    """An insertion is sent; the record coming again, a change, or another row sends nothing."""
    receiver = hooks.receiver()
    hooks.active("p1", receiver.url)
    talked(hooks, "Good evening")
    ((pk, sk),) = due(hooks)
    keys = {"pk": {"S": pk}, "sk": {"S": sk}}
    other = {"pk": {"S": pk}, "sk": {"S": "LANE"}}
    for name, of in (("MODIFY", keys), ("INSERT", other), ("INSERT", keys), ("INSERT", keys)):
        hooks.client.lambda_.invoke("outside", {"Records": [stream_record(name, of)]})
        assert len(receiver.events) == (name == "INSERT" and of is keys)


def test_the_clock_sends_what_is_due(hooks):
    """What the stream has lost, and retries."""
    receiver = hooks.receiver()
    hooks.active("p1", receiver.url)
    receiver.says(500)
    talked(hooks, "Good evening")
    event = hooks.client.events.generate_cw_event("", "", {}, [])
    for expected in (1, 1, 2):
        hooks.client.lambda_.invoke("webhook_tick", event)
        assert len(receiver.events) == expected
        hooks.world.wait(seconds=36)


def test_mail_and_what_goes_elsewhere_do_not_wait_for_each_other():
    """Two functions read the stream, and each gets its own rows only."""
    resources = template.merged()["Resources"]

    def prefixes(name: str) -> set[str]:
        (source,) = resources[name]["Properties"]["Events"].values()
        patterns = source["Properties"]["FilterCriteria"]["Filters"]
        found = (json.loads(one["Pattern"])["dynamodb"]["Keys"]["sk"]["S"] for one in patterns)
        return {rule["prefix"] for (rule,) in found}

    assert prefixes("Outside") == {"IN#", "SEND#", "WRITE#"}
    assert prefixes("Deliver") == {"NEWS#", "OUT#"}


@pytest.fixture
def on_dynamo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A site whose table is DynamoDB's, as an emulator plays it."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    with ministack("dynamodb") as url:
        store = DynamoStore(f"alibi-{uuid4().hex}", host=url)
        store.create_table()
        world = World(tmp_path)
        world.store.close()
        world.site = replace(world.site, store=store)
        world.store = store  # type: ignore[assignment]
        yield world
        store.close()


def test_dynamodb_lets_one_of_many_send(on_dynamo):
    """On the other store, too, an event comes once, whoever races for it; and is retried."""
    with opened(on_dynamo) as hooks:
        receiver = hooks.receiver()
        hooks.active("p1", receiver.url)
        on_dynamo.move("p1", table.Talk("Good evening"))
        spread.sweep(on_dynamo.site)
        with ThreadPoolExecutor(4) as pool:
            made = list(pool.map(lambda _: lanes.sweep(on_dynamo.site), range(4)))
        assert sum(made) == len(receiver.events) == 1
        receiver.says(500)
        on_dynamo.move("p1", table.Talk("Hello"))
        hooks.settle()
        on_dynamo.wait(minutes=2)
        hooks.settle()
        assert len(receiver.events) == 3
