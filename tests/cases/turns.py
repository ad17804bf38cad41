"""Scenarios of chapter 8: turns and answers of blitz (B1-B5)."""

from typing import Any

from chalicelib.game import PUBLIC
from chalicelib.rules import verbs
from chalicelib.rules.blitz import state as b
from tests.cases.registry import ANNA, BORIS, FREE, OF_BORIS, VERA, WRONG, case
from tests.cases.round_table import Round
from tests.tables import ALL_VIEWERS, kinds, refused

OF_VERA = ("White", "Pipe", "Attic")
"""Of these Vera holds White."""


def unrefuted(by: str = ANNA, **options: Any) -> Round:
    """The first suggestion has gone round, and nobody could refute it."""
    game = Round(**options)
    game.goes_round(by, *FREE)
    return game


@case("8.01")
def _() -> None:
    game = Round("White", "Mustard", "Scarlett")
    assert [seat.id for seat in game.state.seats] == [VERA, BORIS, ANNA]
    assert game.turn == VERA
    assert kinds(game.seen_by(PUBLIC))[-2:] == ["SeatsOrdered", "TurnBegan"]


@case("8.02")
def _() -> None:
    game = Round("Sleuth", "Butler", "White")
    assert [seat.id for seat in game.state.seats] == [VERA, ANNA, BORIS]


@case("8.03")
def _() -> None:
    game = Round()
    for seat in (BORIS, VERA):
        with refused("not_your_turn", "B2") as facts:
            game.suggest(seat, *FREE)
        assert facts["to"] == ANNA
    assert kinds(game.suggest(ANNA, *FREE)) == ["Suggested"]


@case("8.04")
def _() -> None:
    game = Round()
    with refused("no_addressee_here", "B2"):
        game.play(ANNA, verbs.Suggest(*FREE, "Nick 3"))
    game.suggest(ANNA, *FREE)
    assert game.asked == BORIS


@case("8.05")
def _() -> None:
    game = Round()
    game.suggest(ANNA, *FREE)
    with refused("one_suggestion", "B2"):
        game.suggest(ANNA, *OF_VERA)


@case("8.06")
def _() -> None:
    game = Round()
    game.goes_round(ANNA, *OF_BORIS)
    game.suggest(BORIS, *FREE)
    assert game.asked == VERA
    assert kinds(game.none(VERA)) == ["NotRefuted", "DutyPassed"]
    assert game.asked == ANNA
    assert kinds(game.none(ANNA)) == ["NotRefuted", "Unrefuted"]


@case("8.07")
def _() -> None:
    game = Round()
    game.suggest(ANNA, *OF_VERA)
    with refused("out_of_order", "B3") as facts:
        game.refute(VERA, "White")
    assert facts["to"] == BORIS
    game.none(BORIS)
    game.refute(VERA, "White")


@case("8.08")
def _() -> None:
    game = Round()
    game.suggest(ANNA, *FREE)
    game.none(BORIS)
    for again in (verbs.CannotRefute(1), verbs.Refute(1, "Rope")):
        with refused("already_answered", "B3"):
            game.play(BORIS, again)
    game.none(VERA)
    with refused("already_answered", "B3"):
        game.none(VERA)


@case("8.09")
def _() -> None:
    game = Round()
    game.suggest(ANNA, *OF_BORIS)
    with refused("must_refute", "F20"):
        game.none(BORIS)
    game.refute(BORIS, "Lounge")
    game.suggest(BORIS, *FREE)
    with refused("holds_none", "F20"):
        game.refute(VERA, "Green")


@case("8.10")
def _() -> None:
    game = Round()
    game.suggest(ANNA, *OF_BORIS)
    with refused("card_missing", "F21") as facts:
        game.refute(BORIS)
    assert facts["choices"] == OF_BORIS
    game.refute(BORIS, "Rope")
    assert game.state.owed == ()


@case("8.11")
def _() -> None:
    game = Round()
    game.suggest(ANNA, "White", "Rope", "Attic")
    assert kinds(game.refute(BORIS, "Rope")) == ["Refuted", "TurnBegan"]
    assert (game.turn, game.asked) == (BORIS, "")
    with refused("already_answered", "B3"):
        game.play(VERA, verbs.Refute(1, "White"))
    game.suggest(BORIS, *OF_VERA)
    game.refute(VERA, "White")
    assert game.turn == VERA


@case("8.12")
def _() -> None:
    game = Round()
    game.suggest(ANNA, *OF_BORIS)
    game.refute(BORIS, "Rope")
    seen = {viewer: game.seen_by(viewer)[0] for viewer in ALL_VIEWERS}
    assert {v for v, e in seen.items() if isinstance(e, verbs.Refuted) and e.card} == {ANNA, BORIS}
    assert {type(event) for event in seen.values()} == {verbs.Refuted}


@case("8.13")
def _() -> None:
    game = unrefuted()
    with refused("pass_or_accuse", "B5"):
        game.suggest(ANNA, *OF_VERA)
    assert kinds(game.passes(ANNA)) == ["Passed", "TurnBegan"]
    assert game.turn == BORIS
    assert kinds(unrefuted().accuse(ANNA, *WRONG))[0] == "AccusationMade"


@case("8.14")
def _() -> None:
    game = Round()
    with refused("nothing_to_pass", "B5"):
        game.passes(ANNA)
    game.suggest(ANNA, *OF_BORIS)
    with refused("nothing_to_pass", "B5"):
        game.passes(ANNA)
    game.refute(BORIS, "Rope")
    with refused("not_your_turn", "B5"):
        game.passes(ANNA)


@case("8.15")
def _() -> None:
    game = Round()
    game.goes_round(ANNA, "Scarlett", "Knife", "Hall")
    assert isinstance(game.log[-1].events[-1], b.Unrefuted)
    other = unrefuted()
    for one in (game, other):
        assert kinds(one.passes(ANNA)) == ["Passed", "TurnBegan"]
    assert [game.seen_by(v) for v in ALL_VIEWERS] == [other.seen_by(v) for v in ALL_VIEWERS]
