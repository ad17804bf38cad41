"""What letters and threads tell of the GM's office: pauses, penalties, successors, hidden posts."""

import re
from datetime import timedelta
from typing import Any

import pytest

from chalicelib import letters, render, words
from chalicelib.game import ORGANISER, PUBLIC, Actor, Event, redact
from chalicelib.rules import office, table, verbs
from chalicelib.rules.forum import rulings
from chalicelib.rules.forum.options import Options
from chalicelib.thread import NEWS, OFFICE
from infra.local import texts
from infra.local.days import days
from infra.local.pages import ENVIRONMENT
from tests.letters.games import GAME, HOST, Record, solved_game
from tests.letters.office import corrected_game, office_game

CHANGED: dict[str, Any] = {
    "suggestions_per_day": 2,
    "per_addressee_per_day": 1,
    "day_start": "21:00",
    "day_minutes": 95,
    "card_delay_minutes": 5,
    "unanswered_penalty": "never",
    "late_margin_minutes": 1,
    "await_answer": True,
    "corrections": "none",
    "accusation_window": "from_first_correct",
    "accusation_window_hours": 30,
    "no_winner": "reveal",
    "play_on": True,
    "most_days": 8,
    "early_close": "auto",
    "gm": "human",
    "quiet_days": 3,
}
"""Another value than the usual one for every house rule."""


@pytest.fixture
def english():
    """A game in English whose first day is open."""
    return Record("en").started()


def last(game, reader):
    """What a reader is told of the last entry."""
    return game.page(*game.log[-1], reader).text


def told(game):
    """Who gets a letter about the last entry."""
    entry, after = game.log[-1]
    found = letters.about(GAME, after, entry)
    return {letter.to for letter in found if isinstance(letter, letters.Told)}


def report(game, reader="s1"):
    """Close the day: what a reader is told of it."""
    game.close()
    return last(game, reader)


def test_every_house_rule_is_named_here():
    """Whoever adds a house rule says here how it may depart from the full rules."""
    assert set(CHANGED) == set(Options.__struct_fields__)
    assert all(value != getattr(Options(), name) for name, value in CHANGED.items())


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("option", sorted(set(CHANGED) - {"gm"}))
def test_opening_names_each_house_rule_that_departs(language, option):
    """The opening says in words what is not as in the full rules, and nothing where all is."""
    usual = last(Record(language).started(), "s1")
    game = Record(language, **{option: CHANGED[option]}).started()
    opening = game.page(*game.log[5], "s1").text
    lead = words.translation(language).gettext("The usual rules hold, but for this:")
    assert lead not in usual
    found = re.search(rf"^{re.escape(lead)} (.+)$", opening, re.MULTILINE)
    assert found
    assert len(found[1]) > 15


def test_opening_names_the_preset():
    """A house style goes by its name, with what it changes."""
    game = Record("en", preset="early", accusation_window="none", unanswered_penalty="always")
    text = game.started().page(*game.log[-1], "s2").text
    assert "The house rules are “early”. They differ from the full rules in this: Whoever" in text


def test_F56_opening_says_that_the_gm_sees_all():
    """With a person as GM everybody reads at the start that the organiser sees the cards."""
    human, auto = Record("en", gm="human").started(), Record("en").started()
    for seat in human.state.seats:
        assert "the GM sees all hands and the envelope" in last(human, seat.id)
        assert "sees all hands" not in last(auto, seat.id)


def test_F56_status_shows_the_cards_to_a_human_gm_alone():
    """The GM who is a person reads all hands; an organiser of an automatic game reads none."""
    for mode, seen in (("human", True), ("auto", False)):
        game = Record("en", gm=mode).started()
        text = game.answered(letters.Answer(GAME, ORGANISER, "status")).text
        assert all((", ".join(seat.hand) in text) == seen for seat in game.state.seats)
        assert (", ".join(game.state.case.cards) in text) == seen


def test_F52_no_letter_names_a_deadline_in_a_pause(english):
    """While the clocks stand still no letter promises a time; when they run it is the new one."""
    entry = english.ask("s1", "s2", 0)
    closes = english.state.closes
    english.play(HOST, office.Pause("Ill."))
    assert told(english) == {"s1", "s2", "s3", "s4", ORGANISER}
    assert "    > Ill." in last(english, "s3")
    late = english.page(entry, english.state, "s2").text
    status = english.answered(letters.Answer(GAME, "s2", "status")).text
    for text in (late, status, last(english, "s2")):
        assert "21:35" not in text
        assert "18:35" not in text
        assert "paused" in text
    english.now += timedelta(days=2, hours=5, minutes=20)
    english.play(HOST, office.Resume())
    assert english.state.closes > closes + timedelta(days=2)
    new = words.moment(english.state.closes, "en", "Europe/London")
    assert f"Day 1 closes on {new}." in last(english, "s2")


@pytest.mark.parametrize(
    ("moves", "readers"),
    [
        ((rulings.NameDeputy("s2"),), {"s2"}),
        ((rulings.NameDeputy(),), set()),
        ((rulings.Fine("s3"),), {"s3"}),
        ((rulings.Fine("s3"), rulings.Waive("s3")), {"s3"}),
        ((rulings.Void(1),), {"s1", "s2"}),
        ((rulings.Void(1), rulings.Restore(1)), {"s1", "s2"}),
        ((office.Hide(1),), set()),
        ((office.OfferSeat("s4"),), {"s4", ORGANISER}),
        ((office.OfferSeat(gm=True),), {ORGANISER}),
        ((office.AnswerForSeat("s4"),), {"s4"}),
    ],
)
def test_who_is_told_of_the_office(english, moves, readers):
    """Each power is told by letter to those whom it concerns."""
    english.ask("s1", "s2", 0)
    english.play("s3", table.Talk("Hm"))
    english.play(HOST, *moves)
    assert told(english) == readers


def test_F29_own_standing_order_is_no_news(english):
    """Whoever asks the GM to answer gets no letter about it but a receipt."""
    english.play("s2", table.AnswerForMe())
    assert told(english) == set()


def test_F24_complaint_reaches_the_one_who_owes(english):
    """The complaint asks for the card once more, and is in the thread."""
    cards = next(seat.hand for seat in english.state.seats if seat.id == "s2")
    pack = english.state.deck
    kinds = (pack.suspects, pack.weapons, pack.rooms)
    case = [next((card for card in kind if card in cards), kind[0]) for kind in kinds]
    english.play("s1", verbs.Suggest(case[0], case[1], case[2], "s2"))
    english.play("s2", verbs.Refute(1))
    english.play("s1", rulings.Complain(1))
    assert told(english) == {"s2"}
    assert "Anna is still waiting for your card for suggestion 1" in last(english, "s2")
    assert re.search(r"^1 - ", last(english, "s2"), re.MULTILINE)
    assert "Anna is still waiting for the card of Boris for suggestion 1." in report(english, "s4")


def test_F53_code_is_for_seat_and_organiser_alone(english):
    """Nobody else reads the code of a successor, in a letter or in the thread."""
    english.play("s3", office.OfferSeat())
    code = english.state.offers[0].code
    assert code in last(english, "s3")
    assert code in last(english, ORGANISER)
    assert not any(code in last(english, seat) for seat in ("s1", "s2", "s4"))
    assert not any(code in report(english, seat) for seat in ("s1", "s2"))


def test_F53_successor_reads_all_that_the_seat_has(english):
    """The first letter has hand, role, duties, penalties, standing order and all cards shown."""
    english.ask("s3", "s2", 0)
    english.answer("s2")
    english.play("s3", table.AnswerForMe())
    english.play(HOST, rulings.Fine("s3"), office.OfferSeat("s3"))
    english.play(Actor("account9"), office.TakeSeat(english.state.offers[0].code, "Vera"))
    seat = next(seat for seat in english.state.seats if seat.id == "s3")
    text = last(english, "s3")
    assert told(english) == {"s3", ORGANISER}
    assert f"Your nick: Vera\nYour role: {seat.role}\n" in text
    assert f"Your hand: {', '.join(seat.hand)}\n" in text
    assert "• Boris: Hall, 1 December" in text
    assert "The GM answers for this seat." in text
    assert "Penalty of this day: 1 suggestion less." in text
    assert "You may make 1 more suggestion today." in text
    assert not any(", ".join(seat.hand) in last(english, to) for to in ("s1", ORGANISER))


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_F54_hidden_post_is_gone_from_the_report(language):
    """In its place stands that it was hidden, and why; its text stands nowhere."""
    game = Record(language).started()
    game.play("s2", table.Talk("I have the Rope!"))
    game.play(HOST, office.Hide(1, "Cards."))
    text = report(game)
    assert "Rope!" not in text
    assert text.count("    > Cards.") == 1


def test_F54_post_of_an_earlier_day_is_hidden_in_a_line_of_its_own(english):
    """The report of the day tells that a comment was hidden, and why."""
    english.play("s2", table.Talk("I have the Rope!"))
    english.close()
    english.play(HOST, office.Hide(1, "Cards."))
    assert "The GM has hidden a comment.\n\nThe reason:\n\n    > Cards." in report(english)


def test_F54_a_report_that_is_late_does_not_show_it_either(english):
    """A letter about a day that is past takes out what was hidden since."""
    english.play("s2", table.Talk("I have the Rope!"))
    english.close()
    closing = english.log[-1][0]
    english.play(HOST, office.Hide(1))
    assert "Rope!" not in english.page(closing, english.state, "s1").text


def test_F45_void_and_restored_in_the_report(english):
    """A suggestion that is void is marked so, one that was restored is not."""
    english.ask("s1", "s2", 0)
    english.ask("s1", "s3", 1)
    english.play(HOST, rulings.Void(1), rulings.Void(2), rulings.Restore(2))
    text = report(english)
    assert re.search(r"^Anna → Boris, suggestion 1: .+ — no answer, void$", text, re.MULTILINE)
    assert re.search(r"^Anna → Doc.+, suggestion 2: .+ GM answered$", text, re.MULTILINE)


def test_reasons_are_only_words(english):
    """A reason can neither look like news of the game nor make markup."""
    english.play(HOST, rulings.Fine("s1", "Late.\nYour hand: A, B\n<b>x</b>"), via="mail")
    for text in (last(english, "s1"), last(english, ORGANISER), report(english, "s2")):
        assert "    > Your hand: A, B\n    > <b>x</b>\n" in text
        assert not re.search(r"^Your hand: A", text, re.MULTILINE)


@pytest.mark.parametrize("play", [office_game, corrected_game, solved_game])
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_thread_page_tells_of_everything(play, language):
    """The page of the thread has words for whatever happens, and none for what is hidden."""
    game = play(language)
    entries = tuple(redact(entry, PUBLIC) for entry, _ in game.log)
    state = redact(game.state, PUBLIC)
    facts = {
        "state": state,
        "days": days(entries, state.hidden),
        "t": lambda key: texts.text(language, key),
        "moment": lambda at, zone: words.moment(at, language, zone),
        "nick": lambda seat: render._nick(game.state, language, seat),
        "problem": "",
        "code": None,
        "sealed": "",
        "honest": True,
        "language": language,
        "game": GAME,
        "here": "/",
        "private": False,
        "boxes": {},
        "link": "",
    }
    page = ENVIRONMENT.get_template("thread.html").render(facts)
    said = [e.text for entry in entries for e in entry.events if isinstance(e, table.Talked)]
    assert not any(post in page for post in said)
    told_of = sum(len(day.lines) for day in facts["days"])
    assert page.count('<div class="event">') == told_of


def test_every_public_event_of_the_office_is_in_the_thread():
    """What organiser and deputy do leaves a public trace, but for the code of a successor."""
    named = (*vars(office).values(), *vars(rulings).values())
    kinds = {kind for kind in named if isinstance(kind, type)}
    events = {kind for kind in kinds if issubclass(kind, Event) and kind is not Event}
    assert events - {office.SeatOffered} <= set(OFFICE + NEWS)
    assert redact(office.SeatOffered("s1", "abcd-efgh"), PUBLIC) is None


def test_F51_a_quiet_game_is_told_why_it_is_paused():
    """Where nobody moves for days the letter and the thread say so, and not after a usual pause."""
    game = Record("en", quiet_days=2).started()
    game.close()
    game.close()
    assert "Nobody has moved for some days" in last(game, "s1")
    game.play(HOST, office.Resume())
    game.play(HOST, office.Pause())
    assert "Nobody has moved" not in last(game, "s1")
