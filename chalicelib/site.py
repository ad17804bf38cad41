"""What a deployment is made of: store, clock, chance and addresses; from the environment on AWS."""

import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from chalicelib.game import Chance
from chalicelib.outward import Web
from chalicelib.outward.target import HERE
from chalicelib.play import SETTLE
from chalicelib.store import Store

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
    mail_rate: float = 0
    """How many mails may leave in a second, from all processes together; 0: any number."""
    wait: Callable[[float], None] = time.sleep
    """Lets so many seconds pass."""
    web: Web = field(default_factory=Web)
    """The way to the addresses that people give us."""

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


def from_environment() -> Site:
    """Build the site of a Lambda: ``ALIBI_TABLE``, ``ALIBI_BASE_URL``, ``ALIBI_MAIL_DOMAIN``.

    ``ALIBI_MAIL_RATE`` is how many mails may leave in a second (10).
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
        mail_rate=float(os.environ.get("ALIBI_MAIL_RATE", USUAL_RATE)),
        web=Web([urlsplit(base_url).hostname or ""], local=_webhooks_here()),
    )


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
