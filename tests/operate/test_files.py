"""A game as a file: whole, for moving it, and as everybody may see it, for keeping it."""

import hashlib
import json
import os
import stat
from contextlib import suppress
from dataclasses import replace

import msgspec
import pytest

from chalicelib import accounts, desk, ledger, observers, replies
from chalicelib.rules.verbs import Accuse, Refute
from chalicelib.store import Item, Put
from chalicelib.store.sqlite import SqliteStore
from infra.operate import bulk, game_file, importing
from infra.operate.place import Wrong
from tests.operate.conftest import documents, opened
from tests.tables import START
from tests.worlds import GAME

PK = f"GAME#{GAME}"


@pytest.fixture
def file(run, data, tmp_path):
    """The game of the world as a file."""
    path = tmp_path / "game.jsonl"
    run("export", GAME, "-o", path, *data)
    return path


@pytest.fixture
def empty(tmp_path):
    """The options that lead to an installation without games."""
    folder = tmp_path / "other"
    folder.mkdir()
    SqliteStore(folder / "alibi.db").close()
    return "--data", str(folder)


def on(site, store):
    """The same site on another store."""
    return replace(site, store=store)


def rewritten(path, change):
    """Change the lines of a file and give it the right checksum again."""
    *lines, _ = path.read_bytes().splitlines(keepends=True)
    lines = change(lines)
    tail = json.dumps({"sha256": hashlib.sha256(b"".join(lines)).hexdigest()}).encode()
    path.write_bytes(b"".join(lines) + tail + b"\n")


@pytest.mark.parametrize("engine", ["sqlite", "dynamo"])
def test_a_game_goes_on_in_another_installation(run, request, world, file, empty, engine):
    """All its rows are there as they were, and whoever answers an old letter makes a move there."""
    (question,) = [mail for mail in world.mails if mail["To"] == "p2@example.org"]
    target = empty if engine == "sqlite" else request.getfixturevalue("table")
    run("import", file, "--yes", *target)
    here = {i.sk: i for i in world.store.query(PK, limit=10_000, now=world.time)}
    store = opened(target)
    there = {i.sk: i for i in store.query(PK, limit=10_000, now=world.time)}
    assert there == here
    assert "agrees" in run("replay", GAME, *target)
    world.store = store
    world.site = on(world.site, store)
    assert world.reply(question, "Rope").value == "done"
    assert world.state.questions == ()


def test_only_its_owner_can_read_the_file(run, world, data, file):
    """The file has every hand in it; it is written under a name of its own, never over another."""
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert world.state.nonce in file.read_text()
    before = file.read_bytes()
    assert "is there already" in run("export", GAME, "-o", file, *data, status=2)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.glob("*.part")] == []


@pytest.mark.parametrize("name", ["nowhere/g", "file/g"])
def test_a_place_where_no_file_can_be_is_told(run, data, tmp_path, name):
    """What is wrong is said in the words of the system, and not as an error of the program."""
    (tmp_path / "file").touch()
    said = run("export", GAME, "-o", tmp_path / name, *data, status=2)
    assert "cannot be written" in said
    assert "directory" in said


def test_two_exports_to_one_file_do_not_mix(tmp_path, monkeypatch):
    """Whoever is first has the name, with the whole of their file; the other is refused."""
    path = tmp_path / "g"
    sync = os.fsync

    def slow(number: int) -> None:
        monkeypatch.setattr(os, "fsync", sync)
        with suppress(Wrong):
            game_file.write(path, b"second" * 1000)
        sync(number)

    monkeypatch.setattr(os, "fsync", slow)
    with pytest.raises(Wrong, match="is there already"):
        game_file.write(path, b"first")
    assert path.read_bytes() == b"second" * 1000
    assert list(tmp_path.iterdir()) == [path]


def test_whoever_exports_is_warned(run, data, tmp_path):
    """That the file is a secret is said to people, and to no program that reads the output."""
    said = run("export", GAME, "--json", "-o", tmp_path / "g", *data)
    assert "Keep this file as you keep a key" in said
    assert documents(said.splitlines()[0]) == [{"game": GAME, "entries": 6}]


def test_what_leads_to_a_game_comes_along(run, world, data, tmp_path, empty):
    """Codes, people, observers, reply addresses and desks lead to it there, too."""
    world.account("watcher", "en")
    observers.observe(world.site, "watcher", GAME)
    link = desk.link(world.site, GAME, "p1")
    run("export", GAME, "-o", tmp_path / "g", *data)
    run("import", tmp_path / "g", "--yes", *empty)
    store = opened(empty)
    assert ledger.game_of_code(store, world.state.join_code, world.time) == GAME
    assert ledger.games_of(store, "p3", world.time) == (GAME,)
    assert accounts.profile(store, "watcher", now=world.time).address == "watcher@example.org"
    there = on(world.site, store)
    assert list(observers.of_game(there, GAME)) == ["watcher"]
    owner = desk.owner_of(there, link.rpartition("/")[2])
    assert owner
    assert owner.account == "p1"
    (letter,) = [mail for mail in world.mails if mail["To"] == "p2@example.org"]
    token = letter["Reply-To"].addresses[0].username.removeprefix("r+")
    back = replies.reply_to(store, token, now=world.time)
    assert back
    assert back.game == GAME


def test_no_other_game_comes_along(run, world, data, file):
    """The file has the rows of the game and of its people, and of nobody else."""
    world.account("stranger", "en")
    path = file.with_name("again")
    run("export", GAME, "-o", path, *data)
    assert "stranger" not in path.read_text()


def test_a_known_address_keeps_its_account(run, world, file, empty):
    """Whoever has an account there plays on with it, and their wishes there are kept."""
    store = opened(empty)
    known = accounts.Profile("boris-is-here-too", "P2@example.org", "pl", off=("other",))
    accounts.keep(store, known, now=world.time)
    assert "4 people, 1 of them known here" in run("import", file, "--yes", *empty)
    assert accounts.profile(store, known.id, now=world.time) == known
    assert ledger.games_of(store, known.id, world.time) == (GAME,)
    state = ledger.state_of(store, GAME, world.time)
    assert state
    assert [seat.account for seat in state.seats] == ["p1", known.id, "p3"]
    assert "agrees" in run("replay", GAME, *empty)
    (question,) = [mail for mail in world.mails if mail["To"] == "p2@example.org"]
    world.store, world.site = store, on(world.site, store)
    assert world.reply(question, "Rope").value == "done"


def test_nothing_is_written_over_a_game(run, world, data, file):
    """The game that is there may have gone on; a backup of it is no reason to go back."""
    world.move("p2", Refute(1, "Rope"))
    assert "is here already" in run("import", file, "--yes", *data, status=2)
    assert world.held().seq == 7


@pytest.mark.parametrize(
    "damage", ["cut", "bit", "a wish", "not a file of ours", "nothing", "newer"]
)
def test_a_damaged_file_is_refused(run, file, empty, damage):
    """Nothing of it is written, and what is wrong is said without showing any of it."""
    content = file.read_bytes()
    damaged = {
        "cut": content[: len(content) // 2],
        "bit": content.replace(b"Anna", b"Anne", 1),
        "a wish": content.replace(
            b'org\\",\\"language\\":\\"en', b'org\\",\\"language\\":\\"pl', 1
        ),
        "not a file of ours": b"PK\x03\x04" + content,
        "nothing": b"",
        "newer": content.replace(b'"version":1', b'"version":2', 1),
    }[damage]
    assert damaged != content
    file.write_bytes(damaged)
    told = run("import", file, "--yes", *empty, status=2)
    assert "Anna" not in told
    assert not list(opened(empty).keys())


@pytest.mark.parametrize(
    "row",
    [
        Item("REPLY", "KEY", "f" * 64),
        Item("TOKEN#x", "BEARER", "p1"),
        Item("GAME#other", "STATE", "{}"),
        Item("ACCOUNT#p1", "GAME#other", "other"),
        Item("CODE#x", "GAME", "other"),
        Item("BINDING#x", "SECRETS", "{}"),
        Item(PK, "IMPORTING", "x"),
    ],
)
def test_a_file_brings_nothing_but_its_game(run, world, file, empty, row):
    """Whoever gives the operator a file does not thereby give them a key or another game."""
    line = msgspec.json.encode({"pk": row.pk, "sk": row.sk, "body": row.body, "version": 1})

    def more(lines):
        head = json.loads(lines[0]) | {"rows": len(lines)}
        return [json.dumps(head).encode() + b"\n", *lines[1:], line + b"\n"]

    rewritten(file, more)
    assert "do not belong" in run("import", file, "--yes", *empty, status=2)
    assert not list(opened(empty).keys())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'{"format"', b'{"more":' + b"[" * 9999 + b"]" * 9999 + b',"format"', "no exported game"),
        (b'"due":"2026-12-02T18:00:00Z"', b'"due":"2026-12-02T18:00:00"', "no exported game"),
        (b'"body":"{\\"id\\":', b'"body":"{\\"is\\":', "cannot be read"),
        (b'"sk":"LOG#00000003"', b'"sk":"LOG#00000002"', "has a row twice"),
    ],
)
def test_a_strange_file_with_a_right_checksum_is_refused(run, file, empty, old, new, said):
    """It is said to be wrong, and is no error of the program; nothing of it is written."""
    assert old in file.read_bytes()
    rewritten(file, lambda lines: [line.replace(old, new) for line in lines])
    assert said in run("import", file, "--yes", *empty, status=2)
    assert not list(opened(empty).keys())


def test_no_address_in_a_file_leads_to_the_account_of_somebody_else(run, file, empty):
    """Else whoever gives the operator a file could sign in as anybody whose account they know."""

    def stolen(lines):
        theirs = b'"ACCOUNT","body":"p1"'
        assert sum(theirs in line for line in lines) == 1
        return [line.replace(theirs, b'"ACCOUNT","body":"victim"') for line in lines]

    rewritten(file, stolen)
    assert "do not belong" in run("import", file, "--yes", *empty, status=2)
    assert not list(opened(empty).keys())


def test_a_game_whose_log_does_not_fold_is_not_brought(run, file, empty):
    """The checksum may be right and the game wrong: the log has to lead to the state."""

    def wrong(lines):
        day, other = b'\\"day\\":1,', b'\\"day\\":2,'
        return [line.replace(day, other) if b'"STATE"' in line else line for line in lines]

    rewritten(file, wrong)
    assert "not whole: state.day differs" in run("import", file, "--yes", *empty, status=2)
    assert not list(opened(empty).keys())


def test_a_game_that_is_not_whole_is_not_exported(run, world, data, tmp_path):
    """A file that nobody could import is not written."""
    (item,) = world.store.read((PK, "STATE"), now=world.time)
    world.store.write(Put(msgspec.structs.replace(item, due=None)), now=world.time)
    assert "is not whole" in run("export", GAME, "-o", tmp_path / "g", *data, status=2)
    assert not (tmp_path / "g").exists()


class Died(BaseException):
    """The program ends here."""


@pytest.mark.parametrize("after", range(4))
def test_an_import_that_died_goes_on(run, world, file, empty, monkeypatch, after):
    """Whenever it ends, no game is there in part, and the same command brings all of it."""
    written = [after]

    def mortal(store, items, now):
        if not written[0]:
            raise Died
        written[0] -= 1
        return add(store, items, now)

    add = bulk.add
    with monkeypatch.context() as patch:
        patch.setattr(bulk, "add", mortal)
        with pytest.raises(Died):
            run("import", file, "--yes", *empty)
    state = ledger.state_of(opened(empty), GAME, world.time)
    assert bool(state) is (after == 3)
    assert "6 entries" in run("import", file, "--yes", *empty)
    here = {i.sk: i for i in world.store.query(PK, limit=10_000, now=world.time)}
    there = {i.sk: i for i in opened(empty).query(PK, limit=10_000, now=world.time)}
    assert there == here


def test_another_file_does_not_finish_what_was_begun(run, world, data, file, empty, monkeypatch):
    """Two files of one game would become a mixture of both."""
    world.move("p2", Refute(1, "Rope"))
    later = file.with_name("later")
    run("export", GAME, "-o", later, *data)
    with monkeypatch.context() as patch:
        patch.setattr(importing, "_write", lambda *_: (_ for _ in ()).throw(Died))
        with pytest.raises(Died):
            run("import", file, "--yes", *empty)
    assert "finish with that one" in run("import", later, "--yes", *empty, status=2)
    run("import", file, "--yes", *empty)


def test_F3_the_archive_of_a_finished_game_can_be_checked_by_anybody(run, world, data, tmp_path):
    """F3: with the file alone the text of the deal hashes to what the log published before."""
    path = tmp_path / "archive"
    assert "see" in run("export", GAME, "--public", "-o", path, *data)
    lines = path.read_bytes().splitlines(keepends=True)
    assert json.loads(lines[-2])["deal"] is None
    assert world.state.nonce.encode() not in path.read_bytes()
    case = world.state.case
    world.move("p1", Accuse(*case.cards))
    world.wait(days=2)
    world.tick()
    over = tmp_path / "over"
    run("export", GAME, "--public", "-o", over, *data)
    *lines, tail = over.read_bytes().splitlines(keepends=True)
    assert json.loads(tail)["sha256"] == hashlib.sha256(b"".join(lines)).hexdigest()
    log, end = [json.loads(line) for line in lines[1:-1]], json.loads(lines[-1])
    (sealed,) = [e for line in log for e in line["events"] if e["type"] == "case_sealed"]
    assert hashlib.sha256(end["deal"].encode()).hexdigest() == sealed["commitment"]


def test_a_file_is_read_as_it_was_written(tmp_path):
    """Rows come back with their versions and times, and in the order of their keys."""
    path = tmp_path / "f"
    items = (Item("a", "b", 'ж\n"', 3, due=START, expires=START), Item("a", "c", ""))
    head = game_file.Head(game_file.FORMAT, game_file.VERSION, "g", START, 2)
    game_file.write(path, game_file.lines(head, items))
    assert game_file.read(path).rows == items
