"""Who somebody is: sign-in codes, bearer tokens.

Codes, tickets and tokens are stored as hashes only, but for the letter in the outbox that brings
them. Times are UTC. ::

    partition  sort key
    SIGNIN#…   CODE      a code that was sent, sendings this hour; version = 1 + wrong tries
    TICKET#…   ADDRESS   the link in the same mail
    TOKEN#…    BEARER    a bearer token's account (a year)
"""

import hmac
import re
from datetime import datetime, timedelta

import msgspec

from chalicelib import accounts, feedback, ledger
from chalicelib.game import Chance, NotYours, TooMany, Unreadable
from chalicelib.ledger import digest
from chalicelib.letters import SignIn
from chalicelib.store import Conflict, Delete, Item, Key, Put, Store, encoded

CODE_LIFE, DAY = timedelta(minutes=15), timedelta(days=1)
SENDINGS_PER_HOUR, SENDINGS_PER_DAY = 5, 20
"""Codes to one address. Anybody may ask for them, so they must not bury whoever lives there."""
TRIES = 5
TOKEN_LIFE = timedelta(days=365)
TOKEN_PREFIX = "alibi_"  # noqa: S105 -- a prefix, for secret scanners to find
ADDRESS = re.compile(r"[^\s@<>\"(),:;\\\[\]]{1,64}@[A-Za-z0-9.-]{1,185}\.?[A-Za-z0-9-]{1,63}")


class Code(msgspec.Struct, frozen=True):
    """A sign-in code that was sent, good before ``until``; ``since``: when the hour began.

    ``first`` and ``daily`` are the same for the day: when it began, and how many were sent in it.
    """

    hash: str
    ticket: str
    language: str
    until: datetime
    since: datetime
    sendings: int
    tries: int = 0
    first: datetime | None = None
    daily: int = 0


_read_code = msgspec.json.Decoder(Code).decode


def checked_address(text: str, ours: str = "") -> str:
    """Give a mail address without the blanks around it; refuse what cannot be one.

    Nobody lives at ``ours``, the domain at which the games receive their mail.
    """
    address = text.strip()
    if ours and address.lower().endswith(f"@{ours.lower()}"):
        raise Unreadable("own_domain", domain=ours)
    if not address.isascii() or "=?" in address or not ADDRESS.fullmatch(address):
        raise Unreadable("wrong_email", text=text[:100])
    return address


def _code_key(address: str) -> Key:
    return f"SIGNIN#{digest(address.lower())}", "CODE"


def _ticket_key(ticket: str) -> Key:
    return f"TICKET#{digest(ticket)}", "ADDRESS"


def begin(store: Store, address: str, language: str, *, now: datetime, rng: Chance) -> None:
    """Send a code and a link to an address, known or not; too many in an hour are refused."""
    address = checked_address(address)
    (item,) = store.read(_code_key(address), now=now)
    known = _read_code(item.body) if item else None
    since, sendings = _sendings(known, now)
    first, daily = _today(known, now)
    digits, ticket = f"{rng.randrange(1_000_000):06d}", accounts.name(rng, 32)
    until = now + CODE_LIFE
    code = Code(
        digest(digits), digest(ticket), language, until, since, sendings, first=first, daily=daily
    )
    letter = SignIn(address, digits, ticket, language)
    expires = max(until, first + DAY)
    version = item.version if item else 0
    kept = Item(*_code_key(address), encoded(code), version + 1, expires=expires)
    try:
        store.write(
            Put(kept, version),
            Put(Item(*_ticket_key(ticket), address, expires=until)),
            Put(ledger.outgoing(letter, now, accounts.name(rng, 16))),
            now=now,
        )
    except Conflict as conflict:
        raise TooMany("too_many_codes", seconds=60) from conflict


def _sendings(code: Code | None, now: datetime) -> tuple[datetime, int]:
    """Count one more sending in this hour, or refuse it."""
    if not code or now - code.since >= timedelta(hours=1):
        return now, 1
    if code.sendings >= SENDINGS_PER_HOUR:
        raise TooMany("too_many_codes", seconds=3600 - (now - code.since).seconds)
    return code.since, code.sendings + 1


def _today(code: Code | None, now: datetime) -> tuple[datetime, int]:
    """Count one more sending in this day of 24 hours, or refuse it."""
    if not code or not code.first or now - code.first >= DAY:
        return now, 1
    if code.daily >= SENDINGS_PER_DAY:
        raise TooMany("too_many_codes", seconds=int((DAY - (now - code.first)).total_seconds()))
    return code.first, code.daily + 1


def confirm(store: Store, address: str, digits: str, *, now: datetime, rng: Chance) -> str:
    """Exchange an address and its code, once, for a bearer token."""
    address = checked_address(address)
    key = _code_key(address)
    (item,) = store.read(key, now=now)
    code = _read_code(item.body) if item else None
    if not item or not code or now >= code.until or code.tries >= TRIES:
        raise NotYours("wrong_sign_in_code")
    if not hmac.compare_digest(code.hash, digest(digits.strip())):
        body = encoded(msgspec.structs.replace(code, tries=code.tries + 1))
        failed = msgspec.structs.replace(item, body=body, version=item.version + 1)
        _once(store, Put(failed, item.version), now)
        raise NotYours("wrong_sign_in_code")
    _once(store, Delete(*key, item.version), now)
    return _token(store, address, code.language, now, rng)


def _once(store: Store, write: Put | Delete, now: datetime) -> None:
    """Write if nobody was faster; who was slower is refused."""
    try:
        store.write(write, now=now)
    except Conflict as conflict:
        raise NotYours("wrong_sign_in_code") from conflict


def redeem(store: Store, ticket: str, *, now: datetime, rng: Chance) -> str:
    """Exchange the ticket of the link, once, for a bearer token."""
    (ticketed,) = store.read(_ticket_key(ticket), now=now)
    (item,) = store.read(_code_key(ticketed.body), now=now) if ticketed else (None,)
    code = _read_code(item.body) if item else None
    if not ticketed or not item or not code or code.ticket != digest(ticket):
        raise NotYours("wrong_sign_in_code")
    _once(store, Delete(item.pk, item.sk, item.version), now)
    store.write(Delete(*_ticket_key(ticket)), now=now)
    return _token(store, ticketed.body, code.language, now, rng)


def _token(store: Store, address: str, language: str, now: datetime, rng: Chance) -> str:
    """Issue a bearer token for the account of an address that was just proven."""
    account = accounts.opened(store, address, language, now=now, rng=rng)
    if account.trouble:
        feedback.proven(store, account.id, now=now)
    return issue(store, account.id, now=now, rng=rng)


def issue(store: Store, account: str, *, now: datetime, rng: Chance) -> str:
    """Issue a bearer token for an account; only its hash is kept."""
    token = TOKEN_PREFIX + accounts.name(rng, 48)
    store.write(
        Put(Item(f"TOKEN#{digest(token)}", "BEARER", account, expires=now + TOKEN_LIFE), 0), now=now
    )
    return token


def bearer(store: Store, token: str, *, now: datetime) -> str | None:
    """Give the account of a bearer token, if it is one."""
    (item,) = store.read((f"TOKEN#{digest(token)}", "BEARER"), now=now)
    return item.body if item else None


def revoke(store: Store, token: str, *, now: datetime) -> None:
    """Make a bearer token worthless."""
    store.write(Delete(f"TOKEN#{digest(token)}", "BEARER"), now=now)
