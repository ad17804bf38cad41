"""A real forum for the tests that need one; ``make e2e`` installs it."""

import signal

import pytest

from tests.e2e.spirit import PYTHON, Spirit
from tests.e2e.table import BY_MAIL, PLAYERS, Table
from tests.local.conftest import Local

OTHERS = ("Модератор", "Зритель", "Гость")


@pytest.fixture(scope="session")
def spirit(tmp_path_factory):
    """A forum with six players, a moderator, one who only reads, and the bot; not yet open."""
    if not PYTHON.exists():
        pytest.skip("there is no forum here: run `make e2e`")
    forum = Spirit(tmp_path_factory.mktemp("spirit"))
    forum.people(*PLAYERS, *OTHERS)
    yield forum
    forum.close()


@pytest.fixture(scope="session")
def table(spirit, tmp_path_factory):
    """The game, its thread bound, everybody known, the cards dealt."""
    local = Local(tmp_path_factory.mktemp("alibi") / "data")
    local.start()
    game = Table(spirit, local)
    game.bind()
    for name in PLAYERS:
        game.introduce(name, in_private=name not in ("Мышь", "Лис"))
    for name in BY_MAIL:
        game.prefer_mail(name)
    game.deal()
    yield game
    game.hearing.close()
    spirit.stop()
    local.client.close()
    local.end(signal.SIGKILL)


@pytest.fixture(scope="session")
def deck(table):
    """Suspects, weapons, rooms."""
    cards = table.state()["deck"]
    return cards["suspects"], cards["weapons"], cards["rooms"]


@pytest.fixture(scope="session")
def case(table, deck):
    """Give three cards of which a player holds just those named."""

    def make(of: str, *held: str) -> tuple[str, str, str]:
        hand = table.hands[of]
        three = []
        for kind in deck:
            wanted = [card for card in kind if card in held]
            three.append((wanted or [card for card in kind if card not in hand])[0])
        return tuple(three)

    return make
