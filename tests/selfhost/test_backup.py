"""A backup holds what was acknowledged before it began, is whole or not there, and comes back."""

import gzip
import os
import signal
import sqlite3
import subprocess
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest

from chalicelib.store import Item, Put
from chalicelib.store.sqlite import SqliteStore
from infra.local import taking
from infra.local.mailbox import Mailboxes
from infra.selfhost import backup
from infra.selfhost.backup import Unusable

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
WRITER = """
import sys
from datetime import UTC, datetime
from chalicelib.store import Item, Put
from chalicelib.store.sqlite import SqliteStore
store, n = SqliteStore(sys.argv[1]), 0
while True:
    store.write(*(Put(Item(pk, f"{n:06}", "x" * 500)) for pk in "AB"), now=datetime.now(UTC))
    print(n, flush=True)
    n += 1
"""


def written(data: Path, *bodies: str) -> Path:
    """A folder of games with one row for each body."""
    data.mkdir(parents=True, exist_ok=True)
    with closing(SqliteStore(data / "alibi.db")) as store:
        for n, body in enumerate(bodies):
            store.write(Put(Item("A", f"{n:06}", body)), now=NOW)
    return data


def rows(data: Path, pk: str = "A") -> list[str]:
    """The sort keys of a partition."""
    with closing(sqlite3.connect(data / "alibi.db")) as db:
        return [sk for (sk,) in db.execute("SELECT sk FROM items WHERE pk = ? ORDER BY sk", (pk,))]


def test_everything_comes_back(tmp_path):
    """Games, clock and mailboxes are restored as they were; what is only of the process is not."""
    data = written(tmp_path / "data", "a", "b")
    (data / "clock.json").write_text('{"real": 1}')
    boxes = Mailboxes(data / "mail", lambda: None)
    boxes.put("anna+x@example.org", b"Subject: \xd0\x96\n\nhand")
    (data / "mail" / "anna+x@example.org" / "tmp" / "half").write_bytes(b"Sub")
    (data / "lock").touch()
    made = backup.save(data, tmp_path / "backups", NOW)
    backup.restore(made, tmp_path / "new")
    assert rows(tmp_path / "new") == rows(data)
    assert (tmp_path / "new" / "clock.json").read_text() == '{"real": 1}'
    again = Mailboxes(tmp_path / "new" / "mail", lambda: None)
    assert again.addresses() == ("anna+x@example.org",)
    assert [letter.text for letter in again.letters("anna+x@example.org")] == ["hand"]
    assert not list((tmp_path / "new").rglob("half"))
    with closing(SqliteStore(tmp_path / "new" / "alibi.db")) as store:
        store.write(Put(Item("A", "more", "c")), now=NOW)


def test_nobody_else_can_read_it(tmp_path):
    """A backup holds hands and addresses."""
    made = backup.save(written(tmp_path / "data", "a"), tmp_path / "backups", NOW)
    assert made.stat().st_mode & 0o777 == 0o600


def test_a_backup_while_games_are_played_is_one_moment(tmp_path):
    """Of what goes on meanwhile a transaction is in it whole or not; what was before is in it."""
    store = SqliteStore(written(tmp_path / "data") / "alibi.db")
    enough, done = Event(), []

    def play() -> None:
        n = 0
        while not enough.is_set():
            store.write(*(Put(Item(pk, f"{n:06}", "x" * 2000)) for pk in "AB"), now=NOW)
            done.append(f"{n:06}")
            n += 1

    with ThreadPoolExecutor() as threads:
        player = threads.submit(play)
        try:
            for second in range(5):
                known = list(done)
                made = backup.save(
                    tmp_path / "data", tmp_path / "b", NOW + timedelta(seconds=second)
                )
                backup.restore(made, tmp_path / f"r{second}")
                found = rows(tmp_path / f"r{second}")
                assert (
                    found
                    == rows(tmp_path / f"r{second}", "B")
                    == [f"{n:06}" for n in range(len(found))]
                )
                assert len(found) >= len(known)
        finally:
            enough.set()
        player.result()
    store.close()


def test_what_a_killed_program_acknowledged_is_in_the_backup(tmp_path):
    """What lies in SQLite's log only, because the program was killed, is saved as well."""
    data = tmp_path / "data"
    data.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(data / "alibi.db")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout
        told = [writer.stdout.readline().strip() for _ in range(40)]
        writer.send_signal(signal.SIGKILL)
        told += writer.stdout.read().split()
    assert (data / "alibi.db-wal").stat().st_size > 0
    backup.restore(backup.save(data, tmp_path / "b", NOW), tmp_path / "new")
    found = rows(tmp_path / "new")
    assert found == rows(tmp_path / "new", "B")
    assert set(found) >= {f"{int(n):06}" for n in told}


def test_a_backup_that_was_killed_is_none(tmp_path):
    """However far it came there is no file that looks like a backup; the next one clears away."""
    data = written(tmp_path / "data", *(os.urandom(30_000).hex() for _ in range(60)))
    command = [
        sys.executable,
        "-m",
        "infra.selfhost",
        "backup",
        "--data",
        str(data),
        str(tmp_path / "b"),
    ]
    with subprocess.Popen(command, cwd=ROOT) as saving:
        while not list((tmp_path / "b").glob(f"{backup.DRAFT}*/*.tar.gz")):
            assert saving.poll() is None
        saving.kill()
    (draft,) = (tmp_path / "b").iterdir()
    assert backup.backups(tmp_path / "b") == []
    made = backup.save(data, tmp_path / "b", NOW)
    assert draft.exists(), "somebody may still be at it"
    backup.save(data, tmp_path / "b", datetime.now(UTC) + timedelta(days=2))
    assert not draft.exists()
    backup.restore(made, tmp_path / "new")


def test_the_newest_stay(tmp_path):
    """Of the backups only as many stay as are wished for, and nothing else is touched."""
    data, folder = written(tmp_path / "data", "a"), tmp_path / "b"
    (folder / "mine").mkdir(parents=True)
    (folder / "notes.txt").touch()
    made = [backup.save(data, folder, NOW + timedelta(days=n), keep=3) for n in range(5)]
    assert backup.backups(folder) == made[2:]
    assert {"mine", "notes.txt"} < {path.name for path in folder.iterdir()}


def test_only_backups_are_removed_and_never_the_one_just_made(tmp_path):
    """What somebody has put beside counts for nothing; nor does a clock that was set back."""
    data, folder = written(tmp_path / "data", "a"), tmp_path / "backups"
    folder.mkdir()
    (folder / "alibi-before-the-upgrade.tar.gz").touch()
    later = backup.save(data, folder, NOW + timedelta(days=1), keep=1)
    made = backup.save(data, folder, NOW, keep=1)
    assert sorted(folder.iterdir()) == [made, folder / "alibi-before-the-upgrade.tar.gz"]
    assert not later.exists()
    with pytest.raises(Unusable):
        backup.save(data, folder, NOW + timedelta(days=2), keep=-1)
    assert made.exists()


def test_a_link_is_told_of_when_it_can_still_be_mended(tmp_path):
    """A backup with a link in it could not be restored, so there is none."""
    data = written(tmp_path / "data", "a")
    (tmp_path / "disk").mkdir()
    (data / "mail").mkdir()
    (data / "mail" / "anna@example.org").symlink_to(tmp_path / "disk")
    with pytest.raises(Unusable, match="is a link"):
        backup.save(data, tmp_path / "backups", NOW)
    assert list((tmp_path / "backups").iterdir()) == []


def test_games_are_never_overwritten(tmp_path):
    """A folder that has games, or that a program runs on, stays as it is."""
    data = written(tmp_path / "data", "a")
    made = backup.save(data, tmp_path / "b", NOW)
    with pytest.raises(Unusable, match="move them away"):
        backup.restore(made, data)
    with closing(taking.folder(tmp_path / "new")), pytest.raises(taking.Unavailable):
        backup.restore(made, tmp_path / "new")
    assert not (tmp_path / "new" / "alibi.db").exists()


@pytest.mark.parametrize("part", [0.2, 0.9, 0.999])
def test_half_a_backup_is_refused(tmp_path, part):
    """A file that was cut anywhere is not restored, not even in part."""
    made = backup.save(written(tmp_path / "data", *map(str, range(99))), tmp_path / "b", NOW)
    whole = made.read_bytes()
    made.write_bytes(whole[: int(len(whole) * part)])
    with pytest.raises(Unusable, match="no whole backup"):
        backup.restore(made, tmp_path / "new")
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"lock"}


def archive(path: Path, **files: bytes) -> Path:
    """An archive of some files."""
    with tarfile.open(path, "w:gz") as tar:
        for name, content in files.items():
            (path.parent / "content").write_bytes(content)
            tar.add(path.parent / "content", name.replace("_", "/"))
    return path


def test_what_is_no_backup_is_refused(tmp_path):
    """Neither a damaged database, nor other files, nor a name that leads out of the folder."""
    good = written(tmp_path / "data", *("y" * 5000 for _ in range(50)))
    with closing(sqlite3.connect(good / "alibi.db")) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    raw = bytearray((good / "alibi.db").read_bytes())
    raw[8192:16384] = b"\xff" * 8192
    wrong = {
        "damaged": archive(tmp_path / "1", **{"alibi.db": bytes(raw)}),
        "no games": archive(tmp_path / "2", **{"clock.json": b"{}"}),
        "nothing that a backup holds": archive(tmp_path / "3", **{"mail_.._.._out": b"x"}),
    }
    (tmp_path / "4").write_bytes(gzip.compress(b"hello"))
    for said, path in {**wrong, "no whole backup": tmp_path / "4"}.items():
        with pytest.raises(Unusable, match=said):
            backup.restore(path, tmp_path / "new")
        assert {one.name for one in (tmp_path / "new").iterdir()} == {"lock"}
    assert not (tmp_path / "out").exists()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command, to its end."""
    command = [sys.executable, "-m", "infra.selfhost", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_command(tmp_path):
    """Backup, check and restore from the command line; what cannot be done is said in one line."""
    data = str(written(tmp_path / "data", "a"))
    done = run("backup", "--data", data, str(tmp_path / "b"))
    made = done.stdout.strip()
    assert (done.returncode, backup.backups(tmp_path / "b")) == (0, [Path(made)])
    assert run("check", made).returncode == 0
    assert run("restore", "--data", str(tmp_path / "new"), made).returncode == 0
    assert rows(tmp_path / "new") == ["000000"]
    refused = run("restore", "--data", data, made)
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
    assert refused.stderr.startswith("Not done: there are games")


def test_a_restoring_that_was_killed_can_be_begun_again(tmp_path):
    """Until its last file is in place there are no games, and what it left is in nobody's way."""
    data = written(tmp_path / "data", "a")
    Mailboxes(data / "mail", lambda: None).put("a@example.org", b"Subject: x\n\ny")
    made, new = backup.save(data, tmp_path / "b", NOW), tmp_path / "new"
    (new / f"{backup.DRAFT}killed").mkdir(parents=True)
    (new / f"{backup.DRAFT}killed" / "alibi.db").write_bytes(b"half")
    Mailboxes(new / "mail", lambda: None).put("other@example.org", b"Subject: x\n\ny")
    backup.restore(made, new)
    assert rows(new) == ["000000"]
    assert Mailboxes(new / "mail", lambda: None).addresses() == ("a@example.org",)
    assert {path.name for path in new.iterdir()} == {"lock", "alibi.db", "mail"}
