import hashlib
import json
from contextlib import suppress
from datetime import timedelta
from typing import Any, get_origin

import msgspec
import pytest
from chalice.test import Client

from app import app
from chalicelib import ledger, rules, site
from chalicelib.game import Busy, Entry
from chalicelib.rules import table
from chalicelib.store import Item, Put
from tests.worlds import GAME, World

PK = ledger.game_pk(GAME)
FOLDS = {1: "42db5a163b351e09"}
"""What states looked like under each number of `rules.FOLD`; an old line is never changed."""


def row(world, sk="STATE") -> Item:
    """A row of the game as it is stored."""
    (item,) = world.store.read((PK, sk), now=world.time)
    assert isinstance(item, Item)
    return item


def put(world, item: Item, **other: Any) -> None:
    """Write a row as another program might have."""
    world.store.write(Put(msgspec.structs.replace(item, **other)), now=world.time)


def folded_otherwise(world, fold: int) -> None:
    """Leave a state that another program folded: by its number, and not ours by its shape."""
    put(world, row(world), body=f'{{"fold":{fold},"ruleset":"forum","mood":"dark"}}')


def extended(world) -> str:
    """Let a newer program have written something into the last entry; gives what it was before."""
    entry = row(world, ledger.log_sk(world.held().seq))
    fields = json.loads(entry.body)
    fields["events"][0]["mood"] = "dark"
    put(world, entry, body=json.dumps(fields))
    return entry.body


def structs(kind: Any, seen: dict[Any, None]) -> dict[Any, None]:
    """Every struct that a type is made of."""
    if isinstance(kind, msgspec.inspect.StructType):
        plain = get_origin(kind.cls) or kind.cls
        if plain not in seen:
            seen[plain] = None
            for field in kind.fields:
                structs(field.type, seen)
        return seen
    inner = [getattr(kind, name, ()) for name in ("types", "item_types")]
    alone = [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type")]
    for one in (*inner[0], *inner[1], *(a for a in alone if a)):
        structs(one, seen)
    return seen


@pytest.mark.parametrize("fold", [0, 2, 99])
def test_what_another_program_folded_is_folded_again(world, fold):
    """After an upgrade and after a rollback the log says what the state is, and play goes on."""
    before = world.state
    folded_otherwise(world, fold)
    assert world.state == before
    assert ledger.peek_all(world.store, [GAME], world.time) == (before,)
    world.move("p1", table.Talk("Still here."))
    assert rules.read_row(row(world).body) == world.state
    assert row(world).body.startswith(f'{{"fold":{rules.FOLD},')


def test_a_state_of_ours_is_read_as_it_was_written(world):
    """No log is folded where this program wrote the state, or one before folds had numbers."""
    assert rules.read_row(rules.write_row(world.state)) == world.state
    assert rules.read_row(rules.write(world.state).decode()) == world.state
    assert rules.read_state(rules.write_row(world.state)) == world.state


def test_an_older_program_waits_for_the_newer_one(world):
    """What it does not know in a log makes a move a 503, changes nothing, and ends by itself."""
    state = world.state
    known = extended(world)
    folded_otherwise(world, rules.FOLD + 1)
    left = row(world)
    with pytest.raises(Busy) as refused:
        world.move("p1", table.Talk("Anybody?"))
    assert (refused.value.code, refused.value.status) == ("newer_version", 503)
    assert row(world) == left
    put(world, row(world, ledger.log_sk(left.version)), body=known)
    assert world.move("p1", table.Talk("There you are.")).state.seats == state.seats


def test_the_clock_waits_too_and_says_so(world, caplog):
    """A tick closes no day of a game of a newer program; it says why, and nothing of the game."""
    extended(world)
    folded_otherwise(world, rules.FOLD + 1)
    left = row(world)
    assert left.due
    world.time = left.due + timedelta(hours=1)
    with suppress(ExceptionGroup):
        world.tick()
    assert row(world) == left
    (said,) = {record.message for record in caplog.records if record.levelname == "ERROR"}
    assert said.startswith("written by a newer version")


def test_letters_wait_for_the_newer_program(tmp_path):
    """However long a rollback lasts, no letter of such a game is given up; it leaves afterwards."""
    world = World(tmp_path).start()
    state, known = row(world), extended(world)
    folded_otherwise(world, rules.FOLD + 1)
    world.mails.clear()
    for _ in range(40):
        world.wait(hours=1)
        world.post()
    assert world.mails == []
    put(world, state)
    put(world, row(world, ledger.log_sk(state.version)), body=known)
    world.wait(hours=1)
    world.post()
    assert {mail["To"] for mail in world.mails} >= {f"p{n}@example.org" for n in (1, 2, 3)}


def test_a_client_is_told_to_come_again(world):
    """Over REST it is a 503 with the time to wait, in words."""
    extended(world)
    folded_otherwise(world, rules.FOLD + 1)
    site.install(world.site)
    with Client(app) as client:
        answer = client.http.get(f"/v1/games/{GAME}")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "60"
    assert answer.json_body["code"] == "newer_version"


def test_nothing_in_a_log_is_passed_over():
    """An older program refuses every field that it does not know, wherever it stands."""
    kinds = structs(msgspec.inspect.type_info(rules.Log), {})
    kinds = structs(msgspec.inspect.type_info(rules.State), kinds)
    assert Entry in kinds
    assert len(kinds) > 60
    assert [k.__name__ for k in kinds if not k.__struct_config__.forbid_unknown_fields] == []


def bare(value: Any) -> Any:
    """A schema without the words that explain it."""
    if isinstance(value, dict):
        return {key: bare(one) for key, one in value.items() if key != "description"}
    return [bare(one) for one in value] if isinstance(value, list) else value


def test_another_shape_has_another_number():
    """Who changes what states are made of adds one to `rules.FOLD`, and a line to `FOLDS`."""
    shape = json.dumps(bare(msgspec.json.schema(rules.State)), sort_keys=True)
    assert FOLDS[rules.FOLD] == hashlib.sha256(shape.encode()).hexdigest()[:16]
