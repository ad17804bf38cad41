"""A game of blitz played by replies: a round, a pass, an accusation, what is refused (B2-B7)."""

import pytest

from chalicelib.postbox import Outcome
from tests.tables import CASE, HANDS
from tests.worlds import World, words

FREE = "Green, Pipe, Attic"


@pytest.fixture
def world(tmp_path):
    """A game of three; it is the turn of Anna, and the first letters are sent."""
    return World(tmp_path).start(ruleset="blitz")


def letter_to(world, account, mails=None, saying=""):
    """Give the last letter to an account, or the last that says something."""
    sent = world.post() if mails is None else mails
    mine = [mail for mail in sent if mail["To"] == f"{account}@example.org"]
    return [mail for mail in mine if saying in words(mail)][-1]


def test_F3_the_first_letter_tells_whose_turn_it_is(world):
    """F3, B1: hand, order, orders to write, and for the first seat that it is its turn."""
    mails = world.post()
    assert "=== It is your turn ===" in words(letter_to(world, "p1", mails, "Your hand"))
    other = words(letter_to(world, "p2", mails, "Your hand"))
    assert "=== The turn of Anna ===" in other
    for number, seat in enumerate(HANDS, 1):
        text = words(letter_to(world, f"p{number}", mails, "Your hand"))
        assert ", ".join(HANDS[seat]) in text
        assert "24 hours for a turn, 12 hours for an answer" in text


def test_B3_a_round_by_mail(world):
    """B3, F21: each is asked when it is their turn to answer; the card is for the suggester."""
    assert world.reply(letter_to(world, "p1"), "White, Rope, Attic") is Outcome.DONE
    mails = world.post()
    assert {mail["To"] for mail in mails} == {"p1@example.org", "p2@example.org"}
    question = letter_to(world, "p2", mails)
    assert "Anna asks you, suggestion 1: White, Rope, Attic" in words(question)
    assert world.reply(question, "1", "<2@x>") is Outcome.DONE
    mails = world.post()
    assert {mail["To"] for mail in mails} == {f"p{n}@example.org" for n in (1, 2, 3)}
    assert "Boris shows you: Rope" in words(letter_to(world, "p1", mails))
    others = words(letter_to(world, "p3", mails)).partition("How things stand")[0]
    assert "Rope" not in others.replace("White, Rope, Attic", "")
    assert "=== It is your turn ===" in words(letter_to(world, "p2", mails))


def unrefuted(world):
    """Let nobody refute Anna's suggestion, and give the letter that tells her so."""
    world.reply(letter_to(world, "p1"), FREE)
    for account in ("p2", "p3"):
        assert world.reply(letter_to(world, account), "no", f"<{account}@x>") is Outcome.DONE
    return letter_to(world, "p1")


def test_B5_an_accusation_by_mail(world):
    """B5, B7: unrefuted, accused, won."""
    letter = unrefuted(world)
    assert "Nobody has refuted your suggestion 1" in words(letter)
    assert world.reply(letter, f"Accusation: {FREE}", "<3@x>") is Outcome.DONE
    assert world.state.result.winner == "s1"
    mails = world.post()
    assert all(f"The envelope: {', '.join(CASE.cards)}" in words(mail) for mail in mails)


@pytest.mark.parametrize(
    ("account", "text", "rule", "said"),
    [
        ("p2", FREE, "B2", "It is not your turn. The turn is with Anna."),
        ("p1", f"Boris: {FREE}", "B2", "a suggestion is for nobody in particular"),
        ("p1", "I pass", "B5", "The turn is passed only after"),
        ("p1", f"Accusation: {FREE}", "B6", "you accuse after a suggestion that nobody could"),
        ("p1", "Green, Pipe, Cellar", "F14", "There is no room"),
    ],
)
def test_refusals_say_what_is_wrong(world, account, text, rule, said):
    """B2-B6: what cannot be done is answered with the rule, and nothing is done."""
    assert world.reply(letter_to(world, account), text) is Outcome.ASKED_BACK
    answer = words(letter_to(world, account))
    assert f"(rule {rule})" in answer
    assert said in answer
    assert len(world.log()) == 5


def test_B5_pass_or_accuse_and_nothing_else(world):
    """B5: after an unrefuted suggestion another one is refused; a pass is not."""
    letter = unrefuted(world)
    assert world.reply(letter, FREE, "<3@x>") is Outcome.ASKED_BACK
    assert "(rule B5)" in words(letter_to(world, "p1"))
    assert world.reply(letter, "I pass", "<4@x>") is Outcome.DONE
    assert world.state.player == "s2"


def test_F21_a_refutation_without_its_card_is_asked_back(world):
    """F21: the answer says which cards may be shown."""
    world.reply(letter_to(world, "p1"), "White, Rope, Lounge")
    letter = letter_to(world, "p2")
    assert world.reply(letter, "I refute", "<2@x>") is Outcome.ASKED_BACK
    answer = words(letter_to(world, "p2"))
    assert "You may show: Rope, Lounge." in answer
    assert "Example: Rope" in answer
    assert "(rule F21)" in answer


def test_B3_an_answer_to_an_old_letter_changes_nothing(world):
    """B3: whoever replies to a question that has an answer is told so."""
    world.reply(letter_to(world, "p1"), FREE)
    letter = letter_to(world, "p2")
    assert world.reply(letter, "no", "<2@x>") is Outcome.DONE
    assert world.reply(letter, "no", "<3@x>") is Outcome.REPEATED
    assert letter_to(world, "p2", saying="already answered")
    assert [question.to for question in world.state.questions] == ["s3"]


@pytest.mark.parametrize(
    ("language", "status", "help_", "turn", "orders"),
    [
        ("en", "status", "help", "It is the turn of Anna.", ["I pass", "Accusation:"]),
        ("ru", "статус", "помощь", "Ходит Anna.", ["Передаю ход", "Обвинение:"]),
        ("pl", "stan", "pomoc", "Ruch ma Anna.", ["Przekazuję ruch", "Oskarżenie:"]),
    ],
)
def test_help_and_status_of_blitz(tmp_path, language, status, help_, turn, orders):
    """B1, B5: the two commands answer in the reader's words, with every order of blitz."""
    game = World(tmp_path).start(language, ruleset="blitz")
    letter = letter_to(game, "p2")
    assert game.reply(letter, status, "<1@x>") is Outcome.ANSWERED
    answer = words(letter_to(game, "p2"))
    assert turn in answer
    assert ", ".join(HANDS["s2"]) in answer
    assert game.reply(letter, help_, "<2@x>") is Outcome.ANSWERED
    answer = words(letter_to(game, "p2"))
    for order in ["Mustard, Rope, Study", *orders]:
        assert f": {order}" in answer
    assert "None" not in answer


@pytest.mark.parametrize(
    ("language", "order"), [("en", "I pass"), ("ru", "Передаю ход"), ("pl", "Przekazuję ruch")]
)
def test_B5_the_pass_that_the_help_teaches_passes(tmp_path, language, order):
    """B5: the example of a pass is understood, in the language of the game."""
    game = World(tmp_path).start(language, ruleset="blitz")
    letter = unrefuted(game)
    assert game.reply(letter, order, "<3@x>") is Outcome.DONE
    assert game.state.player == "s2"
