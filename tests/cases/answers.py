"""Scenarios of chapter 4, first part: answers by the addressee, and their cards (F20-F25)."""

from typing import Any

from chalicelib.game import PUBLIC
from chalicelib.rules import verbs
from chalicelib.rules.cluedo import Case
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from tests.cases.registry import ANNA, BORIS, FREE, OF_BORIS, VERA, case
from tests.tables import ALL_VIEWERS, DAY, Table, kinds, refused

THE_ROPE = ("Green", "Rope", "Attic")
"""Of these Boris holds the Rope."""


def asked(*cards: str, at: float = 10, **options: Any) -> Table:
    """Anna has asked Boris, so many minutes after the opening."""
    game = Table(**options).at(at)
    game.ask(ANNA, BORIS, *cards)
    return game


@case("4.01")
def _() -> None:
    game = asked(*THE_ROPE)
    with refused("must_refute", "F20"):
        game.none(BORIS, 1)
    assert len(game.state.questions) == 1
    game.refute(BORIS, 1, "Rope")


@case("4.02")
def _() -> None:
    game = asked("Green", "Knife", "Attic")
    for card in (None, "Green", "Mustard"):
        with refused("holds_none", "F20"):
            game.play(BORIS, verbs.Refute(1, card))
    assert kinds(game.none(BORIS, 1)) == ["NotRefuted"]


@case("4.03")
def _() -> None:
    for card in OF_BORIS:
        (answer,) = asked(*OF_BORIS).refute(BORIS, 1, card)
        assert answer == verbs.Refuted(1, 1, BORIS, ANNA, Case(*OF_BORIS), card=card)


@case("4.04")
def _() -> None:
    game = asked(*THE_ROPE)
    for card, why in (("Lounge", "not_named"), ("Attic", "not_held")):
        with refused(why, "F20") as facts:
            game.refute(BORIS, 1, card)
        assert facts["choices"] == ("Rope",)


@case("4.05")
def _() -> None:
    game = asked("White", "Pipe", "Attic")
    with refused("not_addressee", "F20"):
        game.refute(VERA, 1, "White")
    game.none(BORIS, 1)
    assert game.state.questions == ()


@case("4.06")
def _() -> None:
    game = asked(*OF_BORIS)
    game.refute(BORIS, 1, "Mustard")
    with refused("already_answered", "F20"):
        game.refute(BORIS, 1, "Rope")


@case("4.07")
def _() -> None:
    game = asked(*OF_BORIS)
    game.refute(BORIS, 1, "Rope")
    seen = {viewer: game.seen_by(viewer)[0] for viewer in ALL_VIEWERS}
    assert {v for v, e in seen.items() if isinstance(e, verbs.Refuted) and e.card} == {ANNA, BORIS}
    assert {type(event) for event in seen.values()} == {verbs.Refuted}


@case("4.08")
def _() -> None:
    game = asked(*FREE)
    game.ask(ANNA, BORIS, *THE_ROPE)
    game.refute(BORIS, 2, "Rope")
    assert game.seen_by(PUBLIC) == (verbs.Refuted(2, 2, BORIS, ANNA, Case(*THE_ROPE)),)
    game.none(BORIS, 1)
    assert game.seen_by(PUBLIC) == (verbs.NotRefuted(1, 1, BORIS, ANNA, Case(*FREE)),)


@case("4.09")
def _() -> None:
    game = asked(*OF_BORIS)
    game.refute(BORIS, 1, "Rope")
    game.ask(ANNA, BORIS, *OF_BORIS)
    (answer,) = game.refute(BORIS, 2, "Rope")
    assert isinstance(answer, verbs.Refuted)
    assert answer.card == "Rope"


@case("4.10")
def _() -> None:
    game = asked(*OF_BORIS)
    assert kinds(game.announce(BORIS, 1)) == ["Refuted", "CardOwed"]
    assert game.state.questions == ()
    (sent,) = game.at(69).refute(BORIS, 1, "Lounge")
    assert isinstance(sent, f.CardSent)
    assert (sent.card, sent.gm, game.seen_by(VERA)) == ("Lounge", False, ())


@case("4.11")
def _() -> None:
    one, many = asked(*THE_ROPE), asked(*OF_BORIS)
    for game in (one, many):
        game.announce(BORIS, 1)
    assert kinds(one.seen_by(ANNA)) == kinds(many.seen_by(ANNA)) == ["Refuted", "CardOwed"]
    sent = asked(*THE_ROPE)
    sent.refute(BORIS, 1, "Rope")
    assert one.seen_by(PUBLIC) == sent.seen_by(PUBLIC)
    assert kinds(one.seen_by(PUBLIC)) == kinds(many.seen_by(PUBLIC)) == ["Refuted"]
    assert one.state.owed[0].due == many.state.owed[0].due


@case("4.12")
def _() -> None:
    game = asked(*OF_BORIS)
    game.announce(BORIS, 1)
    sent, told = game.clock()
    assert game.now == game.minute(70)
    assert isinstance(sent, f.CardSent)
    assert (sent.card, sent.gm) == ("Mustard", True)
    assert game.seen_by(PUBLIC) == (told,) == (f.CardOverdue(1, 1, BORIS, ANNA),)
    assert set(game.told()) == {ANNA, BORIS}


@case("4.13")
def _() -> None:
    game = asked(*OF_BORIS)
    with refused("no_card_owed", "F24"):
        game.play(ANNA, rulings.Complain(1))
    game.announce(BORIS, 1)
    owed = game.state.owed[0].due
    complaint = game.at(40).play(ANNA, rulings.Complain(1))
    assert game.seen_by(PUBLIC) == complaint == (rulings.Complained(1, 1, ANNA, BORIS),)
    assert BORIS in game.told()
    assert game.state.owed[0].due == owed
    with refused("already_complained", "F24"):
        game.play(ANNA, rulings.Complain(1))


@case("4.14")
def _() -> None:
    game = asked(*OF_BORIS, at=60, unanswered_penalty="always").at(DAY - 30)
    game.announce(BORIS, 1)
    closed = kinds(game.close())
    assert closed[:2] == ["CardSent", "DayClosed"]
    assert not {"CardOverdue", "Penalised"} & set(closed)
    assert "CardSent" not in kinds(game.seen_by(PUBLIC))


@case("4.15")
def _() -> None:
    for cards, shown in (
        (("Mustard", "Pipe", "Kitchen"), "Mustard"),
        (("Green", "Rope", "Lounge"), "Rope"),
        (("Green", "Pipe", "Kitchen"), "Kitchen"),
    ):
        answer = asked(*cards).close()[0]
        assert isinstance(answer, verbs.Refuted)
        assert (answer.card, answer.gm) == (shown, True)
