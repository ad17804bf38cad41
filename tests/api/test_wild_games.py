"""The games in the wild of ``docs/rules.md`` are created as they stand there, and played."""

import json
import re
from itertools import count
from pathlib import Path

import pytest

from chalicelib import ledger

DOCS = Path(__file__).parents[2] / "docs"
BODIES = [
    json.loads(block)
    for block in re.findall(r"(?s)```json\n(.+?)```", (DOCS / "rules.md").read_text("utf-8"))
]


class Party:
    """A game that was created from a body, with players at its table."""

    def __init__(self, world, sign_in, body, players):
        """Create it, seat the players, deal."""
        self.world, self.keys = world, count()
        for number in range(1, players + 1):
            world.account(f"p{number}", body["language"])
        self.apis = {f"s{n}": sign_in(f"p{n}") for n in range(1, players + 1)}
        made = self.apis["s1"]("POST", "/v1/games", body)
        assert made.status == 201, made.body
        self.game = made.body["id"]
        for number, api in enumerate(self.apis.values(), 1):
            join = {"code": made.body["join_code"], "nick": f"Player {number}"}
            assert api("POST", "/v1/joins", join).status == 201
        self.move("s1", type="start")

    @property
    def state(self):
        """The whole state."""
        return ledger.state_of(self.world.store, self.game, self.world.time)

    def tried(self, seat, **move):
        """Make a move, or try to."""
        path, key = f"/v1/games/{self.game}/moves", f"k{next(self.keys)}"
        return self.apis[seat]("POST", path, move, Idempotency_Key=key)

    def move(self, seat, **move):
        """Make a move; gives the kinds of events that its author sees."""
        answer = self.tried(seat, **move)
        assert answer.status == 201, answer.body
        return [event["type"] for event in answer.body["events"]]

    def ask(self, seat, to):
        """Suggest the first cards of the deck."""
        deck = self.state.deck
        cards = {"suspect": deck.suspects[0], "weapon": deck.weapons[0], "room": deck.rooms[0]}
        return self.tried(seat, type="suggest", to=to, **cards)

    def answer(self, seat):
        """Answer what is open, truly."""
        for owed in self.apis[seat]("GET", f"/v1/games/{self.game}/me").body["owed"]:
            card = {"type": "refute", "card": owed["choices"][0]} if owed["choices"] else {}
            self.move(seat, **({"type": "cannot_refute", "suggestion": owed["suggestion"]} | card))

    def accuse(self, seat, *, right):
        """Accuse rightly or wrongly."""
        case, rooms = self.state.case, self.state.deck.rooms
        room = case.room if right else next(name for name in rooms if name != case.room)
        return self.move(seat, type="accuse", suspect=case.suspect, weapon=case.weapon, room=room)


def refusal(answer):
    """The code of a refusal and its rule."""
    return (answer.body["code"], answer.body["rule"])


def test_both_games_are_found():
    """The page has a body for each, and nothing in it is left to the imagination."""
    assert [body["title"] for body in BODIES] == ["Clue by e-mail", "Восемь дней на острове"]


def test_F35_clue_by_email(world, sign_in):
    """Seven players, three cards each; wait for the answer; play on to the last."""
    party = Party(world, sign_in, BODIES[0], 7)
    assert {seat.size for seat in party.state.seats} == {3}
    for _ in range(3):
        assert party.ask("s1", "s2").status == 201
        assert refusal(party.ask("s1", "s2"))[1] == "F11"
        party.answer("s2")
    assert refusal(party.ask("s1", "s2")) == ("addressee_quota_spent", "F11")
    assert [party.ask("s1", to).status for to in ("s3", "s4", "s5")] == [201, 201, 409]
    assert party.accuse("s1", right=True) == ["accused", "solved"]
    assert party.accuse("s2", right=False) == ["accused", "accusation_failed"]
    assert party.accuse("s3", right=True) == ["accused", "solved"]
    party.answer("s3")
    for seat in ("s4", "s5", "s6"):
        party.accuse(seat, right=False)
    assert party.move("s7", type="leave")[-1] == "ended"
    assert party.state.result.winner == "s1"
    assert [v.by for v in party.state.result.accusations if v.right] == ["s1", "s3"]


@pytest.mark.parametrize("solves", [True, False])
def test_F35_a_forum_game_of_eight_days(world, sign_in, solves):
    """The players are the suspects; the eighth day is the last, whatever comes in on it."""
    party = Party(world, sign_in, BODIES[1], 5)
    deck = party.state.deck
    assert [seat.role for seat in party.state.seats] == list(deck.suspects)
    for _ in range(8):
        assert party.ask("s1", "s2").status == 201
        party.answer("s2")
        if party.state.day == 8:
            party.accuse("s3", right=solves)
        world.wait(days=1, minutes=1)
        world.tick()
    assert party.state.phase == "over"
    assert (party.state.day, party.state.result.winner) == (8, "s3" if solves else None)
