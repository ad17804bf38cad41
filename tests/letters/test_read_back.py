"""What our letters tell players to write is understood; what they say themselves is no order."""

import re
from datetime import date

import pytest

from chalicelib import examples, letters, words
from chalicelib.game import Move, redact
from chalicelib.inbox.trim import trim
from chalicelib.read import read
from chalicelib.read.commands import Command, command
from chalicelib.rules import table, verbs
from tests.letters import commands, regenerate
from tests.letters.games import GAME, Record, whole_game


@pytest.fixture(params=words.LANGUAGES)
def game(request):
    """A game in one language in which everybody asks s2 once."""
    game = Record(request.param).started()
    game.ask("s1", "s2", 0)
    return game


def orders(game, text, seat="s2"):
    """The orders that a seat's text is read as."""
    return read(text, redact(game.state, seat), seat)


@pytest.mark.parametrize(("kind", "move"), [("suggest", verbs.Suggest), ("answer", verbs.Refute)])
def test_examples_are_right(game, kind, move):
    """Every example is read as the order it shows, and made at that."""
    (order,) = orders(game, examples.example(redact(game.state, "s2"), "s2", game.language, kind))
    assert isinstance(order.move, move)
    assert game.play("s2", order.move).events


def test_F30_example_of_an_accusation_accuses_nobody(game):
    """Whoever sends it as it stands is asked for the three cards."""
    example = examples.example(redact(game.state, "s2"), "s2", game.language, "accuse")
    (order,) = orders(game, example)
    assert not order.move
    assert order.problem.rule == "F30"


def test_no_refutation_is_understood(game):
    """The answer of who holds nothing is the one the letter names."""
    (order,) = orders(game, words.translation(game.language).gettext("cannot refute"))
    assert order.move == verbs.CannotRefute(1)


def test_words_of_the_help_letter_are_understood(game):
    """The fixed words that the help letter quotes do what it says."""
    written = {
        "ru": ("Отвечайте за меня", "Отвечаю сам", "Отвечаю сама", "Выхожу из игры"),
        "en": ("Answer for me", "I answer myself", "I answer myself", "I leave the game"),
        "pl": ("Odpowiadaj za mnie", "Odpowiadam sam", "Odpowiadam sama", "Wychodzę z gry"),
    }[game.language]
    text = game.answered(letters.Answer(GAME, "s2", "help")).text
    assert all(word in text for word in written)
    moves = [orders(game, word)[0].move for word in written]
    assert moves == [table.AnswerForMe(), *[table.AnswerForMe(on=False)] * 2, table.Leave()]


def test_commands_of_the_footer_are_understood(game):
    """The two words at the end of every letter ask for status and help."""
    status, help_ = {
        "ru": ("статус", "помощь"),
        "en": ("status", "help"),
        "pl": ("stan", "pomoc"),
    }[game.language]
    footer = game.page(*game.log[-1], "s2").text.rpartition("* * *")[2]
    assert status in footer
    assert help_ in footer
    assert [orders(game, word)[0].command for word in (status, help_)] == ["status", "help"]


def test_marked_speech_is_understood(game):
    """Comments and words to the organiser begin as the help letter says."""
    comment, to_organiser = {
        "ru": ("Комментарий:", "Организатору:"),
        "en": ("Comment:", "To the organiser:"),
        "pl": ("Komentarz:", "Do organizatora:"),
    }[game.language]
    text = game.answered(letters.Answer(GAME, "s2", "help")).text
    assert comment in text
    assert to_organiser in text
    assert orders(game, f"{comment} hm")[0].move == table.Talk("hm")
    assert orders(game, f"{to_organiser} hm")[0].move == table.TellGM("hm")


def test_example_lines_are_no_orders(game):
    """A line of ours that begins as an example is read as nothing."""
    text = game.answered(letters.Answer(GAME, "s2", "help")).text
    sign = words.translation(game.language).gettext("Example: %(order)s").partition(":")[0]
    shown = [line for line in text.splitlines() if line.startswith(sign)]
    assert len(shown) == 3
    for line in shown:
        assert not any(order.move or order.command for order in orders(game, line))


def test_commands_of_the_help_letter_are_understood(game):
    """Every word that the list of commands quotes is one, or is the beginning of one."""
    text = game.answered(letters.Answer(GAME, "organiser", "help")).text
    listed = [line for line in text.splitlines() if line.startswith("• ")]
    quoted = [word for line in listed for word in re.findall("[«“„](.+?)[»”]", line)]
    assert len(quoted) > 20
    begun = {
        "ru": ("замените меня на", "вступить", "наблюдать"),
        "en": ("replace me by", "join", "observe"),
        "pl": ("zastąp mnie przez", "dołącz", "obserwuj"),
    }
    for word in quoted:
        more = f"{word} k7f3-q9xa" if word in begun[game.language][1:] else f"{word} a@example.org"
        said = more if word in begun[game.language] else word
        found = command(said, date(2026, 12, 1))
        assert found is not None, word
        assert not isinstance(found, letters.Problem), word


def test_answers_to_commands_are_no_orders(game):
    """No line of these letters does anything when it comes back without its quotation marks."""
    for _, page in commands.pages(game):
        for line in page.text.splitlines():
            assert not isinstance(command(line, date(2026, 12, 1)), Command | Move), line


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("quote", ["", "> "])
def test_our_own_letters_are_no_orders(language, quote):
    """A letter that comes back whole, quoted or not, holds nothing that the player wrote."""
    game = whole_game(language)
    posts = [*((letter, page) for letter, page in game.pages()), *regenerate.posts(language)]
    for letter, page in posts:
        lines = [f"{quote}{line}" for line in page.text.splitlines()]
        assert not trim(lines).own.strip(), letter
