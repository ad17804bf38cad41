"""Scenarios of chapter 3: suggestions (F10-F15)."""

from chalicelib.game import redact
from chalicelib.read import read
from chalicelib.rules import office, verbs
from chalicelib.rules.cluedo import Case, Deck
from tests.cases.registry import ANNA, BORIS, FREE, OF_BORIS, VERA, case
from tests.tables import DECK, Table, kinds, refused


@case("3.01")
def _() -> None:
    game = Table()
    for to in (BORIS, BORIS, VERA):
        game.ask(ANNA, to, *FREE)
    for to in (BORIS, VERA):
        with refused("quota_spent", "F10"):
            game.ask(ANNA, to, *FREE)


@case("3.02")
def _() -> None:
    game = Table()
    game.close()
    for _ in range(3):
        game.ask(ANNA, BORIS, *FREE)
    with refused("quota_spent", "F10"):
        game.ask(ANNA, VERA, *FREE)


@case("3.03")
def _() -> None:
    game = Table(suggestions_per_day=5, per_addressee_per_day=3)
    for _ in range(2):
        for _ in range(3):
            game.ask(ANNA, BORIS, *FREE)
        with refused("addressee_quota_spent", "F11"):
            game.ask(ANNA, BORIS, *FREE)
        for _ in range(2):
            game.ask(ANNA, VERA, *FREE)
        game.close()


@case("3.04")
def _() -> None:
    for wait in (False, True):
        game = Table(await_answer=wait)
        game.ask(ANNA, BORIS, *FREE)
        if wait:
            with refused("await_answer", "F11"):
                game.ask(ANNA, BORIS, *FREE)
            game.ask(ANNA, VERA, *FREE)
            game.none(BORIS, 1)
        assert kinds(game.ask(ANNA, BORIS, *FREE)) == ["Suggested"]


@case("3.05")
def _() -> None:
    game = Table()
    game.ask(ANNA, BORIS, "Scarlett", "Knife", "Hall")
    assert kinds(game.none(BORIS, 1)) == ["NotRefuted"]


@case("3.06")
def _() -> None:
    with refused("wrong_category", "F12"):
        Table().ask(ANNA, BORIS, "Green", "Attic", "Hall")


@case("3.07")
def _() -> None:
    with refused("asks_oneself", "F12"):
        Table().ask(ANNA, ANNA, *FREE)


@case("3.08")
def _() -> None:
    game = Table()
    made = [game.ask(by, VERA, *FREE)[0] for by in (ANNA, ANNA, BORIS, ANNA)]
    game.close()
    made.append(game.ask(ANNA, VERA, *FREE)[0])
    assert [e.number for e in made if isinstance(e, verbs.Suggested)] == [1, 2, 1, 3, 1]


@case("3.09")
def _() -> None:
    game = Table()
    with refused("unknown_card", "F14") as facts:
        game.ask(ANNA, BORIS, "the leader of the proletariat", "Pipe", "Attic")
    assert (facts["choices"], game.left(ANNA)) == (DECK.suspects, 3)


@case("3.10")
def _() -> None:
    game = Table()
    written = (
        "Suggestion 1 for Nick 2: I think that the murder was committed by that old bore"
        " **Mustard**, with a rusty **Pipe**, in the dusty **Attic**."
    )
    (order,) = read(written, redact(game.state, ANNA), ANNA)
    assert order.move == verbs.Suggest("Mustard", "Pipe", "Attic", BORIS)


@case("3.11")
def _() -> None:
    (made,) = Table().ask(ANNA, BORIS, " MUSTARD", "pipe", "Attic")
    assert isinstance(made, verbs.Suggested)
    assert made.case == Case("Mustard", "Pipe", "Attic")
    deck = Deck(DECK.suspects, ("Верёвка", "Нож"), DECK.rooms)
    assert deck.card("weapon", "ВЕРЕВКА") == "Верёвка"


@case("3.12")
def _() -> None:
    game = Table()
    game.leave(BORIS)
    with refused("addressee_left", "F15"):
        game.ask(ANNA, BORIS, *OF_BORIS)
    assert game.left(ANNA) == 3


@case("3.13")
def _() -> None:
    game = Table()
    game.leave(BORIS)
    game.organise(office.AnswerForSeat(BORIS))
    assert kinds(game.ask(ANNA, BORIS, *OF_BORIS)) == ["Suggested", "Refuted"]


@case("3.14")
def _() -> None:
    game = Table(unanswered_penalty="always")
    game.ask(ANNA, BORIS, *OF_BORIS)
    game.at(5).say(BORIS, "Farewell.")
    game.leave(BORIS)
    assert kinds(game.close()) == ["Refuted", "DayClosed", "SeatsIdle", "DayOpened"]
    assert game.state.tallies[BORIS].penalty == 0
