"""Games of so many days (F35)."""

import pytest

from chalicelib import views
from chalicelib.game import THE_CLOCK, fold
from chalicelib.rules import forum, office, table, verbs
from chalicelib.rules.forum import rulings
from tests.tables import CASE, DAY, EVERYBODY, Table, kinds, refused

RIGHT = CASE.cards
WRONG = ("Green", "Pipe", "Hall")


@pytest.mark.parametrize("days", [1, 3])
def test_F35_most_days(days):
    """With the close of the last day the game ends unsolved, and all is revealed."""
    game = Table(most_days=days, unanswered_penalty="always")
    for _ in range(days - 1):
        assert kinds(game.close())[-1] == "DayOpened"
    game.ask("s1", "s2", "Mustard", "Rope", "Lounge")
    game.ask("s1", "s3", *RIGHT)
    game.announce("s2", game.state.suggestions - 1)
    events = game.clock() + game.close() if game.state.owed else game.close()
    assert kinds(events)[-3:] == ["NotRefuted", "DayClosed", "Ended"]
    assert (game.now, game.state.phase) == (game.minute(days * DAY), "over")
    assert game.state.result.outcome == "unsolved"
    assert forum.due(game.state) is None
    assert set(game.told()) >= EVERYBODY


@pytest.mark.parametrize(("case", "winner"), [(RIGHT, "s1"), (WRONG, None)])
@pytest.mark.parametrize("window", ["from_first", "from_first_correct"])
@pytest.mark.parametrize("play_on", [True, False])
def test_F35_the_last_day_ends_an_open_window(case, winner, window, play_on):
    """A right accusation in it wins; the window is not waited for."""
    game = Table(most_days=1, accusation_window=window, play_on=play_on).at(12 * 60)
    game.accuse("s1", *case)
    game.close()
    assert (game.now, game.state.result.winner) == (game.minute(DAY), winner)


def test_F35_the_last_day_with_a_winner_already():
    """The places that were announced stand."""
    game = Table(most_days=2, play_on=True, accusation_window="none")
    game.accuse("s1", *RIGHT)
    game.close()
    game.accuse("s3", *WRONG)
    game.close()
    assert (game.state.result.winner, game.state.result.outcome) == ("s1", "solved")


def test_F7_the_last_day_is_not_closed_early():
    """Nobody is waited for, but somebody may still accuse; it may last longer (F6)."""
    game = Table(most_days=1, suggestions_per_day=1, early_close="auto")
    for by, to in (("s1", "s2"), ("s2", "s1"), ("s3", "s1")):
        game.ask(by, to, *RIGHT)
    game.none("s2", 1)
    game.none("s1", 2)
    assert kinds(game.none("s1", 3)) == ["NotRefuted"]
    for move in (rulings.CloseDay(), office.MoveClose(game.minute(60))):
        with refused("last_day", "F35"):
            game.organise(move)
    game.organise(office.MoveClose(game.minute(2 * DAY)))
    assert kinds(game.close())[-1] == "Ended"
    assert game.now == game.minute(2 * DAY)


def test_F35_a_preview_of_the_last_day_reveals_nothing():
    """What the close would bring is shown without the end: the organiser may be playing."""
    game = Table(most_days=1)
    game.ask("s1", "s2", *RIGHT)
    due = forum.due(game.state)
    assert due
    events = forum.decide(game.state, THE_CLOCK, table.TimePassed(), due, game.chance)
    assert isinstance(events[-1], verbs.Ended)
    entry = game.log[-1].__class__(99, due, events)
    assert kinds(views.preview(game.state, entry)) == ["DayClosed"]
    assert fold(forum, game.state, events, due).phase == "over"


def test_F51_a_quiet_last_day_ends_the_game():
    """It does not pause instead."""
    game = Table(most_days=2, quiet_days=2).at(2 * DAY)
    assert (game.state.phase, game.state.paused) == ("over", None)


def test_F35_no_limit_without_most_days():
    """The default goes on for as long as somebody moves."""
    game = Table()
    for day in range(1, 40):
        game.say("s1")
        game.at(day * DAY)
    assert (game.state.phase, game.state.day) == ("open", 40)
