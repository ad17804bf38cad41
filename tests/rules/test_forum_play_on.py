"""Playing on after the first winner (F35)."""

import pytest

from chalicelib import views
from chalicelib.game import PUBLIC, redact
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.winners import Solved
from chalicelib.rules.office import RollBackTo
from tests.tables import ALL_VIEWERS, CASE, DAY, EVERYBODY, HANDS, Table, kinds, refused

RIGHT = CASE.cards
WRONG = ("Green", "Pipe", "Hall")
WINDOWS = ("from_first", "from_first_correct", "none")


def solved(window: str = "none", **options) -> Table:
    """A table where s1 has solved the case and all know it; the others play on."""
    game = Table(play_on=True, accusation_window=window, accusation_window_hours=2, **options)
    game.accuse("s1", *RIGHT)
    if window != "none":
        game.clock()
    return game


@pytest.mark.parametrize("window", WINDOWS)
def test_F35_the_first_winner_is_announced_and_the_game_goes_on(window):
    """All are told who has solved the case; the envelope, the hands, the accusation stay secret."""
    game = solved(window)
    told = Solved(("s1",), 1)
    for viewer in ALL_VIEWERS:
        seen = redact(game.state, viewer)
        assert told in game.seen_by(viewer)
        assert (seen.case, seen.nonce, seen.result) == (None, None, None)
        assert {s.id for s in seen.seats if s.hand} == {viewer} & EVERYBODY
        assert bool(seen.accusations) == (viewer == "s1")
    assert game.told().keys() >= EVERYBODY
    assert (game.state.phase, game.state.window_until) == ("open", None)


@pytest.mark.parametrize("window", WINDOWS)
def test_F34_a_solver_is_out_and_still_answers(window):
    """No suggestion and no accusation any more, for all to see; answers, in person or by the GM."""
    game = solved(window)
    assert redact(game.state, PUBLIC).suggestions_left("s1") == 0
    assert redact(game.state, PUBLIC).suggestions_left("s2") == 3
    with refused("has_accused", "F33"):
        game.ask("s1", "s2", *RIGHT)
    with refused("has_accused", "F30"):
        game.accuse("s1", *RIGHT)
    assert not views.desk(game.state, "s1", (), game.now).may_accuse
    game.ask("s2", "s1", "Scarlett", "Pipe", "Attic")
    with refused("must_refute", "F20"):
        game.none("s1", 1)
    game.refute("s1", 1)
    game.order("s1")
    assert kinds(game.ask("s3", "s1", *RIGHT)) == ["Suggested", "NotRefuted"]


def test_F35_places_without_a_window():
    """Each right accusation is announced at once; with the last who may accuse the game ends."""
    game = solved()
    assert kinds(game.at(DAY).accuse("s3", *RIGHT)) == ["Accused", "Solved"]
    assert game.seen_by("s2") == (Solved(("s3",), 2),)
    assert kinds(game.accuse("s2", *RIGHT)) == ["Accused", "Ended"]
    ended = game.state.result
    assert (ended.outcome, ended.winner) == ("solved", "s1")
    assert [verdict.by for verdict in ended.accusations] == ["s1", "s3", "s2"]
    assert {hand.seat: hand.cards for hand in ended.hands} == HANDS


def test_F36_a_wrong_one_without_a_window_is_told_to_its_author_alone():
    """Before and after the first winner: out, and nobody else hears of it."""
    game = Table(play_on=True, accusation_window="none")
    game.accuse("s2", *WRONG)
    assert game.told() == {"s2": 0}
    game.accuse("s1", *RIGHT)
    assert game.seen_by(PUBLIC) == (Solved(("s1",), 1),)
    assert redact(game.state, PUBLIC).suggestions_left("s2") == 3
    assert game.state.suggestions_left("s2") == 0
    assert kinds(game.accuse("s3", *WRONG)) == ["Accused", "AccusationFailed", "Ended"]
    assert game.state.result.winner == "s1"


def test_F32_every_window_has_its_winners():
    """The end of each window tells who was right, by arrival, and who has lost; then the next."""
    game = Table(
        hands={
            "s1": ("Scarlett", "Knife", "Hall"),
            "s2": ("Mustard", "Rope", "Lounge"),
            "s3": ("White", "Pistol", "Library"),
            "s4": ("Kitchen", "Study", "Bar"),
        },
        play_on=True,
        accusation_window_hours=2,
    )
    game.accuse("s3", *WRONG, at=game.minute(1))
    game.accuse("s1", *RIGHT, at=game.minute(20))
    game.accuse("s2", *RIGHT, at=game.minute(10))
    assert game.clock() == game.seen_by(PUBLIC) == (Solved(("s2", "s1"), 1, ("s3",)),)
    assert [redact(game.state, PUBLIC).suggestions_left(f"s{n}") for n in range(1, 5)] == [
        0,
        0,
        0,
        3,
    ]
    assert kinds(game.accuse("s4", *RIGHT)) == ["Accused", "Ended"]
    assert [v.by for v in game.state.result.accusations if v.right] == ["s2", "s1", "s4"]


@pytest.mark.parametrize("case", [RIGHT, WRONG])
def test_F32_later_outcomes_are_as_secret_as_the_first(case):
    """By the full rules the thread hears that an accusation is in, and the outcome at the end."""
    game = solved("from_first")
    game.accuse("s2", *case)
    assert kinds(game.seen_by(PUBLIC)) == ["WindowOpened"]
    assert redact(game.state, PUBLIC).suggestions_left("s2") == 3
    told = Solved(("s2",), 2) if case == RIGHT else f.WindowClosed(("s2",))
    assert game.clock() == game.seen_by(PUBLIC) == (told,)
    assert game.state.phase == "open"


def test_F32_from_first_correct_a_later_wrong_one_opens_no_window():
    """It is told to nobody until a window ends."""
    game = solved("from_first_correct")
    game.accuse("s2", *WRONG)
    assert game.seen_by(PUBLIC) == ()
    assert kinds(game.accuse("s3", *RIGHT))[-1] == "Ended"


@pytest.mark.parametrize("first", [RIGHT, WRONG])
def test_F35_no_winner_reveal_is_about_the_first_winner(first):
    """A window in which nobody is right ends the game only while there is no winner yet."""
    game = Table(play_on=True, no_winner="reveal", accusation_window_hours=2)
    game.accuse("s1", *first)
    assert kinds(game.clock()) == ["Solved" if first == RIGHT else "Ended"]
    if first == RIGHT:
        game.accuse("s2", *WRONG)
        assert game.clock() == (f.WindowClosed(("s2",)),)


@pytest.mark.parametrize("window", WINDOWS)
def test_F35_given_up_is_also_who_leaves(window):
    """When all others have left, the game is over and the first winner has won."""
    game = solved(window)
    game.leave("s2")
    assert kinds(game.leave("s3")) == ["Left", "Ended"]
    assert game.state.result.winner == "s1"


@pytest.mark.parametrize("window", WINDOWS)
def test_F35_nobody_is_right_at_all(window):
    """All were wrong: unsolved, as without playing on."""
    game = Table(play_on=True, accusation_window=window)
    for seat in ("s1", "s2", "s3"):
        game.accuse(seat, *WRONG)
    assert (game.state.phase, game.state.result.outcome) == ("over", "unsolved")


def test_F35_a_solver_may_leave():
    """The place stays; the others play on."""
    game = solved()
    assert kinds(game.leave("s1")) == ["Left"]
    game.accuse("s2", *RIGHT)
    assert game.seen_by(PUBLIC) == (Solved(("s2",), 2),)


def test_F35_a_place_that_was_announced_stands():
    """An earlier accusation that was read later does not take it back."""
    game = Table(play_on=True, accusation_window="none").at(60)
    game.accuse("s2", *RIGHT)
    game.accuse("s1", *RIGHT, at=game.minute(59))
    assert game.seen_by(PUBLIC) == (Solved(("s1",), 2),)
    game.accuse("s3", *WRONG)
    assert game.state.result.winner == "s2"
    assert [v.by for v in game.state.result.accusations] == ["s2", "s1", "s3"]


def test_F35_an_announcement_stays_when_the_game_goes_back():
    """Going back gives nobody an accusation, and takes no place away (F56)."""
    game = Table(play_on=True, accusation_window="none")
    before = game.state
    game.accuse("s1", *RIGHT)
    game.organise(RollBackTo(len(game.log) - 1, before, game.now))
    assert redact(game.state, PUBLIC).tallies["s1"].place == 1
    with refused("has_accused", "F30"):
        game.accuse("s1", *RIGHT)


def test_F7_nobody_waits_for_a_solver():
    """The day closes by itself without the suggestions of who has solved the case."""
    game = Table(play_on=True, accusation_window="none", suggestions_per_day=1, early_close="auto")
    for by, to in (("s2", "s1"), ("s3", "s1")):
        game.ask(by, to, *RIGHT)
    game.none("s1", 1)
    game.none("s1", 2)
    assert game.state.day == 1
    assert kinds(game.accuse("s1", *RIGHT)) == ["Accused", "Solved", "DayClosed", "DayOpened"]


def test_F50_a_solver_is_not_idle_and_pays_no_penalty():
    """Who may not suggest is not missed, and has no suggestion to lose (F27)."""
    game = solved(unanswered_penalty="always")
    game.ask("s2", "s1", *RIGHT)
    events = game.close()
    assert f.SeatsIdle(1, ("s3",)) in events
    assert "Penalised" not in kinds(events)
    opened = events[-1]
    assert isinstance(opened, f.DayOpened)
    assert [row.left for row in opened.table] == [0, 3, 3]


def test_F35_without_play_on_the_first_winner_ends_the_game():
    """The default."""
    for window in WINDOWS:
        game = Table(accusation_window=window)
        game.accuse("s1", *RIGHT)
        game.at(2 * DAY)
        assert game.state.phase == "over"
