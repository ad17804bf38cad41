"""Games whose first letters have left."""

import pytest

from tests.worlds import World


@pytest.fixture
def world(tmp_path):
    """A forum game of three whose first letters are sent; its days close at 18:00 UTC."""
    made = World(tmp_path).start()
    made.post()
    return made


@pytest.fixture
def turns(tmp_path):
    """The same in blitz: it is Anna's turn for 24 hours."""
    made = World(tmp_path).start(ruleset="blitz")
    made.post()
    return made
