"""What the operator sees of games: enough to look after them, and nothing that a player hides."""

from io import BytesIO, TextIOWrapper

import pytest

from chalicelib.rules.office import Pause
from chalicelib.rules.table import Talk
from chalicelib.rules.verbs import Refute
from chalicelib.store.sqlite import SqliteStore
from infra.local.games import all_games
from infra.operate.command_line import main
from infra.operate.output import Printer
from tests.operate.conftest import documents, strange
from tests.worlds import GAME


def test_every_game_is_listed(run, data):
    """The list tells what is played, how far it is and when its clock turns."""
    (game,) = documents(run("list", "--json", *data))
    assert (game["game"], game["title"], game["phase"]) == (GAME, "The Villa", "open")
    assert (game["players"], game["version"], game["day"]) == (3, 6, 1)
    assert game["due"] == "2026-12-02T18:00:00Z"


@pytest.mark.parametrize(
    ("wish", "status", "listed"),
    [("running", 0, True), ("stuck", 0, False), ("paused", 0, False), ("over", 0, False)],
)
def test_a_list_holds_what_was_asked_for(run, data, wish, status, listed):
    """A game that runs in time is running, and nothing else."""
    assert ("The Villa" in run("list", f"--{wish}", *data, status=status)) is listed


def test_a_game_whose_clock_stands_still_is_stuck(run, world, data):
    """A game whose day should have closed is found, and the exit status tells it to a program."""
    world.wait(days=1, minutes=20)
    (game,) = documents(run("list", "--stuck", "--json", *data, status=1))
    assert game["game"] == GAME


@pytest.mark.parametrize("how", ["damaged", "newer"])
def test_a_game_that_cannot_be_read_hides_no_other(run, world, data, how):
    """It is listed as what it is, and as stuck: its clock is. What it gave up is left alone."""
    strange(world, how)
    listed = documents(run("list", "--json", *data))
    assert [(game["game"], game["phase"]) for game in listed] == [
        (GAME, "open"),
        ("strange", "unreadable"),
    ]
    (stuck,) = documents(run("list", "--stuck", "--json", *data, status=1))
    assert stuck["game"] == "strange"
    assert "0 listed" in run("dead", *data)
    assert "0 of them could not be" in run("redrive", "letter", "--yes", *data)
    run("inspect", "strange", *data, status=2)
    assert [game.id for game in all_games(SqliteStore(f"{data[1]}/alibi.db"), world.time)] == [GAME]


def test_a_paused_game_is_not_stuck(run, world, data):
    """Whoever pauses a game stops its clock; the list says so."""
    world.move("host", Pause())
    world.wait(days=3)
    assert "no games" in run("list", "--stuck", *data)
    assert "The Villa" in run("list", "--paused", *data)
    assert "paused" in run("inspect", GAME, *data)


def test_a_number_that_cannot_be_is_told(run, data, capsys):
    """As any other slip on the command line."""
    with pytest.raises(SystemExit):
        run("list", "--limit", "-1", *data)
    assert "invalid" in capsys.readouterr().err


def test_a_list_goes_on_behind_the_last_one(run, data):
    """Behind the last game there is none."""
    assert documents(run("list", "--json", "--after", GAME, *data)) == []
    assert GAME in run("list", "--limit", "1", *data)


def test_a_game_is_shown_as_everybody_may_see_it(run, world, data):
    """State and log are those of the public; addresses are masked, codes are nowhere."""
    (found,) = documents(run("inspect", GAME, "--json", *data))
    assert [seat["nick"] for seat in found["seats"]] == ["Anna", "Boris", "Clara"]
    assert found["seats"][0]["address"] == "p***@example.org"
    assert found["log"][-1]["events"][0]["case"]["weapon"] == "Rope"
    assert not found["state"].get("join_code")
    assert [line["seq"] for line in found["log"]] == [1, 2, 3, 4, 5, 6]
    printed = run("inspect", GAME, *data)
    assert "suggested" in printed
    for hidden in ("p1@example.org", world.state.join_code, world.state.nonce):
        assert hidden not in printed


def test_a_terminal_obeys_no_stranger(world, capsys):
    """What would steer a terminal or turn a line round is written out, for programs as well."""
    title = "Vi\x1b[2Jl\x9b1m\u202ela 👩\u200d🚒"
    for as_json in (False, True):
        Printer(world.time, as_json=as_json).give({"title": title}, title)
        printed = capsys.readouterr().out
        assert "Vi\\u001b[2Jl\\u009b1m\\u202ela 👩\u200d🚒" in printed
    assert documents(printed) == [{"title": title}]


def test_a_terminal_without_our_letters_ends_no_command(world, data, monkeypatch):
    """Where the letters of a name cannot be shown, their numbers are."""
    world.move("host", Talk("Привет"))
    narrow = TextIOWrapper(BytesIO(), "ascii")
    monkeypatch.setattr("sys.stdout", narrow)
    assert main(["inspect", GAME, *data]) == 0
    narrow.flush()
    assert b"\\u041f\\u0440" in narrow.buffer.getvalue()


def test_a_game_is_shown_as_it_was(run, data):
    """``--at`` shows state and log after an entry, and a later entry is none."""
    (found,) = documents(run("inspect", GAME, "--at", 4, "--json", *data))
    assert (found["summary"]["phase"], found["summary"]["version"]) == ("gathering", 4)
    assert [line["seq"] for line in found["log"]] == [1, 2, 3, 4]
    assert "entries 1 to 6" in run("inspect", GAME, "--at", 7, *data, status=2)


def test_F24_a_letter_that_only_two_may_know_of_is_not_listed(run, world, data):
    """F24: who owes a card gets a letter, of which the operator sees as little as the public."""
    world.move("p2", Refute(1))
    world.post()
    assert world.outbox()["00000007.s2.1"]
    (found,) = documents(run("inspect", GAME, "--json", *data))
    names = {letter["letter"] for letter in found["letters"]}
    assert "00000007.s1" in names
    assert "00000007.s2" not in names


def test_F24_a_deadline_that_only_two_may_know_of_is_not_told(run, world, data):
    """F24: the card is due before the day ends; the operator is told the end of the day."""
    world.move("p2", Refute(1))
    (item,) = world.store.read((f"GAME#{GAME}", "STATE"), now=world.time)
    assert item.due < world.state.closes
    (game,) = documents(run("list", "--json", *data))
    assert game["due"] == f"{world.state.closes:%Y-%m-%dT%H:%M:%SZ}"


def test_an_unknown_game_is_said_to_be_none(run, data):
    """A slip in the name is told, and the exit status is that of what could not be done."""
    for command in (["inspect", "nosuchgame"], ["replay", "nosuchgame"]):
        assert "no game nosuchgame" in run(*command, *data, status=2)


def test_a_folder_without_games_is_not_made_into_one(run, tmp_path):
    """A slip in the folder makes no new database."""
    assert "--data DIR" in run("list", "--data", tmp_path / "nowhere", status=2)
    assert not (tmp_path / "nowhere").exists()


def test_a_letter_goes_out_again(run, world, data):
    """A letter that was sent leaves once more, under its own name."""
    assert [mail["To"] for mail in world.post()] == []
    run("resend", GAME, "00000006.s2", *data)
    (mail,) = world.post()
    assert (mail["To"], mail["X-Alibi-Letter"]) == ("p2@example.org", f"{GAME}.00000006.s2.1")


def test_a_letter_does_not_go_again_to_who_wants_none(run, world, data):
    """What its reader wishes counts now, not when it was written first."""
    world.prefer("p2", off=(GAME,))
    run("resend", GAME, "00000006.s2", *data)
    assert world.post() == []


def test_a_letter_that_is_answered_does_not_ask_again(run, world, data):
    """What is done is not asked for once more."""
    world.move("p2", Refute(1, "Rope"))
    world.post()
    run("resend", GAME, "00000006.s2", *data)
    assert [mail for mail in world.post() if mail["To"] == "p2@example.org"] == []


def test_the_answer_about_a_letter_tells_nothing(run, world, data):
    """F24: whether there is a letter about a card that is owed cannot be found out by asking."""
    world.move("p2", Refute(1))
    there, absent = "00000007.s2", "00000007.s3"
    assert run("resend", GAME, there, *data) == run("resend", GAME, absent, *data)
    for none in ("00000099.s2", "00000007.s9", "x"):
        run("resend", GAME, none, *data, status=2)
