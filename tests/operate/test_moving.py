"""A whole installation in another engine, and proof that both hold the same."""

import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from shutil import copytree

import msgspec
import pytest
from botocore.exceptions import ClientError
from pynamodb.exceptions import ScanError

from chalicelib.rules.verbs import Refute
from chalicelib.store import Delete, Item, Put
from chalicelib.store.sqlite import SqliteStore
from infra.local import taking
from infra.operate import bulk, comparing, moving, rows
from infra.operate.rows import SqliteRows, everything, read
from tests.operate.conftest import documents, opened
from tests.worlds import GAME

PK = f"GAME#{GAME}"


def test_a_folder_moves_into_a_table_and_back(run, world, data, table, tmp_path):
    """Every row arrives with version, due time and expiry, and the game goes on where it is.

    The way back makes the folder anew: the drill for a backup.
    """
    said = run("migrate", "--from", data[1], "--to-table", *table[1:], "--yes")
    assert "games: 1, log entries: 6; the same log for every game" in said
    store = opened(table)
    assert list(store.games()) == [PK]
    there = {item.key: item for item in everything(store, world.time)}
    here = {item.key: item for item in everything(SqliteRows(data[1] + "/alibi.db"), world.time)}
    assert there == {key: item for key, item in here.items() if key not in comparing.OWN}
    (game,) = documents(run("list", "--json", *table))
    assert (game["game"], game["due"]) == (GAME, "2026-12-02T18:00:00Z")
    run("replay", "--all", *table)
    world.store, world.site = store, replace(world.site, store=store)
    world.move("p2", Refute(1, "Rope"))
    assert len(world.post()) == 1
    assert "ResourceNotFoundException" in run("list", "--table", "none", *table[2:], status=2)
    back = tmp_path / "back"
    table_source = ("--from-table", *table[1:])
    run("migrate", *table_source, "--to", back, "--yes")
    assert back.stat().st_mode & 0o077 == 0, "it holds hands and addresses"
    assert "7 entries" in run("replay", GAME, "--data", back)
    said = run("compare", "--from", data[1], "--to", back, status=1)
    assert f"GAME {GAME}: log: 6 entries and 7" in said


def test_what_waits_in_a_folder_waits_in_the_table(run, world, data, table):
    """A letter that has not left leaves from there, and once: the index of what is due is right."""
    world.move("p2", Refute(1, "Rope"))
    run("migrate", "--from", data[1], "--to-table", *table[1:], "--yes")
    store = opened(table)
    world.store, world.site = store, replace(world.site, store=store)
    assert [mail["To"] for mail in world.post()] == ["p1@example.org"]
    assert world.post() == []


class Died(BaseException):
    """The program ends here."""


@pytest.mark.parametrize("after", [0, 1, 2, 3, 4])
def test_a_migration_that_died_goes_on(run, world, data, tmp_path, monkeypatch, after):
    """Wherever it ends, the same command copies the rest; a state never comes before its log."""
    world.move("p2", Refute(1, "Rope"))
    target = tmp_path / "target"
    monkeypatch.setattr(bulk, "BATCH_LIMIT", 20)
    left = [after]

    class Mortal(SqliteRows):
        def write(self, *writes, now):
            if len(writes) > 1 or writes[0].key != moving.BEGUN:
                if not left[0]:
                    raise Died
                left[0] -= 1
            super().write(*writes, now=now)

    with monkeypatch.context() as patch:
        patch.setattr("infra.operate.place.SqliteRows", Mortal)
        with pytest.raises(Died):
            run("migrate", "--from", data[1], "--to", target, "--yes")
    there = set(SqliteRows(target / "alibi.db").keys())
    assert ((PK, "STATE") in there) <= ((PK, "LOG#00000007") in there)
    assert not any(sk.startswith("OUT#00000007") for pk, sk in there) or (PK, "STATE") in there
    run("migrate", "--from", data[1], "--to", target, "--yes")
    assert "every other row is the same" in run("compare", "--from", data[1], "--to", target)


def test_a_target_with_games_is_not_touched(run, world, data, tmp_path):
    """Two installations are not mixed."""
    other = tmp_path / "other"
    other.mkdir()
    store = SqliteStore(other / "alibi.db")
    store.write(Put(Item("ACCOUNT#x", "PROFILE", "{}")), now=world.time)
    assert "not empty" in run("migrate", "--from", data[1], "--to", other, "--yes", status=2)
    assert list(SqliteRows(other / "alibi.db").keys()) == [("ACCOUNT#x", "PROFILE")]


def test_a_target_that_has_only_begun_to_work_counts_as_empty(run, world, data, tmp_path):
    """A deployed installation without games keeps rows about itself; they stay its own."""
    other = tmp_path / "other"
    other.mkdir()
    store = SqliteStore(other / "alibi.db")
    store.write(Put(Item("MAIL", "PACE", '{"taken":7}')), now=world.time)
    run("migrate", "--from", data[1], "--to", other, "--yes")
    (kept,) = store.read(("MAIL", "PACE"), now=world.time)
    assert kept
    assert kept.body == '{"taken":7}'


def test_a_folder_that_is_played_in_is_not_moved(run, data, tmp_path):
    """Whatever was played meanwhile would be lost: the runner has to be stopped first."""
    with taking.folder(Path(data[1])):
        said = run("migrate", "--from", data[1], "--to", tmp_path / "t", "--yes", status=2)
    assert "another Alibi runs" in said
    assert not (tmp_path / "t" / "alibi.db").exists()


def test_a_folder_with_a_fast_clock_stays(run, world, data, tmp_path, monkeypatch):
    """Its times lie days ahead: in the real time its games would stand still."""
    (Path(data[1]) / "clock.json").write_text(
        '{"real":"2026-12-01T18:00:00Z","shown":"2027-01-01T18:00:00Z","speed":60}'
    )
    said = run("migrate", "--from", data[1], "--to", tmp_path / "t", "--yes", status=2)
    assert "played faster" in said


def test_a_source_that_was_played_on_is_told(run, world, data, tmp_path):
    """Between two attempts nobody may play; what differs is not written over."""
    target = tmp_path / "target"
    run("migrate", "--from", data[1], "--to", target, "--yes")
    store = SqliteStore(target / "alibi.db")
    store.write(Put(Item(*moving.BEGUN, "")), now=world.time)
    world.move("p2", Refute(1, "Rope"))
    assert "played on" in run("migrate", "--from", data[1], "--to", target, "--yes", status=2)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        ("log", f"GAME {GAME}: log: 6 entries and 6"),
        ("lost", f"GAME {GAME}: log: 6 entries and 5"),
        ("due", f"GAME {GAME}: other rows"),
        ("profile", "ACCOUNT: other rows"),
        ("more", "TOKEN: only in the second"),
        ("less", "EMAIL: only in the first"),
    ],
)
def test_whatever_differs_is_found(run, world, data, tmp_path, spoil, told):
    """A byte in the log, a due time, a row too many or too few: nothing is the same then."""
    other = tmp_path / "other"
    copytree(data[1], other)
    store = SqliteStore(other / "alibi.db")
    items = {item.key: item for item in everything(SqliteRows(other / "alibi.db"), world.time)}
    log, state = items[PK, "LOG#00000004"], items[PK, "STATE"]
    profile, email = items["ACCOUNT#p1", "PROFILE"], next(k for k in items if k[1] == "ACCOUNT")
    writes: dict[str, Put | Delete] = {
        "log": Put(msgspec.structs.replace(log, body=log.body.replace("Clara", "Klara"))),
        "lost": Delete(PK, "LOG#00000006"),
        "due": Put(msgspec.structs.replace(state, due=world.time + timedelta(days=9))),
        "profile": Put(msgspec.structs.replace(profile, version=2)),
        "more": Put(Item("TOKEN#x", "BEARER", "p1")),
        "less": Delete(*email),
    }
    store.write(writes[spoil], now=world.time)
    said = run("compare", "--from", data[1], "--to", other, status=1)
    assert told in said
    assert ("not the same logs" in said) is (spoil in ("log", "lost"))


def test_what_is_forgotten_is_not_moved(run, world, data, tmp_path):
    """A row that has expired is not there for anybody, and needs no place in the target."""
    world.store.write(
        Put(Item("LIMIT#x", "COUNT", "1", expires=world.time - timedelta(seconds=1))),
        now=world.time - timedelta(days=1),
    )
    target = tmp_path / "target"
    run("migrate", "--from", data[1], "--to", target, "--yes")
    assert ("LIMIT#x", "COUNT") not in set(SqliteRows(target / "alibi.db").keys())


def test_a_program_of_its_own_compares(tmp_path, data, world):
    """The command works as it is documented, with its own exit status."""
    folder = tmp_path / "clock"
    copytree(data[1], folder)
    ran = subprocess.run(
        [sys.executable, "-m", "infra.operate", "compare", "--from", data[1], "--to", folder],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "the same log for every game" in ran.stdout


def test_a_listing_of_many_pages_is_whole(world, data, table, monkeypatch):
    """Rows come a page at a time: a thousand on SQLite, a megabyte on DynamoDB."""
    large = [Item(f"LIMIT#{n}", "COUNT", "x" * 380_000) for n in range(4)]
    store = opened(table)
    for item in large:
        store.write(Put(item), now=world.time)
    listed = list(store.keys("COUNT"))
    assert sorted(listed) == [item.key for item in large]
    assert list(store.keys("COUNT", listed[1])) == listed[2:]
    assert list(everything(store, world.time, "COUNT")) == list(
        read(store, store.keys(), world.time)
    )
    monkeypatch.setattr(rows, "AT_ONCE", 3)
    here = SqliteRows(data[1] + "/alibi.db")
    assert list(here.keys("LOG#")) == [(PK, f"LOG#{n:08d}") for n in range(1, 7)]
    assert len(set(here.keys())) == len(list(here.keys())) > 9


def test_a_throttled_table_is_asked_again_more_slowly(monkeypatch):
    """Whatever is refused for being too much is tried again; anything else is raised at once."""
    waited: list[float] = []
    monkeypatch.setattr("infra.operate.patience.time.sleep", waited.append)
    row = {"pk": {"S": PK}, "sk": {"S": "STATE"}}
    answers = [*(refused("ProvisionedThroughputExceededException") for _ in range(4))]
    answers += [{"Items": [row]}, refused("ValidationException")]

    def scan(*_, **__):
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr("pynamodb.connection.TableConnection.scan", scan)
    table = rows.DynamoRows("table", "eu-central-1")
    assert list(table.keys()) == [(PK, "STATE")]
    assert waited == [0.2, 0.4, 0.8, 1.6]
    with pytest.raises(ScanError):
        list(table.keys())
    assert len(waited) == 4


def refused(code):
    """What PynamoDB raises where a table refuses a look at all rows."""
    return ScanError(cause=ClientError({"Error": {"Code": code}}, "Scan"))


def test_a_folder_that_is_not_there_is_not_made(run, tmp_path):
    """Whoever mistypes where the games are reads so, and finds nothing new beside them."""
    said = run("migrate", "--from", tmp_path / "x", "--to", tmp_path / "y", "--yes", status=2)
    assert "no games in" in said
    assert not list(tmp_path.iterdir())
