"""Where an answer to a letter belongs: by its reply address, or by the id of the letter itself.

Only hashes are stored, and the key from which standing addresses are made. ::

    REPLY    KEY       that key
    REPLY#…  ADDRESS   a reply address: where it leads, and which stranger used it first
    SENT#…   LETTER    a Message-ID under which a letter went out: where an answer to it belongs
"""

import hmac
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Literal
from weakref import WeakKeyDictionary

import msgspec

from chalicelib import accounts
from chalicelib.game import Chance
from chalicelib.ledger import digest
from chalicelib.store import Conflict, Item, Key, Put, Store, Write, encoded

REPLY_LIFE = timedelta(days=180)
"""How long a reply address is kept; that of a game that is over leads nowhere after 30 days."""

KEY: Key = ("REPLY", "KEY")
PRINTS = 2
"""Of so many letters with one address the imprint is kept, 4 KB each."""

_JSON = msgspec.json.Encoder().encode


class Return(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where an answer to a letter belongs: the game, and the account the letter was sent to.

    ``prompt`` is the suggestion that the letter asks about, ``seq`` the number of the game's last
    entry when it was written: of two letters the newer has the higher one. The address of a letter
    that asks to ``confirm`` a mail names it: ``held``.
    """

    game: str
    account: str
    prompt: int | None = None
    seq: int = 0
    kind: Literal["letter", "confirm"] = "letter"
    held: str = ""


class Address(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reply address as it is stored; whoever else used it first is known by a hash.

    ``prints`` are imprints of the last letters that carried it: what they said cannot be read.
    """

    back: Return
    stranger: str = ""
    revoked: bool = False
    prints: tuple[str, ...] = ()


_read_address = msgspec.json.Decoder(Address).decode
_keys: WeakKeyDictionary[Store, str] = WeakKeyDictionary()
_read_return = msgspec.json.Decoder(Return).decode


def read_address(item: Item) -> Address:
    """Decode a reply address."""
    return _read_address(item.body)


def read_return(item: Item) -> Return:
    """Decode where an answer to a letter belongs."""
    return _read_return(item.body)


def reply_token(store: Store, back: Return, *, now: datetime, rng: Chance) -> str:
    """Make a reply address (its random part, 100 bits) that leads back to a game and an account."""
    token, write = new_address(back, now=now, rng=rng)
    store.write(write, now=now)
    return token


def new_address(back: Return, *, now: datetime, rng: Chance) -> tuple[str, Write]:
    """Draw a reply address, and give the write that makes it one."""
    token = accounts.name(rng, 20)
    body = encoded(Address(back))
    return token, Put(Item(*_address_key(token), body, expires=now + REPLY_LIFE), 0)


def reply_to(store: Store, token: str, *, now: datetime) -> Return | None:
    """Give where a reply address leads, if it does; upper and lower case are the same."""
    (item,) = store.read(_address_key(token), now=now)
    address = _read_address(item.body) if item else None
    return address.back if address and not address.revoked else None


def used_by_stranger(store: Store, token: str, sender: str, *, now: datetime) -> bool:
    """Note that somebody wrote to an address who is not its owner.

    The second such sender ends it: true for the one call that does so.
    """
    (item,) = store.read(_address_key(token), now=now)
    address = _read_address(item.body) if item else None
    who = digest("stranger", sender.lower())
    if not item or not address or address.revoked or address.stranger == who:
        return False
    ends = bool(address.stranger)
    noted = msgspec.structs.replace(address, stranger=address.stranger or who, revoked=ends)
    kept = msgspec.structs.replace(item, body=encoded(noted), version=item.version + 1)
    try:
        store.write(Put(kept, item.version), now=now)
    except Conflict:
        return used_by_stranger(store, token, sender, now=now)
    return ends


def revoke(store: Store, token: str, *, now: datetime) -> None:
    """Make a reply address lead nowhere."""
    (item,) = store.read(_address_key(token), now=now)
    if not item:
        return
    ended = msgspec.structs.replace(_read_address(item.body), revoked=True)
    body, version = encoded(ended), item.version + 1
    try:
        store.write(
            Put(msgspec.structs.replace(item, body=body, version=version), item.version), now=now
        )
    except Conflict:
        revoke(store, token, now=now)


def sent_under(message_id: str, back: Return, *, now: datetime) -> Put:
    """Give what remembers the Message-ID under which a letter went, with angle brackets or not."""
    return Put(Item(*_sent_key(message_id), encoded(back), expires=now + REPLY_LIFE))


def sent_as(store: Store, message_id: str, *, now: datetime) -> Return | None:
    """Give where an answer to a letter of ours belongs, by the letter's Message-ID."""
    (item,) = store.read(_sent_key(message_id), now=now)
    return _read_return(item.body) if item else None


def _address_key(token: str) -> Key:
    return f"REPLY#{digest(token.lower())}", "ADDRESS"


def _sent_key(message_id: str) -> Key:
    return f"SENT#{digest(message_id.strip('<> ').lower())}", "LETTER"


def imprints(store: Store, token: str, back: Return, *, now: datetime) -> tuple[str, ...]:
    """Give the imprints of the last letters to which a mail may be the answer, for ``open_mail``.

    They are those with the reply address that the mail came to, or, where it came to none, those
    with the standing address of where it belongs.
    """
    (key,) = store.read(KEY, now=now)
    address = token or (_derived(key.body, back, 0) if key else "")
    (item,) = store.read(_address_key(address), now=now)
    return _read_address(item.body).prints if item else ()


def standing_token(
    store: Store, back: Return, imprint: str = "", *, now: datetime, rng: Chance
) -> str:
    """Give the one reply address for a game, an account and a prompt; the first time it is made.

    All letters about one prompt share it, also when they are sent again. It is derived from a key
    that lies in the store, so that it need not lie there itself. Where it was revoked, the next one
    takes its place. Its ``seq`` is that of the newest letter; ``imprint`` is that of the one which
    carries it now.
    """
    key, turn = _key(store, now, rng), 0
    while True:
        token = _derived(key, back, turn)
        (item,) = store.read(_address_key(token), now=now)
        address = _read_address(item.body) if item else Address(back)
        if address.revoked:
            turn += 1
            continue
        newest = msgspec.structs.replace(back, seq=max(back.seq, address.back.seq))
        known = (*(old for old in address.prints if old != imprint), imprint) if imprint else ()
        prints = known[-PRINTS:] or address.prints
        body = encoded(msgspec.structs.replace(address, back=newest, prints=prints))
        version = item.version if item else 0
        kept = Item(*_address_key(token), body, version + 1, expires=now + REPLY_LIFE)
        try:
            store.write(Put(kept, version), now=now)
        except Conflict:
            continue
        return token


def lasting_token(store: Store, *about: str, now: datetime, rng: Chance) -> str:
    """Give the one token (100 bits) that this installation has for something, always the same."""
    return _mixed(_key(store, now, rng), _JSON(about))


def _derived(key: str, back: Return, turn: int) -> str:
    """Give the random-looking part of a reply address."""
    return _mixed(key, _JSON((back.game, back.account, back.prompt, turn)))


def _mixed(key: str, about: bytes) -> str:
    """Give 100 bits that nobody guesses who does not know the key."""
    mixed = hmac.digest(key.encode(), about, "sha256")
    return "".join(accounts.LETTERS[byte % len(accounts.LETTERS)] for byte in mixed[:20])


def _key(store: Store, now: datetime, rng: Chance) -> str:
    """Give the key of this installation, drawing it the first time; it never changes."""
    if known := _keys.get(store):
        return known
    (item,) = store.read(KEY, now=now)
    if item:
        return _keys.setdefault(store, item.body)
    with suppress(Conflict):
        store.write(Put(Item(*KEY, f"{rng.getrandbits(256):064x}"), 0), now=now)
    return _key(store, now, rng)
