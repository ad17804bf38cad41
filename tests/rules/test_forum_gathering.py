"""Before the deal: titles, who comes and goes (F4, F6, F15)."""

import pytest

from chalicelib.game import Actor
from chalicelib.rules import table, verbs
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.options import Options
from tests.tables import CASE, CODE, DECK, HOST, Table, kinds, refused


def gathering(title: str = "Manor") -> Table:
    """A table to which nobody has come yet."""
    made = Table()
    made.state = None
    made.play(HOST, f.Create(table.Setting(title), Options(), "full", DECK, CODE))
    return made


@pytest.mark.parametrize("title", ["", "   ", "\u200b", "x" * 81])
def test_F6_a_game_has_a_title_of_a_line(title):
    """A blank title or one of more than 80 characters is refused; 80 are enough."""
    with refused("title_length"):
        gathering(title)
    assert gathering("x" * 80).state.setting.title == "x" * 80


def test_F15_who_leaves_before_the_deal_leaves_nothing_behind():
    """The others stay as they are, and a seat id is never given twice."""
    game = gathering()
    for number in (1, 2, 3):
        game.play(Actor(f"account{number}"), table.Join(CODE, f"Nick {number}"))
    game.play(Actor("account2", "s2"), table.Leave())
    assert [seat.id for seat in game.state.seats] == ["s1", "s3"]
    assert set(game.state.tallies) == {"s1", "s3"}
    game.play(Actor("account4"), table.Join(CODE, "Nick 2"))
    assert [seat.id for seat in game.state.seats] == ["s1", "s3", "s4"]


def test_F4_a_long_role_is_refused():
    """A role has up to 40 characters."""
    game = gathering()
    with refused("role_too_long", "F4"):
        game.play(Actor("account1"), table.Join(CODE, "Nick", "x" * 41))
    game.play(Actor("account1"), table.Join(CODE, "Nick", "x" * 40))
    assert game.state.seats[0].role == "x" * 40


def test_F6_a_title_is_tidied():
    """Blanks around it and runs of blanks do not belong to it."""
    assert gathering("  The   Manor ").state.setting.title == "The Manor"


def test_F15_everybody_may_leave_before_the_deal():
    """Also the only one who came: the table waits for others, and nothing is over."""
    game = gathering()
    game.play(Actor("account1"), table.Join(CODE, "Nick 1"))
    assert kinds(game.leave("s1")) == ["Left"]
    assert (game.state.phase, game.state.seats) == ("gathering", ())


def test_F30_nobody_accuses_before_the_deal():
    """There is no envelope yet, and no day."""
    game = gathering()
    game.play(Actor("account1"), table.Join(CODE, "Nick 1"))
    with refused("no_open_day", "F30"):
        game.play("s1", verbs.Accuse(*CASE.cards))


def test_F4_a_role_shows():
    """A role of joiners only is none: the first free suspect is."""
    game = gathering()
    game.play(Actor("account1"), table.Join(CODE, "Nick 1", "\u200d"))
    assert game.state.seats[0].role == DECK.suspects[0]


def test_a_game_is_created_once():
    """Not even its organiser opens a table where there is one."""
    game = gathering()
    with refused("game_exists"):
        game.organise(f.Create(table.Setting("Manor"), Options(), "full", DECK, CODE))
