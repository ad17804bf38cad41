"""Passing, accusing and the end of a blitz game (B5-B8)."""

import pytest

from chalicelib.game import PUBLIC
from chalicelib.rules import verbs
from chalicelib.rules.blitz import state as b
from chalicelib.rules.cluedo import Case
from tests.tables import kinds, refused
from tests.turns import CASE, FREE, HANDS, HOUR, WRONG, Turns

OF_S2 = ("Mustard", "Rope", "Cellar")


def unrefuted(seat="s1", **options):
    """A game in which nobody could refute the suggestion of a seat."""
    game = Turns(**options)
    while game.state.player != seat:
        game.round(game.state.player, *refutable(game.state.player))
    return game.round(seat, *FREE)


def refutable(seat):
    """Three cards that somebody else holds."""
    return HANDS["s1"][:3] if seat != "s1" else HANDS["s2"][:3]


def alone(**options):
    """A game in which s4 alone is left with turns, and at turn."""
    game = Turns(**options)
    for seat in ("s1", "s2", "s3"):
        game.round(seat, *FREE)
        game.accuse(seat, *WRONG)
    return game


def test_B5_unrefuted_pass():
    """B5: nobody could refute, so the suggester may pass; the turn goes on (B4)."""
    game = unrefuted()
    assert game.state.step == "decide"
    assert kinds(game.log[-1].events) == ["NotRefuted", "Unrefuted"]
    assert game.passes("s1") == (b.Passed("s1"), b.TurnBegan(2, "s2"))


def test_B5_unrefuted_accuse():
    """B5: or accuse, and nothing else."""
    game = unrefuted()
    with refused("pass_or_accuse", "B5"):
        game.suggest("s1")
    made, *_ = game.accuse("s1", *FREE)
    assert made == b.AccusationMade("s1", CASE, right=True)


def test_B5_the_last_in_order_passes_to_the_first():
    """B5: an unrefuted suggestion by the last seat, passed, gives the turn to the first."""
    game = unrefuted("s4")
    game.passes("s4")
    assert game.state.player == "s1"


def test_B5_nothing_is_passed_before():
    """B5: «Передача хода» follows an unrefuted suggestion; neither before it nor in the round."""
    game = Turns()
    with refused("nothing_to_pass", "B5"):
        game.passes("s1")
    with refused("not_your_turn", "B5") as facts:
        game.passes("s2")
    assert facts == {"to": "s1"}
    game.suggest("s1")
    with refused("nothing_to_pass", "B5"):
        game.passes("s1")


def test_B6_after_unrefuted_only():
    """B6: by default an accusation comes only after a suggestion that nobody could refute."""
    game = Turns()
    with refused("accuse_later", "B6"):
        game.accuse("s1", *FREE)
    game.suggest("s1")
    with refused("accuse_later", "B6"):
        game.accuse("s1", *FREE)
    with refused("not_your_turn", "B6"):
        game.accuse("s2", *FREE)


def test_B6_own_turn():
    """B6: with `own_turn` also instead of the suggestion, but never while it goes round."""
    game = Turns(accuse="own_turn")
    with refused("not_your_turn", "B6"):
        game.accuse("s2", *FREE)
    game.suggest("s1")
    with refused("accuse_later", "B6"):
        game.accuse("s1", *FREE)
    game = Turns(accuse="own_turn")
    assert kinds(game.accuse("s1", *FREE)) == ["AccusationMade", "Ended"]
    assert unrefuted(accuse="own_turn").accuse("s1", *FREE)


def test_B7_a_right_accusation_wins():
    """B7: the game ends at once, and all is revealed."""
    game = unrefuted()
    _, ended = game.accuse("s1", *FREE)
    assert isinstance(ended, verbs.Ended)
    assert (ended.outcome, ended.winner, ended.case) == ("solved", "s1", CASE)
    assert {hand.seat: hand.cards for hand in ended.hands} == HANDS
    assert ended.deal.commitment == game.state.commitment
    assert game.state.phase == "over"
    for move in (verbs.Suggest(*FREE), b.Pass(), verbs.CannotRefute(1)):
        with refused("game_over", "B7"):
            game.play("s2", move)
    game.say("s2")


@pytest.mark.parametrize("wrong", [WRONG, ("Scarlett", "Knife", "Hall")])
def test_B7_a_wrong_accusation_costs_the_turns(wrong):
    """B7: wrong in one card or in all; the turn passes on, and all know."""
    game = unrefuted()
    assert kinds(game.accuse("s1", *wrong)) == ["AccusationMade", "TurnBegan"]
    assert game.seen_by(PUBLIC)[0] == b.AccusationMade("s1", Case(*wrong), right=False)
    assert game.state.player == "s2"
    assert game.state.retired("s1")
    for seat in ("s2", "s3", "s4"):
        game.round(seat, *refutable(seat))
    assert game.state.player == "s2"
    with refused("rights_lost", "B7"):
        game.suggest("s1")
    with refused("rights_lost", "B7"):
        game.accuse("s1", *FREE)


def test_B7_eliminated_in_the_middle():
    """B7: asked for answers, skipped for turns; and the answers have to be true."""
    game = unrefuted("s2")
    game.accuse("s2", *WRONG)
    game.round("s3", *refutable("s3"))
    game.round("s4", *refutable("s4"))
    game.suggest("s1", *OF_S2)
    assert game.asked == "s2"
    with refused("must_refute", "F20"):
        game.none("s2")
    game.show("s2", "Rope")
    assert game.state.player == "s3"


def test_B8_two_left_and_one_accuses_wrongly():
    """B8: the game goes on, the accuser still answers, and nobody wins by being last."""
    game = Turns()
    for seat in ("s1", "s2"):
        game.round(seat, *FREE)
        game.accuse(seat, *WRONG)
    game.round("s3", *FREE)
    assert kinds(game.accuse("s3", *WRONG)) == ["AccusationMade", "TurnBegan"]
    assert (game.state.phase, game.state.player) == ("open", "s4")
    game.suggest("s4", *HANDS["s3"][:3])
    game.none("s1")
    game.none("s2")
    assert kinds(game.show("s3")) == ["Refuted", "TurnBegan"]
    assert game.state.player == "s4"


def test_B8_the_last_one_wins():
    """B8: with `wins` whoever is left with turns has won; nobody has solved it."""
    game = Turns(last_one="wins")
    for seat in ("s1", "s2", "s3"):
        assert game.state.phase == "open"
        game.round(seat, *FREE)
        game.accuse(seat, *WRONG)
    ended = game.state.result
    assert (ended.outcome, ended.winner) == ("unsolved", "s4")


def test_B8_the_last_one_wins_when_the_other_leaves():
    """B8: an empty seat has no turns; whose turn it is does not matter."""
    game = Turns(last_one="wins")
    game.leave("s2")
    game.leave("s1")
    assert game.state.phase == "open"
    assert kinds(game.leave("s4")) == ["Left", "Ended"]
    assert game.state.result.winner == "s3"


def test_B8_the_last_one_names_the_envelope():
    """B8: whoever plays on may still win by a right accusation."""
    game = alone().round("s4", *FREE)
    game.accuse("s4", *FREE)
    assert (game.state.result.outcome, game.state.result.winner) == ("solved", "s4")


def test_B8_nobody_left():
    """B8: none left with turns: unsolved, and all is revealed."""
    game = alone().round("s4", *FREE)
    assert kinds(game.accuse("s4", *WRONG)) == ["AccusationMade", "Ended"]
    ended = game.state.result
    assert (ended.outcome, ended.winner) == ("unsolved", None)
    assert [verdict.by for verdict in ended.accusations] == ["s1", "s2", "s3", "s4"]
    assert not any(verdict.right for verdict in ended.accusations)


@pytest.mark.parametrize("turns", [1, 3])
def test_B8_the_last_one_passes_idle_turns(turns):
    """B8: after so many passed turns in a row all is revealed."""
    game = alone(idle_turns=turns)
    for _ in range(turns):
        assert game.state.phase == "open"
        game.round("s4", *FREE)
        game.passes("s4")
    assert (game.state.result.outcome, game.state.result.winner) == ("unsolved", None)


def test_B8_idle_turns_are_counted_in_a_row():
    """B8: a suggestion that somebody refuted is a turn that was played (our reading)."""
    game = alone(idle_turns=2).round("s4", *FREE)
    game.passes("s4")
    game.round("s4", *HANDS["s1"][:3])
    game.round("s4", *FREE)
    game.passes("s4")
    assert game.state.phase == "open"
    game.round("s4", *FREE)
    game.passes("s4")
    assert game.state.phase == "over"


def test_B8_silence_is_a_passed_turn():
    """B8: turns that the GM passes for the last one count too (B9)."""
    game = alone(idle_turns=2, turn_hours=1)
    game.at(HOUR)
    assert game.state.phase == "open"
    game.at(2 * HOUR)
    assert game.state.phase == "over"


def test_B8_while_two_have_turns_passing_ends_nothing():
    """B8: only the last one's passes are counted."""
    game = Turns(idle_turns=1)
    for seat in ("s1", "s2", "s3", "s4", "s1"):
        game.round(seat, *FREE)
        game.passes(seat)
    assert game.state.phase == "open"
    assert game.state.idle == 0


def test_F35_arrivals_of_blitz_are_recorded():
    """B7: each accusation stands in the end with its time and whether it was right."""
    game = unrefuted()
    game.accuse("s1", *WRONG)
    game.at(10)
    game.round("s2", *FREE)
    game.accuse("s2", *FREE)
    wrong, right = game.state.result.accusations
    assert (wrong.by, wrong.right, wrong.at) == ("s1", False, game.start)
    assert (right.by, right.right, right.at) == ("s2", True, game.minute(10))
