"""Scenarios of chapter 5: accusations (F30-F36)."""

from typing import Any

from chalicelib.game import ORGANISER, PUBLIC, Actor, redact
from chalicelib.rules import table, verbs
from chalicelib.rules.forum import state as f
from chalicelib.rules.office import TakeSeat
from tests.cases.registry import ANNA, BORIS, FREE, VERA, WRONG, case
from tests.tables import ALL_VIEWERS, CASE, DAY, EVERYBODY, HANDS, Table, kinds, refused

RIGHT = CASE.cards


def accused(by: str, cards: tuple[str, str, str], **options: Any) -> Table:
    """Somebody has accused at the opening of the first day."""
    game = Table(**options)
    game.accuse(by, *cards)
    return game


def winner(game: Table) -> str | None:
    """Who has won the game, which is over."""
    assert game.state.phase == "over"
    won: str | None = game.state.result.winner
    return won


@case("5.01")
def _() -> None:
    game = accused(ANNA, RIGHT)
    made = [viewer for viewer in ALL_VIEWERS if "Accused" in kinds(game.seen_by(viewer))]
    assert made == [ANNA]
    assert [v for v in ALL_VIEWERS if redact(game.log[-1], v).moves] == [ANNA]
    game.at(3 * DAY)
    assert winner(game) == ANNA


@case("5.02")
def _() -> None:
    for first in (RIGHT, WRONG):
        game = accused(ANNA, first).at(60)
        with refused("has_accused", "F30"):
            game.accuse(ANNA, *RIGHT)


@case("5.03")
def _() -> None:
    game = Table()
    with refused("unknown_card", "F14"):
        game.accuse(ANNA, "Green", "Pipe", "Garage")
    assert kinds(game.accuse(ANNA, *RIGHT))[0] == "Accused"


@case("5.04")
def _() -> None:
    game = accused(ANNA, ("Scarlett", "Pipe", "Attic"))
    assert "AccusationFailed" in kinds(game.seen_by(ANNA))


@case("5.05")
def _() -> None:
    for cards in (WRONG, ("Green", "Rope", "Attic"), ("White", "Pipe", "Attic")):
        game = accused(ANNA, cards, accusation_window_hours=1)
        for rule in ("F33", "F31"):
            with refused("has_accused" if rule == "F33" else "rights_lost", rule):
                game.ask(ANNA, BORIS, *FREE)
            with refused("has_accused", "F30"):
                game.accuse(ANNA, *RIGHT)
            game.close()


@case("5.06")
def _() -> None:
    game = accused(ANNA, WRONG)
    for _ in range(2):
        game.ask(BORIS, ANNA, "Scarlett", "Pipe", "Attic")
    with refused("must_refute", "F20"):
        game.none(ANNA, 1)
    assert kinds(game.refute(ANNA, 1)) == ["Refuted"]
    assert kinds(game.order(ANNA)) == ["StandingOrder", "Refuted"]


@case("5.07")
def _() -> None:
    game = Table().at(60)
    game.accuse(ANNA, *WRONG)
    assert game.seen_by(PUBLIC) == (f.WindowOpened(game.minute(60 + 24 * 60)),)
    assert set(game.told()) == {*EVERYBODY, ORGANISER}
    game.at(DAY).accuse(BORIS, *RIGHT)
    game.clock()
    assert winner(game) == BORIS


@case("5.08")
def _() -> None:
    right, wrong = accused(ANNA, RIGHT), accused(ANNA, WRONG)
    for viewer in (BORIS, VERA, PUBLIC, ORGANISER):
        assert right.seen_by(viewer) == wrong.seen_by(viewer)
        assert redact(right.state, viewer) == redact(wrong.state, viewer)
        assert ANNA not in repr(right.seen_by(viewer))


@case("5.09")
def _() -> None:
    game = accused(ANNA, WRONG, accusation_window="from_first_correct")
    assert game.seen_by(PUBLIC) == ()
    assert game.told() == {ANNA: 0}
    game.at(120).accuse(BORIS, *RIGHT)
    assert game.seen_by(PUBLIC) == (f.WindowOpened(game.minute(120 + 24 * 60)),)


@case("5.10")
def _() -> None:
    game = accused(ANNA, WRONG, accusation_window="none")
    assert (game.seen_by(PUBLIC), game.state.phase) == ((), "open")
    game.accuse(BORIS, *RIGHT)
    assert winner(game) == BORIS


@case("5.11")
def _() -> None:
    for first in (RIGHT, WRONG):
        game = accused(ANNA, first, accusation_window_hours=2)
        with refused("clock_behind", "F6"):
            game.accuse(VERA, *RIGHT, at=game.minute(120))
        game.accuse(VERA, *RIGHT, at=game.minute(120 - 1 / 60))
        game.clock()
        assert winner(game) == (ANNA if first == RIGHT else VERA)


@case("5.12")
def _() -> None:
    game = Table().at(120)
    game.accuse(ANNA, *RIGHT)
    game.close()
    assert (game.state.day, game.left(BORIS), game.left(VERA)) == (2, 3, 3)
    game.ask(BORIS, ANNA, "Scarlett", "Pipe", "Attic")
    assert kinds(game.refute(ANNA, 1)) == ["Refuted"]
    game.clock()
    assert (winner(game), game.now) == (ANNA, game.minute(DAY + 120))


@case("5.13")
def _() -> None:
    game = accused(ANNA, RIGHT)
    assert game.left(ANNA) == 0
    with refused("has_accused", "F33"):
        game.ask(ANNA, BORIS, *FREE)
    game.ask(BORIS, VERA, *FREE)


@case("5.14")
def _() -> None:
    game = accused(ANNA, RIGHT)
    game.order(ANNA)
    assert kinds(game.seen_by(PUBLIC)) == ["StandingOrder"]
    assert kinds(game.ask(BORIS, ANNA, *FREE)) == ["Suggested", "NotRefuted"]


@case("5.15")
def _() -> None:
    game = Table()
    game.accuse(VERA, *WRONG, at=game.minute(1))
    game.accuse(ANNA, *RIGHT, at=game.minute(20))
    game.accuse(BORIS, *RIGHT, at=game.minute(10))
    assert winner(game) == BORIS


@case("5.16")
def _() -> None:
    game = accused(BORIS, RIGHT)
    game.accuse(ANNA, *RIGHT)
    game.clock()
    assert winner(game) == BORIS


@case("5.17")
def _() -> None:
    game = accused(ANNA, WRONG, accusation_window_hours=2)
    assert game.clock() == game.seen_by(PUBLIC) == (f.WindowClosed((ANNA,)),)
    game.ask(BORIS, ANNA, *FREE)
    revealed = accused(ANNA, WRONG, no_winner="reveal")
    assert kinds(revealed.clock()) == ["Ended"]
    assert (winner(revealed), revealed.state.result.outcome) == (None, "unsolved")


@case("5.18")
def _() -> None:
    game = accused(ANNA, WRONG).at(3 * DAY)
    game.accuse(BORIS, *WRONG)
    assert game.seen_by(PUBLIC) == (f.WindowOpened(game.minute(4 * DAY)),)


@case("5.19")
def _() -> None:
    game = accused(ANNA, WRONG)
    game.accuse(BORIS, *WRONG)
    game.at(2 * DAY)
    assert game.state.phase == "open"
    game.ask(VERA, ANNA, *FREE)
    game.none(ANNA, 1)
    game.accuse(VERA, *RIGHT)
    assert winner(game) == VERA


@case("5.20")
def _() -> None:
    for leaves in (False, True):
        game = accused(ANNA, WRONG)
        game.accuse(BORIS, *WRONG)
        events = game.leave(VERA) if leaves else game.accuse(VERA, *WRONG)
        assert kinds(events)[-1] == "Ended"
        assert (winner(game), game.state.result.case) == (None, CASE)


@case("5.21")
def _() -> None:
    game = accused(ANNA, WRONG)
    game.accuse(BORIS, *RIGHT)
    assert kinds(game.at(14 * 60).accuse(VERA, *RIGHT))[-1] == "Ended"
    assert winner(game) == BORIS


@case("5.22")
def _() -> None:
    game = accused(ANNA, RIGHT)
    game.at(5).ask(BORIS, VERA, *FREE)
    assert kinds(game.clock()) == ["Ended"]
    assert (game.now, game.state.day) == (game.minute(DAY), 1)


@case("5.23")
def _() -> None:
    game = accused(ANNA, WRONG)
    told = [v for v in ALL_VIEWERS if f.AccusationFailed(ANNA) in game.seen_by(v)]
    assert (told, ANNA in game.told()) == ([ANNA], True)
    game.accuse(BORIS, *RIGHT)
    assert kinds(game.seen_by(BORIS)) == ["Accused"]
    assert redact(game.state, BORIS).case is None
    game.clock()
    assert winner(game) == BORIS


@case("5.24")
def _() -> None:
    game = accused(ANNA, RIGHT)
    game.leave(ANNA)
    assert game.state.phase == "open"
    game.clock()
    assert winner(game) == ANNA


@case("5.25")
def _() -> None:
    game = accused(ANNA, RIGHT, accusation_window="none")
    (ended,) = game.seen_by(PUBLIC)
    assert isinstance(ended, verbs.Ended)
    assert ended.case == CASE
    assert {hand.seat: hand.cards for hand in ended.hands} == HANDS
    assert [(v.by, v.case, v.at) for v in ended.accusations] == [(ANNA, CASE, game.start)]
    with refused("game_over", "F35"):
        game.ask(VERA, ANNA, *FREE)
    game.say(VERA)


@case("5.26")
def _() -> None:
    game = Table(accusation_window="none")
    game.leave(BORIS)
    gone = table.actor(game.state, game.state.host, "account2")
    with refused("not_seated", "F4"):
        game.play(gone, verbs.Accuse(*RIGHT))
    game.play(Actor("gleb"), TakeSeat(game.offer(ORGANISER, BORIS)))
    game.accuse(BORIS, *RIGHT)
    assert winner(game) == BORIS
