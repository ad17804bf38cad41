"""A healthy installation for each test, with credentials that open nothing."""

import pytest

from tests.doctor.healthy import installation
from tests.stores import CREDENTIALS


@pytest.fixture
def it(monkeypatch):
    """What a test may spoil."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    with installation() as made:
        yield made
