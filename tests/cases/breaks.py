"""Scenarios of chapter 9, continued: pauses, orders, leaving and the GM in blitz (B9, B10)."""

from datetime import date, timedelta
from typing import Any

from chalicelib.rules import office, verbs
from chalicelib.rules.blitz import state as b
from tests.cases.clocks import OF_ANNA
from tests.cases.registry import ANNA, BORIS, FREE, OF_BORIS, VERA, WRONG, case
from tests.cases.round_table import HOUR, Round
from tests.tables import START, kinds, refused

MINUTE = timedelta(minutes=1)


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
