"""The packaged program deployed once for all, and what is played on it, once for all.

Everything that is asserted of the whole (rights, logs) asks for the games that were played.
"""

import platform
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra import package
from tests.cloud.emulator import ACCOUNT, REGION, Emulator, emulator
from tests.cloud.people import Person
from tests.cloud.stack import Stack, deploy
from tests.cloud.villa import Villa
from tests.webhooks.receivers import Receiver

ARCHITECTURE = {"aarch64": "arm64"}.get(platform.machine(), "x86_64")


@pytest.fixture(scope="session")
def packaged(tmp_path_factory) -> Path:
    """The template of a fresh package; the zip lies beside it."""
    return package.make(tmp_path_factory.mktemp("package"), ARCHITECTURE).template


@pytest.fixture(scope="session")
def cloud(tmp_path_factory) -> Iterator[Emulator]:
    """An empty AWS; webhooks may go to this machine."""
    keys = {"AWS_ACCESS_KEY_ID": ACCOUNT, "AWS_SECRET_ACCESS_KEY": "x", "AWS_REGION": REGION}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in keys.items():
            patch.setenv(name, value)
        folder = tmp_path_factory.mktemp("cloud")
        with emulator(folder, ALIBI_LOCAL_WEBHOOKS="1") as opened:
            yield opened


@pytest.fixture(scope="session")
def stack(cloud, packaged) -> Stack:
    """The stack, with a mail rate that nobody waits for, and everything logged."""
    return deploy(cloud, packaged, MailRate="50", LogLevel="DEBUG")


@pytest.fixture(scope="session")
def receiver() -> Iterator[Receiver]:
    """Somebody's program that takes webhooks."""
    opened = Receiver()
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def people(stack) -> Iterator[dict[str, Person]]:
    """Three who have signed in with the code that came by mail."""
    made = {name: Person(stack, name) for name in ("anna", "boris", "clara")}
    for person in made.values():
        person.ask_in()
    for person in made.values():
        person.come_in()
    yield made
    for person in made.values():
        person.close()


@pytest.fixture(scope="session")
def villa(stack, people, receiver) -> Villa:
    """A game that has begun, watched by Boris's program."""
    return Villa(stack, people, receiver)
