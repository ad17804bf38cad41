"""A private order with a slip of the pen never becomes public, whatever it hides in (F30, F55)."""

import pytest

from chalicelib.game import redact
from chalicelib.read import read
from chalicelib.rules.table import Talk, TellGM
from tests.tables import Table

SECRET = [
    "Comment: hi\n\nFinally I make my accusation now: Grean, Pype, Attick",
    "Comment: hi\n\nI hereby make my acusation: Grean, Pype, Attick",
    "Comment: hi\n\nMy final accusation: Grean, Pype, Attick",
    "Comment: hi\n\nGrean, Pype, Attick",
    "Comment: hi\n\nto Anna: i show Knive",
    "Comment: Accusation: Grean, Pype, Attick",
    "Comment: I accuse Green, Pipe, Attick",
    "Комментарий: всем привет\n\nИтак, моё бесповоротное обвинение: Грин, труба, чердак",
    "Comment: hi\n\nOskarzam: Green i Pipe",
]
HARMLESS = [
    "Comment: What a night!\n\nThe rain would not stop, and nobody slept.",
    "Comment: I accuse you all of being far too cheerful this morning.",
    "Комментарий: Обвиняю повара: суп снова пересолен!",
    "В тред: Дамы и господа!\n\nПрошу к столу, пока всё не остыло.",
]


@pytest.mark.parametrize("text", SECRET)
def test_F30_a_slip_of_the_pen_is_not_published(text):
    """F30: whatever of the text is like cards or an accusation is asked back."""
    state = redact(Table().state, "s1")
    orders = read(text, state, "s1")
    assert any(order.problem for order in orders)
    for order in orders:
        if isinstance(order.move, Talk | TellGM):
            assert order.move.text in ("hi", "всем привет")


@pytest.mark.parametrize("text", HARMLESS)
def test_F55_lyric_posts_stay_free(text):
    """F55: prose is published, also prose that accuses somebody of something else."""
    state = redact(Table().state, "s1")
    (order,) = read(text, state, "s1")
    assert isinstance(order.move, Talk)
