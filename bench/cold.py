"""What a cold start of the packaged API costs: CPU seconds of fresh processes.

Compared, in one run and in turn, with an empty Chalice handler packaged in the same way, and with
ours as Chalice packs it, without the package step. Each process imports its handler and answers
one request: for a game that is not there, which asks the table. The table is a small server here
that has nothing.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from infra import package
from infra.package import archive, bytecode, trial

ROUNDS, TOP, LOOKS = 20, 10, 5
NOTHING = b'{"Responses": {}, "UnprocessedKeys": {}}'
EMPTY = """\
from chalice.app import Chalice

app = Chalice(app_name="empty")


@app.route("/v1/games/{game_id}")
def nothing(game_id):
    return {"ok": True}
"""
ASKED = trial.request("/v1/games/{game_id}", {"game_id": "abc"})
TIMED = re.compile(r"import time: +(\d+) \| +\d+ \| +(\S+)")


def report() -> Iterator[str]:
    """Package, start each of the three many times in turn, and look at what ours imports."""
    with TemporaryDirectory() as scratch, _table() as url:
        ours, empty, plain = trees(Path(scratch))
        kinds = (ours, empty, plain)
        rounds = [[_start(tree, url) for tree in kinds] for _ in range(ROUNDS)]
        for stage, what in enumerate(("handler imported", "first request answered")):
            ms = [median(one[kind][stage] for one in rounds) * 1000 for kind in range(len(kinds))]
            yield (
                f"cold, {what}: {ms[0]:.0f} ms of CPU, an empty Chalice handler {ms[1]:.0f} ms, "
                f"ours without the package step {ms[2]:.0f} ms (ratio {ms[0] / ms[2]:.2f}; medians "
                f"of {ROUNDS} fresh processes each, in turn)"
            )
        sizes = [package.size(tree) / 2**20 for tree in kinds]
        yield "unpacked: {:.2f} MiB, empty {:.2f} MiB, without the step {:.2f} MiB".format(*sizes)
        yield f"the {TOP} modules with the largest own time, of all that a first request imports:"
        for name, own in imports(ours)[:TOP]:
            yield f"  {own / 1000:5.1f} ms {name}"


def trees(scratch: Path) -> tuple[Path, Path, Path]:
    """Unpack ours, an empty handler and ours without the package step."""
    made = package.make(scratch / "made", scratch=scratch / "parts")
    ours, empty, plain = (scratch / name for name in ("ours", "empty", "plain"))
    archive.unpack(made.zipped, ours)
    archive.unpack(scratch / "parts" / "chalice" / archive.NAME, plain)
    copytree(plain / "chalice", empty / "chalice")
    (empty / "app.py").write_text(EMPTY, encoding="utf-8")
    bytecode.compile_all(empty)
    return ours, empty, plain


def imports(tree: Path) -> list[tuple[str, int]]:
    """Name what a start imports with its own time in microseconds, the largest first."""
    code = f"import sys; sys.path.insert(0, {str(tree)!r}); import app, chalicelib.store.dynamo"
    best: dict[str, int] = {}
    for _ in range(LOOKS):
        done = subprocess.run(  # noqa: S603 -- our own interpreter and our own code
            [sys.executable, *trial.ISOLATED, "-X", "importtime", "-c", code],
            capture_output=True,
            text=True,
            check=True,
        )
        for own, name in TIMED.findall(done.stderr):
            best[name] = min(int(own), best.get(name, int(own)))
    return sorted(best.items(), key=lambda one: -one[1])


def _start(tree: Path, url: str) -> tuple[float, float]:
    told = trial.run(tree, ASKED, AWS_ENDPOINT_URL_DYNAMODB=url)
    return told["imported"], told["answered"]


class _Nothing(BaseHTTPRequestHandler):
    """A table without a row."""

    def do_POST(self) -> None:
        """Answer that there is nothing."""
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(NOTHING)))
        self.end_headers()
        self.wfile.write(NOTHING)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def _table() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Nothing) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
