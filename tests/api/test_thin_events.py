"""What is told thin is found where the event says, by its reader and by nobody else."""

import json

import pytest

from chalicelib.game import ORGANISER
from chalicelib.happenings import catalogue
from chalicelib.happenings.happening import Happening
from chalicelib.happenings.telling import of_entry
from chalicelib.rules import forum, office, table
from chalicelib.rules.forum.rulings import Complain
from chalicelib.rules.verbs import Accuse, Refute, Suggest
from tests.worlds import GAME, World

ACCOUNTS = {"s1": "p1", "s2": "p2", "s3": "p3", ORGANISER: "host"}


@pytest.fixture
def told(world) -> list[Happening]:
    """All that is told thin in a game in which everything private happens."""
    world.start()
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    world.move("p2", Refute(1, "Mustard"))
    world.move("p1", Suggest("White", "Rope", "Attic", "s2"))
    world.move("p2", Refute(2))
    world.move("p1", Complain(2))
    world.wait(hours=2)
    world.tick()
    world.move("p3", table.AnswerForMe())
    world.move("p1", Suggest("White", "Knife", "Attic", "s3"))
    world.move("p3", Accuse("Green", "Pipe", "Hall"))
    world.move("p1", table.TellGM("Where is the butler?"))
    world.move("host", table.TellPlayer("s1", "In the pantry."))
    world.move("p2", office.OfferSeat())
    happened = (h for e in world.log() for h in of_entry(GAME, e, world.state, world.state.day))
    return [happening for happening in happened if catalogue.is_secret(happening.type)]


def found(happening: Happening, body: dict[str, object], world: World) -> bool:
    """Whether an answer tells what the event was about."""
    text = json.dumps(body, ensure_ascii=False)
    assert isinstance(world.state, forum.State)
    return {
        "hand.dealt": lambda: bool(body["hand"]),
        "card.shown": lambda: f'"suggestion": {happening.data["suggestion"]}' in text,
        "card.due": lambda: "owed" in body,
        "card.sent_by_gm": lambda: "owed" in body,
        "answer.by_gm": lambda: body["answered_by_gm"] is True,
        "accusation.received": lambda: '"accused"' in text,
        "accusation.failed": lambda: '"accusation_failed"' in text,
        "word.received": lambda: "butler" in text or "pantry" in text,
        "seat.offered": lambda: '"offers"' in text,
    }[happening.type]()


def test_every_secret_is_found_by_its_reader(world, told, sign_in):
    """The path of each thin event answers its reader's token with what it is about."""
    assert {happening.type for happening in told} == set(
        filter(catalogue.is_secret, catalogue.TYPES)
    )
    for happening in told:
        answer = sign_in(ACCOUNTS[happening.audience])("GET", happening.data["fetch"])
        assert answer.status == 200, happening
        assert found(happening, answer.body, world), happening


def test_others_do_not_find_it(told, sign_in, api):
    """The same path shows a stranger no card and no word."""
    for happening in told:
        for caller in (api, sign_in("stranger")):
            answer = caller("GET", happening.data["fetch"])
            text = json.dumps(answer.body)
            assert '"card"' not in text
            assert '"accused"' not in text
            assert "butler" not in text
            assert answer.status in (200, 401, 403)
