"""Going back to an earlier point of the game (F56): what returns, and what cannot."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from chalicelib.game import ORGANISER, PUBLIC, Actor
from chalicelib.rules import office
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.rollback import RolledBack
from chalicelib.rules.office import RollBackTo
from tests.tables import DAY, Table, kinds, refused

OF_S2 = ("Mustard", "Rope", "Lounge")
WRONG = ("Green", "Pipe", "Hall")
NOW = 600
"""When the game goes back, to where it stood at minute 60."""


def later(**options: Any) -> tuple[Table, RollBackTo]:
    """A table where much has happened since minute 60, and the move that goes back there."""
    game = Table(**options)
    game.ask("s1", "s2", *OF_S2)
    game.at(60).ask("s3", "s2", *OF_S2)
    back = RollBackTo(len(game.log), game.state, game.now)
    game.at(120).announce("s2", 1)
    game.ask("s2", "s3", *OF_S2)
    game.say("s1", "I hold the Rope.")
    game.organise(office.Hide(1))
    game.organise(rulings.NameDeputy("s3"))
    game.accuse("s3", *WRONG)
    game.play(Actor("heir"), office.TakeSeat(game.offer("s2"), "Heir"))
    game.play(Actor("new host"), office.TakeSeat(game.offer(ORGANISER, gm=True)))
    game.leave("s1")
    game.offer(ORGANISER, "s1")
    return game.at(NOW), back


def test_F56_questions_and_counts_return():
    """What was answered since waits again, what was asked since is gone, counts are as then."""
    game, back = later()
    (event,) = game.organise(back)
    assert isinstance(event, RolledBack)
    assert event.to == back.seq
    assert kinds(game.seen_by(PUBLIC)) == ["RolledBack"]
    assert [question.id for question in game.state.questions] == [1, 2]
    assert game.state.owed == ()
    assert [tally.made for tally in game.state.tallies.values()] == [1, 0, 1]


def test_F56_every_deadline_is_as_far_off_as_then():
    """The day has as much time left as at minute 60, and late is late as it was then (F28)."""
    game, back = later()
    game.organise(back)
    passed = timedelta(minutes=NOW - 60)
    assert game.state.closes == back.state.closes + passed == game.minute(DAY + NOW - 60)
    assert [q.at for q in game.state.questions] == [game.minute(NOW - 60), game.minute(NOW)]


def test_F56_people_and_codes_stay_who_they_are():
    """Whoever sits, left, serves or is invited today does so after going back as well (F53)."""
    game, back = later(gm="human")
    before = game.state
    game.organise(back)
    after = game.state
    assert [(seat.nick, seat.account) for seat in after.seats] == [
        ("Nick 1", None),
        ("Heir", "heir"),
        ("Nick 3", "account3"),
    ]
    assert {seat: tally.left for seat, tally in after.tallies.items()} == {
        "s1": True,
        "s2": False,
        "s3": False,
    }
    for kept in ("deputy", "offers", "host", "served", "join_code"):
        assert getattr(after, kept) == getattr(before, kept), kept
        assert getattr(after, kept), kept


def test_F30_an_accusation_does_not_return():
    """Everybody has one and knows how it went: it stays made, and its window open (F32)."""
    game, back = later()
    before = game.state
    game.organise(back)
    assert (game.state.accusations, game.state.window_until) == (
        before.accusations,
        before.window_until,
    )
    assert before.accusations
    assert before.window_until
    with refused("has_accused", "F30"):
        game.accuse("s3", *WRONG)


def test_F31_lost_rights_do_not_return():
    """Who lost them by a window that has closed since has lost them."""
    game = Table(accusation_window_hours=1)
    game.ask("s1", "s2", *OF_S2)
    back = RollBackTo(len(game.log), game.state, game.now)
    game.accuse("s3", *WRONG)
    game.at(90).organise(back)
    assert {seat: tally.lost for seat, tally in game.state.tallies.items()} == {
        "s1": False,
        "s2": False,
        "s3": True,
    }


def test_F56_no_number_is_given_twice():
    """Old letters must not fit new suggestions and posts; a hidden post stays hidden (F54)."""
    game, back = later()
    game.organise(back)
    assert game.state.hidden == (1,)
    game.say("s2")
    assert game.state.posts == 2
    (asked,) = game.ask("s2", "s3", *OF_S2)
    assert msgspec.structs.asdict(asked)["id"] == 4


@pytest.mark.parametrize("then_paused", [True, False])
def test_F52_going_back_to_or_from_a_pause(then_paused):
    """The game is paused if it was then or is now; its clocks keep what they had left."""
    game = Table().at(60)
    if then_paused:
        game.organise(office.Pause())
    back = RollBackTo(len(game.log), game.state, game.minute(90))
    if not then_paused:
        game.at(100).organise(office.Pause())
    game.at(NOW).organise(back)
    assert game.state.paused == game.minute(NOW)
    game.organise(office.Resume())
    left = DAY - (60 if then_paused else 90)
    assert game.state.closes == game.minute(NOW + left)


def test_F56_there_is_no_way_back_before_the_first_day():
    """Hands are dealt once; nor can a game return that has not begun its first day."""
    game = Table(day_start="20:00")
    dealt = game.state
    game.at(180)
    assert isinstance(game.log[-1].events[0], f.DayOpened)
    with refused("no_way_back", "F56") as facts:
        game.organise(RollBackTo(5, dealt, game.minute(0)))
    assert facts == {"seq": 5}
