"""A runner as a process of its own, on free ports, with a folder that outlives it."""

import os
import re
import signal
import smtplib
import socket
import subprocess
import sys
import time
from email.message import EmailMessage
from pathlib import Path
from secrets import token_hex

import httpx
import pytest

from infra.local.mailbox import Mailboxes, Received

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
HOME = "players.localhost"


def free_ports(count: int) -> list[int]:
    """Ports that nobody used a moment ago."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def first(pattern: str, text: str) -> str:
    """The first group of the first match; there has to be one."""
    found = re.search(pattern, text)
    assert found
    return found[1]


def eventually(what):
    """Ask again and again until the answer is not empty; gives it."""
    end = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)
    return found


def command(http: int, smtp: int, data: Path) -> list[str]:
    """The command line of a runner."""
    ports = ["--http", str(http), "--smtp", str(smtp)]
    return [sys.executable, "-m", "infra.local", *ports, "--data", str(data)]


class Local:
    """A runner: started, killed and started again on the same folder."""

    def __init__(self, data: Path, *options: str) -> None:
        """Keep where its data lies and its options; ``start`` starts it."""
        self.data = data
        self.options = options
        self.http_port, self.smtp_port = free_ports(2)
        self.mailboxes = Mailboxes(data / "mail", lambda: None)
        self.base_url = f"http://127.0.0.1:{self.http_port}"
        self.client = httpx.Client(base_url=self.base_url, timeout=PATIENCE)
        self.process: subprocess.Popen[str] | None = None

    def command(self) -> list[str]:
        """The command line."""
        return [*command(self.http_port, self.smtp_port, self.data), *self.options]

    def start(self) -> list[str]:
        """Start it; gives the five lines it prints."""
        self.process = subprocess.Popen(
            self.command(),
            cwd=ROOT,
            env=os.environ | {"LANG": "en_GB.UTF-8", "NO_PROXY": "*"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        assert self.process.stderr
        lines = [self.process.stdout.readline() for _ in range(5)]
        assert all(lines), self.process.stderr.read()
        return lines

    def end(self, how: signal.Signals) -> tuple[int, str, str]:
        """End it by a signal; gives the exit status and what else it printed."""
        assert self.process
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=PATIENCE)
        status, self.process = self.process.returncode, None
        return status, out, err

    def restart(self) -> None:
        """Kill it without warning and start it again."""
        self.end(signal.SIGKILL)
        self.start()

    def form(self, path: str, **fields: str) -> httpx.Response:
        """Send a form as our own page does."""
        return self.client.post(path, data=fields, headers={"Origin": self.base_url})

    def letters(self, name: str) -> tuple[Received, ...]:
        """The letters of a player, the newest first."""
        return self.mailboxes.letters(f"{name}@{HOME}")

    def letter(self, name: str, words: str) -> Received:
        """The newest letter of a player with certain words in it, when it comes."""
        found: list[Received] = eventually(
            lambda: [one for one in self.letters(name) if words in one.text]
        )
        return found[0]

    def sign_in(self, name: str) -> dict[str, str]:
        """Sign in by the mailed code, in English; gives the header of a bearer."""
        address = f"{name}@{HOME}"
        sent = self.client.post("/v1/auth/codes", json={"email": address, "language": "en"})
        assert sent.status_code == 202
        code = first(r"\b(\d{6})\b", self.letter(name, "code").text)
        proof = {"email": address, "code": code}
        answer = self.client.post("/v1/auth/tokens", json=proof)
        assert answer.status_code == 201
        return {"Authorization": f"Bearer {answer.json()['token']}"}

    def table(self, *names: str) -> tuple[str, dict[str, dict[str, str]]]:
        """Open a table by REST, seat players, start: the game and the players' headers."""
        who = {name: self.sign_in(name) for name in ("olga", *names)}
        body = {"title": "Villa", "language": "en"}
        game = self.client.post("/v1/games", json=body, headers=who["olga"]).json()
        for name in names:
            seat = {"code": game["join_code"], "nick": name.title()}
            joined = self.client.post("/v1/joins", json=seat, headers=who[name])
            assert joined.status_code == 201
        assert self.move(game["id"], who["olga"], type="start").status_code == 201
        return game["id"], who

    def move(self, game: str, who: dict[str, str], **body: object) -> httpx.Response:
        """Make a move by REST."""
        key = {"Idempotency-Key": token_hex(8)}
        return self.client.post(f"/v1/games/{game}/moves", json=body, headers=who | key)

    def mail(self, name: str, letter: Received, text: str, mark: str = "") -> EmailMessage:
        """Reply to a letter over SMTP, once; gives the mail."""
        mail = EmailMessage()
        mail["From"] = f"{name}@{HOME}"
        mail["To"] = letter.reply_to
        mail["Subject"] = f"Re: {letter.subject}"
        mail["Message-ID"] = f"<{mark or token_hex(8)}@{HOME}>"
        mail.set_content(text)
        self.send(mail)
        return mail

    def send(self, mail: EmailMessage) -> None:
        """Bring a mail over SMTP."""
        with smtplib.SMTP("127.0.0.1", self.smtp_port, timeout=PATIENCE) as server:
            server.send_message(mail)


@pytest.fixture
def start(tmp_path):
    """Start runners that end with the test."""
    started: list[Local] = []

    def begin(*options: str) -> Local:
        local = Local(tmp_path / f"data{len(started)}", *options)
        started.append(local)
        local.start()
        return local

    yield begin
    for local in started:
        local.client.close()
        if local.process:
            local.end(signal.SIGKILL)


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    """One runner for all tests of a file that leave it as it was."""
    runner = Local(tmp_path_factory.mktemp("local") / "data")
    runner.start()
    yield runner
    runner.client.close()
    assert runner.end(signal.SIGTERM) == (0, "", "")
