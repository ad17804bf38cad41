"""What is told of an entry: to whom, in which order, of which day."""

from collections import Counter
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib.game import PUBLIC, redact
from chalicelib.happenings import catalogue
from chalicelib.happenings.happening import Happening
from chalicelib.happenings.telling import of_entry
from chalicelib.happenings.to_all import TELLERS
from chalicelib.rules import blitz, day_of, forum, office, table, verbs
from chalicelib.rules.blitz.state import Pass
from chalicelib.rules.forum import corrections as c
from chalicelib.rules.forum import rulings
from tests.happenings.told import GAME, GOOD, last, names, of_game
from tests.laws.games import played
from tests.laws.plans import each, of
from tests.tables import Table
from tests.turns import FREE, WRONG, Turns


@each
@settings(max_examples=10)
@given(data=st.data())
def test_happenings_are_told_apart_and_counted(ruleset, data):
    """Each has a name of its own, and its place among those of its audience; again the same."""
    game = played(data.draw(of(ruleset)))
    told = [*of_game(game)]
    assert [*of_game(game)] == told
    named = Counter(happening.name for _, _, happening in told)
    assert set(named.values()) == {1}
    for entry, state in zip(game.log, game.states[1:], strict=True):
        here = of_entry(GAME, entry, state, day_of(state))
        for audience in {happening.audience for happening in here}:
            of_one = [happening for happening in here if happening.audience == audience]
            assert [h.part for h in of_one] == [*range(1, len(of_one) + 1)]
            for happening in of_one:
                data_ = happening.data
                assert (data_["part"], data_["parts"]) == (happening.part, len(of_one))
                assert (data_["seq"], data_["game_id"]) == (entry.seq, GAME)
                assert data_["audience"] == audience
                assert happening.at == entry.at


@each
@settings(max_examples=10)
@given(data=st.data())
def test_every_public_event_is_told_once(ruleset, data):
    """Of each event that everybody sees there is one first happening, but of hands that are dealt.

    It knows its place among the public events, so that the text of the thread can be found.
    """
    game = played(data.draw(of(ruleset)))
    for entry, state in zip(game.log, game.states[1:], strict=True):
        public = redact(entry, PUBLIC).events
        here = of_entry(GAME, entry, state, day_of(state))
        first = [h.event for h in here if h.event is not None]
        told = [n for n, event in enumerate(public) if not isinstance(event, verbs.HandDealt)]
        assert first == told


@each
@settings(max_examples=10)
@given(data=st.data())
def test_the_audience_is_that_of_the_type(ruleset, data):
    """What the catalogue says of a type's audience holds for each happening of it."""
    for _, state, happening in of_game(played(data.draw(of(ruleset)))):
        seats = {seat.id for seat in state.seats}
        wanted = {
            "public": {"public"},
            "player": {*seats, "organiser"}
            if happening.type in ("word.received", "seat.offered")
            else seats,
            "organiser": {"organiser"},
        }[catalogue.audience(happening.type)]
        assert happening.audience in wanted


def test_every_public_kind_of_event_has_a_teller():
    """No event that may be public is forgotten, whichever rule set it belongs to."""
    kinds = {*get_args(forum.AnyEvent), *get_args(blitz.AnyEvent)}
    private = {kind for kind in kinds if getattr(kind, "audience", None)}
    assert kinds - private - {verbs.HandDealt} == set(TELLERS)


def test_the_example_of_the_documentation():
    """A suggestion carries id, number, nicks, roles and its three cards."""
    game = Table()
    game.ask("s1", "s2", *GOOD)
    (made,) = last(game)
    assert made.data["suggestion"] == {
        "id": 1,
        "number": 1,
        "by": {"seat": "s1", "nick": "Nick 1", "role": "Scarlett"},
        "to": {"seat": "s2", "nick": "Nick 2", "role": "Mustard"},
        "suspect": "Mustard",
        "weapon": "Rope",
        "room": "Attic",
    }


def test_whoever_has_to_answer_is_told_until_when():
    """The addressee gets the suggestion and the end of the day; nobody else is asked."""
    game = Table()
    game.ask("s1", "s2", *GOOD)
    (due,) = last(game, "s2")
    assert due.type == "answer.due"
    assert due.data["until"] == "2026-12-02T18:00:00Z"
    assert [last(game, who) for who in ("s1", "s3", "organiser")] == [[], [], []]


def test_an_answer_that_is_told_late_has_no_end_of_its_day():
    """Once the day is over, the end of the next one is not told as that of the question."""
    game = Table(unanswered_penalty="never")
    game.ask("s1", "s2", *GOOD)
    asked = game.log[-1]
    game.close()
    (due,) = [h for h in of_entry(GAME, asked, game.state, 1) if h.audience == "s2"]
    assert due.type == "answer.due"
    assert due.data.get("until") is None


def test_F24_nobody_was_shown_a_card_before_it_came():
    """F24: the suggester is told of a card when there is one, not when it is only announced."""
    game = Table()
    game.ask("s1", "s2", *GOOD)
    game.ask("s3", "s2", *GOOD)
    game.play("s2", verbs.Refute(2))
    assert last(game, "s3") == []
    assert names(last(game, "s2")) == ["card.due"]
    game.ask("s2", "s1", "White", "Pipe", "Attic")
    game.play("s1", verbs.CannotRefute(3))
    assert last(game, "s2") == []


def test_F29_nobody_is_asked_for_what_the_gm_answers_at_once():
    """F29: with a standing order there is an answer by the GM, and no question."""
    game = Table()
    game.order("s2")
    game.ask("s1", "s2", *GOOD)
    assert names(last(game)) == ["suggestion.made", "suggestion.refuted"]
    assert last(game)[1].data["by_gm"] is True
    assert names(last(game, "s2")) == ["answer.by_gm"]
    assert names(last(game, "s1")) == ["card.shown"]


@pytest.mark.parametrize("again", ["amend", "restore"])
def test_a_suggestion_that_comes_back_is_asked_again(again):
    """F42, F45: a corrected suggestion and a restored one wait for their answer."""
    game = Table()
    if again == "amend":
        game.play("s1", c.SuggestMalformed("s2", "Two rooms."))
        assert last(game, "s2") == []
        game.play("s1", c.Amend(1, *GOOD))
    else:
        game.ask("s1", "s2", *GOOD)
        game.organise(rulings.Void(1))
        game.organise(rulings.Restore(1))
    assert names(last(game, "s2")) == ["answer.due"]


def test_F9_a_close_belongs_to_the_day_that_ends():
    """F26, F27: answers and table of the old day have its number, what follows the new one's."""
    game = Table(unanswered_penalty="always")
    game.ask("s1", "s2", *GOOD)
    game.close()
    days = [(h.type, h.data["day"]) for h in last(game)]
    assert days == [
        ("suggestion.refuted", 1),
        ("day.closed", 1),
        ("player.penalised", 1),
        ("day.opened", 2),
    ]
    assert [h.data["day"] for h in last(game, "s1")] == [1]


def test_B4_a_pass_belongs_to_the_turn_that_ends():
    """B5, B4: in blitz the day is the number of the turn."""
    game = Turns()
    game.suggest("s1", *FREE)
    for seat in ("s2", "s3", "s4"):
        game.none(seat)
    game.play("s1", Pass())
    assert [(h.type, h.data["day"]) for h in last(game)] == [("turn.passed", 1), ("turn.began", 2)]


def test_B7_an_accusation_of_blitz_is_public_with_its_outcome():
    """B7: who accuses wrongly is out, and all are told."""
    game = Turns(accuse="own_turn")
    game.play("s1", verbs.Accuse(*WRONG))
    told = last(game)
    assert names(told)[:2] == ["accusation.made", "player.eliminated"]
    assert told[0].data["right"] is False


def test_B3_the_duty_passes_on():
    """B3: the next seat is asked, and all can see whose turn it is to answer."""
    game = Turns()
    game.suggest("s1", *FREE)
    game.none("s2")
    assert names(last(game)) == ["suggestion.not_refuted", "suggestion.passed_on"]
    assert names(last(game, "s3")) == ["answer.due"]


def test_F54_a_comment_that_was_hidden_is_told_without_its_text():
    """F54: when an entry is told late, a post that has been hidden meanwhile stays hidden."""
    game = Table()
    game.say("s1", "I hold the Rope.")
    (spoken,) = last(game)
    entry = game.log[-1]
    assert spoken.data["comment"] == "I hold the Rope."
    game.organise(office.Hide(1, "cards"))
    (late,) = of_entry(GAME, entry, game.state, 1)
    assert (late.data["comment"], late.data["hidden"]) == ("", True)
    (hidden,) = last(game)
    assert (hidden.type, hidden.data["post"], hidden.data["reason"]) == ("post.hidden", 1, "cards")


def test_F57_a_private_word_is_thin():
    """F57: that there is a word, and not what it says; to the organiser or to the player."""
    game = Table()
    game.play("s1", table.TellGM("My secret."))
    assert names(last(game, "organiser")) == ["word.received"]
    game.organise(table.TellPlayer("s2", "Their secret."))
    assert names(last(game, "s2")) == ["word.received"]
    assert b"secret" not in b"".join(map(_written, [*last(game, "s2"), *last(game, "organiser")]))


def _written(happening: Happening) -> bytes:
    return repr(happening.data).encode()


def test_F56_going_back_is_told_without_the_state():
    """F56: programs are told to fetch the game anew; no hand is in what they are told."""
    game = Table()
    back: Any = office.RollBackTo(len(game.log), game.state, game.now)
    game.organise(back)
    (told,) = last(game)
    assert (told.type, told.data["to"]) == ("game.rolled_back", back.seq)
    assert set(told.data) == {"game_id", "seq", "part", "parts", "audience", "day", "to"}
