"""The state is a disposable fold of the log: what does not agree with it is found, and mended."""

import msgspec
import pytest

from chalicelib import ledger, rules
from chalicelib.rules.office import OfferSeat, RollBack, SeatOffered, TakeSeat
from chalicelib.rules.table import Leave
from chalicelib.rules.verbs import Accuse, Refute, Suggest
from chalicelib.store import Delete, Item, Put
from infra.operate import place, replaying
from tests.operate.conftest import documents
from tests.worlds import GAME, World

PK = f"GAME#{GAME}"


def changed(world, key, **fields):
    """Change a row behind the program's back, as a slip or a bug would."""
    (item,) = world.store.read(key, now=world.time)
    world.store.write(Put(msgspec.structs.replace(item, **fields)), now=world.time)


def state(world):
    """The state row."""
    return world.store.read((PK, "STATE"), now=world.time)[0]


@pytest.mark.parametrize("ruleset", ["forum", "blitz"])
def test_a_game_that_was_only_played_agrees(run, tmp_path, monkeypatch, ruleset):
    """Whatever was played, the state row, the keys and the index are what the log says."""
    folder = tmp_path / "played"
    folder.mkdir()
    world = World(folder).start(ruleset=ruleset)
    monkeypatch.setattr(place, "utc_now", lambda: world.time)
    if ruleset == "blitz":
        world.move("p1", Suggest("Green", "Rope", "Attic"))
    else:
        world.move("p1", Accuse("Green", "Rope", "Attic"))
        world.move("p3", Leave())
        (seat,) = world.move("host", OfferSeat("s3")).entry.events
        assert isinstance(seat, SeatOffered)
        world.account("p4", "en")
        world.move("p4", TakeSeat(seat.code, "Dora"))
        world.move("host", RollBack(6))
    world.wait(days=2)
    world.tick()
    assert "agrees" in run("replay", GAME, "--data", folder)
    assert "1 looked at, 0 not right" in run("replay", "--all", "--data", folder)


def test_a_state_that_differs_is_named_by_its_fields_and_mended(run, world, data):
    """Where it differs is said, what stands there is not; the repair brings back the same bytes."""
    whole = state(world)
    broken = rules.read_state(whole.body)
    seats = (*broken.seats[:1], msgspec.structs.replace(broken.seats[1], hand=("Attic",)))
    broken = msgspec.structs.replace(broken, seats=(*seats, *broken.seats[2:]), day=4)
    changed(world, whole.key, body=rules.write(broken).decode())
    told = run("replay", GAME, *data, status=1)
    assert "state.seats[1].hand differs" in told
    assert "state.day differs" in told
    assert not any(card in told for card in broken.deck.cards)
    assert "repaired" in run("replay", GAME, "--repair", "--yes", *data)
    assert state(world) == whole
    assert "agrees" in run("replay", GAME, *data)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"due": None}, "due at another time"),
        ({"version": 5}, "that of entry 5, and the log has 6"),
        ({"body": "{}"}, "cannot be read"),
    ],
)
def test_a_state_row_is_compared_in_all_its_parts(run, world, data, fields, told):
    """Not only its content: also when its clock turns, and which entry it is that of."""
    whole = state(world)
    changed(world, whole.key, **fields)
    assert told in run("replay", GAME, *data, status=1)
    run("replay", "--all", "--repair", "--yes", *data)
    assert state(world) == whole


def test_index_rows_are_compared_and_mended(run, world, data):
    """Who takes part, and which codes open the game, is what the log says."""
    account, code = ("ACCOUNT#p2", PK), ledger.code_key(world.state.join_code)
    world.store.write(Delete(*account), Delete(*code), now=world.time)
    told = run("replay", GAME, *data, status=1)
    assert "a row of account is missing" in told
    assert "a row of code is missing" in told
    run("replay", GAME, "--repair", "--yes", *data)
    assert all(item.body == GAME for item in world.store.read(account, code, now=world.time))


def test_rows_that_lead_nowhere_are_found(run, world, data):
    """Of somebody who never took part the log tells nothing; only a look at all rows does."""
    world.store.write(Put(Item("ACCOUNT#p9", PK, GAME)), now=world.time)
    assert "agrees" in run("replay", GAME, *data)
    assert "leads to a game without it" in run("replay", "--all", *data, status=1)


def test_a_key_that_fits_no_entry_is_found(run, world, data):
    """A key that leads to another entry would answer somebody with what they did not ask."""
    keys = world.store.query(PK, "KEY#", "KEY$", now=world.time)
    key = next(item for item in keys if '"seq":6' in item.body)
    changed(world, key.key, body=key.body.replace('"seq":6', '"seq":5'))
    assert "key: that of entry 5 is for something else" in run("replay", GAME, *data, status=1)


def test_another_deal_than_the_sealed_one_is_found(run, world, data):
    """F2: the hands in the log hash, with the envelope, to what was published before."""
    (item,) = world.store.read((PK, "LOG#00000005"), now=world.time)
    swapped = (
        item.body.replace('"Bar"', '"?"').replace('"Study"', '"Bar"').replace('"?"', '"Study"')
    )
    assert swapped != item.body
    changed(world, item.key, body=swapped)
    assert "not the one that was sealed" in run("replay", GAME, *data, status=1)


def test_a_log_with_a_hole_is_not_repaired(run, world, data):
    """Where the log is not whole, writing anything by it would lose what is left."""
    whole = state(world)
    world.store.write(Delete(PK, "LOG#00000003"), now=world.time)
    assert "entry 3 is missing" in run("replay", GAME, *data, status=1)
    told = run("replay", GAME, "--repair", "--yes", *data, status=1)
    assert "nothing was repaired" in told
    assert state(world) == whole


def test_a_lost_entry_is_not_made_unseen(run, world, data):
    """A state that has seen more than the log holds is kept: it is the only trace of it."""
    whole = state(world)
    world.store.write(Delete(PK, "LOG#00000006"), now=world.time)
    assert "nothing was repaired" in run("replay", GAME, "--repair", "--yes", *data, status=1)
    assert state(world) == whole


def test_a_repair_wants_to_be_meant(run, world, data, monkeypatch):
    """Without somebody to ask it needs ``--yes``; nothing is written."""
    changed(world, (PK, "STATE"), due=None)
    before = state(world)
    assert "--yes" in run("replay", GAME, "--repair", *data, status=2)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: "n")
    assert "nothing was done" in run("replay", GAME, "--repair", *data, status=2)
    assert state(world) == before


def test_a_game_is_repaired_while_it_is_played(run, world, data, monkeypatch):
    """A move that comes between reading and writing is not written over: the repair begins anew."""
    changed(world, (PK, "STATE"), due=None)
    together, moves = replaying._together, [None]

    def overtaken(*given):
        found = together(*given)
        if moves:
            moves.pop()
            world.move("p2", Refute(1, "Rope"))
        return found

    monkeypatch.setattr(replaying, "_together", overtaken)
    run("replay", GAME, "--repair", "--yes", *data)
    assert world.held().seq == 7
    assert "agrees" in run("replay", GAME, *data)


def test_a_program_gets_what_was_found_as_json(run, world, data):
    """One document for each game, with what is wrong in it."""
    (found,) = documents(run("replay", GAME, "--json", *data))
    assert found == {"game": GAME, "entries": 6, "wrong": [], "repaired": False}
