"""A game of three on SQLite, and one on DynamoDB as an emulator plays it."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

import pytest

from chalicelib.store.dynamo import DynamoStore
from tests.stores import CREDENTIALS, ministack
from tests.worlds import World


@pytest.fixture(scope="session")
def emulator() -> Iterator[str]:
    """An emulator with DynamoDB, one for the whole run."""
    with pytest.MonkeyPatch.context() as environment, ministack("dynamodb") as url:
        for name, value in CREDENTIALS.items():
            environment.setenv(name, value)
        yield url


def on_dynamo(world: World, url: str) -> World:
    """The same world on a table of its own."""
    store = DynamoStore(f"alibi-{uuid4().hex}", host=url)
    store.create_table()
    world.store.close()
    world.site = replace(world.site, store=store)
    world.store = store  # type: ignore[assignment]
    return world


@pytest.fixture(params=["sqlite", "dynamo"])
def world(request: pytest.FixtureRequest, tmp_path) -> Iterator[World]:
    """A game of three on its first day."""
    made = World(tmp_path)
    if request.param == "dynamo":
        made = on_dynamo(made, request.getfixturevalue("emulator"))
    made.start(day_minutes=60, quiet_days=0)
    yield made
    made.store.close()
