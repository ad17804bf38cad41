"""One event on its way to one URL, with the story of its attempts.

::

    partition  sort key
    TARGET#t   SEND#m   delivery m with its body; due until it is done; forgotten after 30 days
               LANE     see ``lane``
    HOOK#h     SENT#…   the deliveries to an endpoint in order of what happened

However many endpoints have registered a URL, an event goes there once, signed for all of them.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from chalicelib.formats import Body, Format
from chalicelib.happenings.happening import Happening
from chalicelib.ledger import digest
from chalicelib.store import Item, Key, Put, Write, encoded, stamp
from chalicelib.webhooks.endpoint import Endpoint, hook_pk

KEEP = timedelta(days=30)
IN_A_ROW = 10_000
"""How many deliveries that are written together are put in order."""
EXCERPT = 2000
"""How much of an answer is kept, in bytes."""
MOST_ATTEMPTS_KEPT = 30
MOST_TOGETHER = 6
"""How many endpoints of one URL sign: a receiver looks at 20 signatures, and each may have 3."""

Kind = Literal["event", "ping", "test"]
Condition = Literal["pending", "delivered", "failed", "cancelled"]
Trigger = Literal["scheduled", "manual", "recover"]


class Attempt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One try: when it began (UTC), how many seconds it took, and what came of it.

    ``status`` is that of the answer, ``error`` the class of what went wrong, ``excerpt`` what the
    answer began with: for the owner alone.
    """

    number: int
    trigger: Trigger
    started: datetime
    duration: float
    status: int = 0
    error: str = ""
    excerpt: str = ""
    next_attempt: datetime | None = None


class Delivery(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is sent, for which endpoints, and how far it has got.

    ``plain`` is the body to send where a chat refused the markup of ``body``. ``proof`` has to come
    back in the answer. ``failed`` counts the attempts of the schedule. One by hand comes between:
    ``resume`` is when the schedule goes on then. ``busy``: it is being sent, until then at most.
    """

    id: str
    happening: Happening
    format: Format
    endpoints: tuple[str, ...]
    body: Body
    game: str = ""
    kind: Kind = "event"
    plain: Body | None = None
    is_plain: bool = False
    proof: str = ""
    condition: Condition = "pending"
    failed: int = 0
    trigger: Trigger = "scheduled"
    resume: datetime | None = None
    busy: datetime | None = None
    attempts: tuple[Attempt, ...] = ()
    made: int = 0

    @property
    def target(self) -> str:
        """The name of the URL that it goes to."""
        return self.id[4:20]

    @property
    def sent_body(self) -> Body:
        """The body that the next attempt carries."""
        return self.plain if self.is_plain and self.plain else self.body


_read = msgspec.json.Decoder(Delivery).decode


def message_id(target: str, *parts: str) -> str:
    """Give the id of a message: the target's name and a digest of what makes it different."""
    return f"msg_{target}{digest('message', target, *parts)[:24]}"


def delivery_key(message: str) -> Key:
    """Give where a delivery lies."""
    return f"TARGET#{message[4:20]}", f"SEND#{message}"


def read_delivery(item: Item) -> Delivery:
    """Decode a delivery."""
    return _read(item.body)


def delivery_item(
    delivery: Delivery, now: datetime, due: datetime | None, version: int = 1
) -> Item:
    """Give the item of a version of a delivery."""
    body = encoded(delivery)
    return Item(*delivery_key(delivery.id), body, version, due, now + KEEP)


def next_version(item: Item, delivery: Delivery, due: datetime | None) -> Put:
    """Give the write of the next version of a delivery; it is forgotten when it would have been."""
    body, version = encoded(delivery), item.version + 1
    return Put(Item(item.pk, item.sk, body, version, due, item.expires), item.version)


def sent_item(endpoint: str, delivery: Delivery, now: datetime) -> Item:
    """Give the item that lists a delivery among those of an endpoint."""
    name = f"SENT#{stamp(delivery.happening.at)}.{delivery.id}"
    return Item(hook_pk(endpoint), name, delivery.id, expires=now + KEEP)


def rows(delivery: Delivery, now: datetime, place: int = IN_A_ROW) -> Iterable[Item]:
    """Give everything that a new delivery consists of, due at once.

    Of several that are written together those with a smaller ``place`` go first.
    """
    before = timedelta(microseconds=max(0, IN_A_ROW - place))
    yield delivery_item(delivery, now, now - before)
    for endpoint in delivery.endpoints:
        yield sent_item(endpoint, delivery, now)


def puts(delivery: Delivery, now: datetime) -> Sequence[Write]:
    """Give the writes that begin a new delivery."""
    return [Put(row) for row in rows(delivery, now)]


def together(endpoints: Iterable[Endpoint]) -> dict[tuple[str, Format], list[Endpoint]]:
    """Put those together that get the same: by URL and format; the longest registered first."""
    groups: dict[tuple[str, Format], list[Endpoint]] = {}
    for endpoint in endpoints:
        group = groups.setdefault((endpoint.url, endpoint.format), [])
        if len(group) < MOST_TOGETHER:
            group.append(endpoint)
    return groups
