"""Answers, by the addressee and by the GM (F20-F26, F29)."""

from datetime import date, timedelta
from typing import Any

import pytest

from chalicelib.game import ORGANISER, PUBLIC, redact
from chalicelib.rules import verbs
from chalicelib.rules.cluedo import Case
from chalicelib.rules.forum import state as f
from tests.tables import ALL_VIEWERS, DAY, START, Table, kinds, refused

ALL_OF_S2 = ("Mustard", "Rope", "Lounge")
ONE_OF_S2 = ("Green", "Rope", "Attic")
NONE_OF_S2 = ("Green", "Knife", "Attic")


def asked(*case: str, **options: Any) -> Table:
    """A table at which s1 asked s2, ten minutes after the deal."""
    game = Table(**options).at(10)
    game.ask("s1", "s2", *case)
    return game


@pytest.mark.parametrize("card", ALL_OF_S2)
def test_F20_the_addressee_chooses_the_card(card):
    """Whoever holds several of the named cards shows the one they like."""
    case = Case(*ALL_OF_S2)
    assert asked(*ALL_OF_S2).refute("s2", 1, card.upper()) == (
        verbs.Refuted(1, 1, "s2", "s1", case, card=card),
    )


@pytest.mark.parametrize("case", [ONE_OF_S2, ALL_OF_S2])
def test_F20_nothing_is_shown_that_was_not_chosen(case):
    """Without a card nothing is shown yet, even where only one matches (F24)."""
    game = asked(*case)
    game.announce("s2", 1)
    shown = [e for entry in game.log for e in redact(entry, "s1").events if hasattr(e, "card")]
    assert [event.card for event in shown] == [None]


@pytest.mark.parametrize(
    ("card", "code"),
    [
        ("Attic", "not_held"),
        ("Scarlett", "not_named"),
        ("Mustard", "not_named"),
        ("Teapot", "not_named"),
    ],
)
def test_F20_a_card_must_be_held_and_named(card, code):
    """An untrue answer is refused: a card of the suggestion, from one's own hand."""
    game = asked(*ONE_OF_S2)
    with refused(code, "F20") as facts:
        game.refute("s2", 1, card)
    assert facts["choices"] == ("Rope",)
    assert len(game.state.questions) == 1


def test_F20_an_untrue_answer_is_refused():
    """Who holds a card must refute; who holds none cannot, by whatever card."""
    with refused("must_refute", "F20") as facts:
        asked(*ONE_OF_S2).none("s2", 1)
    assert facts == {"choices": ("Rope",)}
    for card in (None, "Green", "Mustard"):
        with refused("holds_none", "F20"):
            asked(*NONE_OF_S2).refute("s2", 1, card)
    assert asked(*NONE_OF_S2).none("s2", 1) == (
        verbs.NotRefuted(1, 1, "s2", "s1", Case(*NONE_OF_S2)),
    )


@pytest.mark.parametrize("by", ["s1", "s3"])
def test_F20_nobody_else_answers(by):
    """Neither the suggester nor a third player answers."""
    game = asked("Green", "Pistol", "Attic")
    with refused("not_addressee", "F20"):
        game.refute(by, 1)
    with refused("not_addressee", "F20"):
        game.none(by, 1)


def test_F20_each_suggestion_is_answered_once():
    """A second answer is refused; so is one to a suggestion nobody made."""
    game = asked(*ONE_OF_S2)
    game.refute("s2", 1)
    with refused("already_answered", "F20"):
        game.refute("s2", 1)
    for unknown in (0, 2, -1):
        with refused("no_such_suggestion", "F20"):
            game.none("s2", unknown)


def test_F21_the_card_goes_to_the_suggester_alone():
    """The public sees that it was refuted, never by which card; the suggester gets a letter."""
    game = asked(*ALL_OF_S2)
    game.refute("s2", 1, "Rope")
    shown = {
        v: e.card for v in ALL_VIEWERS for e in game.seen_by(v) if isinstance(e, verbs.Refuted)
    }
    assert shown == {PUBLIC: None, ORGANISER: None, "s1": "Rope", "s2": "Rope", "s3": None}
    assert game.told() == {"s1": 0}
    assert {v for v in ALL_VIEWERS if redact(game.log[-1], v).moves} == {"s2"}


@pytest.mark.parametrize("case", [ONE_OF_S2, NONE_OF_S2])
def test_F22_an_answer_quotes_the_suggestion(case):
    """Every answer carries the suggestion it answers: id, number, names and the three keywords."""
    game = asked(*case)
    game.refute("s2", 1) if case == ONE_OF_S2 else game.none("s2", 1)
    (answer,) = game.seen_by(PUBLIC)
    assert isinstance(answer, verbs.Refuted | verbs.NotRefuted)
    assert (answer.id, answer.number, answer.case) == (1, 1, Case(*case))


def test_F23_a_card_may_be_shown_again():
    """The same card to the same player, although another would match as well."""
    game = asked(*ALL_OF_S2)
    game.refute("s2", 1, "Rope")
    game.ask("s1", "s2", *ALL_OF_S2)
    (answer,) = game.refute("s2", 2, "Rope")
    assert isinstance(answer, verbs.Refuted)
    assert answer.card == "Rope"


def test_F24_a_refutation_may_come_before_its_card():
    """Announced without a card, it is owed for `card_delay`; then the player sends it."""
    game = asked(*ALL_OF_S2)
    announced = game.announce("s2", 1)
    about = (1, 1, "s2", "s1", Case(*ALL_OF_S2))
    assert announced == (verbs.Refuted(*about), f.CardOwed(*about, game.minute(70)))
    assert game.seen_by(PUBLIC) == (verbs.Refuted(*about),)
    assert game.told() == {"s1": 0, "s2": 1}
    with refused("card_owed", "F24"):
        game.announce("s2", 1)
    with refused("already_answered", "F20"):
        game.none("s2", 1)
    with refused("not_named", "F20"):
        game.refute("s2", 1, "Kitchen")
    assert [len(redact(game.state, who).owed) for who in ("s1", "s2", "s3", PUBLIC)] == [1, 1, 0, 0]
    game.at(69.9)
    sent = game.refute("s2", 1, "Lounge")
    assert sent == (f.CardSent(1, 1, "s2", "s1", Case(*ALL_OF_S2), "Lounge"),)
    assert game.told() == {"s1": 0}
    for other in ("s3", PUBLIC):
        assert redact(game.log[-1], other).events == ()
    assert (game.state.questions, game.state.owed) == ((), ())


@pytest.mark.parametrize("delay", [1, 60, 600])
def test_F24_the_gm_sends_the_card_that_is_overdue(delay):
    """After `card_delay` the GM sends it by F25, tells the thread, and the offender by letter."""
    game = asked(*ALL_OF_S2, card_delay_minutes=delay)
    game.announce("s2", 1)
    assert game.clock() == (
        f.CardSent(1, 1, "s2", "s1", Case(*ALL_OF_S2), "Mustard", gm=True),
        f.CardOverdue(1, 1, "s2", "s1"),
    )
    assert game.now == game.minute(10 + delay)
    assert game.told() == {"s1": 0, "s2": 0}
    assert kinds(game.seen_by(PUBLIC)) == ["CardOverdue"]


def test_F24_cards_that_fall_due_together_are_sent_together():
    """The clock comes once for all the cards of one time, and leaves the others alone."""
    game = asked(*ALL_OF_S2)
    game.ask("s3", "s2", *ALL_OF_S2)
    game.ask("s3", "s2", *ALL_OF_S2)
    game.announce("s2", 1)
    game.announce("s2", 2)
    game.at(11).announce("s2", 3)
    assert kinds(game.clock()) == ["CardSent", "CardOverdue"] * 2
    assert [owed.id for owed in game.state.owed] == [3]


def test_F24_the_close_overtakes_a_card_that_is_due_later():
    """What is owed when the day closes is sent with the close, and not once more after it."""
    game = Table().at(DAY - 30)
    game.ask("s1", "s2", *ALL_OF_S2)
    game.announce("s2", 1)
    closed = game.close()
    assert kinds(closed)[:2] == ["CardSent", "DayClosed"]
    assert "CardOverdue" not in kinds(closed)
    assert game.state.owed == ()
    assert game.clock()[0] != closed[0]
    assert game.now == game.minute(2 * DAY)


def test_F24_a_card_due_at_the_very_close_comes_first():
    """Card and close at one time: the clock comes twice, first for the card."""
    game = Table().at(DAY - 60)
    game.ask("s1", "s2", *ALL_OF_S2)
    game.announce("s2", 1)
    assert kinds(game.clock()) == ["CardSent", "CardOverdue"]
    assert game.state.day == 1
    assert kinds(game.clock())[0] == "DayClosed"
    assert game.now == game.minute(DAY)


def test_F24_an_announcement_does_not_tell_how_many_cards_match():
    """A refutation without a card looks the same, whether one card matches or three."""
    one, many = asked(*ONE_OF_S2), asked(*ALL_OF_S2)
    one.announce("s2", 1)
    many.announce("s2", 1)
    assert kinds(one.seen_by(PUBLIC)) == kinds(many.seen_by(PUBLIC)) == ["Refuted"]
    assert kinds(one.clock()) == kinds(many.clock())


@pytest.mark.parametrize(
    ("case", "card"),
    [
        (("Mustard", "Rope", "Lounge"), "Mustard"),
        (("Green", "Rope", "Lounge"), "Rope"),
        (("Mustard", "Pipe", "Lounge"), "Mustard"),
        (("Green", "Pipe", "Kitchen"), "Kitchen"),
        (("Green", "Pipe", "Attic"), None),
    ],
)
def test_F25_the_gm_answers_in_the_order_suspect_weapon_room(case, card):
    """The GM shows the first matching card in this order, or says that there is none."""
    answer = asked(*case).close()[0]
    assert isinstance(answer, verbs.Refuted | verbs.NotRefuted)
    assert answer.gm
    assert getattr(answer, "card", None) == card


def test_F26_the_gm_answers_all_at_the_close():
    """Nothing stays open over night; suggester and seat are told; the day's table comes after."""
    game = asked(*ALL_OF_S2)
    game.ask("s1", "s2", *NONE_OF_S2)
    game.ask("s2", "s3", "White", "Rope", "Hall")
    closed = game.close()
    assert kinds(closed)[:4] == ["Refuted", "NotRefuted", "Refuted", "DayClosed"]
    assert game.state.questions == ()
    assert {seat: game.told()[seat] for seat in ("s1", "s2", "s3")} == {"s1": 0, "s2": 0, "s3": 0}
    with refused("already_answered", "F20"):
        game.refute("s2", 1, "Rope")


def test_F29_a_standing_order_answers_at_once():
    """The GM answers what comes and what is open, by F25; the thread is told of the order."""
    game = asked(*ALL_OF_S2)
    game.ask("s3", "s2", *ALL_OF_S2)
    game.announce("s2", 2)
    game.ask("s2", "s3", "White", "Rope", "Hall")
    ordered = game.order("s2")
    assert kinds(ordered) == ["StandingOrder", "Refuted", "CardSent"]
    assert kinds(game.seen_by(PUBLIC)) == ["StandingOrder", "Refuted"]
    made, answer = game.ask("s1", "s2", *NONE_OF_S2)
    assert isinstance(made, verbs.Suggested)
    assert isinstance(answer, verbs.NotRefuted)
    assert (made.id, answer.id) == (4, 4)
    assert [q.id for q in game.state.questions] == [3]


def test_F29_an_order_can_be_taken_back():
    """From then on the player answers again."""
    game = Table()
    game.order("s2")
    assert kinds(game.order("s2", on=False)) == ["StandingOrder"]
    assert kinds(game.ask("s1", "s2", *ONE_OF_S2)) == ["Suggested"]
    assert kinds(game.refute("s2", 1)) == ["Refuted"]


@pytest.mark.parametrize(
    ("zone", "last_minute"),
    [("UTC", 30 * 60), ("Europe/Warsaw", 29 * 60), ("America/Sao_Paulo", 33 * 60)],
)
def test_F29_an_order_may_end_on_a_date(zone, last_minute):
    """The date is the last day of the order, until midnight of the game's own zone."""
    game = Table(zone=zone, day_minutes=3 * DAY)
    game.order("s2", until=date(2026, 12, 2))
    game.at(last_minute - 0.1)
    assert kinds(game.ask("s1", "s2", *ONE_OF_S2)) == ["Suggested", "Refuted"]
    game.at(last_minute)
    assert kinds(game.ask("s1", "s2", *ONE_OF_S2)) == ["Suggested"]


def test_F29_an_order_cannot_end_before_it_begins():
    """A date in the past is a slip and is refused; today is the shortest order there is."""
    game = asked(*ONE_OF_S2)
    yesterday = START.date() - timedelta(days=1)
    with refused("bad_date", "F29") as facts:
        game.order("s2", until=yesterday)
    assert facts == {"text": yesterday.isoformat()}
    assert kinds(game.order("s2", until=START.date())) == ["StandingOrder", "Refuted"]
    game.at(7 * 60)
    assert kinds(game.ask("s3", "s2", *ONE_OF_S2)) == ["Suggested"]
