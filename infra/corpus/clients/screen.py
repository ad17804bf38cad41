"""A screen that nobody sees, with windows and a keyboard: for clients that have no other door."""

import os
import subprocess
import time
from types import TracebackType
from typing import Self

from infra.corpus.jobs import Job
from infra.corpus.shell import environment

PATIENCE = 30
"""Seconds until a window is there."""


class Screen:
    """An X server with a window manager, while it is entered; needs Xvfb, openbox and xdotool."""

    def __init__(self, job: Job) -> None:
        """Remember for which reply it is."""
        self._job = job
        self._running: list[subprocess.Popen[bytes]] = []
        self.environment = environment(job)

    def __enter__(self) -> Self:
        """Start both; the server picks a free number."""
        ours, theirs = os.pipe()
        server = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1024x768x24"]
        self._start(server, (theirs,))
        os.close(theirs)
        with os.fdopen(ours) as told:
            self.environment |= {"DISPLAY": f":{told.readline().strip()}"}
        self.start(["openbox"])
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End whatever was started here, the last first."""
        for program in reversed(self._running):
            program.terminate()
            try:
                program.wait(5)
            except subprocess.TimeoutExpired:
                program.kill()

    def start(self, command: list[str]) -> None:
        """Start a program on this screen."""
        self._start(command)

    def window(self, title: str) -> None:
        """Wait for a window of a title, and give it the keyboard; raises ``TimeoutError``."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self._told("search", "--onlyvisible", "--name", title).split()
            if found:
                time.sleep(1)
                self._told("windowfocus", "--sync", found[-1])
                return
            time.sleep(0.3)
        raise TimeoutError(f"no window {title}")

    def press(self, *keys: str) -> None:
        """Press keys, one after the other, as a person does."""
        for key in keys:
            self._told("key", key)
            time.sleep(0.3)

    def _told(self, *command: str) -> str:
        done = subprocess.run(  # noqa: S603
            ["xdotool", *command],  # noqa: S607
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        return done.stdout

    def _start(self, command: list[str], handed: tuple[int, ...] = ()) -> None:
        program = subprocess.Popen(  # noqa: S603
            command,
            env=self.environment,
            cwd=self._job.home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=handed,
        )
        self._running.append(program)
