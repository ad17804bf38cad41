"""A game on one machine, from the sign-in to a sudden end and on."""

import re
import signal
import subprocess
from threading import Thread

import pytest

from tests.local.conftest import HOME, command, eventually, first, free_ports

SUGGESTION = "Suggestion for Boris: Miss Scarlett, Dagger, Kitchen"


def test_letters_replies_and_a_power_cut(start):
    """A reply over SMTP is a move with a receipt; a kill undoes nothing and doubles nothing."""
    local = start()
    game, who = local.table("anna", "boris", "clara")
    hands = [local.letter(name, "Your hand").text for name in ("anna", "boris", "clara")]
    assert len(set(hands)) == 3
    mail = local.mail("anna", local.letter("anna", "Your hand"), SUGGESTION)
    local.letter("anna", "Accepted: suggestion 1 for Boris")
    local.letter("boris", "Anna asks you, suggestion 1")
    before = [local.client.get(f"/v1/games/{game}", headers=who[n]).json() for n in who]
    local.restart()
    after = [local.client.get(f"/v1/games/{game}", headers=who[n]).json() for n in who]
    assert before == after
    local.send(mail)
    assert local.client.get(f"/v1/games/{game}").json()["state"]["suggestions"] == 1


def test_nothing_acknowledged_is_lost(start):
    """Mails taken just before a kill are in the thread afterwards, each once, in order.

    A letter being sent at the time of the kill goes out again a minute later: hence the speed.
    """
    local = start("--speed", "30")
    game, _ = local.table("anna", "boris")
    letter = local.letter("anna", "Your hand")
    words = [f"Line {number}" for number in range(8)]
    mails = [local.mail("anna", letter, f"Comment: {line}", mark=line[-1]) for line in words]
    local.restart()
    for mail in mails[-2:]:
        local.send(mail)
    log = local.client.get(f"/v1/games/{game}/events?limit=100").json()["items"]
    said = [e["text"] for item in log for e in item["events"] if e["type"] == "talked"]
    assert said == words
    for line in words:
        local.letter("anna", line)


def test_bots_answer_and_go_on(start):
    """Bots are at the table at once, answer by mail, and still do after a kill."""
    local = start("--bots", "2")
    hand = local.letter("you", "Your hand")
    local.mail("you", hand, SUGGESTION.replace("Boris", "Owl"))
    local.letter("you", "Guest → Owl, suggestion 1")
    local.restart()
    local.mail("you", hand, SUGGESTION.replace("Boris", "Fox"))
    local.letter("you", "Guest → Fox, suggestion 2")
    assert len(local.mailboxes.addresses()) == 4


def test_five_lines_and_a_clean_end(start):
    """It says in five lines what to do, nothing more, and goes when it is told to."""
    local = start()
    assert local.client.get("/v1/health").json() == {"ok": True, "build": "dev"}
    assert local.end(signal.SIGINT) == (0, "", "")
    lines = local.start()
    assert local.base_url in lines[0]
    assert str(local.smtp_port) in lines[1]


def test_a_day_with_bots_closes_by_itself(start):
    """Alone with bots, day 2 opens when all is asked and answered: nobody waits for the time."""
    local = start("--bots", "1")
    game = first(r"/games/(\w+)", local.client.get("/").text)
    you = local.sign_in("you")
    assert local.move(game, you, type="answer_for_me").status_code == 201
    case = {"suspect": "Miss Scarlett", "weapon": "Dagger", "room": "Kitchen"}
    for _ in range(3):
        assert local.move(game, you, type="suggest", to="s2", **case).status_code == 201
    path = f"/v1/games/{game}"
    assert eventually(lambda: local.client.get(path).json()["state"]["day"] == 2)


def test_the_game_of_the_command_line_is_in_the_language_asked_for(start):
    """With ``--language`` cards, letters, and the nicks of you and the bots are in it."""
    local = start("--bots", "2", "--language", "ru")
    letter = local.letter("you", "Гость")
    assert {"Сова", "Лис"} <= set(re.findall(r"\w+", letter.text))


def test_a_taken_folder_or_port_is_said_in_a_line(start, tmp_path):
    """Whoever starts it twice reads which folder or port somebody else has."""
    local = start()
    http, smtp, (free,) = local.http_port, local.smtp_port, free_ports(1)
    for line, reason in (
        (local.command(), f"the folder {local.data}"),
        (command(free, free, local.data), f"the folder {local.data}"),
        (command(http, smtp, tmp_path / "other"), f"the HTTP port {http} is in use"),
        (command(free, smtp, tmp_path / "other"), f"the SMTP port {smtp} is in use"),
    ):
        again = subprocess.run(line, capture_output=True, text=True, check=False)
        assert (again.returncode, again.stdout) == (1, "")
        assert len(again.stderr.splitlines()) == 1
        assert reason in again.stderr


@pytest.mark.parametrize(
    "options", [["--host", "0.0.0.0"], ["--base-url", "https://alibi.example"]]
)
def test_the_lines_name_nothing_that_is_not_there(start, options):
    """Where others come in there is no front page and no form, and the lines promise none."""
    local = start(*options)
    assert local.client.get("/").status_code == 404
    local.end(signal.SIGTERM)
    lines = local.start()
    assert "/games/ID" in lines[0]
    assert "form" not in lines[2]


def test_everybody_is_answered_as_themselves(local):
    """Requests at the same time do not see one another's tokens."""
    who = {name: local.sign_in(name) for name in ("kate", "lena", "mark", "nina")}
    wrong: list[str] = []

    def ask(name: str) -> None:
        for _ in range(25):
            me = local.client.get("/v1/me", headers=who[name]).json()
            if me["address"] != f"{name}@{HOME}":
                wrong.append(name)

    threads = [Thread(target=ask, args=[name]) for name in who]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
