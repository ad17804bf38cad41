"""Two games that have just begun, and who hears of them."""

from collections.abc import Iterator

import pytest

from chalicelib import clients
from tests.crash.house import House
from tests.crash.plays import Game, founded
from tests.webhooks.receivers import Receiver


@pytest.fixture(scope="session")
def receiver() -> Iterator[Receiver]:
    """Who hears of the games."""
    made = Receiver()
    yield made
    made.close()


@pytest.fixture(scope="session")
def games(tmp_path_factory, receiver) -> dict[str, Game]:
    """A game of each rule set that has just begun."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(clients, "of", clients.of)  # put back at the end of the block
        return {
            name: founded(House(tmp_path_factory.mktemp(name)), name, receiver)
            for name in ("forum", "blitz")
        }


@pytest.fixture(autouse=True)
def _untouched(monkeypatch) -> None:
    """Put Amazon's clients back after the test."""
    monkeypatch.setattr(clients, "of", clients.of)
