"""What became of each mail: one outcome for each, which the organiser and its author can look up.

The record stands in the partition of the game and is written in one transaction with what the
mail did. The marks say that a mail, or a delivery of it, is known. ::

    GAME#g  MAIL#time.m  the record (90 days)
            HELD#time.m  a mail that waits for somebody's word, whole (7 days)
            STRANGERS    how many mails came of whom nothing is known
    MAIL#…  OUTCOME      the mark of a mail or of a delivery: its record (30 days)
"""

from datetime import UTC, datetime, timedelta
from enum import StrEnum

import msgspec

from chalicelib.game import Busy
from chalicelib.ledger import KEY_LIFE, digest, game_pk
from chalicelib.postbox.arrival import Arrival
from chalicelib.postbox.whose import By, Letterhead
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Key, Put, Write, encoded

RECORD_LIFE = timedelta(days=90)
TRIES = 25
"""How often something is written anew because another came in between."""


class Outcome(StrEnum):
    """What became of a mail."""

    DONE = "done"
    ANSWERED = "answered"
    """A question was answered; nothing was to be done."""
    ASKED_BACK = "asked back"
    REPEATED = "already answered"
    """The mail came before, or what it answers is answered: it changes nothing."""
    MACHINE = "machine mail"
    QUARANTINED = "quarantined"
    TOO_MANY = "too many"
    """Over the limit of mails in an hour: not read, not answered."""
    FAILED = "failed"
    """Reading it went wrong again and again; it waits for the organiser."""
    STRANGER = "stranger"
    """It belongs to nobody we know: not read, not answered, only counted."""


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a mail that belongs to a game. No address, no subject, no word of it.

    ``at`` (UTC) is the time of arrival, ``seat`` whose letter it answers, ``seq`` the log entry
    it led to, ``copies`` how often the same mail came again, ``waits`` whether it is kept and
    waits for somebody's word, ``waited`` whether that came.
    """

    outcome: Outcome
    at: datetime
    seat: str
    by: By
    reason: str = ""
    seq: int = 0
    copies: int = 0
    waits: bool = False
    waited: bool = False


read_record = msgspec.json.Decoder(Record).decode


def record_id(head: Letterhead) -> str:
    """Give the id of a mail's record: it sorts by the time of arrival and tells nothing else."""
    return f"{head.arrival.at.astimezone(UTC):%Y%m%dT%H%M%S%f}.{head.name[:12]}"


def record_key(game: str, name: str) -> Key:
    """Give where a record stands."""
    return game_pk(game), f"MAIL#{name}"


def held_key(game: str, name: str) -> Key:
    """Give where a mail waits, by the id of its record."""
    return game_pk(game), f"HELD#{name}"


def filed(  # noqa: PLR0913 -- a mail, and what became of it
    site: Site,
    head: Letterhead,
    outcome: Outcome,
    reason: str = "",
    *,
    seq: int = 0,
    held: Item | None = None,
) -> tuple[Write, ...]:
    """Give the writes that record what became of a mail; they fail where that is known already.

    ``held`` keeps the mail. A mail that waited waits no longer: only one call may end that.
    """
    now, name, waited = site.now(), record_id(head), head.held
    record = Record(
        outcome,
        head.arrival.at,
        head.reader,
        head.by,
        reason,
        seq,
        waits=bool(held),
        waited=bool(waited),
    )
    writes: list[Write] = [
        Put(_mark(head.name, name, now), None if waited else 0),
        Put(Item(*record_key(head.back.game, name), encoded(record), expires=_end(now))),
    ]
    if head.arrival.name and not waited:
        writes.append(Put(_mark(_delivery(head.arrival), name, now)))
    if held:
        writes.append(Put(held, 1 if waited else 0))
    elif waited:
        writes.append(Delete(*held_key(head.back.game, name), 1))
    return tuple(writes)


def file(site: Site, head: Letterhead, outcome: Outcome, reason: str = "") -> Outcome:
    """Record what became of a mail that nothing else is written about."""
    try:
        site.store.write(*filed(site, head, outcome, reason), now=site.now())
    except Conflict:
        return again(site, head)
    return outcome


def recorded(site: Site, game: str, name: str) -> Record | None:
    """Give the record of a mail by its id."""
    (item,) = site.store.read(record_key(game, name), now=site.now())
    return read_record(item.body) if item else None


def is_known(site: Site, head: Letterhead) -> bool:
    """Whether something became of a mail before; of one that waited, whether it was played."""
    if head.held:
        held = site.store.read(held_key(head.back.game, head.held), now=site.now())
        return held[0] is None
    return site.store.read(_mark_key(head.name), now=site.now())[0] is not None


def again(site: Site, head: Letterhead) -> Outcome:
    """Count another copy of a known mail; it changes nothing else, and there is no second answer.

    The same delivery, brought twice, is one copy.
    """
    for _ in range(TRIES):
        if _counted_copy(site, head):
            return Outcome.REPEATED
    raise Busy("busy", seconds=1)


def _counted_copy(site: Site, head: Letterhead) -> bool:
    """Count one copy, unless the delivery or the record is not to be counted; false to try anew."""
    now, arrival = site.now(), head.arrival
    mark, delivery = site.store.read(
        _mark_key(head.name), _mark_key(_delivery(arrival) if arrival.name else head.name), now=now
    )
    if head.held or not mark or (arrival.name and delivery):
        return True
    (item,) = site.store.read(record_key(head.back.game, mark.body), now=now)
    if not item:
        return True
    record = read_record(item.body)
    more = msgspec.structs.replace(record, copies=record.copies + 1)
    body, version = encoded(more), item.version + 1
    writes = [Put(msgspec.structs.replace(item, body=body, version=version), item.version)]
    if arrival.name:
        writes.append(Put(_mark(_delivery(arrival), mark.body, now), 0))
    try:
        site.store.write(*writes, now=now)
    except Conflict:
        return False
    return True


def stranger(site: Site, fingerprint: str, game: str) -> Outcome:
    """Count a mail of whom nothing is known, once; for a game if it names one."""
    now = site.now()
    seen = _mark(digest("stranger", fingerprint), "", now)
    key = (game_pk(game), "STRANGERS") if game else ("MAIL", "STRANGERS")
    for _ in range(TRIES):
        (item,) = site.store.read(key, now=now)
        count, version = (int(item.body), item.version) if item else (0, 0)
        try:
            site.store.write(
                Put(seen, 0), Put(Item(*key, str(count + 1), version + 1), version), now=now
            )
        except Conflict as conflict:
            if 0 not in conflict.failed:
                continue
        return Outcome.STRANGER
    raise Busy("busy", seconds=1)


def _end(now: datetime) -> datetime:
    return now + RECORD_LIFE


def _delivery(arrival: Arrival) -> str:
    return digest("delivery", arrival.name)


def _mark(name: str, body: str, now: datetime) -> Item:
    return Item(*_mark_key(name), body, expires=now + KEY_LIFE)


def _mark_key(name: str) -> Key:
    return f"MAIL#{name}", "OUTCOME"
