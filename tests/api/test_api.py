"""The REST door: sign in by mail, create, join, start, move, look; errors as problem+json."""

import hashlib
import re
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage

import pytest

from chalicelib.rules.table import Talk
from chalicelib.rules.verbs import Suggest
from tests.worlds import GAME, words

ASK = {"type": "suggest", "to": "s2", "suspect": "Mustard", "weapon": "Knife", "room": "Attic"}


def found(pattern: str, mail: EmailMessage) -> str:
    """Find a code or a ticket in a mail."""
    match = re.search(pattern, words(mail))
    assert match
    return match[1]


@pytest.fixture
def game(world):
    """A game of three on its first day."""
    return world.start()


@pytest.fixture
def anna(game, sign_in):
    """The API as the first player."""
    return sign_in("p1")


def test_a_whole_evening_over_rest(world, api, client):
    """Sign in by the mailed code, create, join with the code, start, suggest, answer, see it."""
    tokens = {}
    for nick in ("Anna", "Boris"):
        address = f"{nick.lower()}@example.org"
        assert api("POST", "/v1/auth/codes", {"email": address}).status == 202
        (mail,) = world.post()
        code = found(r"\b(\d{6})\b", mail)
        signed = api("POST", "/v1/auth/tokens", {"email": address, "code": code})
        assert signed.status == 201
        tokens[nick] = type(api)(client, signed.body["token"])
    anna, boris = tokens["Anna"], tokens["Boris"]
    made = anna(
        "POST", "/v1/games", {"title": "Вилла", "language": "ru", "options": {"day_minutes": 60}}
    )
    assert made.status == 201
    game, code = made.body["id"], made.body["join_code"]
    for player, nick in ((anna, "Анна"), (boris, "Док.тор_Пи-2 🙂")):
        joined = player("POST", "/v1/joins", {"code": code, "nick": nick})
        assert (joined.status, joined.body["join_code"] is None) == (201, player is boris)
    started = anna("POST", f"/v1/games/{game}/moves", {"type": "start"}, Idempotency_Key="s")
    assert started.status == 201
    deck = boris("GET", f"/v1/games/{game}").body["state"]["deck"]
    ask = {"type": "suggest", "to": "s2"} | {
        kind: deck[f"{kind}s"][0].upper() for kind in ("suspect", "weapon", "room")
    }
    asked = anna("POST", f"/v1/games/{game}/moves", ask, Idempotency_Key="a")
    assert asked.body["events"][0]["case"]["room"] == deck["rooms"][0]
    (owed,) = boris("GET", f"/v1/games/{game}/me").body["owed"]
    answer = (
        {"type": "refute", "suggestion": 1, "card": owed["choices"][0]}
        if owed["choices"]
        else {"type": "cannot_refute", "suggestion": 1}
    )
    assert boris("POST", f"/v1/games/{game}/moves", answer, Idempotency_Key="b").status == 201
    shown = anna("GET", f"/v1/games/{game}/me").body["shown"]
    assert [card["card"] for card in shown] == owed["choices"][:1]


def test_everybody_sees_what_they_may(game, api, sign_in):
    """The game, the feed and the seat show each caller their own secrets and nobody else's."""
    game.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    hands = {"p1": "Scarlett", "p2": "Mustard", "p3": "White"}
    for caller in (api, *(sign_in(name) for name in hands)):
        seats = caller("GET", f"/v1/games/{GAME}").body["state"]["seats"]
        held = [seat["id"] for seat in seats if seat.get("hand")]
        assert len(held) == bool(caller.token)
        text = str(caller("GET", f"/v1/games/{GAME}/events").body)
        assert "nonce" not in text
        assert "join_code" not in text
        assert caller("GET", f"/v1/games/{GAME}/deal").status == 404


def test_F30_F52_the_desk_says_whether_an_accusation_is_allowed(anna, game, sign_in):
    """F30: one accusation, on a game day; F52: none while the game is paused."""

    def after(player, **move):
        path, key = f"/v1/games/{GAME}", move["type"]
        assert player("POST", f"{path}/moves", move, Idempotency_Key=key).status == 201
        return anna("GET", f"{path}/me").body["may_accuse"]

    host = sign_in("host")
    assert after(anna, type="talk", text="Hello.")
    assert not after(host, type="pause")
    assert after(host, type="resume")
    assert not after(anna, type="accuse", suspect="White", weapon="Pistol", room="Study")


def test_twenty_posts_with_one_key_are_one_move(anna, game):
    """One move, nineteen identical answers."""
    path = f"/v1/games/{GAME}/moves"
    answers = [anna("POST", path, ASK, Idempotency_Key='"one"') for _ in range(20)]
    assert {answer.status for answer in answers} == {201}
    assert len({str(answer.body) for answer in answers}) == 1
    assert sum("Idempotency-Replayed" in answer.headers for answer in answers) == 19
    assert game.state.tallies["s1"].made == 1


def test_problems_cite_the_rule_in_the_callers_language(anna, game):
    """F12: a refusal is problem+json with a stable code, the rule, and words for people."""
    path = f"/v1/games/{GAME}/moves"
    for language in ("ru", "en", "pl"):
        answer = anna(
            "POST", path, ASK | {"to": "s1"}, Idempotency_Key="x", Accept_Language=language
        )
        assert answer.status == 409
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert (answer.body["code"], answer.body["rule"]) == ("asks_oneself", "F12")
        assert answer.headers["Content-Language"] == language
        assert len(answer.body["detail"]) > 10


def test_a_paraphrased_card_names_the_nearest(anna, game):
    """F14: the refusal says which legal card is nearest."""
    path = f"/v1/games/{GAME}/moves"
    answer = anna("POST", path, ASK | {"suspect": "Mustrad"}, Idempotency_Key="x")
    assert (answer.body["code"], answer.body["rule"]) == ("unknown_card", "F14")
    assert answer.body["facts"]["nearest"] == "Mustard"
    assert "Mustard" in answer.body["detail"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "bad_json"),
        (b"{", "bad_json"),
        (b"\xff\xfe", "bad_json"),
        (b"[" * 60_000, "bad_body"),
        (b"x" * 70_000, "body_too_large"),
        (b"{}", "bad_body"),
        (b'{"type":"fly"}', "bad_body"),
        (b'{"type":"time_passed"}', "bad_body"),
        (b'{"type":"join","code":"x","nick":"y"}', "bad_body"),
        (b'{"type":"talk","text":"hi","extra":1}', "bad_body"),
        (b'{"type":"refute","suggestion":"1"}', "bad_body"),
        (b'{"type":"talk","text":"\\ud800"}', "bad_json"),
    ],
)
def test_bad_bodies_are_refused(anna, game, body, code):
    """Whatever is sent, the answer is a problem and nothing is done."""
    answer = anna("POST", f"/v1/games/{GAME}/moves", body, Idempotency_Key="x")
    assert answer.status in (400, 413)
    assert answer.body["code"] == code


def test_a_move_needs_a_key_and_a_token(api, anna, game):
    """Without a key nobody could repeat the request safely; without a token nobody moves."""
    path = f"/v1/games/{GAME}/moves"
    assert anna("POST", path, ASK).body["code"] == "key_missing"
    assert api("POST", path, ASK, Idempotency_Key="x").status == 401
    wrong = type(api)(api.client, "alibi_" + "a" * 48)
    refused = wrong("POST", path, ASK, Idempotency_Key="x")
    assert (refused.status, refused.headers["WWW-Authenticate"]) == (401, "Bearer")


def test_a_stranger_sees_the_thread_and_cannot_move(game, sign_in):
    """An account without a seat looks as the public does."""
    game.account("stranger", "en")
    stranger = sign_in("stranger")
    assert stranger("GET", f"/v1/games/{GAME}").body["you"] == "public"
    assert stranger("GET", f"/v1/games/{GAME}/me").status == 403
    refused = stranger("POST", f"/v1/games/{GAME}/moves", ASK, Idempotency_Key="x")
    assert (refused.status, refused.body["code"]) == (403, "not_seated")
    assert stranger("POST", "/v1/parse", {"game": GAME, "text": "status"}).status == 403


def test_unknown_games_are_unknown(anna):
    """An id that nobody has is 404 everywhere."""
    for method, tail in (
        ("GET", ""),
        ("GET", "/me"),
        ("GET", "/events"),
        ("GET", "/deal"),
        ("POST", "/moves"),
    ):
        answer = anna(
            method,
            f"/v1/games/nowhere{tail}",
            ASK if method == "POST" else None,
            Idempotency_Key="x",
        )
        assert (answer.status, answer.body["code"]) == (404, "unknown_game")


def test_the_feed_goes_on_after_a_number(anna, game):
    """Pages join without gap or overlap, and private entries of others are left out."""
    everything = anna("GET", f"/v1/games/{GAME}/events").body["items"]
    paged, after = [], 0
    while True:
        page = anna("GET", f"/v1/games/{GAME}/events?after={after}&limit=2").body
        paged += page["items"]
        after = page["after"]
        if after == page["last_seq"]:
            break
    assert paged == everything
    assert [item["seq"] for item in everything] == sorted(item["seq"] for item in everything)
    assert anna("GET", f"/v1/games/{GAME}/events?after=x").status == 400


def test_parse_says_how_a_text_would_be_read(anna, game):
    """A dry run: orders, what is wrong with them, what the rules would refuse; nothing is done."""
    read = anna("POST", "/v1/parse", {"game": GAME, "text": "Boris: Mustard, Knife, Attic"}).body
    assert read["orders"][0]["move"] == ASK
    assert "read_as" not in read["orders"][0]
    assert read["refused"] is None
    text = "Boris: Mustard, with the Knife, in Attic's"
    read = anna("POST", "/v1/parse", {"game": GAME, "text": text}).body
    assert read["orders"][0]["move"] == ASK
    assert read["orders"][0]["read_as"] == [["Attic's", "Attic"]]
    text = "xyzzy plugh\n\nAnna: Mustard, Knife, Attic"
    read = anna("POST", "/v1/parse", {"game": GAME, "text": text}).body
    assert "problem" in read["orders"][0]
    assert (read["refused"]["order"], read["refused"]["rule"]) == (1, "F12")
    assert game.state.suggestions == 0


def test_rule_sets_describe_their_options(api, world):
    """Every option has a default, a meaning and the rule it comes from, straight from the code."""
    forum, blitz = api("GET", "/v1/rulesets").body
    assert forum["presets"]["full"]["suggestions_per_day"] == 3
    assert blitz["presets"]["full"]["turn_hours"] == 24
    for kind in (forum, blitz):
        assert set(kind["presets"]["full"]) == set(kind["options"])
    for option in (*forum["options"].values(), *blitz["options"].values()):
        assert re.fullmatch(r"[FB]\d+", option["rule"])
        assert option["description"]
        assert "default" in option


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ruleset": "chess"}, "unknown_ruleset"),
        ({"preset": "wild"}, "unknown_preset"),
        ({"options": {"fly": 1}}, "wrong_option"),
        ({"options": {"suggestions_per_day": 0}}, "wrong_option"),
        ({"zone": "Mars/Olympus"}, "unknown_zone"),
        ({"zone": "../../etc/passwd"}, "unknown_zone"),
        ({"deck": "tarot"}, "unknown_deck"),
        ({"deck": {"suspects": ["A"], "weapons": ["B"], "rooms": ["C"]}}, "deck_too_small"),
        (
            {"deck": {"suspects": ["A", "a"], "weapons": ["B", "C"], "rooms": list("DEFGH")}},
            "card_twice",
        ),
        ({"title": "  "}, "title_length"),
        ({"language": "de"}, "bad_body"),
    ],
)
def test_games_that_cannot_be_are_refused(anna, change, code):
    """F1, F6: a game with impossible settings is not opened, and the answer says why."""
    answer = anna("POST", "/v1/games", {"title": "The Villa"} | change)
    assert (answer.status // 100, answer.body["code"]) == (4, code)


def test_a_wrong_code_tries_out_and_a_right_one_works_once(world, api):
    """Five wrong tries end a code; a right one is used up; both look the same to a guesser."""
    address = {"email": "anna@example.org"}
    assert api("POST", "/v1/auth/codes", address).status == 202
    (mail,) = world.post()
    code = found(r"\b(\d{6})\b", mail)
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    for _ in range(5):
        assert api("POST", "/v1/auth/tokens", address | {"code": wrong}).status == 403
    assert api("POST", "/v1/auth/tokens", address | {"code": code}).status == 403
    api("POST", "/v1/auth/codes", address)
    (mail,) = world.post()
    code = found(r"\b(\d{6})\b", mail)
    assert api("POST", "/v1/auth/tokens", address | {"code": code}).status == 201
    assert api("POST", "/v1/auth/tokens", address | {"code": code}).status == 403


def test_a_code_and_its_link_are_good_for_a_quarter_of_an_hour(world, api):
    """After 15 minutes neither the code nor the link of a mail signs in."""
    address = {"email": "anna@example.org"}
    api("POST", "/v1/auth/codes", address)
    (mail,) = world.post()
    world.wait(minutes=15)
    ticket = {"ticket": found(r"ticket=([a-z0-9]+)", mail)}
    for proof in (address | {"code": found(r"\b(\d{6})\b", mail)}, ticket):
        assert api("POST", "/v1/auth/tokens", proof).status == 403


def test_opening_the_link_does_not_sign_in(world, api):
    """Mail scanners open links: only the button acts, once."""
    api("POST", "/v1/auth/codes", {"email": "anna@example.org"})
    (mail,) = world.post()
    ticket = found(r"ticket=([a-z0-9]+)", mail)
    for _ in range(3):
        page = api("GET", f"/v1/sign-in?ticket={ticket}")
        assert (page.status, "alibi_" in page.body) == (200, False)
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    assert "alibi_" in api("POST", "/v1/sign-in", f"ticket={ticket}".encode(), **form).body
    again = api("POST", "/v1/sign-in", f"ticket={ticket}".encode(), **form)
    assert (again.status, "alibi_" in again.body) == (403, False)


def test_codes_are_not_sent_without_end(api, world):
    """Five codes an hour for one address; the next is refused until the hour is over."""
    for _ in range(5):
        assert api("POST", "/v1/auth/codes", {"email": "anna@example.org"}).status == 202
    refused = api("POST", "/v1/auth/codes", {"email": "Anna@Example.org"})
    assert (refused.status, "Retry-After" in refused.headers) == (429, True)
    world.wait(minutes=61)
    assert api("POST", "/v1/auth/codes", {"email": "anna@example.org"}).status == 202


def test_a_token_that_was_signed_out_is_worthless(anna, game):
    """Signing out revokes the token."""
    assert anna("GET", "/v1/me").body["address"] == "p1@example.org"
    assert anna("DELETE", "/v1/auth/tokens/current").status == 204
    assert anna("GET", "/v1/me").status == 401


def test_the_deal_can_be_checked_by_anybody(game, api, anna):
    """The text of the deal, given at the end, hashes to what the opening published."""
    sealed = api("GET", f"/v1/games/{GAME}").body["state"]["commitment"]
    accuse = {"type": "accuse", "suspect": "Green", "weapon": "Pipe", "room": "Attic"}
    assert anna("POST", f"/v1/games/{GAME}/moves", accuse, Idempotency_Key="x").status == 201
    game.wait(hours=25)
    game.tick()
    text = api("GET", f"/v1/games/{GAME}/deal")
    assert text.status == 200
    assert hashlib.sha256(text.body.encode()).hexdigest() == sealed


def test_errors_carry_cors_headers(api, world):
    """A page of another origin can read problems too."""
    for path in ("/v1/me", "/v1/games/nowhere"):
        assert api("GET", path).headers["Access-Control-Allow-Origin"] == "*"


def test_accepting_twenty_languages_is_no_trouble(api, world):
    """Any Accept-Language gives one of ours."""
    for header, language in (
        ("pl;q=0.5, ru;q=0.9, de", "ru"),
        ("de-DE, fr", "en"),
        (";q=,,;", "en"),
        ("pl-PL", "pl"),
        ("ru;q=abc", "en"),
    ):
        answer = api("GET", "/v1/me", Accept_Language=header)
        assert answer.headers["Content-Language"] == language


def test_moves_at_once_from_many_threads(game, anna, sign_in):
    """Different players moving at once all get through."""
    players = {name: sign_in(name) for name in ("p1", "p2", "p3")}

    def talk(number):
        name = f"p{number % 3 + 1}"
        return game.move(name, Talk(f"line {number}"))

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(talk, range(24)))
    assert len({played.entry.seq for played in made}) == 24
    assert players["p1"]("GET", f"/v1/games/{GAME}").body["version"] == max(
        p.entry.seq for p in made
    )


def test_a_game_opened_twice_with_one_key_is_one_game(anna, game):
    """A double click with an idempotency key opens one table."""
    made = [
        anna("POST", "/v1/games", {"title": "The Villa"}, Idempotency_Key="once") for _ in range(2)
    ]
    assert [answer.status for answer in made] == [201, 201]
    assert made[0].body == made[1].body
    assert made[0].body["join_code"]


def test_every_problem_has_a_page(api, world):
    """The type of a problem leads to what it means, in three languages."""
    texts = {
        api("GET", "/v1/problems/asks_oneself", Accept_Language=x).body["detail"]
        for x in ("ru", "en", "pl")
    }
    assert len(texts) == 3
    assert api("GET", "/v1/problems/no_such_thing").status == 404
