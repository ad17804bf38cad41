"""Closing a day before its time, by the organiser or by itself, and moving its end (F6, F7)."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from chalicelib.game import PUBLIC, redact
from chalicelib.rules import office, table, verbs
from chalicelib.rules.forum import rulings
from tests.tables import CASE, DAY, Table, kinds, refused

NOBODY_HAS = CASE.cards
WRONG = ("Green", "Pipe", "Hall")
ROUND = (("s1", "s2"), ("s2", "s3"), ("s3", "s1"))


def waiting(early_close: str = "gm", **options: Any) -> Table:
    """A table with one suggestion each where only the last one, of s3 to s1, has no answer."""
    game = Table(early_close=early_close, suggestions_per_day=1, **options)
    for by, to in ROUND:
        game.ask(by, to, *NOBODY_HAS)
    game.none("s2", 1)
    game.none("s3", 2)
    return game


def test_F7_the_organiser_closes_once_everything_is_in():
    """Not while a suggestion is left, an answer open or a card owed; then, at any moment."""
    game = Table(suggestions_per_day=1)
    game.ask("s1", "s2", *NOBODY_HAS)
    game.ask("s2", "s3", *NOBODY_HAS)
    game.none("s2", 1)
    game.none("s3", 2)
    with refused("not_all_in", "F7"):
        game.organise(rulings.CloseDay())
    game.ask("s3", "s1", "Scarlett", "Knife", "Hall")
    with refused("not_all_in", "F7"):
        game.organise(rulings.CloseDay())
    game.announce("s1", 3)
    with refused("not_all_in", "F7"):
        game.organise(rulings.CloseDay())
    game.refute("s1", 3, "Knife")
    with refused("not_organiser", "F8"):
        game.play("s1", rulings.CloseDay())
    assert kinds(game.at(90).organise(rulings.CloseDay())) == ["DayClosed", "DayOpened"]
    assert (game.state.day, game.state.opened) == (2, game.minute(90))
    assert {game.left(seat) for seat in ("s1", "s2", "s3")} == {1}


def test_F7_a_move_sent_before_the_early_close_is_of_the_old_day():
    """What arrived before the close and is read after it is refused, as at any close."""
    game = waiting()
    game.at(60).none("s1", 3)
    game.at(90).organise(rulings.CloseDay())
    with refused("day_over", "F6"):
        game.play("s1", verbs.Suggest(*NOBODY_HAS, "s2"), at=game.minute(89))


@pytest.mark.parametrize(
    ("last", "event"),
    [
        (lambda game: game.none("s1", 3), "NotRefuted"),
        (lambda game: game.order("s1"), "StandingOrder"),
        (lambda game: game.organise(office.AnswerForSeat("s1")), "StandingOrder"),
        (lambda game: game.organise(rulings.Void(3)), "Voided"),
    ],
)
def test_F7_auto_the_day_closes_with_the_last_thing_it_waited_for(last, event):
    """Whatever brings in the last answer closes the day in the same moment."""
    game = waiting("auto").at(200)
    events = kinds(last(game))
    assert (events[0], events[-2:]) == (event, ["DayClosed", "DayOpened"])
    assert (game.state.day, game.state.opened) == (2, game.minute(200))


@pytest.mark.parametrize(
    "last",
    [
        lambda game: game.play("s3", table.Leave()),
        lambda game: game.organise(rulings.Fine("s3")),
    ],
)
def test_F7_auto_a_suggestion_that_will_not_come_is_not_waited_for(last):
    """A seat that leaves or is fined its last suggestion of the day keeps nobody waiting."""
    game = Table(early_close="auto", suggestions_per_day=1)
    for by, to in ROUND[:2]:
        game.ask(by, to, *NOBODY_HAS)
    game.none("s2", 1)
    game.none("s3", 2)
    assert kinds(last(game))[-2:] == ["DayClosed", "DayOpened"]


def test_F7_auto_a_standing_order_answers_the_last_suggestion():
    """Suggestion, answer and close are one."""
    game = Table(early_close="auto", suggestions_per_day=1)
    for seat in ("s1", "s2", "s3"):
        game.order(seat)
    for by, to in ROUND[:2]:
        assert kinds(game.ask(by, to, *NOBODY_HAS)) == ["Suggested", "NotRefuted"]
    assert kinds(game.ask("s3", "s1", *NOBODY_HAS))[2:] == ["DayClosed", "DayOpened"]


def test_F7_auto_waits_for_the_card_that_is_owed():
    """An announced refutation is not all: the day closes with its card."""
    game = Table(early_close="auto", suggestions_per_day=1)
    for by, to in ROUND:
        game.ask(by, to, "Scarlett", "Knife", "Hall")
    game.none("s2", 1)
    game.none("s3", 2)
    assert kinds(game.announce("s1", 3)) == ["Refuted", "CardOwed"]
    assert kinds(game.refute("s1", 3, "Hall")) == ["CardSent", "DayClosed", "DayOpened"]


def test_F7_auto_the_card_that_the_gm_sends_closes_the_day():
    """The clock may bring in the last thing, too."""
    game = Table(early_close="auto", suggestions_per_day=1)
    for by, to in ROUND:
        game.ask(by, to, "Scarlett", "Knife", "Hall")
    game.none("s2", 1)
    game.none("s3", 2)
    game.announce("s1", 3)
    assert kinds(game.clock()) == ["CardSent", "CardOverdue", "DayClosed", "DayOpened"]
    assert (game.state.day, game.now) == (2, game.minute(60))


def test_F7_auto_does_not_tell_who_accused():
    """Who accused in secret counts as one who may still suggest: the day stays open."""
    game = Table(early_close="auto", suggestions_per_day=1, accusation_window="from_first_correct")
    game.accuse("s3", *WRONG)
    for by, to in ROUND[:2]:
        game.ask(by, to, *NOBODY_HAS)
    game.none("s2", 1)
    assert kinds(game.none("s3", 2)) == ["NotRefuted"]
    assert (game.state.day, game.left("s3")) == (1, 0)
    assert redact(game.state, PUBLIC).suggestions_left("s3") == 1
    assert kinds(game.close())[0] == "DayClosed"
    assert game.now == game.minute(DAY)


def test_F7_gm_does_not_tell_who_accused():
    """The organiser's attempt to close gets the same answer, accused or not."""
    for accused in (False, True):
        game = Table(suggestions_per_day=1, accusation_window="from_first_correct")
        if accused:
            game.accuse("s3", *WRONG)
        for by, to in ROUND[:2]:
            game.ask(by, to, *NOBODY_HAS)
        game.none("s2", 1)
        game.none("s3", 2)
        with refused("not_all_in", "F7") as facts:
            game.organise(rulings.CloseDay())
        assert facts == {}


def test_F7_auto_when_all_know_who_has_lost_nobody_is_waited_for():
    """The end of the window tells who lost the right to suggest; the day needs them no more."""
    game = Table(early_close="auto", suggestions_per_day=1, accusation_window_hours=5)
    game.accuse("s3", *WRONG)
    for by, to in ROUND[:2]:
        game.ask(by, to, *NOBODY_HAS)
    game.none("s2", 1)
    game.none("s3", 2)
    assert kinds(game.clock()) == ["WindowClosed", "DayClosed", "DayOpened"]


def idle_day() -> Table:
    """An ``auto`` table on a day for which everybody has lost the only suggestion."""
    game = waiting("auto", accusation_window="from_first_correct")
    for seat in ("s1", "s2", "s3"):
        game.organise(rulings.Fine(seat))
    game.none("s1", 3)
    assert game.state.day == 2
    assert {game.left(seat) for seat in ("s1", "s2", "s3")} == {0}
    return game


@pytest.mark.parametrize(
    "secret",
    [verbs.Accuse(*WRONG), table.TellGM("I know."), office.OfferSeat()],
    ids=["accuse", "tell", "offer"],
)
def test_F7_auto_nothing_private_closes_a_day(secret):
    """On a day without suggestions there is nothing that it waits for but its end.

    A close that follows an accusation or a word to the GM would tell the thread of it.
    """
    game = idle_day()
    game.play("s1", secret)
    assert (game.state.day, game.seen_by(PUBLIC)) == (2, ())
    game.say("s2")
    assert game.state.day == 2
    assert kinds(game.close())[0] == "DayClosed"


def test_F7_auto_not_while_paused_but_with_the_resumption():
    """Answers may come in while the game is paused; the day closes when the clocks run again."""
    game = waiting("auto")
    game.at(10).organise(office.Pause())
    assert kinds(game.at(20).none("s1", 3)) == ["NotRefuted"]
    assert kinds(game.at(60).organise(office.Resume())) == ["Resumed", "DayClosed", "DayOpened"]
    assert game.state.closes == game.minute(DAY)


@pytest.mark.parametrize(
    ("closed", "next_close"),
    [(0, 1), (10, 1), (719, 1), (720, 2), (721, 2), (1439, 2)],
)
@pytest.mark.parametrize("early_close", ["gm", "auto"])
def test_F7_the_day_after_an_early_close_ends_at_the_usual_time(early_close, closed, next_close):
    """It ends at the clock time of all days, and lasts half a day at least, one and a half at most.

    The days after it are as long as ever.
    """
    game = waiting(early_close).at(closed)
    game.none("s1", 3)
    if early_close == "gm":
        game.organise(rulings.CloseDay())
    assert game.state.closes == game.minute(next_close * DAY)
    length = game.state.closes - game.state.opened
    assert timedelta(minutes=DAY / 2) <= length <= timedelta(minutes=DAY * 1.5)
    game.close()
    assert game.state.closes == game.minute((next_close + 1) * DAY)


def test_F7_the_usual_time_is_the_players_own():
    """When clocks change on the day of an early close, the next day still ends at nine."""
    start = datetime(2026, 10, 24, 19, tzinfo=UTC)
    game = waiting(zone="Europe/Warsaw", start=start).at(300)
    game.none("s1", 3)
    game.organise(rulings.CloseDay())
    for _ in range(3):
        assert f"{game.state.closes.astimezone(ZoneInfo('Europe/Warsaw')):%H:%M}" == "21:00"
        game.close()


def test_F7_the_end_may_be_moved_earlier_only_when_all_is_in():
    """The organiser shortens a day to a time; the thread is told."""
    game = waiting()
    with refused("not_all_in", "F7"):
        game.organise(office.MoveClose(game.minute(60)))
    game.none("s1", 3)
    moved = game.organise(office.MoveClose(game.minute(60)))
    assert moved == game.seen_by(PUBLIC) == (office.CloseMoved(game.minute(60)),)
    game.close()
    assert (game.now, game.state.closes) == (game.minute(60), game.minute(DAY))


def test_F6_the_end_may_be_moved_later_at_any_time():
    """An extended day ends once, at its new time; the next one meets the usual time again."""
    game = Table()
    warsaw = game.minute(DAY + 300).astimezone(ZoneInfo("Europe/Warsaw"))
    game.organise(office.MoveClose(warsaw))
    assert game.state.closes.tzinfo is UTC
    game.close()
    assert (game.now, game.state.day) == (game.minute(DAY + 300), 2)
    assert game.state.closes == game.minute(2 * DAY)


@pytest.mark.parametrize("minutes", [0, -1, 31 * DAY, 10**9])
def test_F6_the_end_is_moved_into_the_next_month_only(minutes):
    """Neither into the past nor so far that the game would stand still; nor to no zone's time."""
    game = Table()
    with refused("close_out_of_range", "F6"):
        game.organise(office.MoveClose(game.minute(minutes)))
    with refused("close_out_of_range", "F6"):
        game.organise(office.MoveClose(game.minute(DAY + 1).replace(tzinfo=None)))
    with refused("not_organiser", "F56"):
        game.play("s1", office.MoveClose(game.minute(DAY + 1)))
