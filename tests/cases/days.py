"""Scenarios of chapter 2: game days (F6-F9)."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from chalicelib.game import PUBLIC, redact
from chalicelib.rules import office, table, verbs
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.parts import Row
from tests.cases.registry import ANNA, BORIS, FREE, OF_BORIS, VERA, WRONG, case
from tests.tables import DAY, Table, kinds, refused


def waiting(**options: Any) -> Table:
    """One suggestion each; only Vera's to Anna, number 3, has no answer."""
    game = Table(suggestions_per_day=1, **options)
    for by, to in ((ANNA, BORIS), (BORIS, VERA), (VERA, ANNA)):
        game.ask(by, to, *FREE)
    game.none(BORIS, 1)
    game.none(VERA, 2)
    return game


@case("2.01")
def _() -> None:
    game = Table()
    game.ask(ANNA, BORIS, *FREE)
    assert game.left(ANNA) == 2
    game.close()
    assert (game.now, game.state.opened) == (game.minute(DAY), game.minute(DAY))
    assert (game.state.day, game.left(ANNA)) == (2, 3)


@case("2.02")
def _() -> None:
    game = Table()
    game.play(ANNA, verbs.Suggest(*FREE, BORIS), at=game.minute(DAY - 1 / 60))
    with refused("clock_behind", "F6"):
        game.play(BORIS, verbs.Suggest(*FREE, ANNA), at=game.minute(DAY))
    assert kinds(game.close())[:2] == ["NotRefuted", "DayClosed"]
    game.play(BORIS, verbs.Suggest(*FREE, ANNA), at=game.minute(DAY))
    assert (game.left(ANNA), game.left(BORIS)) == (3, 2)


@case("2.03")
def _() -> None:
    game = Table()
    game.close()
    with refused("day_over", "F6"):
        game.play(ANNA, verbs.Suggest(*FREE, BORIS), at=game.minute(DAY - 1))
    assert game.left(ANNA) == 3


@case("2.04")
def _() -> None:
    game = Table(day_start="09:00")
    with refused("no_open_day", "F6"):
        game.ask(ANNA, BORIS, *FREE)
    with refused("no_open_day", "F30"):
        game.accuse(ANNA, *FREE)
    assert kinds(game.clock()) == ["DayOpened"]
    assert game.now == game.minute(15 * 60)
    game.ask(ANNA, BORIS, *FREE)


@case("2.05")
def _() -> None:
    for month, day, hours in ((10, 24, 25), (3, 27, 23)):
        warsaw = ZoneInfo("Europe/Warsaw")
        year = 2026 if month == 10 else 2027
        start = datetime(year, month, day, 21, tzinfo=warsaw).astimezone(UTC)
        game = Table(zone="Europe/Warsaw", start=start)
        assert game.state.closes - start == timedelta(hours=hours)
        assert f"{game.state.closes.astimezone(warsaw):%H:%M}" == "21:00"


@case("2.06")
def _() -> None:
    game = waiting().at(120)
    for move in (rulings.CloseDay(), office.MoveClose(game.minute(180))):
        with refused("not_all_in", "F7"):
            game.organise(move)
    game.none(ANNA, 3)
    assert kinds(game.organise(rulings.CloseDay())) == ["DayClosed", "DayOpened"]
    owing = Table(suggestions_per_day=1)
    for by, to in ((ANNA, BORIS), (BORIS, ANNA), (VERA, ANNA)):
        owing.ask(by, to, *(OF_BORIS if to == BORIS else FREE))
    owing.none(ANNA, 2)
    owing.none(ANNA, 3)
    owing.announce(BORIS, 1)
    with refused("not_all_in", "F7"):
        owing.organise(rulings.CloseDay())


@case("2.07")
def _() -> None:
    game = Table(suggestions_per_day=1)
    game.ask(ANNA, BORIS, *FREE)
    game.ask(BORIS, ANNA, *FREE)
    game.none(BORIS, 1)
    game.none(ANNA, 2)
    with refused("not_all_in", "F7"):
        game.organise(rulings.CloseDay())
    game.ask(VERA, ANNA, *FREE)


@case("2.08")
def _() -> None:
    hands = {
        ANNA: ("Scarlett", "Knife", "Hall", "Bar", "White", "Study"),
        BORIS: ("Mustard", "Rope", "Lounge", "Kitchen", "Pistol", "Library"),
    }
    game = Table(hands, per_addressee_per_day=1)
    game.ask(ANNA, BORIS, *FREE)
    game.ask(BORIS, ANNA, *FREE)
    game.none(BORIS, 1)
    game.none(ANNA, 2)
    assert game.left(ANNA) == 2
    assert kinds(game.organise(rulings.CloseDay()))[0] == "DayClosed"


@case("2.09")
def _() -> None:
    game = waiting()
    game.none(ANNA, 3)
    assert game.state.accusations == ()
    game.organise(rulings.CloseDay())
    assert game.state.day == 2


@case("2.10")
def _() -> None:
    for accused in (False, True):
        game = Table(suggestions_per_day=1, accusation_window="from_first_correct")
        if accused:
            game.accuse(VERA, *WRONG)
        game.ask(ANNA, BORIS, *FREE)
        game.ask(BORIS, VERA, *FREE)
        game.none(BORIS, 1)
        game.none(VERA, 2)
        with refused("not_all_in", "F7"):
            game.organise(rulings.CloseDay())


@case("2.11")
def _() -> None:
    for closed, end in ((180, DAY), (DAY - 60, 2 * DAY)):
        game = waiting().at(closed)
        game.none(ANNA, 3)
        game.organise(rulings.CloseDay())
        assert game.state.closes == game.minute(end)
        game.close()
        assert game.state.closes == game.minute(end + DAY)


@case("2.12")
def _() -> None:
    game = Table()
    moved = game.organise(office.MoveClose(game.minute(DAY + 300)))
    assert game.seen_by(PUBLIC) == moved == (office.CloseMoved(game.minute(DAY + 300)),)
    game.close()
    assert (game.now, game.state.closes) == (game.minute(DAY + 300), game.minute(2 * DAY))


@case("2.13")
def _() -> None:
    game = waiting(early_close="auto").at(200)
    game.play(ANNA, table.TellGM("Soon."))
    game.accuse(ANNA, *WRONG)
    assert game.state.day == 1
    assert kinds(game.none(ANNA, 3)) == ["NotRefuted", "DayClosed", "DayOpened"]
    assert (game.state.day, game.state.opened) == (2, game.minute(200))


@case("2.14")
def _() -> None:
    game = waiting()
    game.none(ANNA, 3)
    with refused("not_organiser", "F8"):
        game.play(BORIS, rulings.CloseDay())
    named = game.organise(rulings.NameDeputy(BORIS))
    assert named == game.seen_by(PUBLIC) == (rulings.DeputyNamed(BORIS),)
    with refused("not_organiser", "F8"):
        game.play(ANNA, rulings.CloseDay())
    assert kinds(game.play(BORIS, rulings.CloseDay())) == ["DayClosed", "DayOpened"]


@case("2.15")
def _() -> None:
    game = waiting()
    game.organise(rulings.NameDeputy(BORIS))
    with refused("not_all_in", "F7"):
        game.play(BORIS, rulings.CloseDay())
    for move in (
        office.Pause(),
        rulings.Fine(VERA),
        office.MoveClose(game.minute(2 * DAY)),
        office.OfferSeat(VERA),
    ):
        with refused("not_organiser", "F56"):
            game.play(BORIS, move)
    game.organise(office.Pause())
    assert kinds(game.play(BORIS, office.Resume())) == ["Resumed"]


@case("2.16")
def _() -> None:
    game = Table(unanswered_penalty="always")
    game.ask(ANNA, BORIS, *FREE)
    game.ask(ANNA, VERA, *FREE)
    game.none(VERA, 2)
    rows = (Row(ANNA, 2, 1, 0, 0), Row(BORIS, 0, 3, 1, 0), Row(VERA, 0, 3, 0, 0))
    assert redact(game.state, PUBLIC).table() == rows
    game.close()
    assert f.DayClosed(1, rows) in game.seen_by(PUBLIC)
    opened = game.seen_by(PUBLIC)[-1]
    assert isinstance(opened, f.DayOpened)
    assert opened.table == (Row(ANNA, 0, 3, 0, 0), Row(BORIS, 0, 2, 0, 1), Row(VERA, 0, 3, 0, 0))


@case("2.17")
def _() -> None:
    game = Table(accusation_window_hours=30)
    game.accuse(BORIS, *WRONG)
    assert game.left(BORIS) == 0
    game.close()
    shown = [event for event in game.seen_by(PUBLIC) if isinstance(event, f.DayClosed)]
    assert [row.left for row in shown[0].table] == [3, 3, 3]
    assert [row.left for row in redact(game.state, PUBLIC).table()] == [3, 3, 3]
    game.clock()
    assert [row.left for row in redact(game.state, PUBLIC).table()] == [3, 0, 3]


@case("2.18")
def _() -> None:
    warsaw = ZoneInfo("Europe/Warsaw")
    start = datetime(2027, 3, 27, 2, 30, tzinfo=warsaw).astimezone(UTC)
    game = Table(zone="Europe/Warsaw", start=start)
    for end in ("28 03:30", "29 02:30", "30 02:30"):
        assert f"{game.state.closes.astimezone(warsaw):%d %H:%M}" == end
        game.close()
