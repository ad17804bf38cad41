"""A simulated account at SES for tests: an internet in a dictionary, a clock moved by hand."""

import json
from datetime import datetime, timedelta
from random import Random
from typing import Any

from infra.ses_sim import Account, Destination, Limits, Shape, Topic, client
from tests.tables import START

DOMAIN = "in.alibi.test"


class Inboxes:
    """An internet of mailboxes; ``fates`` are what else becomes of mail to an address."""

    def __init__(self) -> None:
        """Begin empty."""
        self.taken: dict[str, list[bytes]] = {}
        self.fates: dict[str, Exception] = {}

    def deliver(self, _: str, recipient: str, raw: bytes) -> None:
        """Take a mail, or raise its fate."""
        if recipient in self.fates:
            raise self.fates[recipient]
        self.taken.setdefault(recipient, []).append(raw)


class Cloud:
    """An account with a configuration set ``alibi`` whose events are collected in three shapes."""

    def __init__(self, limits: Limits | None = None) -> None:
        """Open the account."""
        self.time = START
        self.inboxes = Inboxes()
        self.account = Account(
            self.inboxes,
            now=lambda: self.time,
            rng=Random(3),
            identities=[DOMAIN],
            limits=limits,
        )
        self.told: dict[Shape, list[Any]] = {shape: [] for shape in Shape}
        topics = {shape: Topic(self._teller(shape)) for shape in Shape}
        self.account.sets["alibi"] = [
            Destination(shape, topics[shape]) for shape in (Shape.EVENT, Shape.BRIDGE)
        ]
        self.account.notified.append(topics[Shape.IDENTITY])
        self.client = client(self.account)

    def _teller(self, shape: Shape):
        return lambda message: self.told[shape].append(json.loads(message))

    def kinds(self, shape: Shape = Shape.EVENT) -> list[str]:
        """The kinds of the events so far."""
        name = {Shape.EVENT: "eventType", Shape.BRIDGE: "detail-type"}
        return [event[name.get(shape, "notificationType")] for event in self.told[shape]]

    def wait(self, **delta: float) -> datetime:
        """Move the clock on."""
        self.time += timedelta(**delta)
        return self.time
