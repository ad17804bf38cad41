"""The kernel that all rule sets share: names, secrets at any depth, refusals, what is stored."""

import pkgutil
from importlib import import_module
from typing import Annotated

import msgspec
import pytest

from chalicelib import game, rules
from chalicelib.game import GM, PUBLIC, Actor, IllegalMove, Move, Refusal, Secret, redact, snake
from chalicelib.rules import blitz, folded, forum, opened_by, ruleset, table, write
from tests.tables import Table
from tests.turns import Turns


def structs() -> set[type[msgspec.Struct]]:
    """Every struct of the kernel and of the rule sets."""
    found = pkgutil.walk_packages(rules.__path__, f"{rules.__name__}.")
    modules = [game, rules, *(import_module(module.name) for module in found)]
    things = [thing for module in modules for thing in vars(module).values()]
    return {t for t in things if isinstance(t, type) and issubclass(t, msgspec.Struct)}


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Refute", "refute"),
        ("CannotRefute", "cannot_refute"),
        ("AnswerForMe", "answer_for_me"),
        ("TellGM", "tell_gm"),
    ],
)
def test_moves_and_events_are_named_as_in_any_json(name, written):
    """Words in small letters, with lines between them; an abbreviation is one word."""
    assert snake(name) == written


def test_nothing_that_was_decided_is_changed():
    """No event, move or state can be changed by whoever holds it: all are values."""
    assert len(structs()) > 50
    assert {kind.__name__ for kind in structs() if not kind.__struct_config__.frozen} == set()


def test_a_move_says_nothing_that_nobody_asked_for():
    """A field that a move does not have is refused, not forgotten."""
    moves = {kind for kind in structs() if issubclass(kind, Move)}
    assert len(moves) > 20
    assert {k.__name__ for k in moves if not k.__struct_config__.forbid_unknown_fields} == set()


def test_secrets_are_kept_at_any_depth():
    """In structs in tuples in dicts: a field is seen by the named seat alone, and by the GM."""

    class Note(msgspec.Struct, frozen=True):
        to: str
        text: Annotated[str | None, Secret("to")] = None

    class Letter(msgspec.Struct, frozen=True):
        audience = Secret("to")
        to: str

    class Cabinet(msgspec.Struct, frozen=True):
        notes: dict[str, tuple[Note, ...]]
        letters: dict[str, tuple[Letter, ...]]

    both = (Note("s1", "a"), Note("s2", "b"))
    cabinet = Cabinet({"drawer": both}, {"drawer": (Letter("s1"), Letter("s2"))})

    def seen(viewer: str) -> tuple[list[str | None], list[str]]:
        shown = redact(cabinet, viewer)
        return (
            [note.text for note in shown.notes["drawer"]],
            [letter.to for letter in shown.letters["drawer"]],
        )

    assert seen("s1") == (["a", None], ["s1"])
    assert seen("s2") == ([None, "b"], ["s2"])
    assert seen(PUBLIC) == ([None, None], [])
    assert redact(cabinet, GM) == cabinet


def test_a_refusal_is_of_the_first_move_unless_it_says_otherwise():
    """Places of moves in a mail or a request are counted from 0."""
    refusal = IllegalMove("quota_spent", "F10", made=3)
    assert (refusal.code, refusal.rule, refusal.facts) == ("quota_spent", "F10", {"made": 3})
    assert refusal.place == 0
    assert str(refusal) == "quota_spent"
    assert Refusal("busy").rule == ""


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (game.Refusal, 400),
        (game.Unreadable, 400),
        (game.Ambiguous, 400),
        (game.IllegalMove, 409),
        (game.NotYours, 403),
        (game.Unknown, 404),
        (game.TooMany, 429),
        (game.Busy, 503),
    ],
)
def test_a_refusal_has_a_status(kind, status):
    """The one of HTTP that means the same: clients tell by it whose fault it is."""
    assert kind.status == status


@pytest.mark.parametrize(
    ("actor", "name"),
    [
        (Actor("a", "s1"), "s1"),
        (Actor("a", "s1", organiser=True), "s1"),
        (Actor("a", organiser=True), "organiser"),
        (game.THE_CLOCK, "clock"),
        (Actor("a"), "public"),
        (Actor(), "public"),
    ],
)
def test_everybody_has_a_name_in_the_log(actor, name):
    """Seat before office; an account that has neither is one of the public."""
    assert actor.name == name


def test_what_is_stored_tells_its_type_and_no_defaults():
    """The names in logs and letters of old games never change."""
    assert msgspec.json.decode(write(table.Talked("s1", "Hm."))) == {
        "type": "talked",
        "by": "s1",
        "text": "Hm.",
    }
    assert msgspec.json.decode(write(table.Leave())) == {"type": "leave"}


def test_a_game_is_played_by_the_rules_it_was_created_with():
    """Its state tells which; before there is one, the move or event that creates it does."""
    for kind, played in ((forum, Table()), (blitz, Turns())):
        assert ruleset(played.state) is kind
        first = played.log[0]
        (created,) = first.moves or ()
        assert opened_by(created) is opened_by(first.events[0]) is kind
        assert folded(folded(None, first), played.log[1]).joined == 1
    assert opened_by(table.Start()) is None
    with pytest.raises(TypeError):
        folded(None, Table().log[1])
