"""Whether the program runs, and whether it can reach what it needs. Says nothing else of itself."""

import logging
import time
from functools import cache
from pathlib import Path
from threading import Event, Lock, Thread

from chalice.app import Blueprint, Response

from chalicelib import logs
from chalicelib.door import Call, reply, routes
from chalicelib.game import Busy
from chalicelib.site import Site
from chalicelib.store import Key

PATIENCE = 1.0
"""Seconds that the store may take to answer."""
AGAIN = 5
"""Seconds after which one may ask again."""
NOTHING: Key = ("HEALTH#READY", "READY")
"""What is asked for: it is never there."""
BUILD = Path(__file__).with_name("BUILD")
"""Written when the program is packaged: a name of what it was made from."""

healths = Blueprint(__name__)
route = routes(healths)
_log = logging.getLogger(__name__)
_asking = Lock()


class NotReady(Busy):
    """The store does not answer, or not in time."""


@route("/v1/health", "GET", "HEAD")
def health(_: Call) -> Response:
    """Say that the program runs, and which one; asks nothing of anybody."""
    return reply({"ok": True, "build": build()})


@route("/v1/health/ready", "GET", "HEAD")
def ready(call: Call) -> Response:
    """Say whether the store answers within a second."""
    if not answers(call.site, PATIENCE):
        raise NotReady("not_ready", seconds=AGAIN)
    return reply({"ok": True})


@cache
def build() -> str:
    """Give the name of the build; ``dev`` where the program was never packaged."""
    return BUILD.read_text(encoding="ascii").strip() if BUILD.exists() else "dev"


def answers(site: Site, seconds: float) -> bool:
    """Whether the store answers a consistent read in so many seconds.

    One question at a time: as long as one hangs, nobody else is left hanging by the next.
    """
    end = time.monotonic() + seconds
    if not _asking.acquire(timeout=seconds):
        return False
    answered: list[bool] = []
    done = Event()

    def ask() -> None:
        try:
            site.store.read(NOTHING, now=site.now())
            answered.append(True)
        except Exception as error:  # noqa: BLE001 -- whatever it was, it is no answer
            _log.warning("the store does not answer", extra=logs.told(**logs.failure(error)))
        finally:
            _asking.release()
            done.set()

    try:
        Thread(target=ask, name="ready", daemon=True).start()
    except RuntimeError as error:  # as many as this machine allows: it may have room again later
        _asking.release()
        _log.warning("nobody can ask the store", extra=logs.told(**logs.failure(error)))
        return False
    return done.wait(max(0.0, end - time.monotonic())) and bool(answered)
