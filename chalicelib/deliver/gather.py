"""Digests: entries of the log that a reader is told of together, once a day.

::

    GAME#g  OUT#digest.a.s2.4         the open digest of account a at seat s2: due when it leaves
            OUT#digest.00000041.s2.4  one that has left, up to entry 41, for the record

An entry goes into the digest in the same transaction that takes its own letter out of the outbox,
so none is lost, whatever the reader wishes by the time it leaves. Times are UTC.
"""

from datetime import datetime, timedelta
from typing import TypeGuard

import msgspec

from chalicelib import ledger, letters, rules
from chalicelib.ledger import Outgoing
from chalicelib.letters_readers import DIGEST
from chalicelib.rules import Log, State, forum
from chalicelib.rules.calendar import first_boundary
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Key, Put, Write

HOUR = "19:00"
"""When a digest leaves, on the reader's clock, where no game day of about a day's length closes."""
SHORT, LONG = timedelta(hours=20), timedelta(hours=28)
"""A game day within these is a day to a digest, which leaves when it closes."""
SLACK = timedelta(minutes=10)
"""So long after the close a digest leaves without the report of the day."""
LONGEST = timedelta(hours=36)
"""No entry waits longer for the close of its day."""
MOST = 200
"""A digest with so many entries leaves at once."""
TRIES = 10


def has_long_days(state: State) -> bool:
    """Whether the close of a game day is the moment for a digest."""
    if not isinstance(state, forum.State):
        return False
    return SHORT <= timedelta(minutes=state.options.day_minutes) <= LONG


def open_day(state: State) -> int:
    """Give the game day whose close a digest waits for; 0 if it waits for none."""
    if not isinstance(state, forum.State) or not has_long_days(state):
        return 0
    return state.day if state.phase == "open" and not state.paused else 0


def moment(state: State, zone: str, now: datetime) -> datetime:
    """Say when the digest leaves into which something is put at ``now``."""
    if open_day(state) and state.closes and now < state.closes <= now + LONGEST:
        return state.closes + SLACK
    return first_boundary(now + timedelta(seconds=1), zone, HOUR)


def postponed(digest: letters.Digest, state: State, now: datetime) -> datetime | None:
    """Give a later time for a digest whose day closes later than it was to."""
    if not digest.day or open_day(state) != digest.day or not state.closes:
        return None
    later = now < state.closes <= digest.since + LONGEST
    return state.closes + SLACK if later else None


def entries(site: Site, digest: letters.Digest) -> tuple[Log, ...]:
    """Give the log entries that a digest tells of, whole, in order."""
    pk, now, found = ledger.game_pk(digest.game), site.now(), []
    for start in range(0, len(digest.seqs), ledger.PAGE):
        keys = [(pk, ledger.log_sk(seq)) for seq in digest.seqs[start : start + ledger.PAGE]]
        found += [item for item in site.store.read(*keys, now=now) if item]
    return tuple(rules.read_entry(item.body) for item in found)


def is_begun(site: Site, letter: letters.Told) -> bool:
    """Whether a digest waits into which a letter's entry could go."""
    now = site.now()
    name = ledger.outgoing(_digest(letter, now, 0), now).key
    (there,) = site.store.read(name, now=now)
    return bool(there and there.due)


def _digest(letter: letters.Told, now: datetime, day: int) -> letters.Digest:
    return letters.Digest(letter.game, letter.to, letter.account, (letter.seq,), now, day)


def put(site: Site, gone: Item, letter: letters.Told, due: datetime, day: int) -> bool:
    """Put a letter's entry into its reader's digest; ``gone`` is its own item, done with.

    False if somebody else was faster; then nothing was done.
    """
    now = site.now()
    fresh = _digest(letter, now, day)
    first = ledger.outgoing(fresh, now)
    for _ in range(TRIES):
        held, there = site.store.read(gone.key, first.key, now=now)
        if not held or held.version != gone.version - 1:
            return False
        item = _added(there, fresh, due) if there else msgspec.structs.replace(first, due=due)
        try:
            site.store.write(
                Put(gone, gone.version - 1), Put(item, there.version if there else 0), now=now
            )
        except Conflict:
            continue
        return True
    return False


def _added(there: Item, fresh: letters.Digest, due: datetime) -> Item:
    """Give the open digest with one more entry; it leaves as early as the earliest wants."""
    old = ledger.read_outgoing(there)
    if not isinstance(old.letter, letters.Digest):
        raise TypeError("an item with the name of a digest holds another letter")
    seqs = tuple(sorted({*old.letter.seqs, *fresh.seqs}))
    letter = msgspec.structs.replace(old.letter, seqs=seqs, day=fresh.day)
    out = Outgoing(letter, attempts=old.attempts if there.due else 0)
    leaves = min(due, there.due) if there.due else due
    if len(seqs) >= MOST:
        leaves = min(leaves, fresh.since)
    body = rules.write(out).decode()
    return Item(there.pk, there.sk, body, there.version + 1, leaves)


def is_open(letter: letters.Letter, key: Key) -> TypeGuard[letters.Digest]:
    """Whether this is the place of a digest into which more may be put."""
    if not isinstance(letter, letters.Digest):
        return False
    return key == ledger.outgoing(letter, letter.since).key


def close(site: Site, leased: Item, out: Outgoing, expires: datetime | None, *more: Write) -> None:
    """Keep the record of a digest that has left; what was put in meanwhile stays for another.

    ``more`` is written in the same transaction.
    """
    digest, now = out.letter, site.now()
    if not isinstance(digest, letters.Digest):
        raise TypeError("not a digest")
    name = closed_name(digest)
    record = Item(leased.pk, name, rules.write(out).decode(), expires=expires)
    for _ in range(TRIES):
        (there,) = site.store.read(leased.key, now=now)
        if not there or there.version < leased.version:
            return
        left = _left(there, digest)
        rest = Put(left, there.version) if left else Delete(*there.key, there.version)
        try:
            site.store.write(Put(record), rest, *more, now=now)
        except Conflict:
            continue
        return


def closed_name(digest: letters.Digest) -> str:
    """Give the sort key of a digest that has left."""
    return f"OUT#digest.{digest.seqs[-1]:08d}.{digest.to}.{DIGEST}"


def _left(there: Item, told: letters.Digest) -> Item | None:
    """Give what an open digest holds besides what was told."""
    old = ledger.read_outgoing(there).letter
    seqs = [seq for seq in getattr(old, "seqs", ()) if seq not in told.seqs]
    if not seqs:
        return None
    out = Outgoing(msgspec.structs.replace(old, seqs=tuple(seqs)))
    body = rules.write(out).decode()
    return msgspec.structs.replace(there, body=body, version=there.version + 1)
