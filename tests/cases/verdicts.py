"""Scenarios of chapter 8, continued: accusations of blitz, and the last one (B6-B8)."""

from typing import Any

from chalicelib.game import PUBLIC
from chalicelib.rules import verbs
from chalicelib.rules.blitz import state as b
from chalicelib.rules.cluedo import Case
from tests.cases.registry import ANNA, BORIS, FREE, OF_BORIS, VERA, WRONG, case
from tests.cases.round_table import Round
from tests.cases.turns import unrefuted
from tests.tables import ALL_VIEWERS, CASE, HANDS, kinds, refused


def alone(**options: Any) -> Round:
    """Anna and Boris have accused wrongly, and Vera has the turn."""
    game = Round(**options)
    for seat in (ANNA, BORIS):
        game.goes_round(seat, *FREE)
        game.accuse(seat, *WRONG)
    return game


@case("8.16")
def _() -> None:
    game = Round()
    for _ in range(2):
        with refused("accuse_later", "B6"):
            game.accuse(ANNA, *CASE.cards)
        if not game.asked:
            game.suggest(ANNA, *OF_BORIS)
    game.refute(BORIS, "Rope")
    with refused("not_your_turn", "B6"):
        game.accuse(ANNA, *CASE.cards)


@case("8.17")
def _() -> None:
    game = Round(accuse="own_turn")
    with refused("not_your_turn", "B6"):
        game.accuse(BORIS, *CASE.cards)
    assert kinds(game.accuse(ANNA, *WRONG)) == ["AccusationMade", "TurnBegan"]
    game.suggest(BORIS, *FREE)
    with refused("accuse_later", "B6"):
        game.accuse(BORIS, *CASE.cards)
    game.none(VERA, ANNA)
    game.accuse(BORIS, *CASE.cards)
    assert game.state.result.winner == BORIS


@case("8.18")
def _() -> None:
    game = unrefuted()
    game.accuse(ANNA, *CASE.cards)
    made, ended = game.seen_by(PUBLIC)
    assert made == b.AccusationMade(ANNA, CASE, right=True)
    assert isinstance(ended, verbs.Ended)
    assert (ended.outcome, ended.winner, ended.case) == ("solved", ANNA, CASE)
    assert {hand.seat: hand.cards for hand in ended.hands} == HANDS
    with refused("game_over", "B7"):
        game.suggest(BORIS, *FREE)


@case("8.19")
def _() -> None:
    game = Round()
    game.goes_round(ANNA, "Scarlett", "Pipe", "Attic")
    game.accuse(ANNA, *CASE.cards)
    assert game.state.result.winner == ANNA


@case("8.20")
def _() -> None:
    game = unrefuted()
    game.accuse(ANNA, *WRONG)
    assert game.seen_by(PUBLIC)[0] == b.AccusationMade(ANNA, Case(*WRONG), right=False)
    assert game.state.case == CASE
    assert all("Ended" not in kinds(game.seen_by(viewer)) for viewer in ALL_VIEWERS)
    assert game.turn == BORIS


@case("8.21")
def _() -> None:
    game = unrefuted()
    game.accuse(ANNA, *WRONG)
    game.suggest(BORIS, "Scarlett", "Pipe", "Attic")
    game.none(VERA)
    assert game.asked == ANNA
    with refused("must_refute", "F20"):
        game.none(ANNA)
    game.refute(ANNA, "Scarlett")
    game.goes_round(VERA, *OF_BORIS)
    assert game.turn == BORIS


@case("8.22")
def _() -> None:
    game = unrefuted()
    game.accuse(ANNA, *WRONG)
    for again in (game.suggest, game.accuse):
        with refused("rights_lost", "B7"):
            again(ANNA, *CASE.cards)
    with refused("rights_lost", "B7"):
        game.passes(ANNA)


@case("8.23")
def _() -> None:
    game = alone()
    assert (game.state.phase, game.turn) == ("open", VERA)
    game.goes_round(VERA, *OF_BORIS)
    assert game.turn == VERA
    game.goes_round(VERA, *FREE)
    game.accuse(VERA, *CASE.cards)
    assert (game.state.result.outcome, game.state.result.winner) == ("solved", VERA)


@case("8.24")
def _() -> None:
    game = alone(last_one="wins")
    assert (game.state.result.outcome, game.state.result.winner) == ("unsolved", VERA)
    left = Round(last_one="wins")
    left.leave(ANNA)
    left.leave(VERA)
    assert left.state.result.winner == BORIS


@case("8.25")
def _() -> None:
    game = alone()
    game.goes_round(VERA, *FREE)
    assert kinds(game.accuse(VERA, *WRONG)) == ["AccusationMade", "Ended"]
    assert (game.state.result.outcome, game.state.result.winner) == ("unsolved", None)


@case("8.26")
def _() -> None:
    game = alone()
    for cards in (FREE, FREE, OF_BORIS, FREE, FREE, FREE):
        assert game.state.phase == "open"
        game.goes_round(VERA, *cards)
        if cards == FREE:
            game.passes(VERA)
    assert (game.state.result.outcome, game.state.result.winner) == ("unsolved", None)


@case("8.27")
def _() -> None:
    game = Round()
    for seat in (ANNA, BORIS, VERA, ANNA, BORIS, VERA):
        game.goes_round(seat, *FREE)
        game.passes(seat)
    assert (game.state.phase, game.turn, game.state.idle) == ("open", ANNA, 0)
