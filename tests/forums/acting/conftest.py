"""A forum game of three on its first day, and its thread at a forum."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.forums.acting.thread import Thread
from tests.worlds import World


@pytest.fixture
def begun(tmp_path) -> Callable[..., Thread]:
    """Begins a game with options of its own, and binds its thread."""

    def begin(*, binding: dict[str, Any] | None = None, **options: Any) -> Thread:
        world = World(tmp_path).start(**options)
        world.post()
        return Thread(world, **(binding or {}))

    return begin


@pytest.fixture
def thread(begun) -> Thread:
    """The thread of an ordinary game."""
    made: Thread = begun()
    return made
