"""Scenarios of chapter 6: corrections, penalties of the GM, void suggestions (F40-F45)."""

from typing import Any

from chalicelib.game import PUBLIC
from chalicelib.rules import office, verbs
from chalicelib.rules.cluedo import Case
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from tests.cases.registry import ANNA, BORIS, FREE, OF_BORIS, VERA, WRONG, case
from tests.tables import DAY, Table, kinds, refused

TWO_ROOMS = "It was Green, in the Attic or in the Hall."


def malformed(**options: Any) -> Table:
    """Anna's first suggestion, to Boris and an hour after the opening, has two rooms."""
    game = Table(**options).at(60)
    game.play(ANNA, c.SuggestMalformed(BORIS, TWO_ROOMS))
    return game


def amend(game: Table, number: int = 1) -> c.Amended:
    """Put it right."""
    amended = game.play(ANNA, c.Amend(number, *FREE))[0]
    assert isinstance(amended, c.Amended)
    return amended


@case("6.01")
def _() -> None:
    game = Table()
    game.ask(ANNA, BORIS, "Green", "Rope", "Attic")
    with refused("never_changed", "F40"):
        game.at(1).play(ANNA, c.Amend(1, *FREE))


@case("6.02")
def _() -> None:
    game = malformed().at(63)
    edited = c.Amended(1, 1, ANNA, BORIS, Case(*FREE), "edit")
    assert amend(game) == edited
    assert game.seen_by(PUBLIC) == (edited,)
    assert kinds(game.none(BORIS, 1)) == ["NotRefuted"]
    assert game.left(ANNA) == 2


@case("6.03")
def _() -> None:
    assert amend(malformed().at(65)).how == "edit"
    assert amend(malformed().at(65 + 1 / 60)).how == "post"


@case("6.04")
def _() -> None:
    game = Table()
    game.ask(ANNA, VERA, *FREE)
    game.play(ANNA, c.SuggestMalformed(BORIS, TWO_ROOMS))
    corrected = amend(game.at(180), 2)
    assert (corrected.how, corrected.number, game.left(ANNA)) == ("post", 2, 1)
    assert kinds(game.none(BORIS, 2)) == ["NotRefuted"]


@case("6.05")
def _() -> None:
    game = malformed()
    assert amend(game).to == BORIS
    with refused("not_addressee", "F20"):
        game.none(VERA, 1)


@case("6.06")
def _() -> None:
    game = malformed(corrections="none")
    assert game.left(ANNA) == 2
    with refused("no_corrections", "F43"):
        amend(game)
    assert game.state.questions == ()
    with refused("malformed", "F45"):
        game.none(BORIS, 1)


@case("6.07")
def _() -> None:
    game = malformed(unanswered_penalty="always")
    assert kinds(game.close()) == ["DayClosed", "SeatsIdle", "DayOpened"]
    with refused("never_changed", "F40"):
        amend(game)


@case("6.08")
def _() -> None:
    game = Table()
    with refused("unknown_card", "F14"):
        game.ask(ANNA, BORIS, "Green", "Pipe", "Garage")
    assert (game.left(ANNA), game.state.suggestions) == (3, 0)


@case("6.09")
def _() -> None:
    game = malformed(suggestions_per_day=5)
    for _ in range(2):
        game.ask(ANNA, BORIS, *FREE)
    with refused("addressee_quota_spent", "F11"):
        game.ask(ANNA, BORIS, *FREE)


@case("6.10")
def _() -> None:
    game = malformed()
    game.order(BORIS)
    assert kinds(game.play(ANNA, c.Amend(1, *OF_BORIS))) == ["Amended", "Refuted"]
    assert game.state.questions == ()


@case("6.11")
def _() -> None:
    game = malformed()
    game.accuse(ANNA, *WRONG)
    with refused("has_accused", "F33"):
        amend(game)


@case("6.12")
def _() -> None:
    game = Table(suggestions_per_day=1)
    fined = game.organise(rulings.Fine(ANNA, "edited a post"))
    assert (
        fined == game.seen_by(PUBLIC) == (rulings.Fined(ANNA, today=True, reason="edited a post"),)
    )
    assert game.left(ANNA) == 0
    game.ask(BORIS, ANNA, *FREE)
    assert game.organise(rulings.Fine(BORIS)) == (rulings.Fined(BORIS, today=False),)
    game.close()
    assert (game.left(ANNA), game.left(BORIS)) == (1, 0)


@case("6.13")
def _() -> None:
    game = Table(unanswered_penalty="always")
    game.ask(ANNA, BORIS, *OF_BORIS)
    for _ in range(3):
        game.ask(BORIS, VERA, *FREE)
    game.organise(rulings.Fine(BORIS))
    game.close()
    assert game.left(BORIS) == 1
    least = Table(unanswered_penalty="always", suggestions_per_day=1)
    least.ask(ANNA, BORIS, *OF_BORIS)
    least.ask(BORIS, VERA, *FREE)
    least.organise(rulings.Fine(BORIS))
    least.close()
    assert least.left(BORIS) == 0


@case("6.14")
def _() -> None:
    game = Table(suggestions_per_day=1)
    for today in (True, False):
        assert game.organise(rulings.Fine(BORIS)) == (rulings.Fined(BORIS, today=today),)
    for today in (False, True):
        assert game.organise(rulings.Waive(BORIS)) == (rulings.PenaltyWaived(BORIS, today=today),)
    assert game.left(BORIS) == 1


@case("6.15")
def _() -> None:
    for stand in (True, False):
        game = malformed(gm="human")
        answered = c.MalformedAnswered(1, 1, BORIS, ANNA, refuted=True, card="Rope")
        assert game.refute(BORIS, 1, "Rope") == game.seen_by(ANNA) == (answered,)
        (seen,) = game.seen_by(VERA)
        assert isinstance(seen, c.MalformedAnswered)
        assert seen.card is None
        with refused("gm_settles", "F45"):
            amend(game)
        settled = c.Settled(1, 1, ANNA, BORIS, stand)
        assert game.organise(c.Settle(1, stand)) == game.seen_by(PUBLIC) == (settled,)
        assert game.left(ANNA) == 2
    none = malformed(gm="human").none(BORIS, 1)
    assert none == (c.MalformedAnswered(1, 1, BORIS, ANNA, refuted=False),)


@case("6.16")
def _() -> None:
    game = malformed()
    for move in (verbs.Refute(1, "Rope"), verbs.CannotRefute(1)):
        with refused("malformed", "F45"):
            game.play(BORIS, move)
    amend(game)


@case("6.17")
def _() -> None:
    game = Table(unanswered_penalty="always").at(DAY - 150)
    game.ask(ANNA, BORIS, *OF_BORIS)
    game.organise(rulings.Void(1))
    with refused("already_answered", "F20"):
        game.refute(BORIS, 1)
    assert game.left(ANNA) == 2
    game.at(DAY - 90).organise(rulings.Restore(1))
    assert len(game.state.questions) == 1
    assert f.Penalised(BORIS) not in game.close()
    with refused("no_such_suggestion", "F45"):
        game.organise(rulings.Restore(1))


@case("6.18")
def _() -> None:
    game = malformed().at(63)
    game.organise(office.Pause())
    with refused("paused", "F52"):
        amend(game.at(64))
    game.at(63 + DAY).organise(office.Resume())
    assert amend(game.at(64 + DAY)).how == "edit"


@case("6.19")
def _() -> None:
    for style in ("full", "none"):
        game = malformed(corrections=style, suggestions_per_day=1)
        for by in (BORIS, VERA):
            game.ask(by, ANNA, *FREE)
            game.none(ANNA, game.state.suggestions)
        if style == "full":
            with refused("not_all_in", "F7"):
                game.organise(rulings.CloseDay())
            amend(game)
            game.none(BORIS, 1)
        assert kinds(game.organise(rulings.CloseDay()))[0] == "DayClosed"


@case("6.20")
def _() -> None:
    game = malformed().at(62)
    (amended,) = game.play(ANNA, c.Amend(1, *FREE, new_post=True))
    assert amended == c.Amended(1, 1, ANNA, BORIS, Case(*FREE), "post")
    assert kinds(game.none(BORIS, 1)) == ["NotRefuted"]
    assert game.left(ANNA) == 2
