"""One emulator for all deployments; each has a stack of its own."""

import itertools

import pytest

from tests.deploy.places import Place
from tests.stores import CREDENTIALS, ministack

_numbers = itertools.count()


@pytest.fixture(scope="session")
def _emulator():
    with ministack() as url:
        yield url


@pytest.fixture
def place(_emulator, tmp_path, monkeypatch):
    """A stack that does not exist yet; clients of this test go to the emulator, no others."""
    for name, value in (CREDENTIALS | {"AWS_ENDPOINT_URL": _emulator}).items():
        monkeypatch.setenv(name, value)
    return Place(tmp_path, f"alibi-{next(_numbers)}")
