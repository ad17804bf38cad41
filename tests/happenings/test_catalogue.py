"""The catalogue: every type is told by some game, and fits the schema that is published of it."""

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

from chalicelib.formats import To, body
from chalicelib.game import Refusal
from chalicelib.happenings import catalogue
from chalicelib.happenings.examples import example
from chalicelib.happenings.facts import Thin, plain
from chalicelib.happenings.happening import Happening
from tests.happenings.told import TABLES, of_game, of_table, untold
from tests.laws.games import played
from tests.laws.plans import each, of

VALIDATORS = {
    name: Draft202012Validator(catalogue.schema(name), format_checker=FormatChecker())
    for name in catalogue.TYPES
}


def check(happening: Happening) -> None:
    """A happening fits the published schema, and holds nothing that the schema does not name."""
    content = body("standard", happening, To(base_url="https://alibi.example")).content
    VALIDATORS[happening.type].validate(msgspec.json.decode(content))
    kind = catalogue.TYPES[happening.type]
    read = plain(msgspec.convert(happening.data, kind))
    assert read == happening.data
    assert list(read) == list(happening.data)
    assert "truncated" not in happening.data


@each
@settings(max_examples=25)
@given(data=st.data())
def test_what_random_games_tell_fits_the_schemas(ruleset, data):
    """Every happening of every audience validates, member for member and in their order."""
    for _, _, happening in of_game(played(data.draw(of(ruleset)))):
        check(happening)


def test_every_type_is_told_by_some_game():
    """No type stands in the catalogue that nothing produces; what is scripted fits its schema."""
    told = [happening for table in TABLES for happening in of_table(table())] + untold()
    for happening in told:
        check(happening)
    assert {happening.type for happening in told} == set(catalogue.TYPES)


def test_every_type_is_described():
    """A type is a dotted name, with a sentence, a valid schema and an example that fits it."""
    for name in catalogue.TYPES:
        is_described(name)


def is_described(name: str) -> None:
    """A type has all that."""
    assert re.fullmatch(r"[a-z_]+\.[a-z_]+", name)
    assert catalogue.description(name).endswith(".")
    Draft202012Validator.check_schema(catalogue.schema(name))
    shown = example(name)
    check(shown)
    assert shown.data["test"] is True
    assert shown.type == name


def test_every_schema_refuses_what_is_wrong():
    """The schemas have teeth: a missing member, and one of a wrong type, are refused."""
    for name in catalogue.TYPES:
        refuses_what_is_wrong(name)


def refuses_what_is_wrong(name: str) -> None:
    """The schema of a type has teeth."""
    content: Any = msgspec.json.decode(body("standard", example(name), To()).content)
    assert not VALIDATORS[name].is_valid(content | {"type": "other"})
    assert not VALIDATORS[name].is_valid(content | {"data": None})
    required = msgspec.json.schema(catalogue.TYPES[name])["$defs"]
    needed = required[catalogue.TYPES[name].__name__].get("required", [])
    for member in needed:
        less = {key: value for key, value in content["data"].items() if key != member}
        assert not VALIDATORS[name].is_valid(content | {"data": less})


def test_no_type_has_a_member_that_formats_add():
    """What is ready to be posted stands beside the facts, and hides none of them."""
    for kind in catalogue.KINDS:
        assert not {"text", "text_cut", "truncated", "self"} & {*kind.__struct_fields__}


def test_secrets_are_thin():
    """A type that is secret has no member but where it belongs and where it is fetched."""
    thin = {name for name in catalogue.TYPES if catalogue.is_secret(name)}
    assert thin >= {"hand.dealt", "card.shown", "accusation.received", "accusation.failed"}
    for name in thin:
        assert catalogue.TYPES[name].__struct_fields__ == Thin.__struct_fields__
        assert catalogue.audience(name) == "player"


@pytest.mark.parametrize(
    ("patterns", "wanted"),
    [
        (None, True),
        ([], False),
        (["suggestion.made"], True),
        (["suggestion.*"], True),
        (["*"], True),
        (["suggestion"], False),
        (["suggestion.m*"], False),
        (["card.*", "game.paused"], False),
    ],
)
def test_types_are_chosen_by_name_or_family(patterns, wanted):
    """An endpoint names types and families; nothing else is a pattern."""
    assert catalogue.matches(patterns, "suggestion.made") is wanted
    assert catalogue.matches(patterns, "endpoint.disabled")


@pytest.mark.parametrize("wish", ["", "suggestion", "suggestion.m*", "Suggestion.made", "x.*"])
def test_an_unknown_pattern_is_refused(wish):
    """What would never match anything is refused when it is asked for."""
    catalogue.check(["suggestion.made", "turn.*", "*"])
    with pytest.raises(Refusal) as caught:
        catalogue.check(["suggestion.made", wish])
    assert caught.value.code == "unknown_event_type"
