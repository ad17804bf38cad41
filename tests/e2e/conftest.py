"""A real forum for the tests that need one; ``make e2e`` installs it."""

import pytest

from tests.e2e.spirit import PYTHON, Spirit

NAMES = ("Мышь", "Анарета", "Сова", "Лис", "Барсук", "Рысь")
OTHERS = ("Модератор", "Зритель", "Гость")


@pytest.fixture(scope="session")
def spirit(tmp_path_factory):
    """A forum with six players, a moderator, one who only reads, and the bot; not yet open."""
    if not PYTHON.exists():
        pytest.skip("there is no forum here: run `make e2e`")
    forum = Spirit(tmp_path_factory.mktemp("spirit"))
    forum.people(*NAMES, *OTHERS)
    yield forum
    forum.close()
