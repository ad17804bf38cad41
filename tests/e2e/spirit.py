"""A Spirit forum as a process of its own: made anew, with our bridge in it as its README says."""

import json
import os
import re
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from textwrap import dedent
from typing import Any

import httpx

from tests.e2e.member import Member
from tests.local.conftest import free_ports

ROOT = Path(__file__).parents[2]
BRIDGE = ROOT / "examples" / "spirit_bridge"
VENV = ROOT / "build" / "e2e"
PYTHON = VENV / "bin" / "python"
BOT = "Ведущий"
PASSWORD = "correct horse battery staple"

SETTINGS = """
import json
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from .dev import *

HERE = Path(__file__).parents[2]
ALIBI_BOT, ALIBI = json.loads((HERE / "alibi.json").read_text())

ST_SITE_URL = {url!r}
ST_RATELIMIT_ENABLE = False  # people here write faster than people do
DATABASES["default"]["NAME"] = str(HERE / "forum.sqlite3")
DATABASES["default"]["OPTIONS"] = {{"transaction_mode": "IMMEDIATE", "timeout": 20}}
LANGUAGE_CODE = "ru"

right = timezone.now
timezone.now = lambda: right() - timedelta(minutes=int((HERE / "slow.txt").read_text()))
"""
"""What our forum has of its own besides what the README says: its clock may be slow."""

PEOPLE = """
import json, sys
from django.contrib.auth import get_user_model
from spirit.category.models import Category
ids = {}
for name in json.loads(sys.stdin.readline()):
    user = get_user_model().objects.create_user(name, password=sys.argv[-1], email="")
    user.st.is_verified = True
    user.st.is_moderator = name == "Модератор"
    user.st.save()
    ids[name] = str(user.pk)
category = Category.objects.create(title="Игры")
print(json.dumps(ids))
"""


def eventually(what, patience: float = 20.0):
    """Ask again and again until the answer is not empty; gives it."""
    end = time.monotonic() + patience
    while not (found := what()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)
    return found


class Spirit:
    """A forum: its folder, its process, its people."""

    def __init__(self, folder: Path) -> None:
        """Make the project and its tables."""
        self.folder = folder / "forum"
        (self.port,) = free_ports(1)
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.ids: dict[str, str] = {}
        self._bound: dict[str, dict[str, str]] = {}
        self._members: dict[str, Member] = {}
        self._made(folder)

    def _made(self, folder: Path) -> None:
        """Set up a forum, then do what the README of the bridge says, to the letter."""
        self._run([VENV / "bin" / "spirit", "startproject", "forum"], folder)
        package = self.folder / "forum"
        (package / "settings" / "e2e.py").write_text(SETTINGS.format(url=self.url), "utf-8")
        self.runs_late(0)
        self._configure()
        self.manage("spiritinstall")
        page = (BRIDGE / "README.md").read_text("utf-8")
        copying = dedent(re.findall(r"(?s) *```sh\n(.+?)```", page)[0])
        self._run(["sh", "-ec", copying.replace("ALIBI/", f"{ROOT}/")], self.folder)
        said = re.findall(r"(?s) *```python\n(.+?)```", page)
        for name, lines in zip(("settings/base.py", "urls.py"), said[:2], strict=True):
            with (package / name).open("a", encoding="utf-8") as file:
                file.write("\n" + dedent(lines))
        self.manage("migrate", "spirit_bridge")

    def _run(self, command: list[Any], where: Path, given: str = "") -> str:
        paths = {"PATH": f"{VENV / 'bin'}:{os.environ['PATH']}"}
        done = subprocess.run(
            command,
            cwd=where,
            env=os.environ | paths | {"DJANGO_SETTINGS_MODULE": "forum.settings.e2e"},
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def manage(self, *command: str, given: str = "") -> str:
        """Run a command of ``manage.py``; gives what it prints."""
        return self._run([PYTHON, "manage.py", *command], self.folder, given)

    def people(self, *names: str) -> None:
        """Let people join, the bot with them; ``ids`` has their ids."""
        code = PEOPLE.replace("sys.argv[-1]", repr(PASSWORD))
        told = self.manage("shell", "-c", code, given=json.dumps([BOT, *names]) + "\n")
        self.ids = json.loads(told.strip().splitlines()[-1])
        self._configure()

    def bind(self, thread: str, hook_url: str, secret: str) -> str:
        """Tell the bridge of a thread; gives the address that takes requests for it."""
        self._bound[thread] = {"hook_url": hook_url, "secret": secret}
        self._configure()
        return f"{self.url}/alibi/{thread}/"

    def unbind(self) -> None:
        """Let the bridge forget all threads."""
        self._bound.clear()
        self._configure()

    def _configure(self) -> None:
        bot = int(self.ids.get(BOT, "0"))
        (self.folder / "alibi.json").write_text(json.dumps([bot, self._bound]))

    def runs_late(self, minutes: int) -> None:
        """Let the forum's clock be so many minutes slow from now on."""
        (self.folder / "slow.txt").write_text(str(minutes))

    def start(self) -> None:
        """Open the forum."""
        command = [str(PYTHON), "manage.py", "runserver", "--noreload", f"127.0.0.1:{self.port}"]
        with (self.folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=os.environ | {"DJANGO_SETTINGS_MODULE": "forum.settings.e2e"},
                stdout=log,
                stderr=log,
            )
        eventually(self._answers)

    def _answers(self) -> bool:
        assert self.process
        assert self.process.poll() is None, self.log()
        try:
            return httpx.get(self.url).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        """Close the forum."""
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None

    def close(self) -> None:
        """Close the forum and everybody's browser."""
        self.stop()
        for member in self._members.values():
            member.browser.close()

    def log(self) -> str:
        """What the forum's process has said."""
        return (self.folder / "log.txt").read_text("utf-8", "replace")

    def read(self, question: str) -> list[tuple[Any, ...]]:
        """Ask the forum's database."""
        with closing(sqlite3.connect(f"file:{self.folder}/forum.sqlite3?mode=ro", uri=True)) as db:
            return db.execute(question).fetchall()

    def visitor(self) -> Member:
        """Give somebody who has not signed in."""
        return self._members.setdefault("", Member(self.url))

    def member(self, name: str) -> Member:
        """Give a member who has signed in."""
        if name not in self._members:
            self._members[name] = Member(self.url)
            self._members[name].sign_in(name, PASSWORD)
        return self._members[name]
