"""What programs are told three hours before a deadline, once: a day ends, an answer is missing."""

from datetime import timedelta

import msgspec

from chalicelib import spread
from chalicelib.game import PUBLIC
from chalicelib.happenings.happening import Happening, News
from chalicelib.rules import office
from chalicelib.rules.verbs import CannotRefute, Refute, Suggest
from tests.worlds import GAME, World

ASK = Suggest("Mustard", "Knife", "Attic", "s2")


def passed(world: World, hours: float) -> list[tuple[float, Happening]]:
    """Let time pass with a sweep every quarter of an hour: what was told, after how many hours."""
    began, told = world.time, list[tuple[float, Happening]]()
    while world.time < began + timedelta(hours=hours):
        world.wait(minutes=15)
        world.tick()
        world.post()
        for item in world.store.query(f"GAME#{GAME}", "NEWS#x", "NEWS#y", now=world.time):
            news = msgspec.json.decode(item.body, type=News)
            assert news.happening
            after = (world.time - began).total_seconds() / 3600
            told.append((round(after), news.happening))
        while spread.sweep(world.site):
            pass
    return told


def test_a_day_closes_soon_and_an_answer_is_missing(world):
    """F26: everybody is told that the day ends, and the addressee that time runs out; once."""
    world.move("p1", ASK)
    told = passed(world, 23.5)
    assert [(hours, h.type, h.audience) for hours, h in told] == [
        (21, "day.closing_soon", PUBLIC),
        (21, "answer.overdue", "s2"),
    ]
    closes = "2026-12-02T18:00:00Z"
    assert {h.data.get("closes") or h.data["until"] for _, h in told} == {closes}
    assert {h.at for _, h in told} == {world.state.closes - timedelta(hours=3)}


def test_who_has_answered_is_not_told(world):
    """What is done is not asked for."""
    world.move("p1", ASK)
    world.move("p2", Refute(1, "Mustard"))
    assert [h.type for _, h in passed(world, 23.5)] == ["day.closing_soon"]


def test_F24_a_card_that_is_owed_is_no_news(world):
    """F24: only two know of it, so its deadline is told to nobody."""
    world.move("p1", ASK)
    world.move("p2", Refute(1))
    assert "answer.overdue" not in [h.type for _, h in passed(world, 23.5)]


def test_who_was_asked_late_is_not_told(world):
    """Less than six hours before the close there was no time to be late."""
    world.wait(hours=19)
    world.post()
    world.move("p1", ASK)
    assert [h.type for _, h in passed(world, 4.5)] == ["day.closing_soon"]


def test_a_pause_is_no_deadline(world):
    """F52: while the clocks stand still nothing ends soon; afterwards it does, at its new time."""
    world.move("p1", ASK)
    world.wait(hours=1)
    world.move("host", office.Pause())
    assert passed(world, 30) == []
    world.move("host", office.Resume())
    assert [hours for hours, _ in passed(world, 22.5)] == [20, 20]


def test_B9_in_blitz_only_the_answer_is_told(turns):
    """B9: a step of twelve hours; the seat that has to answer hears of it three hours before."""
    turns.move("p1", Suggest("Mustard", "Knife", "Attic"))
    told = passed(turns, 11.5)
    assert [(hours, h.type, h.audience) for hours, h in told] == [(9, "answer.overdue", "s2")]
    turns.move("p2", Refute(1, "Mustard"))


def test_B9_the_next_seat_has_its_own_time(turns):
    """B3, B9: whoever the duty passes to is told by its own deadline."""
    turns.move("p1", Suggest("Green", "Pipe", "Attic"))
    turns.wait(hours=6)
    turns.move("p2", CannotRefute(1))
    assert [(hours, h.audience) for hours, h in passed(turns, 11.5)] == [(9, "s3")]
