"""Scenarios of chapter 4, second part: what is not answered, and standing orders (F26-F29)."""

from datetime import UTC, date, datetime

from chalicelib.game import PUBLIC, THE_CLOCK
from chalicelib.rules import table, verbs
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from tests.cases.answers import THE_ROPE, asked
from tests.cases.registry import ANNA, BORIS, FREE, OF_BORIS, VERA, case
from tests.tables import DAY, Table, kinds, refused


def fined(game: Table) -> bool:
    """Close the day; whether that cost Boris a suggestion of the next one."""
    penalised = f.Penalised(BORIS) in game.close()
    assert game.left(BORIS) == 3 - penalised
    return penalised


@case("4.16")
def _() -> None:
    game = asked(*THE_ROPE)
    game.ask(ANNA, BORIS, *FREE)
    assert kinds(game.close())[:3] == ["Refuted", "NotRefuted", "DayClosed"]
    assert game.state.questions == ()


@case("4.17")
def _() -> None:
    game = asked(*OF_BORIS)
    with refused("clock_behind", "F6"):
        game.play(BORIS, verbs.Refute(1, "Rope"), at=game.minute(DAY))
    game.close()
    with refused("already_answered", "F20"):
        game.refute(BORIS, 1, "Rope")


@case("4.18")
def _() -> None:
    game = asked(*OF_BORIS, at=60).at(120)
    game.ask(BORIS, VERA, *FREE)
    assert fined(game)
    assert not fined(game)


@case("4.19")
def _() -> None:
    game = Table().at(30)
    game.say(BORIS)
    game.at(60).ask(ANNA, BORIS, *OF_BORIS)
    assert not fined(game)


@case("4.20")
def _() -> None:
    game = asked(*OF_BORIS, at=60).at(120)
    game.play(BORIS, table.TellGM("What a day."))
    assert not fined(game)


@case("4.21")
def _() -> None:
    game = asked(*OF_BORIS)
    game.ask(ANNA, BORIS, *FREE)
    game.ask(VERA, BORIS, *FREE)
    game.at(20).say(BORIS)
    assert kinds(game.close()).count("Penalised") == 1
    assert game.left(BORIS) == 2


@case("4.22")
def _() -> None:
    game = asked(*OF_BORIS, suggestions_per_day=1, unanswered_penalty="always")
    game.ask(VERA, BORIS, *FREE)
    game.close()
    with refused("quota_spent", "F10"):
        game.ask(BORIS, ANNA, *FREE)
    game.close()
    assert game.left(BORIS) == 1


@case("4.23")
def _() -> None:
    assert fined(asked(*OF_BORIS, unanswered_penalty="always"))
    assert not fined(asked(*OF_BORIS, unanswered_penalty="never"))


@case("4.24")
def _() -> None:
    assert fined(asked(*OF_BORIS, at=DAY - 120, unanswered_penalty="always"))
    assert not fined(asked(*OF_BORIS, at=DAY - 119, unanswered_penalty="always"))
    for at, expected in ((30, True), (31, False)):
        assert (
            fined(asked(*OF_BORIS, at=at, day_minutes=60, unanswered_penalty="always")) == expected
        )


@case("4.25")
def _() -> None:
    for early in (True, False):
        game = Table().at(14 * 60)
        if early:
            game.ask(ANNA, BORIS, *OF_BORIS)
        game.at(DAY - 10).ask(ANNA, BORIS, *OF_BORIS)
        game.at(DAY - 5).say(BORIS)
        assert fined(game) is early


@case("4.26")
def _() -> None:
    game = asked(*OF_BORIS, unanswered_penalty="always")
    assert fined(game)
    assert kinds(game.organise(rulings.Waive(BORIS))) == ["PenaltyWaived"]
    assert kinds(game.seen_by(PUBLIC)) == ["PenaltyWaived"]
    assert game.left(BORIS) == 3


@case("4.27")
def _() -> None:
    game = Table()
    game.order(BORIS)
    assert kinds(game.seen_by(PUBLIC)) == ["StandingOrder"]
    _, answer = game.ask(ANNA, BORIS, "Mustard", "Rope", "Attic")
    assert isinstance(answer, verbs.Refuted)
    assert (answer.card, answer.gm) == ("Mustard", True)


@case("4.28")
def _() -> None:
    game = asked(*OF_BORIS)
    game.ask(VERA, BORIS, *OF_BORIS)
    game.announce(BORIS, 1)
    assert kinds(game.order(BORIS)) == ["StandingOrder", "Refuted", "CardSent"]
    assert (game.state.questions, game.state.owed) == ((), ())


@case("4.29")
def _() -> None:
    game = Table(zone="America/New_York", start=datetime(2026, 12, 2, 23, tzinfo=UTC))
    game.order(BORIS, until=date(2026, 12, 2))
    for minutes, answered in ((350, True), (370, False)):
        made = kinds(game.at(minutes).ask(ANNA, BORIS, *OF_BORIS))
        assert ("Refuted" in made) is answered


@case("4.30")
def _() -> None:
    for answers in (False, True):
        game = asked(*OF_BORIS, at=60)
        game.ask(VERA, BORIS, *FREE)
        game.at(120)
        game.none(BORIS, 2) if answers else game.say(BORIS)
        assert fined(game)


@case("4.31")
def _() -> None:
    game = asked(*OF_BORIS, unanswered_penalty="always")
    closed = game.play(THE_CLOCK, table.TimePassed(late=True), at=game.minute(DAY))
    assert kinds(closed)[:2] == ["Refuted", "DayClosed"]
    assert (game.left(BORIS), game.state.opened) == (3, game.minute(DAY))
