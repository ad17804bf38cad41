"""An account at SES: what it may send, to whom it must not, and what is to go wrong."""

from collections import deque
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from threading import RLock
from typing import Literal

import msgspec

from chalicelib.game import Chance
from infra.ses_sim.fates import Internet
from infra.ses_sim.topics import Shape, Topic

EVERY_KIND = frozenset(
    {
        *("Send", "Delivery", "Bounce", "Complaint", "Reject"),
        *("Rendering Failure", "DeliveryDelay"),
    }
)
"""The events that a configuration set may tell of."""
DAY, SECOND = timedelta(days=1), timedelta(seconds=1)

Fault = Literal["throttle", "lost answer"]
"""What goes wrong with one call: it is refused, or it is done and its answer never comes."""


class Limits(msgspec.Struct, frozen=True):
    """How much an account may send; ``sandbox``: to proven addresses only."""

    sandbox: bool = False
    a_day: int = 50_000
    a_second: float = 14


SANDBOX = Limits(sandbox=True, a_day=200, a_second=1)
"""What a new account has."""


class Suppressed(msgspec.Struct, frozen=True):
    """Why and since when (UTC) nothing is sent to an address."""

    reason: Literal["BOUNCE", "COMPLAINT"]
    at: datetime


class Sent(msgspec.Struct, frozen=True):
    """A mail that SES accepted; ``raw`` is what left."""

    id: str
    at: datetime
    source: str
    recipients: tuple[str, ...]
    raw: bytes
    tags: dict[str, list[str]]
    configuration_set: str


class Template(msgspec.Struct, frozen=True):
    """A stored template; ``{{name}}`` is filled in."""

    subject: str
    text: str = ""
    html: str = ""


class Destination(msgspec.Struct, frozen=True):
    """Where a configuration set tells of events, in which form, and of which."""

    shape: Shape
    topic: Topic
    kinds: frozenset[str] = EVERY_KIND


def ids_of(region: str) -> str:
    """Give the domain of the ids of a region; the oldest has one of its own."""
    return "email.amazonses.com" if region == "us-east-1" else f"{region}.amazonses.com"


class Account:
    """The state of one account in one region. Every call holds ``lock``.

    ``sets`` are the configuration sets with where their events go; ``notified`` is told of every
    bounce and complaint of an identity; ``autoreplies`` are vacation notices, with their addressee.
    """

    def __init__(  # noqa: PLR0913 -- an account, its world, its clock and its luck
        self,
        internet: Internet,
        *,
        now: Callable[[], datetime],
        rng: Chance,
        identities: Iterable[str],
        limits: Limits | None = None,
        region: str = "eu-central-1",
        id_domain: str = "",
    ) -> None:
        """``identities`` are the domains and addresses that are proven to be ours.

        ``id_domain`` is that of Message-IDs, if not the one of SES in the region.
        """
        self.internet, self.now, self.rng = internet, now, rng
        self.identities = {name.lower() for name in identities}
        self.limits = limits or Limits()
        self.region = region
        self.id_domain = id_domain or ids_of(region)
        self.lock = RLock()
        self.sets: dict[str, list[Destination]] = {}
        self.paused_sets: set[str] = set()
        self.notified: list[Topic] = []
        self.templates: dict[str, Template] = {}
        self.suppressed: dict[str, Suppressed] = {}
        self.sent: deque[Sent] = deque(maxlen=1_000)
        self.sending_enabled = True
        self.suspended = False
        self.faults: list[Fault] = []
        self.autoreplies: list[tuple[str, bytes]] = []
        self._times: deque[datetime] = deque()

    def name(self) -> str:
        """Draw an id as SES gives them: sixty characters, different for each."""
        parts = (f"{self.rng.randrange(16**n):0{n}x}" for n in (8, 4, 4, 4, 12))
        return f"0107019{self.rng.randrange(16**9):09x}-{'-'.join(parts)}-000000"

    def stated(self, address: str) -> bool:
        """Whether an address, or its domain or one above it, is proven to be ours."""
        local, _, domain = address.lower().rpartition("@")
        parts = domain.split(".")
        above = (".".join(parts[place:]) for place in range(len(parts)))
        return f"{local}@{domain}" in self.identities or any(n in self.identities for n in above)

    def sent_last_day(self) -> int:
        """Count the recipients of the last 24 hours."""
        while self._times and self._times[0] <= self.now() - DAY:
            self._times.popleft()
        return len(self._times)

    def sent_last_second(self) -> int:
        """Count the recipients of the last second."""
        since = self.now() - SECOND
        return sum(at > since for at in reversed(self._times))

    def count(self, recipients: int) -> None:
        """Count what was sent just now."""
        self._times.extend([self.now()] * recipients)

    def suppress(self, address: str, reason: Literal["BOUNCE", "COMPLAINT"]) -> None:
        """Put an address on the suppression list."""
        self.suppressed[address.lower()] = Suppressed(reason, self.now())

    def fault(self) -> Fault | None:
        """Take the fault that the next call is to have, if it is to have one."""
        return self.faults.pop(0) if self.faults else None
