"""Scenarios of chapter 9: deadlines, absence and the GM in blitz (B9, B10)."""

from datetime import date, timedelta
from typing import Any

from chalicelib.game import PUBLIC
from chalicelib.rules import office, table, verbs
from chalicelib.rules.blitz import state as b
from tests.cases.registry import ANNA, BORIS, FREE, OF_BORIS, VERA, WRONG, case
from tests.cases.round_table import HOUR, Round
from tests.tables import START, kinds, refused

OF_ANNA = ("Scarlett", "Pipe", "Attic")
"""Of these Anna holds Scarlett."""
MINUTE = timedelta(minutes=1)


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


@case("9.13")
def _() -> None:
    game = Round().wait(17 + 40 / 60)
    game.organise(office.Pause())
    game.wait(53 + 20 / 60).organise(office.Resume())
    assert game.closes - game.now == 6 * HOUR + 20 * MINUTE


@case("9.14")
def _() -> None:
    game = Round()
    game.suggest(ANNA, *FREE)
    game.organise(office.Pause())
    game.wait(5).none(BORIS)
    game.wait(5).none(VERA)
    for move in (b.Pass(), verbs.Accuse(*FREE), verbs.Suggest(*FREE)):
        with refused("paused", "F52"):
            game.play(ANNA, move)
    game.wait(100).organise(office.Resume())
    assert game.closes == game.now + 24 * HOUR


@case("9.15")
def _() -> None:
    game = Round()
    game.suggest(ANNA, *FREE)
    assert kinds(game.order(BORIS, until=date(2026, 12, 2)))[:2] == ["StandingOrder", "NotRefuted"]
    game.none(VERA)
    game.wait(23).passes(ANNA)
    assert (game.turn, game.closes) == (BORIS, game.now + 24 * HOUR)
    game.wait(10).goes_round(BORIS, *FREE)
    game.passes(BORIS)
    game.suggest(VERA, *OF_BORIS)
    game.none(ANNA)
    assert (game.now.day, game.asked) == (3, BORIS)


@case("9.16")
def _() -> None:
    game = Round()
    game.suggest(ANNA, *OF_BORIS)
    left, answer, *rest = game.leave(BORIS)
    assert isinstance(answer, verbs.Refuted)
    assert (answer.card, answer.gm) == ("Mustard", True)
    assert kinds((left, *rest)) == ["Left", "TurnBegan"]
    assert game.turn == VERA
    game.goes_round(VERA, *FREE)
    game.passes(VERA)
    game.goes_round(ANNA, *OF_BORIS)
    assert game.turn == VERA


@case("9.17")
def _() -> None:
    game = Round()
    game.suggest(ANNA, *FREE)
    assert kinds(game.leave(ANNA)) == ["Left"]
    game.none(BORIS)
    assert kinds(game.none(VERA)) == ["NotRefuted", "Unrefuted", "Passed", "TurnBegan"]
    assert game.turn == BORIS


@case("9.18")
def _() -> None:
    for loses in (False, True):
        game = Round()
        game.goes_round(ANNA, *FREE)
        game.accuse(ANNA, *WRONG) if loses else game.passes(ANNA)
        game.leave(ANNA)
        game.succeed(ANNA)
        game.goes_round(BORIS, *OF_ANNA)
        assert any(isinstance(e, verbs.Refuted) and not e.gm for e in game.log[-1].events)
        game.goes_round(VERA, *OF_BORIS)
        assert game.turn == (BORIS if loses else ANNA)


@case("9.19")
def _() -> None:
    game = Round()
    game.suggest(ANNA, *OF_BORIS)
    assert game.clock(late=True) == (office.CloseMoved(START + 24 * HOUR),)
    assert (game.asked, game.state.tallies[BORIS].timeouts) == (BORIS, 0)
    assert kinds(game.clock())[0] == "TimeRanOut"


@case("9.20")
def _() -> None:
    game = Round()
    game.organise(office.MoveClose(START + 30 * HOUR))
    assert game.closes == START + 30 * HOUR
    game.wait(29).suggest(ANNA, *FREE)
    assert game.closes == game.now + 12 * HOUR
    for closes in (game.now, game.now + 32 * 24 * HOUR):
        with refused("close_out_of_range", "B9"):
            game.organise(office.MoveClose(closes))


@case("9.21")
def _() -> None:
    for gm in ("auto", "human"):
        game = Round(gm=gm)
        game.suggest(ANNA, *OF_BORIS)
        if gm == "auto":
            with refused("not_human_gm", "F56"):
                game.organise(office.AnswerAsGM(1))
            continue
        answer = game.organise(office.AnswerAsGM(1))[0]
        assert isinstance(answer, verbs.Refuted)
        assert (answer.by, answer.card, answer.gm) == (BORIS, "Mustard", True)


@case("9.22")
def _() -> None:
    game, log = before_the_accusation()
    game.accuse(ANNA, *WRONG)
    assert kinds(game.organise(log)) == ["RolledBack", "Passed", "TurnBegan"]
    assert game.turn == BORIS
    with refused("rights_lost", "B7"):
        game.accuse(ANNA, *FREE)


def before_the_accusation() -> tuple[Round, Any]:
    """Anna may accuse; with the move by which the GM goes back to this moment."""
    game = Round()
    game.goes_round(ANNA, *FREE)
    return game, office.RollBackTo(len(game.log), game.state, game.now)


@case("9.23")
def _() -> None:
    game = Round(idle_turns=2)
    game.leave(ANNA)
    game.leave(BORIS)
    game.clock()
    assert (game.state.phase, game.turn) == ("open", VERA)
    assert kinds(game.clock()) == ["TimeRanOut", "Passed", "Ended"]
