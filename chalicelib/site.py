"""What a deployment is made of: store, clock, chance and addresses; from the environment on AWS."""

import os
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from chalicelib.game import Chance
from chalicelib.outward import Web
from chalicelib.outward.target import HERE
from chalicelib.play import SETTLE
from chalicelib.store import Store

HandOver = Callable[[Sequence[str]], Sequence[str]]

USUAL_RATE = 10
"""Mails in a second where SES has let an account out of its sandbox (there it is one)."""


def utc_now() -> datetime:
    """Give the present, UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Site:
    """One installation of Alibi; ``base_url`` has no slash at its end."""

    store: Store
    base_url: str
    mail_domain: str
    now: Callable[[], datetime] = utc_now
    rng: Chance = field(default_factory=secrets.SystemRandom)
    settle: timedelta = SETTLE
    threads: str = "/v1/games"
    """Where the thread of a game can be read, before its id: a page where there are pages."""
    sender: str = "game"
    """What stands before the @ of the address that letters come from, in the mail domain."""
    mail_rate: float = 0
    """How many mails may leave in a second, from all processes together; 0: any number."""
    wait: Callable[[float], None] = time.sleep
    """Lets so many seconds pass."""
    web: Web = field(default_factory=Web)
    """The way to the addresses that people give us."""
    hand_over: HandOver | None = None
    """Puts messages of the clock into a queue, and gives those it could not; None: no queue."""

    def thread_url(self, game: str) -> str:
        """Give the address at which everybody can read a game."""
        return f"{self.base_url}{self.threads}/{game}"


_installed: list[Site] = []


def install(site: Site) -> None:
    """Make ``site`` the one that the doors of this process serve (the local runner and tests)."""
    _installed[:] = [site]


def current() -> Site:
    """Give the site that this process serves; on AWS it is built at the first call."""
    if not _installed:
        install(from_environment())
    return _installed[0]


def on_lambda() -> bool:
    """Whether this process is a function on AWS."""
    return "AWS_LAMBDA_FUNCTION_NAME" in os.environ


def log_level(usual: str = "INFO") -> str:
    """Give the level from which on the log is written, ``ALIBI_LOG_LEVEL``."""
    return os.environ.get("ALIBI_LOG_LEVEL") or usual


def from_environment() -> Site:
    """Build the site of a Lambda: ``ALIBI_TABLE``, ``ALIBI_BASE_URL``, ``ALIBI_MAIL_DOMAIN``.

    ``ALIBI_SENDER`` is what stands before the @ of the sender (game), ``ALIBI_MAIL_RATE`` how many
    mails may leave in a second (10), ``ALIBI_CLOCK_QUEUE`` the URL of the queue for games whose
    time is up, if there is one.
    ``AWS_ENDPOINT_URL_DYNAMODB`` points the store at an emulator. ``ALIBI_LOCAL_WEBHOOKS`` is for
    an emulator on this very machine: see `_webhooks_here`.
    """
    from chalicelib.store.dynamo import DynamoStore  # noqa: PLC0415 -- not where SQLite is used

    base_url = os.environ["ALIBI_BASE_URL"].rstrip("/")
    store = DynamoStore(
        os.environ["ALIBI_TABLE"],
        region=os.environ["AWS_REGION"],
        host=os.environ.get("AWS_ENDPOINT_URL_DYNAMODB"),
    )
    return Site(
        store,
        base_url,
        os.environ["ALIBI_MAIL_DOMAIN"],
        sender=os.environ.get("ALIBI_SENDER", "game"),
        mail_rate=float(os.environ.get("ALIBI_MAIL_RATE", USUAL_RATE)),
        web=Web([urlsplit(base_url).hostname or ""], local=_webhooks_here()),
        hand_over=_queue(os.environ.get("ALIBI_CLOCK_QUEUE", "")),
    )


def _queue(url: str) -> HandOver | None:
    """Give what puts messages into a queue of SQS."""

    def put(messages: Sequence[str]) -> Sequence[str]:
        from chalicelib import sqs  # noqa: PLC0415 -- botocore, which only the clock needs

        return sqs.put(url, messages)

    return put if url else None


def _webhooks_here() -> bool:
    """Whether plain http to this machine is let through (``ALIBI_LOCAL_WEBHOOKS=1``).

    On AWS that would open Lambda's own doors to whoever registers a webhook. So it is refused,
    with ``ValueError``, unless all of AWS is emulated here (``AWS_ENDPOINT_URL``).
    """
    if os.environ.get("ALIBI_LOCAL_WEBHOOKS", "") != "1":
        return False
    if urlsplit(os.environ.get("AWS_ENDPOINT_URL", "")).hostname not in HERE:
        raise ValueError("ALIBI_LOCAL_WEBHOOKS is for an emulator on this machine alone")
    return True
