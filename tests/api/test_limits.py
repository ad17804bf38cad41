"""The API at its edges: tokens, ids, and what one account may do as two."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from chalicelib import auth
from chalicelib.game import IllegalMove, TooMany
from chalicelib.rules import table
from chalicelib.rules.forum.options import Options
from chalicelib.rules.forum.state import Create
from tests.tables import DECK
from tests.worlds import GAME, words


@pytest.fixture
def game(world):
    """A game of three on its first day."""
    return world.start()


@pytest.mark.parametrize("tail", ["", "/events", "/me", "/deal", "/close-preview"])
@pytest.mark.parametrize("scheme", ["Bearer alibi_x", "Basic YTpi", "Bearer", ""])
def test_a_token_that_is_none_is_401(game, api, tail, scheme):
    """Whoever shows a token that is none learns so, wherever a game is shown."""
    answer = api("GET", f"/v1/games/{GAME}{tail}", Authorization=scheme)
    assert answer.status == 401
    assert answer.body["code"] in ("no_token", "bad_token")


@pytest.mark.parametrize("name", ["a" * 4000, "A", "a.b", "%2e%2e", "GAME", "g" * 41])
def test_an_id_that_cannot_be_is_unknown(game, sign_in, name):
    """Odd ids are games that nobody has."""
    anna = sign_in("p1")
    for method, tail in (("GET", ""), ("GET", "/me"), ("GET", "/events"), ("POST", "/moves")):
        body = {"type": "talk", "text": "!"} if method == "POST" else None
        answer = anna(method, f"/v1/games/{name}{tail}", body, Idempotency_Key="k")
        assert (answer.status, answer.body["code"]) == (404, "unknown_game")


def test_F57_an_organiser_who_plays_sees_what_the_organiser_sees(game, sign_in):
    """F50, F57: a word to the GM is in the feed of an organiser who has a seat as well."""
    host, players = sign_in("host"), {name: sign_in(name) for name in ("p1", "p2")}
    players["p1"](
        "POST", f"/v1/games/{GAME}/moves", {"type": "tell_gm", "text": "psst"}, Idempotency_Key="k"
    )
    assert "psst" in str(host("GET", f"/v1/games/{GAME}/events").body)
    assert "psst" not in str(players["p2"]("GET", f"/v1/games/{GAME}/events").body)
    made = host("POST", "/v1/games", {"title": "Mine", "language": "en"}).body
    host("POST", "/v1/joins", {"code": made["join_code"], "nick": "Host"})
    path = f"/v1/games/{made['id']}"
    players["p1"](
        "POST", "/v1/joins", {"code": made["join_code"].upper().replace("-", " "), "nick": "Anna"}
    )
    players["p1"]("POST", f"{path}/moves", {"type": "tell_gm", "text": "psst"}, Idempotency_Key="k")
    feed = host("GET", f"{path}/events").body
    assert "psst" in str(feed)
    assert host("GET", path).body["you"] == "s1"


def test_codes_asked_for_at_once_are_counted(world):
    """Many requests at once send no more codes than an hour allows."""

    def ask(_):
        try:
            auth.begin(world.store, "anna@example.org", "en", now=world.time, rng=world.rng)
        except TooMany:
            return 0
        return 1

    with ThreadPoolExecutor(8) as pool:
        sent = sum(pool.map(ask, range(60)))
    assert sent <= auth.SENDINGS_PER_HOUR
    assert len(world.post()) == sent


def test_our_own_domain_is_nobodys_address(api, world):
    """An address where games receive their mail cannot be a player's."""
    refused = api("POST", "/v1/auth/codes", {"email": "anna@IN.alibi.test"})
    assert (refused.status, refused.body["code"]) == (400, "own_domain")


@pytest.mark.parametrize(
    "nick",
    [
        "Anna\ufe00",
        "Anna\u034f",
        "\u0410nna",
        "ＡＮＮＡ",
        "ГМ",
        "GM\ufe00",
        "The organiser",
        "\u3164",
        "\u2800",
    ],
)
def test_F4_nobody_looks_like_somebody_else(world, nick):
    """F4: a nick that can be taken for another, for the GM, or for nothing is refused."""
    world.move("host", *opening())
    world.account("p1", "en")
    world.move("p1", table.Join("join-me", "Anna"))
    with pytest.raises(IllegalMove) as refused:
        world.move("p2", table.Join("join-me", nick))
    assert refused.value.rule == "F4"


def opening():
    """The move that opens a table."""
    return (Create(table.Setting("The Villa", "en"), Options(), "full", DECK, "join-me"),)


def test_nobody_is_buried_in_codes(world):
    """However patiently others ask: so many letters a day to one address; who signs in has more."""
    sent = 0
    for _ in range(30):
        try:
            auth.begin(world.store, "anna@example.org", "en", now=world.time, rng=world.rng)
            sent += 1
        except TooMany:
            pass
        world.wait(minutes=31)
    assert sent == auth.SENDINGS_PER_DAY
    world.wait(days=1)
    for _ in range(auth.SENDINGS_PER_DAY * 2):
        auth.begin(world.store, "anna@example.org", "en", now=world.time, rng=world.rng)
        (digits,) = re.findall(r"\b\d{6}\b", words(world.post()[-1]))
        auth.confirm(world.store, "anna@example.org", digits, now=world.time, rng=world.rng)
