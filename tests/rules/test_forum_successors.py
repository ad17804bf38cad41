"""Who takes over a seat, or the organiser's office (F53, F56)."""

import pytest

from chalicelib.game import ORGANISER, PUBLIC, Actor, redact
from chalicelib.rules import forum, office, table, verbs
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from tests.tables import ALL_VIEWERS, DAY, HANDS, HOST, Table, kinds, refused

OF_S2 = ("Mustard", "Rope", "Lounge")
NEW = Actor("newcomer")


def busy() -> Table:
    """A table in the middle of day 2, where s2 has much to hand over.

    A question is open and another's card owed, one suggestion is made, a penalty holds today and
    one tomorrow, and s2 was shown a card.
    """
    game = Table(unanswered_penalty="always")
    game.ask("s1", "s2", *OF_S2)
    game.close()
    game.at(DAY + 60).ask("s2", "s3", "White", "Rope", "Lounge")
    game.refute("s3", 2, "White")
    game.ask("s1", "s2", *OF_S2)
    game.ask("s3", "s2", *OF_S2)
    game.announce("s2", 4)
    game.ask("s2", "s1", "Scarlett", "Rope", "Lounge")
    game.organise(rulings.Fine("s2"))
    game.say("s2")
    return game.at(DAY + 90)


def test_F53_a_player_hands_over_seat_hand_and_counts():
    """Nothing of the seat changes but who sits there; the thread is told, nick before and after."""
    game = busy()
    before = game.state
    code = game.offer("s2")
    assert {v for v in ALL_VIEWERS if game.seen_by(v)} == {"s2", ORGANISER}
    assert {v for v in ALL_VIEWERS if redact(game.state, v).offers} == {"s2", ORGANISER}
    game.play(NEW, office.TakeSeat(code.upper(), "Heir"))
    assert game.seen_by(PUBLIC) == (office.SeatTaken("s2", "Heir", "Nick 2"),)
    after = game.state
    assert (after.tallies, after.questions, after.owed, after.closes) == (
        before.tallies,
        before.questions,
        before.owed,
        before.closes,
    )
    assert [(s.id, s.role, s.hand) for s in after.seats] == [
        (s.id, s.role, s.hand) for s in before.seats
    ]
    assert [s.nick for s in after.seats] == ["Nick 1", "Heir", "Nick 3"]
    assert (game.state.tallies["s2"].penalty, game.left("s2")) == (1, 0)


def test_F53_the_successor_plays_on():
    """Answers what was open, sends the card that was owed, has the penalties, and may accuse."""
    game = busy()
    game.play(NEW, office.TakeSeat(game.offer("s2"), "Heir"))
    assert game.actor("s2") == Actor("newcomer", "s2")
    with refused("quota_spent", "F10"):
        game.ask("s2", "s1", *OF_S2)
    assert kinds(game.refute("s2", 3, "Rope")) == ["Refuted"]
    assert kinds(game.refute("s2", 4, "Lounge")) == ["CardSent"]
    game.close()
    assert game.left("s2") == 3 - (game.state.tallies["s2"].penalty)
    assert kinds(game.accuse("s2", *OF_S2))[0] == "Accused"


def test_F53_an_accusation_is_not_renewed():
    """Who takes the seat of an accuser has its accusation, and no other."""
    game = Table(accusation_window="from_first_correct")
    game.accuse("s2", "Green", "Pipe", "Hall")
    game.play(NEW, office.TakeSeat(game.offer("s2")))
    assert f.Accused("s2", game.state.accusations[0].case) in redact(game.log[-3], "s2").events
    with refused("has_accused", "F30"):
        game.accuse("s2", *OF_S2)


@pytest.mark.parametrize("order", ["s2", ORGANISER])
def test_F53_a_standing_order_stays(order):
    """Whether the player gave it or the organiser; the successor may take it back."""
    game = Table()
    if order == ORGANISER:
        game.organise(office.AnswerForSeat("s2"))
    else:
        game.order("s2")
    game.play(NEW, office.TakeSeat(game.offer("s2")))
    assert kinds(game.ask("s1", "s2", *OF_S2)) == ["Suggested", "Refuted"]
    assert kinds(game.order("s2", on=False)) == ["StandingOrder"]
    assert kinds(game.ask("s1", "s2", *OF_S2)) == ["Suggested"]


def test_F53_the_successor_sees_what_the_seat_was_ever_shown():
    """The seat's log reads the same for whoever sits there: hand, cards shown and shown to."""
    game = busy()
    before = [redact(entry, "s2") for entry in game.log]
    length = len(game.log)
    game.play(NEW, office.TakeSeat(game.offer("s2"), "Heir"))
    viewer = table.actor(game.state, "host", "newcomer").name
    assert viewer == "s2"
    assert [redact(entry, viewer) for entry in game.log[:length]] == before
    assert redact(game.state, viewer).seats[1].hand == HANDS["s2"]
    shown = [e for entry in game.log for e in redact(entry, viewer).events if hasattr(e, "card")]
    assert "White" in [event.card for event in shown]


def test_F53_the_predecessor_loses_all_access():
    """The account is nobody at this table any more: it sees what all see, and moves nothing."""
    game = busy()
    game.play(NEW, office.TakeSeat(game.offer("s2"), "Heir"))
    gone = table.actor(game.state, "host", "account2")
    assert gone == Actor("account2")
    assert gone.name == PUBLIC
    for move in (
        verbs.Suggest(*OF_S2, "s1"),
        verbs.Refute(3, "Rope"),
        table.Talk("Psst."),
        office.OfferSeat(),
    ):
        with refused("not_seated", "F4"):
            game.play(gone, move)


def test_F53_the_organiser_seats_somebody_where_one_has_left():
    """The seat lives again, with what it held; the code reached the organiser."""
    game = busy()
    game.leave("s2")
    with refused("addressee_left", "F15"):
        game.ask("s3", "s2", *OF_S2)
    before = game.state.tallies["s2"]
    code = game.offer(ORGANISER, "s2")
    assert {v for v in ALL_VIEWERS if game.seen_by(v)} >= {ORGANISER}
    assert not game.seen_by(PUBLIC)
    assert not game.seen_by("s1")
    game.play(NEW, office.TakeSeat(code))
    after = game.state.tallies["s2"]
    assert (before.left, after.left) == (True, False)
    assert (after.made, after.penalty, after.fined) == (before.made, before.penalty, before.fined)
    assert game.state.seats[1].nick == "Nick 2"
    game.ask("s3", "s2", *OF_S2)
    assert kinds(game.refute("s2", 3)) == ["Refuted"]
    game.close()
    assert forum.due(game.state) == game.minute(3 * DAY)


def test_F53_the_organiser_may_replace_who_is_still_there():
    """Whoever does not play is replaced; the thread is told."""
    game = Table()
    game.play(NEW, office.TakeSeat(game.offer(ORGANISER, "s2"), "Heir"))
    assert game.actor("s2").account == "newcomer"
    assert kinds(game.seen_by(PUBLIC)) == ["SeatTaken"]


def test_F53_a_code_is_good_once_and_the_last_one_counts():
    """Neither an old code nor a guessed one seats anybody, nor does a code without an account."""
    game = Table()
    old, new = game.offer("s2"), game.offer(ORGANISER, "s2")
    assert old != new
    for code in (old, "", "aaaa-aaaa"):
        with refused("wrong_code", "F53"):
            game.play(NEW, office.TakeSeat(code))
    with refused("wrong_code", "F53"):
        game.play(Actor(), office.TakeSeat(new))
    game.play(NEW, office.TakeSeat(new))
    assert game.state.offers == ()
    with refused("wrong_code", "F53"):
        game.play(Actor("another"), office.TakeSeat(new))


def test_F53_nobody_sits_twice_and_no_nick_is_there_twice():
    """A player of the game takes no second seat; a newcomer's nick is checked as ever (F4)."""
    game = Table()
    code = game.offer("s2")
    with refused("already_seated", "F4"):
        game.play("s1", office.TakeSeat(code))
    for nick, why in (("nick 1", "nick_taken"), ("GM", "nick_reserved"), ("x" * 99, "nick_length")):
        with refused(why, "F4"):
            game.play(NEW, office.TakeSeat(code, nick))
    game.play(NEW, office.TakeSeat(code, "NICK 2"))
    assert game.state.seats[1].nick == "NICK 2"


def test_F53_a_player_offers_their_own_seat_and_nothing_else():
    """Another's seat and the office are the organiser's to give; there must be such a seat."""
    game = Table()
    with refused("not_organiser", "F56"):
        game.play("s1", office.OfferSeat("s2"))
    with refused("not_organiser", "F56"):
        game.play("s1", office.OfferSeat(gm=True))
    with refused("not_seated", "F4"):
        game.play(Actor("stranger"), office.OfferSeat())
    with refused("no_such_seat", "F53"):
        game.organise(office.OfferSeat("s9"))
    assert game.offer("s1", "s1")


def test_F53_the_successor_of_the_deputy_is_deputy():
    """The role of the seat goes with it."""
    game = Table()
    game.organise(rulings.NameDeputy("s2"))
    game.play(NEW, office.TakeSeat(game.offer("s2")))
    game.organise(office.Pause())
    assert kinds(game.play("s2", office.Resume())) == ["Resumed"]


def test_F53_also_while_paused_and_before_the_first_day():
    """A pause is the time for it; the hand is there as soon as it is dealt."""
    game = Table(day_start="09:00")
    game.organise(office.Pause())
    game.play(NEW, office.TakeSeat(game.offer("s2")))
    assert redact(game.state, "s2").seats[1].hand == HANDS["s2"]
    assert game.actor("s2").account == "newcomer"


def test_F56_the_office_is_handed_over():
    """By a code; the thread is told, not who; the former organiser is nobody here any more."""
    game = Table()
    code = game.offer(ORGANISER, gm=True)
    assert {v for v in ALL_VIEWERS if game.seen_by(v)} == {ORGANISER}
    taken = game.play(NEW, office.TakeSeat(code))
    assert taken == (office.OfficeTaken("newcomer"),)
    assert game.seen_by(PUBLIC) == game.seen_by("s1") == (office.OfficeTaken(),)
    assert game.actor(ORGANISER) == Actor("newcomer", organiser=True)
    assert table.actor(game.state, game.state.host, HOST.account) == Actor("host")
    assert kinds(game.organise(office.Pause())) == ["Paused"]
    with refused("wrong_code", "F53"):
        game.play(Actor("host"), office.TakeSeat(code))


def test_F56_a_player_may_be_organiser_where_the_service_is_gm():
    """No card comes with the office: seat and office are two things."""
    game = Table()
    game.play("s2", office.TakeSeat(game.offer(ORGANISER, gm=True)))
    assert game.actor("s2") == Actor("account2", "s2", organiser=True)
    assert redact(game.state, ORGANISER).seats[0].hand is None
    assert kinds(game.play("s2", rulings.Fine("s1"))) == ["Fined"]
    assert game.offer("s2") != game.offer("s2", gm=True)
