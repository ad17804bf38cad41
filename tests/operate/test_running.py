"""The operator looks after an installation while it runs: two processes on one folder."""

import json
import subprocess
import sys
from pathlib import Path

from tests.local.conftest import HOME, eventually, first, start

__all__ = ["start"]
ROOT = Path(__file__).parents[2]


def operate(*argv: object, status: int = 0) -> str:
    """Run a command as a program of its own; gives what it printed."""
    ran = subprocess.run(
        [sys.executable, "-m", "infra.operate", *map(str, argv)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert ran.returncode == status, ran.stderr
    return ran.stdout + ran.stderr


def test_a_running_installation_is_looked_after(start, run, tmp_path):
    """What players do meanwhile is seen and agrees; a letter goes out again; the folder stays."""
    local = start()
    data = ("--data", local.data)
    game, who = local.table("anna", "boris")
    listed = json.loads(operate("list", "--json", *data))
    assert (listed["game"], listed["title"], listed["players"]) == (game, "Villa", 2)
    local.move(game, who["anna"], type="talk", text="Good evening, all")
    local.letter("anna", "Your hand")
    assert "Good evening, all" in run("inspect", game, *data)
    assert "1 looked at, 0 not right" in run("replay", "--all", *data)
    dealt = int(first(r"log  (\d+) case_sealed", run("inspect", game, *data)))
    anna = f"anna@{HOME}"
    before = len(eventually(lambda: local.letters("anna")))
    run("resend", game, f"{dealt:08d}.s1", *data)
    eventually(lambda: local.mailboxes.count(anna) > before)
    assert len(local.letters("anna")) == before, "a mailbox shows a letter of one name once"
    run("export", game, "-o", tmp_path / "game", *data)
    said = run("migrate", "--from", local.data, "--to", tmp_path / "t", "--yes", status=2)
    assert "another Alibi runs on the folder" in said


def test_an_error_shows_nothing_of_what_it_is_about(run, tmp_path):
    """A database that is none is told by the class of the error, without a trace of the program."""
    (tmp_path / "alibi.db").write_text("Mrs Peacock has the Rope " * 100)
    said = run("list", "--data", tmp_path, status=2)
    assert said == "operate: the database, or AWS, refused: DatabaseError\n"


def test_help_names_every_command():
    """Whoever begins finds the commands and what they look at."""
    said = operate("--help")
    for command in ("list", "inspect", "replay", "dead", "redrive", "resend", "export", "import"):
        assert command in said
    assert "migrate" in said
    assert "compare" in said
