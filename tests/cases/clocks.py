"""Scenarios of chapter 9: deadlines of blitz, and who misses them (B9)."""

from chalicelib.game import PUBLIC
from chalicelib.rules import office, table, verbs
from chalicelib.rules.blitz import state as b
from tests.cases.registry import ANNA, BORIS, FREE, VERA, case
from tests.cases.round_table import HOUR, Round
from tests.tables import START, kinds, refused

OF_ANNA = ("Scarlett", "Pipe", "Attic")
"""Of these Anna holds Scarlett."""


def silent(game: Round) -> Round:
    """Vera misses two answers, and then has the turn."""
    game.suggest(ANNA, *FREE)
    game.none(BORIS)
    game.clock()
    game.passes(ANNA)
    game.suggest(BORIS, *OF_ANNA)
    game.clock()
    game.refute(ANNA, "Scarlett")
    return game


def flagged() -> Round:
    """After two missed deadlines the GM plays for Vera: her turn is passed, and Anna has it."""
    game = silent(Round(max_timeouts=2))
    assert (game.state.tallies[VERA].absent, game.turn) == (True, ANNA)
    return game


def deserted() -> Round:
    """Everybody has missed a deadline, and the game has paused by itself."""
    game = Round(max_timeouts=1)
    for _ in range(3):
        game.clock()
    return game


@case("9.01")
def _() -> None:
    game = Round()
    assert game.closes == START + 24 * HOUR
    game.wait(20).suggest(ANNA, *FREE)
    assert game.closes == START + 32 * HOUR
    game.wait(11).none(BORIS)
    assert game.closes == START + 43 * HOUR
    game.wait(11).none(VERA)
    assert game.closes == START + 66 * HOUR


@case("9.02")
def _() -> None:
    for cards, shown in (
        (("Mustard", "Pipe", "Kitchen"), "Mustard"),
        (("Green", "Rope", "Lounge"), "Rope"),
        (("Green", "Pipe", "Kitchen"), "Kitchen"),
    ):
        game = Round()
        game.suggest(ANNA, *cards)
        out, answer, turn = game.clock()
        assert (out, kinds((turn,))) == (b.TimeRanOut(BORIS), ["TurnBegan"])
        assert isinstance(answer, verbs.Refuted)
        assert (answer.card, answer.gm) == (shown, True)


@case("9.03")
def _() -> None:
    game = Round()
    assert game.clock() == (b.TimeRanOut(ANNA), b.Passed(ANNA, gm=True), b.TurnBegan(2, BORIS))
    game.goes_round(BORIS, *FREE)
    assert game.clock()[1:] == (b.Passed(BORIS, gm=True), b.TurnBegan(3, VERA))


@case("9.04")
def _() -> None:
    game = Round()
    game.now = START + 24 * HOUR
    with refused("clock_behind", "B9"):
        game.suggest(ANNA, *FREE)
    game.clock()
    with refused("not_your_turn", "B2"):
        game.suggest(ANNA, *FREE)


@case("9.05")
def _() -> None:
    game = silent(Round())
    assert (game.turn, game.state.tallies[VERA].absent) == (VERA, False)
    assert kinds(game.clock()) == ["TimeRanOut", "PlayedByGM", "Passed", "TurnBegan"]
    assert b.PlayedByGM(VERA) in game.seen_by(PUBLIC)
    assert game.state.tallies[VERA].absent


@case("9.06")
def _() -> None:
    game = silent(Round())
    game.suggest(VERA, *OF_ANNA)
    assert game.state.tallies[VERA].timeouts == 0
    game.refute(ANNA, "Scarlett")
    assert "PlayedByGM" not in kinds(game.clock())


@case("9.07")
def _() -> None:
    game = silent(Round())
    game.play(VERA, table.Talk("Good evening."))
    game.play(VERA, table.TellGM("I am reading."))
    assert "PlayedByGM" in kinds(game.clock())


@case("9.08")
def _() -> None:
    game = flagged()
    game.suggest(ANNA, *FREE)
    assert kinds(game.none(BORIS)) == ["NotRefuted", "DutyPassed", "NotRefuted", "Unrefuted"]
    game.passes(ANNA)
    game.suggest(BORIS, *OF_ANNA)
    assert kinds(game.refute(ANNA, "Scarlett")) == [
        "Refuted",
        *["TurnBegan", "Passed"],
        "TurnBegan",
    ]
    assert game.turn == ANNA


@case("9.09")
def _() -> None:
    game = flagged()
    game.order(VERA, on=False)
    assert (game.state.tallies[VERA].absent, game.state.tallies[VERA].timeouts) == (False, 0)
    game.suggest(ANNA, *FREE)
    game.none(BORIS)
    assert game.asked == VERA


@case("9.10")
def _() -> None:
    game = flagged()
    assert kinds(game.succeed(VERA)) == ["SeatTaken"]
    game.suggest(ANNA, *FREE)
    game.none(BORIS)
    assert game.asked == VERA


@case("9.11")
def _() -> None:
    game = deserted()
    assert kinds(game.seen_by(PUBLIC))[-2:] == ["TurnBegan", "Paused"]
    game.wait(1000)
    game.organise(office.Resume())
    assert (game.turn, game.closes) == (ANNA, game.now + 24 * HOUR)
    assert not any(tally.absent for tally in game.state.tallies.values())


@case("9.12")
def _() -> None:
    game = deserted()
    game.order(BORIS, on=False)
    game.organise(office.Resume())
    assert game.turn == BORIS
    assert [seat for seat, tally in game.state.tallies.items() if tally.absent] == [ANNA, VERA]
