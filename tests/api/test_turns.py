"""A game of blitz over REST: created, described, played, refused (B1-B9)."""

from datetime import timedelta

import pytest

from chalicelib.rules import table, verbs
from tests.worlds import GAME

FREE = {"suspect": "Green", "weapon": "Pipe", "room": "Attic"}
MOVES = f"/v1/games/{GAME}/moves"


@pytest.fixture
def players(world, sign_in):
    """The three players of a game of blitz; it is the turn of the first."""
    world.start(ruleset="blitz")
    return [sign_in(name) for name in ("p1", "p2", "p3")]


def test_a_game_of_blitz_is_created(sign_in):
    """With house rules of its own; those of forum play are none."""
    host = sign_in("host")
    asked = {"title": "Manor", "ruleset": "blitz", "options": {"turn_hours": 1}}
    made = host("POST", "/v1/games", asked, Idempotency_Key="1")
    assert made.status == 201
    assert made.body["state"]["ruleset"] == "blitz"
    assert made.body["state"]["options"]["turn_hours"] == 1
    (line,) = host("GET", "/v1/games").body["items"]
    assert (line["ruleset"], line["turn"]) == ("blitz", 0)
    asked |= {"options": {"suggestions_per_day": 1}}
    assert host("POST", "/v1/games", asked, Idempotency_Key="2").body["code"] == "wrong_option"
    asked |= {"preset": "raul", "options": {}}
    assert host("POST", "/v1/games", asked, Idempotency_Key="3").body["code"] == "unknown_preset"


def test_B2_to_B7_a_game_by_rest(players):
    """B2-B7: suggestion, answers in order, accusation, end; each desk says what is to be done."""
    anna, boris, clara = players
    asked = anna("POST", MOVES, {"type": "suggest", **FREE}, Idempotency_Key="1")
    assert asked.status == 201
    assert anna("GET", f"/v1/games/{GAME}/me").body["suggestions_left"] == 0
    (owed,) = boris("GET", f"/v1/games/{GAME}/me").body["owed"]
    assert (owed["suggestion"], owed["choices"], owed["announced"]) == (1, [], False)
    assert owed["due"]
    assert clara("GET", f"/v1/games/{GAME}/me").body["owed"] == []
    for number, player in enumerate((boris, clara)):
        answer = {"type": "cannot_refute", "suggestion": 1}
        assert player("POST", MOVES, answer, Idempotency_Key=f"a{number}").status == 201
    assert anna("GET", f"/v1/games/{GAME}/me").body["may_accuse"]
    ended = anna("POST", MOVES, {"type": "accuse", **FREE}, Idempotency_Key="2")
    assert [event["type"] for event in ended.body["events"]] == ["accusation_made", "ended"]
    shown = anna("GET", f"/v1/games/{GAME}")
    assert shown.body["state"]["result"]["winner"] == "s1"


def test_refusals_of_blitz_carry_rule_and_example(players):
    """B2, B3, F21: what was wrong, and one move that would be right in form."""
    anna, boris, clara = players
    early = boris("POST", MOVES, {"type": "suggest", **FREE}, Idempotency_Key="1")
    assert (early.status, early.body["rule"]) == (409, "B2")
    named = anna("POST", MOVES, {"type": "suggest", "to": "s2", **FREE}, Idempotency_Key="2")
    assert (named.body["code"], named.body["rule"]) == ("no_addressee_here", "B2")
    assert named.body["example"]["type"] == "suggest"
    assert not named.body["example"].get("to")
    rope = FREE | {"weapon": "Rope"}
    anna("POST", MOVES, {"type": "suggest", **rope}, Idempotency_Key="3")
    late = clara("POST", MOVES, {"type": "cannot_refute", "suggestion": 1}, Idempotency_Key="4")
    assert (late.body["code"], late.body["rule"]) == ("out_of_order", "B3")
    bare = boris("POST", MOVES, {"type": "refute", "suggestion": 1}, Idempotency_Key="5")
    assert (bare.body["code"], bare.body["rule"]) == ("card_missing", "F21")
    assert bare.body["example"] == {"type": "refute", "suggestion": 1, "card": "Rope"}
    forum = anna("POST", MOVES, {"type": "close_day"}, Idempotency_Key="6")
    assert (forum.status, forum.body["code"], forum.body["rule"]) == (409, "no_such_move", "B10")


def test_a_move_of_blitz_at_a_forum_table(world, sign_in):
    """It is refused as any move that the game does not have."""
    world.start()
    refused = sign_in("p1")("POST", MOVES, {"type": "pass"}, Idempotency_Key="1")
    assert refused.status == 409
    assert (refused.body["code"], refused.body["rule"]) == ("no_such_move", "F50")


def test_the_feed_of_blitz_shows_no_card(players, api, world):
    """F21: whoever looks, a shown card stands in the log of two alone."""
    anna, boris, _ = players
    rope = FREE | {"weapon": "Rope"}
    anna("POST", MOVES, {"type": "suggest", **rope}, Idempotency_Key="1")
    boris("POST", MOVES, {"type": "refute", "suggestion": 1, "card": "Rope"}, Idempotency_Key="2")
    seen = [
        event.get("card")
        for caller in (*players, api)
        for line in caller("GET", f"/v1/games/{GAME}/events").body["items"]
        for event in line["events"]
        if event["type"] == "refuted"
    ]
    assert seen == ["Rope", "Rope", None, None]
    assert isinstance(world.log()[-1].events[0], verbs.Refuted)


def test_the_preview_of_a_step_reveals_nothing(world, sign_in):
    """B9: the organiser sees who would be acted for, and not what the answer would be."""
    world.start(ruleset="blitz")
    anna, host = sign_in("p1"), sign_in("host")
    path = f"/v1/games/{GAME}/close-preview"
    shown = host("GET", path).body["events"]
    assert [event["type"] for event in shown] == ["time_ran_out", "passed", "turn_began"]
    anna("POST", MOVES, {"type": "suggest", **FREE}, Idempotency_Key="1")
    assert [event["type"] for event in host("GET", path).body["events"]] == ["time_ran_out"]


@pytest.mark.parametrize("ruleset", ["forum", "blitz"])
def test_F29_the_preview_counts_with_an_absence_that_begins_later(world, sign_in, ruleset):
    """An absence that begins before the close has begun by then; it is no close of its own."""
    world.start(ruleset=ruleset)
    world.move("p3", table.AnswerForMe(since=(world.time + timedelta(days=1)).date(), away=True))
    shown = sign_in("host")("GET", f"/v1/games/{GAME}/close-preview")
    assert shown.status == 200
    assert shown.body["events"]


def test_texts_of_blitz_are_read_without_doing_them(players):
    """``/v1/parse`` says how a text would be read, and whether it would pass."""
    anna, boris, _ = players
    read = anna("POST", "/v1/parse", {"game": GAME, "text": "Green, Pipe, Attic"}).body
    assert read["orders"][0]["move"] == {"type": "suggest", "to": "", **FREE}
    assert read["refused"] is None
    read = boris("POST", "/v1/parse", {"game": GAME, "text": "I pass"}).body
    assert read["refused"] == {"order": 0, "code": "not_your_turn", "rule": "B5"}
