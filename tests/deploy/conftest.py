"""One emulator for all deployments; each has a stack of its own."""

import itertools

import pytest

from tests.deploy.places import Place, emulated

_numbers = itertools.count()


@pytest.fixture(scope="session")
def _emulator():
    with pytest.MonkeyPatch.context() as patch, emulated(patch) as url:
        yield url


@pytest.fixture
def place(_emulator, tmp_path):
    """A stack that does not exist yet."""
    return Place(tmp_path, f"alibi-{next(_numbers)}")
