"""Answers to mails, statuses, and the letter with which one signs in."""

import re

import pytest

from chalicelib import letters, render, words
from chalicelib.game import ORGANISER
from chalicelib.rules import table, verbs
from tests.letters.games import BASE_URL, GAME, THREAD_URL, Record, whole_game
from tests.letters.parts import Spoken, spoken


@pytest.fixture
def english():
    """A game in English whose cards are dealt."""
    return Record("en").started()


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("about", ["status", "help", "refused"])
def test_answers_before_there_is_a_game(language, about):
    """A mail about a game that is not there is answered all the same."""
    parts = (letters.Problem("?", "unknown_game"), letters.Understood("!"))
    letter = letters.Answer(GAME, "s1", about, "", parts)
    page = render.answer(
        letter, None, "s1", language, game=GAME, base_url=BASE_URL, thread_url=THREAD_URL
    )
    assert spoken(page.text) == Spoken(page.html).words
    assert page.subject == "Alibi"


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("reader", ["s1", ORGANISER])
def test_answers_in_every_phase(language, reader):
    """Status and help have something to say while players gather, in play, and at the end."""
    gathering, over = Record(language), whole_game(language)
    for game in (gathering, Record(language).started(), over):
        for about in ("status", "help"):
            page = game.answered(letters.Answer(GAME, reader, about))
            assert spoken(page.text) == Spoken(page.html).words
    assert "join-me" in gathering.answered(letters.Answer(GAME, ORGANISER, "status")).text
    assert "join-me" not in gathering.answered(letters.Answer(GAME, "s1", "status")).text


def test_refusal_quotes_explains_and_gives_an_example(english):
    """Each order is quoted with what is wrong, its rule, and one that is right."""
    english.ask("s1", "s2", 0)
    problem = letters.Problem("Accuse: X", "unknown_card", "F30", {"category": "suspect"})
    letter = letters.Answer(GAME, "s2", "refused", "", (problem, letters.Understood("2")))
    text = english.answered(letter).text
    assert "Nothing was done." in text
    assert "\n    > Accuse: X\n" in text
    assert "(rule F30)" in text
    assert re.search(r"^Example: Accusation: ", text, re.MULTILINE)
    assert "This one is all right" in text


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_sign_in_letter(language):
    """It holds the code and a link with the ticket, safely written."""
    letter = letters.SignIn("a@example.org", "012345", "t/&?", language)
    page = render.sign_in(letter, BASE_URL)
    assert "\n012345\n" in page.text
    assert f"{BASE_URL}/v1/sign-in?ticket=t/%26%3F" in page.text
    assert spoken(page.text)[:2] == Spoken(page.html).words[:2]


def test_a_deadline_is_told_once(english):
    """Receipts and statuses name the end of the day, and the end of the game, in one place."""
    closes = words.moment(english.state.closes, "en", "Europe/London")
    english.ask("s1", "s2", 0)
    english.play("s2", table.Talk("Hm."), via="mail")
    assert english.page(*english.log[-1], "s2").text.count(closes) == 1
    case = english.state.case
    english.play("s2", verbs.Accuse(*case.cards))
    english.play("s3", table.Leave())
    english.play("s4", table.Leave())
    while english.state.phase != "over":
        english.clock()
    assert english.page(*english.log[-1], "s1").text.count("The game is over") == 1
    assert "“help”" not in english.page(*english.log[-1], "s1").text


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_F21_status_repeats_the_cards_that_were_shown(language):
    """Whoever was shown a card finds it in the status, with who showed it; nobody else does."""
    game = Record(language).started()
    game.ask("s1", "s2", 0)
    game.answer("s2")
    card, nick = game.state.deck.rooms[0], game.state.seats[1].nick
    texts = {
        seat.id: game.answered(letters.Answer(GAME, seat.id, "status")).text
        for seat in game.state.seats
    }
    assert f"\n• {nick}: {card}, " in texts["s1"]
    assert not any(f"{nick}: {card}" in text for seat, text in texts.items() if seat != "s1")
