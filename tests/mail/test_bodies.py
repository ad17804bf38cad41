"""Which text of a mail counts: text or HTML, and what was cut away; nothing is guessed."""

import msgspec
import pytest

from chalicelib.accounts import Profile
from chalicelib.game import redact
from chalicelib.postbox import Arrival
from chalicelib.postbox.body import orders_of
from chalicelib.postbox.holding import mail_of
from chalicelib.postbox.whose import By, Letterhead
from chalicelib.replies import Return
from chalicelib.rules.verbs import Refute, Suggest
from tests.worlds import GAME, World


@pytest.fixture
def head(tmp_path):
    """A blank mail of Boris, whom Anna has asked."""
    world = World(tmp_path).start()
    world.move("p1", Suggest("Mustard", "Rope", "Attic", "s2"))
    arrival = Arrival(b"From: p2@example.org\r\n\r\n", "p2@example.org", ("x",), world.time)
    back, profile = Return(GAME, "p2", 1), Profile("p2", "p2@example.org", "en")
    return Letterhead(mail_of(arrival), arrival, back, world.state, 6, profile, By.ADDRESS)


def read(head, **texts):
    """The orders of a mail with these texts: moves, or the codes of problems."""
    mail = msgspec.structs.replace(head.mail, **texts)
    orders = orders_of(msgspec.structs.replace(head, mail=mail), redact(head.state, "s2"))
    return [order.problem.code if order.problem else order.move for order in orders]


MUSTARD, ROPE = Refute(1, "Mustard"), Refute(1, "Rope")


@pytest.mark.parametrize(
    ("text", "html", "result"),
    [
        ("Mustard", "Mustard", [MUSTARD]),
        ("Mustard", "I show Mustard", [MUSTARD]),
        ("This mail is in HTML only", "Mustard", [MUSTARD]),
        ("Mustard", "Seen on my phone", [MUSTARD]),
        ("", "Rope", [ROPE]),
        ("Mustard", "Rope", ["bodies_differ", "bodies_differ"]),
    ],
)
def test_the_version_that_can_be_read_counts(head, text, html, result):
    """Where both can be and mean the same, either; where they differ, their author is asked."""
    assert read(head, text=text, alternative=html) == result


def test_two_unreadable_versions_are_refused_by_the_first(head):
    """The answer quotes the plain text."""
    assert read(head, text="xyzzy", alternative="plugh") == ["unreadable"]


@pytest.mark.parametrize(("text", "codes"), [("", []), ("xyzzy", ["unreadable"])])
def test_an_order_that_was_cut_away_is_asked_about(head, text, codes):
    """It is not done and not dropped."""
    assert read(head, text=text, cut="Mustard") == [*codes, "cut_away"]


def test_what_was_cut_away_does_not_matter_beside_an_order(head):
    """The order above it counts alone."""
    assert read(head, text="Rope", cut="Mustard") == [ROPE]


def test_a_cut_without_orders_is_silent(head):
    """A signature is no question."""
    assert read(head, text="", cut="Boris, +7 900 000-00-00") == ["nothing_written"]


def test_damaged_text_is_never_an_order(head):
    """Where characters are missing nobody guesses."""
    assert read(head, text="Mustard", flagged=True) == ["unreadable"]
