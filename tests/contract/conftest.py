"""Every contract test runs on both adapters."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from chalicelib.store import Store
from chalicelib.store.dynamo import DynamoStore
from chalicelib.store.sqlite import SqliteStore
from tests.stores import CREDENTIALS, OpenStore, ministack


@pytest.fixture(scope="session")
def dynamo_url() -> Iterator[str]:
    """An emulator with DynamoDB, one for the whole run."""
    with pytest.MonkeyPatch.context() as environment, ministack("dynamodb") as url:
        for name, value in CREDENTIALS.items():
            environment.setenv(name, value)
        yield url


@pytest.fixture(params=["sqlite", "dynamo"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    """Opens a store on data of this test alone, empty at first."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "alibi.db")
    url, table = request.getfixturevalue("dynamo_url"), f"alibi-{uuid4().hex}"
    first = DynamoStore(table, host=url)
    first.create_table()
    ready = [first]  # used once: to make an AWS client is slow
    return lambda: ready.pop() if ready else DynamoStore(table, host=url)


@pytest.fixture
def store(open_store: OpenStore) -> Iterator[Store]:
    """A store on empty data."""
    store = open_store()
    yield store
    store.close()
