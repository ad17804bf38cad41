"""The operator's command line, called as the operator calls it, on folders and on tables."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from chalicelib.rules.verbs import Suggest
from chalicelib.store import Put
from chalicelib.store.dynamo import DynamoStore
from infra.operate import place
from infra.operate.command_line import main
from tests.stores import CREDENTIALS, ministack
from tests.worlds import GAME, World

Run = Callable[..., str]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A game of three in which a suggestion waits for its answer; the operator has its clock."""
    folder = tmp_path / "data"
    folder.mkdir()
    made = World(folder).start()
    made.post()
    made.move("p1", Suggest("Mustard", "Rope", "Attic", "s2"))
    made.post()
    monkeypatch.setattr(place, "utc_now", lambda: made.time)
    return made


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command; gives what it printed, and what it complained of."""

    def ran(*argv: object, status: int = 0) -> str:
        capsys.readouterr()
        ended = main([str(one) for one in argv])
        said = capsys.readouterr()
        assert ended == status, (argv, said.out, said.err)
        return said.out + said.err

    return ran


@pytest.fixture
def data(world: World, tmp_path: Path) -> tuple[str, str]:
    """The options that lead to the folder of the world."""
    return "--data", str(tmp_path / "data")


@pytest.fixture(scope="session")
def aws_url() -> Iterator[str]:
    """An emulator of AWS, one for the whole run."""
    with pytest.MonkeyPatch.context() as environment, ministack("dynamodb,sqs,lambda") as url:
        for name, value in CREDENTIALS.items():
            environment.setenv(name, value)
        yield url


@pytest.fixture
def table(aws_url: str) -> tuple[str, ...]:
    """The options that lead to an empty table of this test alone."""
    name = f"alibi-{uuid4().hex}"
    DynamoStore(name, host=aws_url).create_table()
    return "--table", name, "--endpoint-url", aws_url


def documents(printed: str) -> list[Any]:
    """What a program reads: one JSON document a line."""
    return [json.loads(line) for line in printed.splitlines()]


def opened(options: tuple[str, ...]) -> Any:
    """The store to which options lead."""
    if options[0] == "--data":
        return place.folder(Path(options[1])).store
    return place.table(options[1], None, options[3]).store


def strange(world: World, how: str) -> None:
    """Put another game beside, whose rows are damaged or of a newer program; its letters failed."""
    for item in world.store.query(f"GAME#{GAME}", limit=1000, now=world.time):
        body = item.body
        if item.sk == "STATE" and how == "damaged":
            body = body.replace('"phase"', '"phaze"')
        if item.sk == "STATE" and how == "newer":
            body = body.replace('"fold":1', '"fold":2')
        if item.sk.startswith("LOG#") and how == "newer":
            body = body.replace('"type":"', '"type":"newer_')
        given_up = item.sk.startswith("OUT#")
        if given_up:
            letter = json.loads(body)["letter"] | {"game": "strange"}
            body = json.dumps({"letter": letter, "attempts": 12})
        row = msgspec.structs.replace(
            item, pk="GAME#strange", body=body, due=None if given_up else item.due
        )
        world.store.write(Put(row), now=world.time)
