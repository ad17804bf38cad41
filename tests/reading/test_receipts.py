"""The receipt says how names were read that stand otherwise in the list, to their writer alone."""

import pytest

from chalicelib.postbox import Outcome
from chalicelib.rules.verbs import Suggest
from tests.worlds import World, words


@pytest.fixture
def world(tmp_path):
    """A game of three on its first day; Anna has asked Boris."""
    made = World(tmp_path).start()
    made.post()
    made.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    return made


def letters_after(world, text):
    """The letters that a reply of Boris leads to, by the address they go to."""
    (letter,) = world.letters_to("p2")
    assert world.reply(letter, text) is Outcome.DONE
    return {mail["To"]: words(mail) for mail in world.post()}


def test_F14_the_receipt_confirms_what_was_read(world):
    """A name in another case is told beside the announced one, which alone stands in the log."""
    sent = letters_after(world, "I show Mustard's\n\nClara: Mr Green, the Ropes, in the Bar")
    receipt = sent["p2@example.org"]
    assert "Read: “Mustard's” as Mustard." in receipt
    assert "Read: “Ropes” as Rope." in receipt
    assert "Read: “Bar”" not in receipt
    for to in ("p1@example.org", "p3@example.org"):
        assert "Read:" not in sent[to]
        assert "Ropes" not in sent[to]
    assert "Ropes" not in str(world.log())
    assert "Mustard's" not in str(world.log())


def test_F14_what_stands_as_in_the_list_needs_no_confirmation(world):
    """Capitals, bold and articles are no other reading."""
    assert "Read:" not in letters_after(world, "*MUSTARD*")["p2@example.org"]


@pytest.mark.parametrize("language", ["ru", "pl", "en"])
def test_F20_a_slip_is_asked_back_with_the_order_that_was_meant(tmp_path, language):
    """The answer names the card that was meant, and shows how to send it; nothing is done."""
    world = World(tmp_path).start(language)
    world.post()
    world.move("p1", Suggest("Mustard", "Rope", "Attic", "s2"))
    (letter,) = world.letters_to("p2")
    assert world.reply(letter, "Mustrad") is Outcome.ASKED_BACK
    (mail,) = world.post()
    assert words(mail).count("Mustard") > 1
    assert len(world.state.questions) == 1
