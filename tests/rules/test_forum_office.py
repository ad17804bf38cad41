"""The office: absent seats, complaints, posts, and a human GM (F15, F24, F51, F54, F56)."""

import pytest

from chalicelib.game import GM, ORGANISER, PUBLIC, Actor, redact
from chalicelib.rules import office, table, verbs
from chalicelib.rules.cluedo import Case
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum import state as f
from chalicelib.rules.forum.options import Options
from chalicelib.rules.running import MOST_HIDDEN
from tests.tables import ALL_VIEWERS, CASE, CODE, DAY, DECK, HOST, Table, kinds, refused

OF_S2 = ("Mustard", "Rope", "Lounge")
NOBODY_HAS = CASE.cards


def test_F15_the_gm_answers_for_a_seat_that_was_left():
    """What is open is answered at once, the seat may be asked again; the thread is told of it."""
    game = Table()
    game.ask("s1", "s2", *OF_S2)
    game.ask("s3", "s2", *OF_S2)
    game.announce("s2", 2)
    game.leave("s2")
    with refused("addressee_left", "F15"):
        game.ask("s1", "s2", *OF_S2)
    told = game.organise(office.AnswerForSeat("s2"))
    assert kinds(told) == ["StandingOrder", "Refuted", "CardSent"]
    assert kinds(game.seen_by(PUBLIC)) == ["StandingOrder", "Refuted"]
    assert kinds(game.ask("s1", "s2", *OF_S2)) == ["Suggested", "Refuted"]
    game.organise(office.AnswerForSeat("s2", on=False))
    with refused("addressee_left", "F15"):
        game.ask("s1", "s2", *OF_S2)


@pytest.mark.parametrize("gm", ["auto", "human"])
def test_F51_the_gm_answers_for_an_absent_seat(gm):
    """In the order of F25, without the organiser seeing a card; the player may take it back."""
    game = Table(gm=gm)
    game.ask("s1", "s2", *OF_S2)
    order, answer = game.organise(office.AnswerForSeat("s2"))
    assert order == table.StandingOrder("s2", on=True)
    assert isinstance(answer, verbs.Refuted)
    assert (answer.card, answer.gm) == ("Mustard", True)
    assert [e.card for e in game.seen_by(ORGANISER) if isinstance(e, verbs.Refuted)] == [None]
    assert kinds(game.order("s2", on=False)) == ["StandingOrder"]
    with refused("not_organiser", "F56"):
        game.play("s1", office.AnswerForSeat("s2"))
    with refused("no_such_seat", "F4"):
        game.organise(office.AnswerForSeat("s9"))


def test_F24_the_suggester_may_complain_about_a_card():
    """While it is owed; the complaint is public, and the card comes at its time all the same."""
    game = Table()
    game.ask("s1", "s2", *OF_S2)
    with refused("no_card_owed", "F24"):
        game.play("s1", rulings.Complain(1))
    game.announce("s2", 1)
    for other in ("s2", "s3"):
        with refused("no_card_owed", "F24"):
            game.play(other, rulings.Complain(1))
    with refused("not_seated", "F4"):
        game.organise(rulings.Complain(1))
    complained = game.at(30).play("s1", rulings.Complain(1))
    assert complained == game.seen_by(PUBLIC) == (rulings.Complained(1, 1, "s1", "s2"),)
    assert kinds(game.clock()) == ["CardSent", "CardOverdue"]
    assert game.now == game.minute(60)
    with refused("no_card_owed", "F24"):
        game.play("s1", rulings.Complain(1))


def test_F54_the_organiser_hides_a_post():
    """Which post and why is seen by all; it must be there, and is hidden once."""
    game = Table()
    game.say("s1", "I hold the Rope.")
    game.say("s2", "Hush.")
    assert game.organise(office.Hide(1, "tells a card")) == (office.PostHidden(1, "tells a card"),)
    assert kinds(game.seen_by(PUBLIC)) == ["PostHidden"]
    assert game.state.hidden == (1,)
    for post in (0, 1, 3, -1):
        with refused("no_such_post", "F54"):
            game.organise(office.Hide(post))
    with refused("not_organiser", "F56"):
        game.play("s1", office.Hide(2))


def test_F54_there_is_an_end_to_hiding():
    """So that a game does not grow without limit."""
    game = Table()
    for number in range(MOST_HIDDEN + 1):
        game.say("s1")
        if number < MOST_HIDDEN:
            game.organise(office.Hide(number + 1))
    with refused("hidden_enough", "F54"):
        game.organise(office.Hide(MOST_HIDDEN + 1))


def test_F56_the_game_says_whether_a_person_is_gm():
    """The option is public. The organiser of an ``auto`` game sees nobody's cards."""
    auto, human = Table(), Table(gm="human")
    assert [redact(g.state, PUBLIC).options.gm for g in (auto, human)] == ["auto", "human"]
    hidden = redact(auto.state, ORGANISER)
    assert {seat.hand for seat in hidden.seats} == {hidden.case} == {None}
    assert redact(human.state, GM) == human.state


def test_F56_a_human_gm_answers_one_suggestion():
    """By the order of F25, and only in a game that says so."""
    game, auto = Table(gm="human"), Table()
    for one in (game, auto):
        one.ask("s1", "s2", *OF_S2)
    with refused("not_human_gm", "F56"):
        auto.organise(office.AnswerAsGM(1))
    answer = verbs.Refuted(1, 1, "s2", "s1", Case(*OF_S2), gm=True, card="Mustard")
    with refused("not_organiser", "F56"):
        game.play("s2", office.AnswerAsGM(1))
    assert game.organise(office.AnswerAsGM(1)) == (answer,)
    with refused("already_answered", "F20"):
        game.organise(office.AnswerAsGM(1))
    for number in (0, 2):
        with refused("no_such_suggestion", "F20"):
            game.organise(office.AnswerAsGM(number))
    game.ask("s1", "s2", *NOBODY_HAS)
    assert kinds(game.organise(office.AnswerAsGM(2))) == ["NotRefuted"]
    cards = {v: e.card for v in ALL_VIEWERS for e in redact(game.log[-3], v).events}
    assert {v for v, card in cards.items() if card} == {"s1", "s2"}


def test_F56_a_human_gm_does_not_play():
    """Whoever sees all cards has no seat: not from the start, not later, not by the office."""
    game = Table(gm="human")
    code = game.offer("s2")
    with refused("gm_cannot_play", "F56"):
        game.organise(office.TakeSeat(code))
    with refused("gm_cannot_play", "F56"):
        game.play("s1", office.TakeSeat(game.offer(ORGANISER, gm=True)))
    game.state = None
    create = f.Create(table.Setting("Manor"), Options(gm="human"), "full", DECK, CODE)
    game.play(HOST, create)
    with refused("gm_cannot_play", "F56"):
        game.play(HOST, table.Join(CODE, "Host"))


def test_F56_nobody_but_the_organiser_has_the_office():
    """Neither a player, nor a stranger, nor whoever has left."""
    game = Table()
    game.ask("s1", "s2", *OF_S2)
    game.say("s1")
    moves = (
        *(
            office.Pause(),
            rulings.NameDeputy("s1"),
            office.AnswerForSeat("s2"),
            office.AnswerAsGM(1),
            rulings.Fine("s2"),
        ),
        *(
            rulings.Waive("s2"),
            rulings.Void(1),
            rulings.Restore(1),
            office.Hide(1),
            office.OfferSeat("s2"),
        ),
        *(office.OfferSeat(gm=True), office.MoveClose(game.minute(2 * DAY))),
    )
    for by in (game.actor("s1"), Actor("stranger"), Actor()):
        for move in moves:
            with refused("not_organiser", "F56"):
                game.play(by, move)


def test_F56_before_the_deal_only_what_makes_sense():
    """No pause, no fine and no answers while players gather; a deputy and an heir may be named."""
    game = Table()
    game.state = None
    game.play(HOST, f.Create(table.Setting("Manor"), Options(), "full", DECK, CODE))
    game.play(Actor("account1"), table.Join(CODE, "Nick 1"))
    for move in (office.Pause(), rulings.Fine("s1"), office.AnswerForSeat("s1")):
        with refused("not_started", "F3"):
            game.organise(move)
    for late in (rulings.CloseDay(), office.MoveClose(game.minute(60))):
        with refused("no_open_day", "F6"):
            game.organise(late)
    with refused("not_started", "F53"):
        game.organise(office.OfferSeat("s1"))
    assert kinds(game.organise(rulings.NameDeputy("s1"))) == ["DeputyNamed"]
    assert game.offer(ORGANISER, gm=True)
