"""Accusations, the window, and the ends of a game (F30-F36)."""

import pytest

from chalicelib.game import ORGANISER, PUBLIC, redact
from chalicelib.rules import verbs
from chalicelib.rules.cluedo import Case
from chalicelib.rules.forum import state as f
from chalicelib.rules.verbs import Verdict
from tests.tables import ALL_VIEWERS, CASE, DAY, EVERYBODY, HANDS, Table, kinds, refused

RIGHT = CASE.cards
WRONG = ("Green", "Pipe", "Hall")
WINDOWS = ("from_first", "from_first_correct", "none")


@pytest.mark.parametrize("window", WINDOWS)
def test_F30_one_accusation_each_in_private(window):
    """An accusation is for its author; no second one, however the first went."""
    game = Table(accusation_window=window)
    game.accuse("s1", *WRONG)
    made = f.Accused("s1", Case(*WRONG))
    assert {v for v in ALL_VIEWERS if made in game.seen_by(v)} == {"s1"}
    assert {v for v in ALL_VIEWERS if redact(game.state, v).accusations} == {"s1"}
    assert {v for v in ALL_VIEWERS if redact(game.log[-1], v).moves} == {"s1"}
    with refused("has_accused", "F30"):
        game.accuse("s1", *RIGHT)


def test_F30_in_the_form_of_a_suggestion():
    """Three keywords in play, one of each category; a slip costs nothing."""
    game = Table()
    with refused("wrong_category", "F12"):
        game.accuse("s1", "Pipe", "Green", "Attic")
    with refused("unknown_card", "F14"):
        game.accuse("s1", "Green", "Pipe", "Garage")
    assert kinds(game.accuse("s1", " GREEN", "pipe", "Attic")) == ["Accused", "WindowOpened"]


@pytest.mark.parametrize("wrong", [("White", "Pipe", "Attic"), ("Green", "Rope", "Attic"), WRONG])
def test_F31_wrong_in_any_loses_suggestions_and_accusation(wrong):
    """Two of three are not enough."""
    game = Table(accusation_window="none")
    assert kinds(game.accuse("s1", *wrong)) == ["Accused", "AccusationFailed"]
    assert game.left("s1") == 0
    with refused("has_accused", "F33"):
        game.ask("s1", "s2", *RIGHT)
    with refused("has_accused", "F30"):
        game.accuse("s1", *RIGHT)


def test_F31_the_loss_lasts():
    """It is public when the window has ended, and still holds on later days."""
    game = Table(accusation_window_hours=2)
    game.accuse("s1", *WRONG)
    assert game.clock() == (f.WindowClosed(("s1",)),)
    game.close()
    assert redact(game.state, PUBLIC).suggestions_left("s1") == 0
    assert game.state.tallies["s1"].lost
    with refused("rights_lost", "F31"):
        game.ask("s1", "s2", *RIGHT)
    with refused("has_accused", "F30"):
        game.accuse("s1", *RIGHT)
    game.ask("s2", "s1", *RIGHT)


@pytest.mark.parametrize("case", [RIGHT, WRONG])
def test_F32_from_first_any_accusation_opens_the_window(case):
    """The thread learns that one has arrived, neither whose nor how; 24 hours from then."""
    game = Table(accusation_window="from_first").at(30)
    game.accuse("s1", *case)
    opened = (f.WindowOpened(game.minute(30 + 24 * 60)),)
    assert game.seen_by(PUBLIC) == game.seen_by(ORGANISER) == game.seen_by("s2") == opened
    assert set(game.told()) == {*EVERYBODY, ORGANISER}
    game.at(60)
    assert "WindowOpened" not in kinds(game.accuse("s2", *WRONG))
    assert game.state.window_until == opened[0].until


def test_F32_from_first_both_outcomes_look_alike():
    """Whoever is not the accuser receives the same, right or wrong."""
    right, wrong = Table(), Table()
    right.accuse("s1", *RIGHT)
    wrong.accuse("s1", *WRONG)
    for viewer in ("s2", "s3", PUBLIC, ORGANISER):
        assert redact(right.log[-1], viewer) == redact(wrong.log[-1], viewer)
        assert right.told().get(viewer) == wrong.told().get(viewer)


def test_F32_from_first_correct_only_a_right_one_opens_the_window():
    """A wrong one is told to nobody but its author; the window runs from the right one."""
    game = Table(accusation_window="from_first_correct", accusation_window_hours=5)
    game.accuse("s1", *WRONG)
    assert game.seen_by(PUBLIC) == ()
    assert game.told() == {"s1": 0}
    assert game.state.window_until is None
    game.at(10).accuse("s2", *RIGHT)
    assert game.seen_by(PUBLIC) == (f.WindowOpened(game.minute(10 + 300)),)


def test_F32_none_the_first_right_one_ends_the_game():
    """Wrong ones change nothing for the others; the right one ends the game at once."""
    game = Table(accusation_window="none")
    game.accuse("s1", *WRONG)
    assert game.seen_by(PUBLIC) == ()
    assert kinds(game.accuse("s3", *RIGHT)) == ["Accused", "Ended"]
    assert (game.state.phase, game.state.result.winner) == ("over", "s3")


@pytest.mark.parametrize("window", ["from_first", "from_first_correct"])
def test_F32_the_window_is_open_to_its_last_moment(window):
    """The others may accuse until it ends, and not when it has ended."""
    game = Table(accusation_window=window, accusation_window_hours=3)
    game.accuse("s1", *RIGHT)
    with refused("clock_behind", "F6"):
        game.accuse("s2", *RIGHT, at=game.minute(180))
    game.accuse("s2", *RIGHT, at=game.minute(179.99))
    assert kinds(game.clock()) == ["Ended"]
    with refused("game_over", "F35"):
        game.accuse("s3", *RIGHT)


@pytest.mark.parametrize(("hours", "window_first"), [(25, False), (24, True), (23, True)])
def test_F33_days_go_on_during_the_window(hours, window_first):
    """Days close and open as ever; where both fall together the window ends first."""
    game = Table(accusation_window_hours=hours)
    game.accuse("s1", *WRONG)
    assert (kinds(game.clock()) == ["WindowClosed"]) is window_first
    game.at(26 * 60)
    assert (game.state.day, game.state.window_until) == (2, None)


def test_F33_others_still_suggest_and_all_answer():
    """Who has not accused may suggest; who has may not, but must answer."""
    game = Table()
    game.accuse("s1", *RIGHT)
    with refused("has_accused", "F33"):
        game.ask("s1", "s2", *RIGHT)
    game.ask("s2", "s1", "Scarlett", "Pipe", "Attic")
    with refused("must_refute", "F20"):
        game.none("s1", 1)
    assert kinds(game.refute("s1", 1)) == ["Refuted"]


@pytest.mark.parametrize("window", WINDOWS)
def test_F34_a_wrong_accuser_still_owes_answers(window):
    """By itself, or by the GM when the player says so; the thread is told."""
    game = Table(accusation_window=window)
    game.accuse("s1", *WRONG)
    for _ in range(2):
        game.ask("s2", "s1", "Scarlett", "Pipe", "Attic")
    assert kinds(game.refute("s1", 1)) == ["Refuted"]
    game.order("s1")
    assert kinds(game.seen_by(PUBLIC)) == ["StandingOrder", "Refuted"]
    assert kinds(game.ask("s3", "s1", *RIGHT)) == ["Suggested", "NotRefuted"]
    game.close()
    assert kinds(game.ask("s3", "s1", *RIGHT)) == ["Suggested", "NotRefuted"]


def test_F35_the_winner_is_the_first_by_arrival():
    """The order of processing does not matter; a wrong one before it wins nothing."""
    game = Table()
    game.accuse("s3", *WRONG, at=game.minute(1))
    game.accuse("s1", *RIGHT, at=game.minute(20))
    game.accuse("s2", *RIGHT, at=game.minute(10))
    ended = game.log[-1].events[-1]
    assert isinstance(ended, verbs.Ended)
    assert (ended.outcome, ended.winner) == ("solved", "s2")
    assert [v.right for v in ended.accusations] == [False, True, True]


def test_F35_at_the_same_time_the_first_received_wins():
    """Two of the same time keep the order in which they came in."""
    game = Table()
    game.accuse("s2", *RIGHT)
    game.accuse("s1", *RIGHT)
    game.clock()
    assert game.state.result.winner == "s2"


def test_F35_all_is_revealed_at_the_end():
    """Envelope, hands, accusations and nonce are public; all are told; nothing is due any more."""
    game = Table(accusation_window_hours=1)
    game.accuse("s1", *RIGHT)
    game.at(5).ask("s2", "s3", *RIGHT)
    (ended,) = game.clock()
    assert game.seen_by(PUBLIC) == (ended,)
    assert isinstance(ended, verbs.Ended)
    assert ended.case == CASE
    assert {hand.seat: hand.cards for hand in ended.hands} == HANDS
    assert ended.accusations == (Verdict("s1", CASE, game.start, True),)
    assert ended.nonce == game.state.nonce
    assert set(game.told()) >= EVERYBODY
    assert (game.state.closes, game.state.window_until, game.state.questions) == (None, None, ())


def test_F35_no_winner_continue():
    """The window ends with wrong ones only: they have lost, the others play on."""
    game = Table(no_winner="continue", accusation_window_hours=2)
    game.accuse("s1", *WRONG)
    assert game.clock() == (f.WindowClosed(("s1",)),)
    assert set(game.told()) == {*EVERYBODY, ORGANISER}
    game.accuse("s2", *WRONG)
    assert kinds(game.seen_by(PUBLIC)) == ["WindowOpened"]
    assert game.clock() == (f.WindowClosed(("s2",)),)
    game.ask("s3", "s1", *RIGHT)


def test_F35_no_winner_reveal():
    """The window ends with wrong ones only: unsolved, and all is revealed."""
    game = Table(no_winner="reveal", accusation_window_hours=2)
    game.accuse("s1", *WRONG)
    assert kinds(game.clock()) == ["Ended"]
    assert (game.state.result.outcome, game.state.result.winner) == ("unsolved", None)


@pytest.mark.parametrize("window", WINDOWS)
def test_F35_nobody_left_who_may_accuse(window):
    """When the last one accuses wrongly the game is over, unsolved."""
    game = Table(accusation_window=window)
    for seat in ("s1", "s2"):
        assert "Ended" not in kinds(game.accuse(seat, *WRONG))
    assert kinds(game.accuse("s3", *WRONG))[-1] == "Ended"
    assert (game.state.result.outcome, game.state.result.winner) == ("unsolved", None)


@pytest.mark.parametrize("window", ["from_first", "from_first_correct"])
def test_F35_nobody_left_and_one_was_right(window):
    """When all have accused nobody waits for the end of the window."""
    game = Table(accusation_window=window)
    game.accuse("s1", *WRONG)
    game.accuse("s2", *RIGHT)
    assert kinds(game.accuse("s3", *RIGHT))[-1] == "Ended"
    assert game.state.result.winner == "s2"


@pytest.mark.parametrize("accuse", [True, False])
def test_F35_the_last_one_leaves(accuse):
    """Whoever is the last that may accuse ends the game by leaving."""
    game = Table()
    if accuse:
        game.accuse("s1", *RIGHT)
    else:
        game.leave("s1")
    assert kinds(game.leave("s2")) == ["Left"]
    assert kinds(game.leave("s3")) == ["Left", "Ended"]
    assert game.state.result.winner == ("s1" if accuse else None)


def test_F36_wrong_is_told_at_once_and_in_private():
    """The accuser gets a letter about it; nobody else learns it."""
    game = Table(accusation_window="from_first_correct")
    game.accuse("s1", *WRONG)
    assert {v for v in ALL_VIEWERS if f.AccusationFailed("s1") in game.seen_by(v)} == {"s1"}
    assert game.told() == {"s1": 0}


def test_F36_right_is_told_at_the_end_of_the_window():
    """Until then the accuser learns no more than that the accusation is in."""
    game = Table()
    game.accuse("s1", *RIGHT)
    assert kinds(game.seen_by("s1")) == ["Accused", "WindowOpened"]
    assert redact(game.state, "s1").case is None
    game.at(DAY)
    assert game.state.result.winner == "s1"
