"""How much may be said, and the codes that are given away (F53, F55, F57)."""

import re

import pytest

from chalicelib.game import ORGANISER
from chalicelib.rules import office, table
from chalicelib.rules.table import CODE_LETTERS, TALK_LENGTH, TALK_PER_DAY
from tests.tables import Table, refused

POSTS = TALK_PER_DAY // TALK_LENGTH


def talkative() -> Table:
    """A table where s1 has said as much as one may in a day."""
    game = Table()
    for _ in range(POSTS):
        game.say("s1", "x" * TALK_LENGTH)
    return game


def test_F55_a_post_has_a_length():
    """Up to 2,000 characters, and not none; blanks around do not count. So has a word (F57)."""
    game = Table()
    game.say("s1", f"  {'x' * 2000}  ")
    for move in (table.Talk("x" * 2001), table.TellGM("x" * 2001)):
        with refused("said_too_long", "F55") as facts:
            game.play("s1", move)
        assert facts == {"limit": 2000}
    with refused("nothing_said", "F55"):
        game.say("s1", " \n ")


def test_F55_so_many_characters_a_day():
    """A seat may post 10,000 in a day and not one more; the others have their own."""
    assert TALK_PER_DAY == POSTS * TALK_LENGTH == 10_000
    game = talkative()
    with refused("talk_enough", "F55") as facts:
        game.say("s1", "x")
    assert facts == {"limit": 10_000}
    game.say("s2", "x" * TALK_LENGTH)


def test_F55_each_day_has_its_own_talk():
    """What was said yesterday does not count: the whole of it may be said again."""
    game = talkative()
    game.close()
    for _ in range(POSTS):
        game.say("s1", "x" * TALK_LENGTH)
    with refused("talk_enough", "F55"):
        game.say("s1", "x")


def test_F55_paragraphs_are_kept():
    """A post keeps its lines; runs of blanks within a line become one."""
    (said,) = Table().say("s1", "\n First   line \n\n Second\n")
    assert said == table.Talked("s1", "First line\n\nSecond", 1)


def test_F57_what_the_organiser_says_reaches_the_player():
    """Word for word but for blanks."""
    told = Table().organise(table.TellPlayer("s2", " Please  answer. "))
    assert told == (table.ToldPlayer("s2", "Please answer."),)


@pytest.mark.parametrize("gm", [True, False])
def test_F53_a_code_can_be_read_out(gm):
    """Two groups of four letters and digits, none of which can be taken for another; 40 bits."""
    game = Table()
    codes = [game.offer(ORGANISER, "" if gm else "s2", gm=gm) for _ in range(50)]
    assert all(re.fullmatch(f"[{CODE_LETTERS}]{{4}}-[{CODE_LETTERS}]{{4}}", c) for c in codes)
    assert len(set(codes)) == 50
    assert len(set(CODE_LETTERS)) == len(CODE_LETTERS) == 2**5
    assert not set("lo01") & set(CODE_LETTERS)
    assert set("".join(codes)) == {*CODE_LETTERS, "-"}


def test_F54_a_reason_need_not_be_given():
    """Blanks are none; what is given is tidied."""
    game = Table()
    assert game.organise(office.Pause(" \n ")) == (office.Paused(),)
