"""Scenarios of chapter 5, continued: several winners, and the last day (F35)."""

from chalicelib.game import PUBLIC, redact
from chalicelib.rules import office
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.winners import Solved
from tests.cases.registry import ANNA, BORIS, FREE, VERA, WRONG, case
from tests.tables import ALL_VIEWERS, CASE, DAY, Table, kinds, refused

RIGHT = CASE.cards


@case("5.27")
def _() -> None:
    game = Table(play_on=True, accusation_window="none")
    game.accuse(ANNA, *RIGHT)
    assert game.seen_by(PUBLIC) == (Solved((ANNA,), 1),)
    assert [redact(game.state, viewer).case for viewer in ALL_VIEWERS] == [None] * 5
    game.ask(BORIS, VERA, *FREE)
    game.none(VERA, 1)
    assert kinds(game.accuse(BORIS, *RIGHT)) == ["Accused", "Solved"]
    assert kinds(game.accuse(VERA, *WRONG))[-1] == "Ended"
    assert game.state.result.winner == ANNA
    assert [v.by for v in game.state.result.accusations if v.right] == [ANNA, BORIS]


@case("5.28")
def _() -> None:
    game = Table(play_on=True, accusation_window="none")
    game.accuse(ANNA, *RIGHT)
    with refused("has_accused", "F33"):
        game.ask(ANNA, BORIS, *FREE)
    game.ask(BORIS, ANNA, "Scarlett", "Pipe", "Attic")
    with refused("must_refute", "F20"):
        game.none(ANNA, 1)
    assert kinds(game.order(ANNA)) == ["StandingOrder", "Refuted"]


@case("5.29")
def _() -> None:
    for second in (RIGHT, WRONG):
        game = Table(play_on=True).at(60)
        game.accuse(ANNA, *RIGHT)
        assert kinds(game.seen_by(PUBLIC)) == ["WindowOpened"]
        game.at(DAY)
        assert game.clock() == game.seen_by(PUBLIC) == (Solved((ANNA,), 1),)
        game.accuse(BORIS, *second)
        assert game.seen_by(PUBLIC) == (f.WindowOpened(game.minute(60 + 2 * DAY)),)
        game.at(2 * DAY).clock()
        told = Solved((BORIS,), 2) if second == RIGHT else f.WindowClosed((BORIS,))
        assert game.seen_by(PUBLIC) == (told,)
        assert game.state.phase == "open"


@case("5.30")
def _() -> None:
    for cards, winner in ((RIGHT, ANNA), (WRONG, None)):
        game = Table(most_days=8, quiet_days=0).at(7.5 * DAY)
        game.accuse(ANNA, *cards)
        game.ask(BORIS, VERA, *FREE)
        assert kinds(game.close()) == ["NotRefuted", "DayClosed", "Ended"]
        assert (game.now, game.state.result.winner) == (game.minute(8 * DAY), winner)


@case("5.31")
def _() -> None:
    game = Table(most_days=1, suggestions_per_day=1, early_close="auto")
    for by, to in ((ANNA, BORIS), (BORIS, ANNA), (VERA, ANNA)):
        game.ask(by, to, *FREE)
    game.none(BORIS, 1)
    game.none(ANNA, 2)
    assert kinds(game.none(ANNA, 3)) == ["NotRefuted"]
    with refused("last_day", "F35"):
        game.organise(rulings.CloseDay())
    game.organise(office.MoveClose(game.minute(DAY + 60)))
    game.accuse(VERA, *RIGHT)
    game.close()
    assert game.state.result.winner == VERA
