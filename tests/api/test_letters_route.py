"""``GET /v1/games/ID/letters``: what became of letters, for who may know, and nothing more."""

import pytest

from chalicelib import deliver
from chalicelib.rules.verbs import Accuse, Refute, Suggest
from tests.worlds import GAME

PATH = f"/v1/games/{GAME}/letters"
ASK = Suggest("Mustard", "Knife", "Attic", "s2")


class Closed:
    """A carrier that takes nothing."""

    def send(self, *_):
        """Refuse."""
        raise ConnectionRefusedError


@pytest.fixture
def game(world):
    """A game of three whose first letters are sent."""
    world.start().post()
    return world


def items(api, path=PATH):
    """All letters of a list, page by page."""
    found, after = [], ""
    while True:
        page = api("GET", f"{path}?limit=7&after={after}")
        assert page.status == 200, page.body
        found += page.body["items"]
        after = page.body["after"]
        if not after:
            return found


def test_a_player_sees_all_about_their_own_letters(game, sign_in):
    """When each left, what it was about, why it was not needed; of others nothing."""
    game.move("p1", ASK)
    game.move("p2", Refute(1, "Mustard"))
    game.post()
    mine = items(sign_in("p2"))
    assert {item["to"] for item in mine} == {"s2"}
    assert {item["kind"] for item in mine} == {"told"}
    assert mine[-1]["entries"] == [6]
    assert (mine[-1]["state"], mine[-1]["why"]) == ("dropped", "answered")
    assert mine[0]["state"] == "sent"
    assert mine[0]["sent"].startswith("2026-12-01T18:00")


def test_the_organiser_sees_how_the_letters_of_others_fare(game, sign_in):
    """Done, queued, failing with the class of the error, withheld and why, given up."""
    game.prefer("p3", trouble="bounced")
    game.move("p1", Suggest("White", "Rope", "Hall", "s3"))
    game.post()
    withheld = [i for i in items(sign_in("host")) if i["to"] == "s3"][-1]
    assert (withheld["state"], withheld["why"]) == ("withheld", "bounced")
    game.move("p1", ASK)
    assert [i["state"] for i in items(sign_in("host")) if i["to"] == "s2"][-1] == "queued"
    deliver.sweep(game.site, Closed())
    failing = [i for i in items(sign_in("host")) if i["to"] == "s2"][-1]
    assert (failing["state"], failing["attempts"]) == ("failing", 1)
    assert failing["trouble"] == "ConnectionRefusedError"
    for _ in range(deliver.MOST_ATTEMPTS):
        game.wait(days=0.8)
        deliver.sweep(game.site, Closed())
    assert [i["state"] for i in items(sign_in("host")) if i["to"] == "s2"][-1] == "given up"


def test_the_organiser_is_told_nothing_by_what_stands_there(game, sign_in):
    """F24, F36: a failed accusation and an owed card leave no line; no line has a time."""
    game.post()
    before = items(sign_in("host"))
    game.move("p3", Accuse("Mustard", "Rope", "Hall"))
    game.move("p1", ASK)
    game.move("p2", Refute(1))
    game.post()
    new = [item for item in items(sign_in("host")) if item not in before]
    others = [item for item in new if item["to"] != "organiser"]
    assert {(i["to"], *i["entries"]) for i in others} == {
        *(("s1", 6), ("s2", 6), ("s3", 6)),
        *(("s2", 7), ("s1", 8)),
    }
    assert {item["state"] for item in others} == {"done"}
    assert not any("sent" in item or "due" in item for item in others)


def test_a_human_gm_sees_everything(world, sign_in):
    """F56: who knows all cards may know of all letters."""
    world.start(gm="human").post()
    world.move("p1", ASK)
    world.move("p2", Refute(1))
    world.post()
    seen = {(item["to"], *item["entries"]) for item in items(sign_in("host"))}
    assert ("s2", 7) in seen
    assert all("sent" in item for item in items(sign_in("host")) if item["state"] == "sent")


def test_others_see_nothing(game, api, sign_in):
    """No token, somebody else's account, no such game."""
    assert api("GET", PATH).status == 401
    game.account("p9", "en")
    assert sign_in("p9")("GET", PATH).status == 403
    assert sign_in("host")("GET", "/v1/games/nothere/letters").status == 404


@pytest.mark.parametrize("after", ["", "%00", "x" * 3000, "OUT%23", "~", "\ud83d"])
def test_any_cursor_is_answered(game, sign_in, after):
    """Whatever stands for the place to go on from, there is a list."""
    answer = sign_in("p1")("GET", f"{PATH}?after={after}".encode("utf-8", "replace").decode())
    assert answer.status == 200
    assert isinstance(answer.body["items"], list)
