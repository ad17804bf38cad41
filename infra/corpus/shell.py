"""Running programs: with text on their input, or at a terminal, for a limited time."""

import mailbox
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from email.policy import default
from pathlib import Path

from infra.corpus import editor, sendmail
from infra.corpus.jobs import GAME_ADDRESS, HOST, Job

PATIENCE = 30
"""Seconds that a program may take."""


NAMED = [
    *("unshare", "--user", "--map-root-user", "--uts"),
    *("sh", "-c", f'hostname {HOST} && exec "$@"', "sh"),
]
"""Runs a program on a machine of another name, since some clients tell the name in any case."""


def installed(package: str) -> str:
    """Give the version of a Debian package as its authors call it; "" where it is not there."""
    if not shutil.which("dpkg-query"):
        return ""
    command = ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", package]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)  # noqa: S603
    status, _, version = done.stdout.partition(" ")
    upstream = version.partition(":")[2] or version
    return re.split(r"[-+~]", upstream)[0] if status == "installed" else ""


def environment(job: Job) -> dict[str, str]:
    """Give the environment of a job, with what our editor and our sendmail look for."""
    typed = job.home / "typed"
    typed.write_text(job.text, "utf-8")
    return job.environment | {
        "CORPUS_TEXT": str(typed),
        "CORPUS_PLACE": job.place,
        "CORPUS_PORT": str(job.port),
        "EDITOR": script(job, editor.__file__),
        "VISUAL": script(job, editor.__file__),
        "SENDMAIL": script(job, sendmail.__file__),
    }


def inbox(job: Job) -> str:
    """Put the letter into a mailbox in the job's folder."""
    path = job.home / "inbox"
    letter = mailbox.mboxMessage(job.letter.as_bytes(policy=default))
    letter.set_from(GAME_ADDRESS, job.letter["Date"].datetime.timetuple())
    box = mailbox.mbox(path)
    box.add(letter)
    box.close()
    return str(path)


def script(job: Job, source: str) -> str:
    """Give a program in the job's folder that runs a source of ours."""
    path = job.home / Path(source).stem
    path.write_text(f'#!/bin/sh\nexec {sys.executable} -S {source} "$@"\n')
    path.chmod(0o755)
    return str(path)


def piped(job: Job, command: list[str], typed: str) -> None:
    """Run a program and type into its input, in the charset of the locale."""
    done = subprocess.run(  # noqa: S603
        [*NAMED, *command],
        input=typed.encode(job.charset),
        env=environment(job),
        cwd=job.home,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    if done.returncode:
        print(f"  {command[0]} ended with {done.returncode}:", file=sys.stderr)
        print((done.stderr or done.stdout).decode(errors="replace")[-2000:], file=sys.stderr)


Script = tuple[tuple[bytes, bytes], ...]
"""What a program shows, and the keys that are pressed then, one after the other."""


def at_terminal(job: Job, command: list[str], keys: bytes = b"", then: Script = ()) -> None:
    """Run a program at a terminal of its own, press keys there, and wait for its end."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(  # noqa: S603
        [*NAMED, *command],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(job),
        cwd=job.home,
        start_new_session=True,
    ) as running:
        os.close(theirs)
        os.write(ours, keys)
        _watch(running, ours, then)
    os.close(ours)


def _watch(running: subprocess.Popen[bytes], terminal: int, script: Script) -> None:
    """Read what a program shows until it ends, and answer it; end it if it takes too long."""
    end, shown, steps = time.monotonic() + PATIENCE, b"", list(script)
    while running.poll() is None:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break
        if steps and steps[0][0] in shown:
            time.sleep(0.5)
            os.write(terminal, steps.pop(0)[1])
            shown = b""
        if time.monotonic() > end:
            running.kill()
            print(shown[-3000:].decode(errors="replace"), file=sys.stderr)
            raise TimeoutError("the client did not come to an end")
