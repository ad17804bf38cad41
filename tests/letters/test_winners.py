"""What letters and threads say where the others play on, and where days are numbered (F35)."""

import pytest

from chalicelib import letters, words
from chalicelib.rules import table, verbs
from infra.demo import show
from tests.letters.games import GAME, Record

HEADINGS = {"none": "The case is solved", "from_first": "The time for accusations is over"}


def solved(window="none", language="en", **options):
    """A game in which s1 has solved the case by mail, and the others play on."""
    game = Record(language, play_on=True, accusation_window=window, **options).started()
    game.play("s1", verbs.Accuse(*game.state.case.cards), via="mail")
    while not any(tally.place for tally in game.state.tallies.values()):
        game.clock()
    return game


def last(game, reader):
    """What a reader is told of the last entry."""
    return game.page(*game.log[-1], reader).text


@pytest.mark.parametrize("window", sorted(HEADINGS))
def test_F35_all_are_told_who_has_solved_the_case(window):
    """The solver is congratulated, the others learn the name and the place; no card is named."""
    game = solved(window)
    for seat in game.state.seats:
        text = last(game, seat.id)
        assert f"=== {HEADINGS[window]} ===" in text
        assert ("You take place 1." in text) == (seat.id == "s1")
        assert ("A right accusation: Anna, place 1." in text) == (seat.id != "s1")
        assert ("Please do not tell the others" in text) == (seat.id == "s1")
        assert ("No more suggestions and accusations from: Anna." in text) == (seat.id != "s1")
        assert "Whether it is right you learn" not in text
        assert all(card not in text for card in game.state.case.cards) or seat.id == "s1"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_F35_the_end_names_the_places(language):
    """The winner first, then the others who have solved the case."""
    game = solved(language=language)
    game.play("s3", verbs.Accuse(*game.state.case.cards))
    for seat in ("s2", "s4"):
        game.play(seat, table.Leave())
    text = last(game, "s2")
    nicks = [seat.nick for seat in game.state.seats]
    assert f"1 - {nicks[0]}\n2 - {nicks[2]}" in text
    assert ", ".join(game.state.case.cards) in text


def test_F35_one_winner_needs_no_list():
    """Where only one has solved the case the winner is named, once."""
    game = solved()
    for seat in ("s2", "s3", "s4"):
        game.play(seat, table.Leave())
    assert "in this order" not in last(game, "s1")


def test_F35_help_says_how_long_it_goes_on():
    """What ends the game stands among the house rules; a right one does not end it at once."""
    text = solved(most_days=8).answered(letters.Answer(GAME, "s2", "help")).text
    assert "A right accusation is announced at once." in text
    assert "ends the game at once" not in text
    assert "After the first winner the others play on" in text
    assert "The game lasts 8 days at most;" in text


def test_F35_the_last_day_is_announced():
    """Its opening says so, that of the day before does not."""
    game = Record("en", most_days=2, quiet_days=0).started()
    assert "last day" not in last(game, "s1")
    game.close()
    assert "It is the last day: when it closes, the game is over" in last(game, "s1")
    game.close()
    text = last(game, "s1")
    assert text.index("=== Day 2 is closed ===") < text.index("=== The game is over ===")
    assert "Nobody has solved the case." in text


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_F35_the_thread_tells_of_every_winner(language):
    """In the day report and in the demo."""
    game = solved(language=language)
    entry = game.log[-1][0]
    said = "\n".join(show.thread(entry.events, game.state))
    assert f"1. {game.state.seats[0].nick}" in said
    game.close()
    report = words.translation(language).gettext("A right accusation: %(nick)s, place %(place)s.")
    told = report % {"nick": game.state.seats[0].nick, "place": 1}
    assert told in last(game, "s2")
