"""Suggestions that are none, and how they are put right (F40-F45)."""

from typing import Any

import pytest
from msgspec.structs import replace

from chalicelib.game import PUBLIC
from chalicelib.rules import office, verbs
from chalicelib.rules.cluedo import Case
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum.state import Penalised
from tests.tables import DAY, Table, kinds, refused

GOOD = ("Mustard", "Rope", "Attic")
TEXT = "It was Mustard, with the Rope, in the Attic or the Hall."


def malformed(**options: Any) -> Table:
    """A table where s1 has asked s2 for two rooms."""
    game = Table(**options)
    game.play("s1", c.SuggestMalformed("s2", TEXT))
    return game


def test_F40_a_suggestion_once_made_is_never_changed():
    """What was well-formed stays, whoever wants to change it; so does what is another's."""
    game = malformed()
    game.ask("s3", "s2", *GOOD)
    for seat, number in (("s3", 2), ("s2", 1), ("s1", 7)):
        with refused("never_changed", "F40"):
            game.play(seat, c.Amend(number, *GOOD))


@pytest.mark.parametrize(
    ("minutes", "how"), [(0, "edit"), (5, "edit"), (5.01, "post"), (600, "post")]
)
def test_F41_five_minutes_for_an_edit_a_new_post_later(minutes, how):
    """F41, F42: in five minutes by an edit, later by a post that voids the old; all see which."""
    game = malformed().at(minutes)
    (amended,) = game.play("s1", c.Amend(1, *GOOD))
    assert amended == c.Amended(1, 1, "s1", "s2", Case(*GOOD), how)
    assert game.seen_by(PUBLIC) == (amended,)
    assert [q.case.cards for q in game.state.questions] == [GOOD]
    assert game.left("s1") == 2
    game.refute("s2", 1, "Rope")
    with refused("never_changed", "F40"):
        game.play("s1", c.Amend(1, *GOOD))


@pytest.mark.parametrize("minutes", [0, 4, 600])
def test_F42_a_new_post_is_no_edit_however_soon(minutes):
    """F41, F42: who says that it is a new post is not told of as having edited."""
    (amended,) = malformed().at(minutes).play("s1", c.Amend(1, *GOOD, new_post=True))
    assert amended == c.Amended(1, 1, "s1", "s2", Case(*GOOD), "post")


def test_F42_a_correction_has_to_be_right():
    """F42, F14: what is put in its place names three cards in play; else nothing changes."""
    game = malformed()
    with refused("unknown_card", "F14"):
        game.play("s1", c.Amend(1, "Mustard", "Rope", "Cellar"))
    assert [bad.id for bad in game.state.malformed] == [1]


def test_F43_where_nothing_is_corrected_it_counts_and_is_void():
    """House rule none (raul): it counts as made, nobody answers it, and it cannot be put right."""
    game = malformed(corrections="none")
    assert game.left("s1") == 2
    assert game.state.questions == ()
    with refused("no_corrections", "F43"):
        game.play("s1", c.Amend(1, *GOOD))
    for answer in (verbs.Refute(1, "Mustard"), verbs.CannotRefute(1)):
        with refused("malformed", "F45"):
            game.play("s2", answer)
    assert "Refuted" not in kinds(game.close())
    assert game.state.malformed == ()


def test_F43_a_malformed_suggestion_costs_like_any_other():
    """F10, F11, F12, F31: quota, addressee and rights are judged as for a good one."""
    game = Table(suggestions_per_day=1)
    with refused("asks_oneself", "F12"):
        game.play("s1", c.SuggestMalformed("s1", TEXT))
    game.play("s1", c.SuggestMalformed("s2", TEXT))
    with refused("quota_spent", "F10"):
        game.ask("s1", "s2", *GOOD)
    game.accuse("s2", "White", "Rope", "Hall")
    with refused("has_accused", "F33"):
        game.play("s2", c.SuggestMalformed("s1", TEXT))


def test_F42_who_may_not_suggest_may_not_correct():
    """F15, F33, F52: not after accusing, not in a pause, not to a seat that was left."""
    game = malformed()
    game.organise(office.Pause())
    with refused("paused", "F52"):
        game.play("s1", c.Amend(1, *GOOD))
    game.organise(office.Resume())
    game.leave("s2")
    with refused("addressee_left", "F15"):
        game.play("s1", c.Amend(1, *GOOD))
    game = malformed()
    game.accuse("s1", "White", "Rope", "Hall")
    with refused("has_accused", "F33"):
        game.play("s1", c.Amend(1, *GOOD))


def test_F42_a_standing_order_answers_a_correction_at_once():
    """F29: as it would have answered the suggestion."""
    game = malformed()
    game.order("s2")
    assert kinds(game.play("s1", c.Amend(1, *GOOD))) == ["Amended", "Refuted"]
    assert game.state.questions == ()


def test_F44_the_gm_takes_a_suggestion_for_breaking_the_procedure():
    """F44: of today if one is left, else of tomorrow; and may waive it."""
    game = malformed(suggestions_per_day=2)
    assert game.organise(rulings.Fine("s1")) == (rulings.Fined("s1", today=True),)
    assert game.left("s1") == 0
    assert game.organise(rulings.Fine("s1")) == (rulings.Fined("s1", today=False),)
    game.organise(rulings.Waive("s1"))
    game.organise(rulings.Waive("s1"))
    assert game.left("s1") == 1


@pytest.mark.parametrize("stand", [True, False])
@pytest.mark.parametrize("answer", [verbs.Refute(1, "Rope"), verbs.CannotRefute(1)])
def test_F45_a_human_gm_settles_what_was_answered(answer, stand):
    """F45: a malformed suggestion that was answered waits for the GM, who lets it stand or not."""
    game = malformed(gm="human")
    card = answer.card if isinstance(answer, verbs.Refute) else None
    about = (1, 1, "s2", "s1", card is not None)
    assert game.play("s2", answer) == (c.MalformedAnswered(*about, card),)
    assert game.seen_by("s1") == (c.MalformedAnswered(*about, card),)
    assert game.seen_by("s3") == (c.MalformedAnswered(*about),)
    with refused("gm_settles", "F45"):
        game.play("s1", c.Amend(1, *GOOD))
    with refused("malformed", "F45"):
        game.play("s2", answer)
    assert game.organise(c.Settle(1, stand)) == (c.Settled(1, 1, "s1", "s2", stand),)
    assert game.state.malformed == ()


def test_F45_nobody_settles_where_the_service_is_gm():
    """F45, F56: there a malformed suggestion is void and cannot be answered in the first place."""
    game = malformed()
    with refused("not_human_gm", "F45"):
        game.organise(c.Settle(1, stand=True))
    with refused("not_organiser", "F56"):
        malformed(gm="human").play("s3", c.Settle(1, stand=True))


def test_F7_a_day_that_may_be_corrected_does_not_close_by_itself():
    """F7: while a malformed suggestion may still be put right, not everything is in."""
    game = Table(early_close="auto", suggestions_per_day=1)
    for seat, other in (("s2", "s1"), ("s3", "s1")):
        game.ask(seat, other, "Green", "Pipe", "Attic")
        game.none(other, game.state.suggestions)
    game.play("s1", c.SuggestMalformed("s2", TEXT))
    assert game.state.day == 1
    game.play("s1", c.Amend(3, "Green", "Pipe", "Attic"))
    assert game.state.day == 1
    game.none("s2", 3)
    assert game.state.day == 2


def test_F45_only_what_was_answered_is_settled():
    """F45: a malformed suggestion that waits for its author, or another number, is not."""
    game = malformed(gm="human")
    game.play("s3", c.SuggestMalformed("s2", TEXT))
    game.play("s2", verbs.CannotRefute(2))
    for number in (1, 3):
        with refused("no_such_suggestion", "F45"):
            game.organise(c.Settle(number, stand=True))
    game.organise(c.Settle(2, stand=True))
    assert [bad.id for bad in game.state.malformed] == [1]


def test_F45_what_was_answered_waits_for_the_gm_over_night():
    """F45: the close drops what nobody answered, and keeps what the GM has to settle."""
    game = malformed(gm="human")
    game.play("s3", c.SuggestMalformed("s2", TEXT))
    game.play("s2", verbs.Refute(2))
    game.close()
    assert [(bad.id, bad.answered) for bad in game.state.malformed] == [(2, True)]
    assert game.organise(c.Settle(2, stand=False)) == (c.Settled(2, 1, "s3", "s2", stand=False),)


def test_F43_all_see_what_was_asked():
    """As it stands in the thread, blanks aside; it is numbered like any other (F13)."""
    game = Table()
    (made,) = game.play("s1", c.SuggestMalformed("s2", f"  {TEXT} "))
    assert game.seen_by(PUBLIC) == (made,) == (c.MalformedMade(1, 1, "s1", "s2", TEXT),)


def test_F43_a_malformed_suggestion_has_an_addressee_like_any_other():
    """F11, F15: it counts to the cap of one player, and nobody asks a seat that was left."""
    game = Table(per_addressee_per_day=2)
    for _ in range(2):
        game.play("s1", c.SuggestMalformed("s2", TEXT))
    for move in (c.SuggestMalformed("s2", TEXT), verbs.Suggest(*GOOD, "s2")):
        with refused("addressee_quota_spent", "F11"):
            game.play("s1", move)
    game.leave("s2")
    with refused("addressee_left", "F15"):
        game.play("s3", c.SuggestMalformed("s2", TEXT))


def test_F42_a_correction_keeps_number_and_author():
    """F13, F22: it is answered as the suggestion that it has become, by the player or the GM."""
    answer = verbs.Refuted(1, 1, "s2", "s1", Case(*GOOD), card="Rope")
    game = malformed()
    game.play("s1", c.Amend(1, *GOOD))
    assert game.refute("s2", 1, "Rope") == (answer,)
    game = malformed()
    game.order("s2")
    by_gm = replace(answer, gm=True, card="Mustard")
    assert game.play("s1", c.Amend(1, *GOOD))[1:] == (by_gm,)


def test_F28_a_correction_is_asked_when_it_is_made():
    """Who sees the three cards only shortly before the close is excused."""
    game = malformed(unanswered_penalty="always").at(DAY - 60)
    game.play("s1", c.Amend(1, *GOOD))
    assert Penalised("s2") not in game.close()


def test_F20_a_card_that_is_not_held_refutes_nothing():
    """Not even a malformed suggestion that a human GM will settle (F45)."""
    game = malformed(gm="human")
    with refused("not_held", "F20") as facts:
        game.play("s2", verbs.Refute(1, "Attic"))
    assert facts["card"] == "Attic"
