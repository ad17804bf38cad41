"""The organiser's deputy (F8)."""

from chalicelib.game import ORGANISER, PUBLIC, Actor
from chalicelib.rules import office
from chalicelib.rules.forum import rulings
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
    named = game.organise(rulings.NameDeputy("s2"))
    assert named == game.seen_by(PUBLIC) == (rulings.DeputyNamed("s2"),)
    with refused("not_all_in", "F7"):
        game.play("s2", rulings.CloseDay())
    game.none("s1", 3)
    with refused("not_organiser", "F8"):
        game.play("s1", rulings.CloseDay())
    assert kinds(game.play("s2", rulings.CloseDay())) == ["DayClosed", "DayOpened"]


def test_F8_the_deputy_ends_a_pause():
    """Opening the next day includes the first one after a pause; pausing is the organiser's."""
    game = Table()
    game.organise(rulings.NameDeputy("s2"))
    with refused("not_organiser", "F56"):
        game.play("s2", office.Pause())
    game.organise(office.Pause())
    with refused("not_organiser", "F8"):
        game.play("s1", office.Resume())
    assert kinds(game.at(5).play("s2", office.Resume())) == ["Resumed"]


def test_F8_a_deputy_has_no_other_power():
    """Everything else of the office stays with the organiser."""
    game = waiting_for_s1()
    game.organise(rulings.NameDeputy("s2"))
    for move in (
        *(
            rulings.Fine("s1"),
            rulings.Waive("s1"),
            rulings.Void(3),
            rulings.Restore(3),
            office.Hide(1),
            rulings.NameDeputy("s3"),
        ),
        *(
            office.AnswerForSeat("s1"),
            office.AnswerAsGM(3),
            office.OfferSeat("s1"),
            office.OfferSeat(gm=True),
        ),
        office.MoveClose(game.minute(2 * DAY)),
    ):
        with refused("not_organiser", "F56"):
            game.play("s2", move)


def test_F8_there_is_one_deputy_or_none():
    """A new name ends the old one's power; so does no name."""
    game = Table()
    game.organise(rulings.NameDeputy("s2"))
    game.organise(rulings.NameDeputy("s3"))
    game.organise(office.Pause())
    with refused("not_organiser", "F8"):
        game.play("s2", office.Resume())
    game.play("s3", office.Resume())
    assert game.organise(rulings.NameDeputy()) == (rulings.DeputyNamed(),)
    game.organise(office.Pause())
    with refused("not_organiser", "F8"):
        game.play("s3", office.Resume())
    with refused("no_such_seat", "F4"):
        game.organise(rulings.NameDeputy("s9"))


def test_F8_the_deputy_stays_when_another_leaves():
    """Only with the deputy's own seat that power ends."""
    game = Table()
    game.organise(rulings.NameDeputy("s2"))
    game.leave("s3")
    game.organise(office.Pause())
    assert kinds(game.play("s2", office.Resume())) == ["Resumed"]


def test_F8_who_leaves_is_deputy_no_more():
    """Nor is whoever takes the seat later: the organiser names a deputy, or nobody."""
    game = Table()
    game.organise(rulings.NameDeputy("s2"))
    game.leave("s2")
    game.play(Actor("heir"), office.TakeSeat(game.offer(ORGANISER, "s2")))
    game.organise(office.Pause())
    with refused("not_organiser", "F8"):
        game.play("s2", office.Resume())
