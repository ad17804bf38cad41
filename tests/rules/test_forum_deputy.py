"""The organiser's deputy (F8)."""

from chalicelib.game import PUBLIC
from chalicelib.rules.forum import office as o
from tests.tables import CASE, DAY, Table, kinds, refused


def waiting_for_s1() -> Table:
    """A table where all but one answer is in."""
    game = Table(suggestions_per_day=1)
    for by, to in (("s1", "s2"), ("s2", "s3"), ("s3", "s1")):
        game.ask(by, to, *CASE.cards)
    game.none("s2", 1)
    game.none("s3", 2)
    return game


def test_F8_the_deputy_opens_the_next_day():
    """The thread is told who it is; the deputy closes a day that is in, and opens the next."""
    game = waiting_for_s1()
    named = game.organise(o.NameDeputy("s2"))
    assert named == game.seen_by(PUBLIC) == (o.DeputyNamed("s2"),)
    with refused("not_all_in", "F7"):
        game.play("s2", o.CloseDay())
    game.none("s1", 3)
    with refused("not_organiser", "F8"):
        game.play("s1", o.CloseDay())
    assert kinds(game.play("s2", o.CloseDay())) == ["DayClosed", "DayOpened"]


def test_F8_the_deputy_ends_a_pause():
    """Opening the next day includes the first one after a pause; pausing is the organiser's."""
    game = Table()
    game.organise(o.NameDeputy("s2"))
    with refused("not_organiser", "F56"):
        game.play("s2", o.Pause())
    game.organise(o.Pause())
    with refused("not_organiser", "F8"):
        game.play("s1", o.Resume())
    assert kinds(game.at(5).play("s2", o.Resume())) == ["Resumed"]


def test_F8_a_deputy_has_no_other_power():
    """Everything else of the office stays with the organiser."""
    game = waiting_for_s1()
    game.organise(o.NameDeputy("s2"))
    for move in (
        *(o.Fine("s1"), o.Waive("s1"), o.Void(3), o.Restore(3), o.Hide(1), o.NameDeputy("s3")),
        *(o.AnswerForSeat("s1"), o.AnswerAsGM(3), o.OfferSeat("s1"), o.OfferSeat(gm=True)),
        o.MoveClose(game.minute(2 * DAY)),
    ):
        with refused("not_organiser", "F56"):
            game.play("s2", move)


def test_F8_there_is_one_deputy_or_none():
    """A new name ends the old one's power; so does no name."""
    game = Table()
    game.organise(o.NameDeputy("s2"))
    game.organise(o.NameDeputy("s3"))
    game.organise(o.Pause())
    with refused("not_organiser", "F8"):
        game.play("s2", o.Resume())
    game.play("s3", o.Resume())
    assert game.organise(o.NameDeputy()) == (o.DeputyNamed(),)
    game.organise(o.Pause())
    with refused("not_organiser", "F8"):
        game.play("s3", o.Resume())
    with refused("no_such_seat", "F4"):
        game.organise(o.NameDeputy("s9"))
