"""An emulator of AWS behind a wire that can go wrong, and a game on it."""

import os
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Literal

import botocore.endpoint
import pytest

from chalicelib import clients
from chalicelib.store import dynamo
from tests.crash.plays import Game, founded
from tests.faults.cloud import Cloud
from tests.faults.wire import Wire, listening
from tests.stores import ministack
from tests.webhooks.receivers import Receiver

SOME = int(os.environ.get("FAULTS", "1"))
"""How many faults each kind of work meets; 0: each operation meets all of its own."""
Scope = Literal["module", "function"]


@pytest.fixture(scope="session")
def emulator() -> Iterator[str]:
    """An emulator, one for the whole run."""
    with ministack("dynamodb,s3,ses,sqs") as url:
        yield url


@pytest.fixture(scope="module")
def patience() -> Iterator[list[float]]:
    """The seconds that were waited between attempts; here nobody really waits."""
    waited: list[float] = []
    with pytest.MonkeyPatch.context() as patched:
        for module in (botocore.endpoint, dynamo):
            patched.setattr(module, "time", SimpleNamespace(sleep=waited.append))
        yield waited


@pytest.fixture(scope="module")
def wire() -> Iterator[Wire]:
    """The wire to AWS."""
    with listening() as made:
        yield made


def _one_for(fixture_name: str, config: pytest.Config) -> Scope:
    """All share a game where little goes wrong; else each test has its own, which stays short."""
    return "module" if SOME else "function"


@pytest.fixture(scope=_one_for)
def game(emulator, wire, patience, tmp_path_factory) -> Iterator[Game]:
    """A game of three on AWS, of which a webhook is told."""
    receiver = Receiver()
    with pytest.MonkeyPatch.context() as environment:
        cloud = Cloud(tmp_path_factory.mktemp("cloud"), emulator, wire, environment)
        yield founded(cloud, "forum", receiver)
        receiver.close()
        clients.of.cache_clear()
