"""From the outbox to the world: each letter in its turn, at the pace the carrier allows.

At least once: a letter is leased for a minute, sent, and marked. Who dies in between leaves it due,
and it goes out again under the same name and reply address. What becomes of a letter is decided
when its turn comes (``fate``), in the order of ``line``.
"""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from math import ceil
from typing import Protocol

import msgspec

from chalicelib import auth, clients, ledger, letters, logs, metrics, replies, tracking
from chalicelib.deliver import by_forum, gather, pace, remind, trouble
from chalicelib.deliver.fate import Drop, Gather, Later, Withhold, fate
from chalicelib.deliver.line import ALL, Line, Share
from chalicelib.deliver.message import back, message
from chalicelib.deliver.moments import Moments
from chalicelib.deliver.words import Addressed
from chalicelib.game import Busy
from chalicelib.ledger import Outgoing
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Key, Put, Write, encoded

__all__ = ["ALL", "MOST_ATTEMPTS", "Share", "Transport", "come", "drain", "sweep"]

LEASE = timedelta(minutes=1)
KEEP = timedelta(days=30)
"""How long a letter stays in the outbox when it is done with, for the record; codes less."""
UNREAD_FOR = timedelta(hours=1)
"""How long a letter waits that cannot be read."""
MOST_ATTEMPTS = 12
SENDING_TAKES = 0.5
"""Seconds that a thread needs for a letter, or less."""
PAUSE = 1.0
"""Seconds for which a thread leaves the store alone that failed it."""

_log = logging.getLogger(__name__)


class Transport(Protocol):
    """What takes a finished mail away; raises if it cannot."""

    def send(self, to: str, message: EmailMessage) -> str | None:
        """Send one mail to one address; gives the Message-ID under which it goes, if another."""


@dataclass(frozen=True)
class Way:
    """By what letters leave, when they may, and which others of a game wait."""

    transport: Transport
    moments: Moments
    waiting: Callable[[str], Sequence[Key]]


class _NoMoment(Exception):  # noqa: N818 -- it is an answer, not a mistake
    """Mail may not leave now; the letter waits."""


def drain(site: Site, transport: Transport, patience: timedelta, share: Share = ALL) -> None:
    """Send what is due, and go on for so long while there is more; as many at once as it takes.

    Where one process is too slow for the rate, several take each their share of the letters.
    """
    until = site.now() + patience
    if pace.present(site).rest > site.now():
        return
    line = Line(site, share)
    way = Way(transport, Moments(site, until), line.beside)
    threads = min(clients.SIDE_BY_SIDE, ceil(site.mail_rate / share.of * SENDING_TAKES)) or 1
    if len(line) > threads and site.mail_rate:
        pace.note_queue(site, waiting=True, drained=until)
    errors: list[Exception] = []
    with ThreadPoolExecutor(threads + 1) as pool:
        reminding = pool.submit(remind.sweep, site, until)
        for _ in range(threads):
            pool.submit(_sent_until, site, way, line, until, errors)
    if site.mail_rate:
        pace.note_queue(site, waiting=_is_waiting(site, line, share))
    reminding.result()
    if errors:
        raise ExceptionGroup("letters that could not be dealt with", errors)


def _sent_until(site: Site, way: Way, line: Line, until: datetime, errors: list[Exception]) -> None:
    """Send one letter after the other, in one of the threads; what goes wrong stops no other."""
    while site.now() < until:
        try:
            key = line.next()
            if not key:
                return
            _deliver_or_stop(site, way, line, key)
        except Exception as error:  # noqa: BLE001 -- raised when the time is up
            errors.append(error)
            site.wait(PAUSE)


def _deliver_or_stop(site: Site, way: Way, line: Line, key: Key) -> bool:
    try:
        return _deliver(site, way, key)
    except _NoMoment:
        line.stop(key)
        return False


def _is_waiting(site: Site, line: Line, share: Share) -> bool:
    """Whether letters wait still, in this share or in another."""
    if len(line) or share.of == 1:
        return bool(len(line))
    return bool(site.store.due(site.now(), 1, prefix="OUT#"))


def sweep(site: Site, transport: Transport, limit: int = 100) -> int:
    """Send what is due, one after the other, in the order of ``Line``.

    Gives the number of letters taken up; stops early where no more may leave for now.
    """
    if pace.present(site).rest > site.now():
        return 0
    remind.look(site)
    line, taken = Line(site), 0
    way = Way(transport, Moments(site, ahead=0), line.beside)
    while taken < limit and (key := line.next()):
        taken += _deliver_or_stop(site, way, line, key)
    if site.mail_rate:
        pace.note_queue(site, waiting=bool(len(line)))
    return taken


def come(site: Site, transport: Transport, keys: Sequence[Key], patience: timedelta) -> None:
    """Send letters that have just been written, at once, if none has to go before them.

    Where some have, and nobody sees to them, those are sent for as long as ``patience`` lasts.
    """
    known = pace.present(site)
    for key in keys:
        if known.queue:
            break
        _at_once(site, transport, key, known)
        known = pace.present(site)
    if keys and known.queue and known.drained <= site.now():
        drain(site, transport, patience)


def _at_once(site: Site, transport: Transport, key: Key, known: pace.Pace) -> None:
    """Send one letter, if it is due and there is a moment for it."""
    if not pace.has_moment(site, known):
        return
    way = Way(transport, Moments(site, ahead=0), lambda _: ())
    try:
        _deliver(site, way, key)
    except _NoMoment:
        pace.note_queue(site, waiting=True)


def _deliver(site: Site, way: Way, key: Key) -> bool:
    """Do with one letter what is to be done, if it is still due and nobody else is at it.

    Raises ``_NoMoment`` where none may leave for now.
    """
    now = site.now()
    (item,) = site.store.read(key, now=now)
    if not item or not item.due or item.due > now:
        return False
    try:
        out = ledger.read_outgoing(item)
    except msgspec.MsgspecError:
        return _unread(site, item, now)
    leased = _kept(item, out, now, due=now + LEASE)
    if not _write(site, leased, now):
        return False
    try:
        _attempt(site, way, item, leased, out)
    except _NoMoment:
        _write(site, _kept(leased, out, site.now(), due=item.due), site.now())
        raise
    return True


def _unread(site: Site, item: Item, now: datetime) -> bool:
    """Let a letter wait that this version of the program cannot read; a newer one wrote it."""
    _log.error("a letter in the outbox cannot be read")
    later = msgspec.structs.replace(item, version=item.version + 1, due=now + UNREAD_FOR)
    return _write(site, later, now)


def _attempt(site: Site, way: Way, item: Item, leased: Item, out: Outgoing) -> None:
    """Decide about a letter and do it; a failure is remembered by its class only."""
    try:
        decided = fate(site, item, out, way.waiting(item.pk))
        if isinstance(decided, Addressed) and decided.way:
            by_forum.hand_over(site, leased, out, decided, decided.way)
        elif isinstance(decided, Addressed):
            _send(site, way, leased, out, decided)
        else:
            _set_aside(site, leased, out, decided)
    except _NoMoment:
        raise
    except Exception as error:  # noqa: BLE001 -- whatever went wrong, the letter stays
        _failed(site, item, leased, out, error)


def _set_aside(
    site: Site, leased: Item, out: Outgoing, decided: Later | Withhold | Drop | Gather
) -> None:
    """Do with a letter that is not sent now what was decided."""
    now = site.now()
    if isinstance(decided, Later):
        _write(site, _kept(leased, out, now, due=decided.due), now)
    elif isinstance(decided, Withhold):
        _done(site, leased, msgspec.structs.replace(out, withheld=decided.why))
    elif isinstance(decided, Drop):
        _done(site, leased, msgspec.structs.replace(out, dropped=decided.why))
    elif isinstance(out.letter, letters.Told):
        gone = msgspec.structs.replace(out, dropped="gathered")
        gather.put(site, _kept(leased, gone, now, None), out.letter, decided.due, decided.day)


def _send(site: Site, way: Way, leased: Item, out: Outgoing, addressed: Addressed) -> None:
    """Send a letter when its moment comes, and mark it sent with the name it went under."""
    name = leased.sk.removeprefix("OUT#")
    if isinstance(out.letter, letters.Digest):
        name = f"{name}.{out.letter.seqs[0]}"
    mail = message(site, name, addressed)
    if not way.moments.take():
        raise _NoMoment
    carried = way.transport.send(addressed.to, mail)
    now = site.now()
    sent = msgspec.structs.replace(out, attempts=out.attempts + 1, sent=now, trouble="")
    known_as = carried or str(mail["Message-ID"])
    more = (replies.sent_under(known_as, back(addressed), now=now),) if addressed.account else ()
    if gather.is_open(out.letter, leased.key):
        gather.close(site, leased, sent, now + KEEP)
        together = False
    else:
        together = _done(site, leased, sent, *more)
    if more and not together:
        site.store.write(*more, now=now)
    way.moments.went_well()
    metrics.count("LettersSent")


def _failed(site: Site, item: Item, leased: Item, out: Outgoing, error: Exception) -> None:
    """Back off: with this letter, or with all of them, which then costs this one no attempt."""
    now, name = site.now(), logs.named(error)
    _log.warning("letter not sent", extra=logs.told(attempt=out.attempts, **logs.failure(error)))
    if trouble.concerns_all(error):
        metrics.count("SendingPaused" if name in trouble.PAUSED else "LettersRested")
        pace.rest(site)
        out = msgspec.structs.replace(out, trouble=name)
        _write(site, _kept(leased, out, now, due=item.due), now)
        raise _NoMoment from error
    if isinstance(error, Busy) and error.code == "newer_version":  # as long as a rollback lasts
        _write(site, _kept(leased, out, now, due=now + UNREAD_FOR), now)
        return
    metrics.count("LettersFailed")
    out = msgspec.structs.replace(out, trouble=name, attempts=out.attempts + 1)
    if out.attempts < MOST_ATTEMPTS:
        due = now + timedelta(seconds=15) * 2**out.attempts
        _write(site, _kept(leased, out, now, due=due), now)
        return
    metrics.count("GivenUp", of="letter")
    _done(site, leased, out)
    tracking.tell_organiser(site, out.letter)


def _done(site: Site, leased: Item, out: Outgoing, *more: Write) -> bool:
    """Keep a letter that is done with for the record, and write ``more`` in one go, or neither."""
    return _write(site, _kept(leased, out, site.now(), due=None), site.now(), *more)


def _kept(item: Item, out: Outgoing, now: datetime, due: datetime | None) -> Item:
    keep = auth.CODE_LIFE if isinstance(out.letter, letters.SignIn) else KEEP
    expires = None if due else now + keep
    body = encoded(out)
    return Item(item.pk, item.sk, body, item.version + 1, due, expires)


def _write(site: Site, item: Item, now: datetime, *more: Write) -> bool:
    """Store the item's next version; false if somebody else was faster."""
    try:
        site.store.write(Put(item, item.version - 1), *more, now=now)
    except Conflict:
        return False
    return True
