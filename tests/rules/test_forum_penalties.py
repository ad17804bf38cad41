"""Penalties at the organiser's hand, and void suggestions (F27-F29, F43-F45)."""

from chalicelib.game import PUBLIC, redact
from chalicelib.rules import office, verbs
from chalicelib.rules.cluedo import Case
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.corrections import SuggestMalformed
from chalicelib.rules.forum.parts import Row
from tests.tables import CASE, Table, kinds, refused

OF_S2 = ("Mustard", "Rope", "Lounge")
NOBODY_HAS = CASE.cards


def row(game: Table, seat: str) -> Row:
    """A seat's line of the table, as everybody may know it."""
    rows: tuple[Row, ...] = redact(game.state, PUBLIC).table()
    return next(row for row in rows if row.seat == seat)


def test_F44_a_fine_takes_a_suggestion_of_today_if_one_is_left():
    """The thread is told, with the reason; when none is left it is one of tomorrow."""
    game = Table()
    assert game.organise(rulings.Fine("s1", " Edited  a post ")) == (
        rulings.Fined("s1", today=True, reason="Edited a post"),
    )
    assert kinds(game.seen_by(PUBLIC)) == ["Fined"]
    assert (game.left("s1"), row(game, "s1").penalty) == (2, 1)
    for _ in range(2):
        game.ask("s1", "s2", *NOBODY_HAS)
    with refused("quota_spent", "F10") as facts:
        game.ask("s1", "s2", *NOBODY_HAS)
    assert facts == {"made": 2, "allowed": 2}
    assert game.organise(rulings.Fine("s1")) == (rulings.Fined("s1", today=False),)
    opened = game.close()[-1]
    assert isinstance(opened, f.DayOpened)
    assert opened.table[0] == row(game, "s1") == Row("s1", 0, 2, 0, 1)
    game.close()
    assert game.left("s1") == 3


def test_F44_fines_take_no_more_than_there_is():
    """All of today, then all of tomorrow; never below zero, and not the day after tomorrow."""
    game = Table(suggestions_per_day=2)
    fined = [game.organise(rulings.Fine("s1")) for _ in range(4)]
    assert [event.today for (event,) in fined if isinstance(event, rulings.Fined)] == [True] * 2 + [
        False
    ] * 2
    with refused("fined_enough", "F44"):
        game.organise(rulings.Fine("s1"))
    assert row(game, "s1") == Row("s1", 0, 0, 0, 2)
    game.close()
    assert row(game, "s1") == Row("s1", 0, 0, 0, 2)
    game.close()
    assert row(game, "s1") == Row("s1", 0, 2, 0, 0)


def test_F44_before_the_first_day_there_is_no_today():
    """A fine before the first day is one of that day, and there are no more than it has."""
    game = Table(day_start="09:00")
    for _ in range(3):
        assert game.organise(rulings.Fine("s1")) == (rulings.Fined("s1", today=False),)
    with refused("fined_enough", "F44"):
        game.organise(rulings.Fine("s1"))
    game.clock()
    assert (game.left("s1"), game.left("s2")) == (0, 3)


def test_F44_a_fine_does_not_tell_who_has_accused():
    """Whether it is of today is counted as everybody may know it."""
    game = Table(accusation_window="from_first_correct")
    game.accuse("s1", "Green", "Pipe", "Hall")
    assert game.organise(rulings.Fine("s1")) == (rulings.Fined("s1", today=True),)


def test_F28_the_organiser_waives_a_penalty():
    """The suggestion is there again, on the day that it was taken from; the thread is told."""
    game = Table(unanswered_penalty="always")
    with refused("no_penalty", "F28"):
        game.organise(rulings.Waive("s2"))
    game.ask("s1", "s2", *OF_S2)
    assert f.Penalised("s2") in game.close()
    assert game.left("s2") == 2
    assert game.organise(rulings.Waive("s2")) == (rulings.PenaltyWaived("s2", today=True),)
    assert kinds(game.seen_by(PUBLIC)) == ["PenaltyWaived"]
    assert row(game, "s2") == Row("s2", 0, 3, 0, 0)
    with refused("no_penalty", "F28"):
        game.organise(rulings.Waive("s2"))


def test_F28_the_penalty_of_tomorrow_is_waived_first():
    """Two to forgive: that of the next day, then that of today."""
    game = Table(suggestions_per_day=1)
    game.organise(rulings.Fine("s1"))
    game.organise(rulings.Fine("s1"))
    assert game.organise(rulings.Waive("s1")) == (rulings.PenaltyWaived("s1", today=False),)
    assert game.left("s1") == 0
    assert game.organise(rulings.Waive("s1")) == (rulings.PenaltyWaived("s1", today=True),)
    assert game.left("s1") == 1
    game.close()
    assert game.left("s1") == 1


def test_F28_more_penalties_than_suggestions():
    """With one a day, a fine and an unanswered one: the first waived of two gives nothing back."""
    game = Table(suggestions_per_day=1, unanswered_penalty="always")
    game.ask("s1", "s2", *OF_S2)
    game.ask("s2", "s1", *NOBODY_HAS)
    game.organise(rulings.Fine("s2"))
    game.close()
    assert row(game, "s2") == Row("s2", 0, 0, 0, 2)
    game.organise(rulings.Waive("s2"))
    assert row(game, "s2") == Row("s2", 0, 0, 0, 1)
    game.organise(rulings.Waive("s2"))
    assert row(game, "s2") == Row("s2", 0, 1, 0, 0)


def test_F27_two_answers_owed_and_one_penalty():
    """Two left unanswered cost one; with a fine it is two of five, and the cap of three stays."""
    game = Table(suggestions_per_day=5, per_addressee_per_day=3, unanswered_penalty="always")
    for by in ("s1", "s3"):
        game.ask(by, "s2", *OF_S2)
    for to in ("s1", "s3", "s1", "s3", "s1"):
        game.ask("s2", to, *NOBODY_HAS)
    game.organise(rulings.Fine("s2"))
    assert row(game, "s2") == Row("s2", 5, 0, 2, 0)
    game.close()
    assert row(game, "s2") == Row("s2", 0, 3, 0, 2)
    for _ in range(3):
        game.ask("s2", "s1", *NOBODY_HAS)
    with refused("quota_spent", "F10") as facts:
        game.ask("s2", "s3", *NOBODY_HAS)
    assert facts == {"made": 3, "allowed": 3}


def test_F45_a_void_suggestion_is_not_answered():
    """It counts as made (F43), needs no answer, and costs nobody anything; the thread is told."""
    game = Table(unanswered_penalty="always")
    game.ask("s1", "s2", *OF_S2)
    assert game.organise(rulings.Void(1, "two rooms")) == (
        rulings.Voided(1, 1, "s1", "s2", Case(*OF_S2), "two rooms"),
    )
    assert kinds(game.seen_by(PUBLIC)) == ["Voided"]
    assert row(game, "s1") == Row("s1", 1, 2, 0, 0)
    assert row(game, "s2").owed == 0
    for answer in (verbs.Refute(1, "Rope"), verbs.CannotRefute(1)):
        with refused("already_answered", "F20"):
            game.play("s2", answer)
    with refused("no_such_suggestion", "F20"):
        game.organise(rulings.Void(1))
    assert kinds(game.close())[:2] == ["DayClosed", "SeatsIdle"]
    with refused("no_such_suggestion", "F45"):
        game.organise(rulings.Restore(1))


def test_F45_a_void_suggestion_may_be_restored_the_same_day():
    """It waits for its answer as before, and the GM answers at the close."""
    game = Table()
    game.ask("s1", "s2", *OF_S2)
    game.ask("s1", "s2", *OF_S2)
    game.organise(rulings.Void(1))
    game.organise(rulings.Void(2))
    assert kinds(game.organise(rulings.Restore(1))) == ["Restored"]
    assert kinds(game.refute("s2", 1)) == ["Refuted"]
    game.organise(rulings.Restore(2))
    with refused("no_such_suggestion", "F45"):
        game.organise(rulings.Restore(2))
    assert kinds(game.close())[0] == "Refuted"


def test_F29_a_standing_order_answers_what_is_restored():
    """An order given while it was void holds for it as for a new one."""
    game = Table()
    game.ask("s1", "s2", *OF_S2)
    game.organise(rulings.Void(1))
    assert kinds(game.order("s2")) == ["StandingOrder"]
    assert kinds(game.organise(rulings.Restore(1))) == ["Restored", "Refuted"]
    assert game.state.questions == game.state.voided == ()


def test_F27_whom_the_gm_answers_for_was_not_seen():
    """An answer of the GM is no sign of life of the seat."""
    game = Table(gm="human").at(10)
    game.ask("s1", "s2", *OF_S2)
    game.ask("s3", "s2", *OF_S2)
    game.at(20).organise(office.AnswerAsGM(2))
    assert f.Penalised("s2") not in game.close()


def test_F27_who_answers_a_malformed_suggestion_was_seen():
    """Whoever answers that one might have answered the other."""
    game = Table(gm="human").at(10)
    game.ask("s1", "s2", *OF_S2)
    game.play("s3", SuggestMalformed("s2", "In the Attic or the Hall?"))
    game.at(20).none("s2", 2)
    assert f.Penalised("s2") in game.close()


def test_F9_a_day_opens_with_what_each_may_ask():
    """None for who has left, who has lost in public, and whose penalties take them all."""
    game = Table(suggestions_per_day=2, accusation_window_hours=1)
    for _ in range(4):
        game.organise(rulings.Fine("s1"))
    game.accuse("s2", "Green", "Pipe", "Hall")
    game.leave("s3")
    opened = game.close()[-1]
    assert isinstance(opened, f.DayOpened)
    assert opened.table == (Row("s1", 0, 0, 0, 2), Row("s2", 0, 0, 0, 0), Row("s3", 0, 0, 0, 0))
