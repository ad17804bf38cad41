"""Accounts: a proven address, and how its owner wants to be written to.

::

    partition  sort key
    EMAIL#…    ACCOUNT   the account of an address
    ACCOUNT#a  PROFILE   address, language, wishes; the version counts changes
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal

import msgspec

from chalicelib.game import Chance
from chalicelib.ledger import digest
from chalicelib.store import Conflict, Item, Key, Put, Store, encoded, settled

EVERYTHING = "*"
"""Stands for all games where mail is switched off."""

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""32 letters and digits that cannot be mistaken for each other."""


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """An account: where its mail goes, in which language, how much of it, and why none does."""

    id: str
    address: str
    language: str = "ru"
    zone: str = ""
    """The IANA time zone of times in letters; "" is that of the game."""
    post: Literal["all", "mine", "daily"] = "all"
    """Every event at once, what concerns the player at once, or all in one digest a day."""
    reminders: tuple[int, ...] = ()
    """How many hours before a deadline to be reminded of what is owed; () is the usual times."""
    off: tuple[str, ...] = ()
    """The games whose mail is switched off, or `EVERYTHING`."""
    trouble: Literal["", "bounced", "complained"] = ""
    """Why no mail goes to the address at all."""
    private: Literal["forum", "mail"] = "forum"
    """Where letters of a game go whose forum would take them as private messages."""
    also: tuple[str, ...] = ()
    """Other addresses, lower case, from which the owner may write."""


_read_profile = msgspec.json.Decoder(Profile).decode


def name(rng: Chance, length: int) -> str:
    """Draw an opaque name of lower-case letters and digits that cannot be mistaken: 5 bits each."""
    return "".join(LETTERS[rng.randrange(len(LETTERS))] for _ in range(length))


def opened(store: Store, address: str, language: str, *, now: datetime, rng: Chance) -> Profile:
    """Give the account of a proven address, opening one the first time."""
    known = account_at(store, address, now=now)
    if known:
        return profile(store, known, now=now)
    fresh = Profile(name(rng, 16), address, language)
    try:
        keep(store, fresh, now=now)
    except Conflict:
        return opened(store, address, language, now=now, rng=rng)
    return fresh


def keep(store: Store, fresh: Profile, *, now: datetime) -> None:
    """Store a new account; raises ``Conflict`` if its address has one already."""
    found = Item(*address_key(fresh.address), fresh.id)
    item = Item(*profile_key(fresh.id), encoded(fresh))
    store.write(Put(found, 0), Put(item, 0), now=now)


def account_at(store: Store, address: str, *, now: datetime) -> str | None:
    """Give the account of an address, if it has one."""
    (known,) = store.read(address_key(address), now=now)
    return known.body if known else None


def address_key(address: str) -> Key:
    """Give where the account of an address is found; the address itself is no key."""
    return f"EMAIL#{digest(address.lower())}", "ACCOUNT"


def profile(store: Store, account: str, *, now: datetime) -> Profile:
    """Give an account's profile; raises ``KeyError`` if there is none."""
    (item,) = store.read(profile_key(account), now=now)
    if not item:
        raise KeyError("profile")
    return _read_profile(item.body)


def changed(
    store: Store, account: str, change: Callable[[Profile], Profile], *, now: datetime
) -> Profile:
    """Change a profile and give the new one; changes that meet are made one after the other.

    Raises ``KeyError`` if there is no such account, ``Busy`` if others keep coming in between.
    """

    def write() -> Profile:
        (item,) = store.read(profile_key(account), now=now)
        if not item:
            raise KeyError("profile")
        before = _read_profile(item.body)
        after = change(before)
        if after != before:
            kept = Item(*profile_key(account), encoded(after), item.version + 1)
            store.write(Put(kept, item.version), now=now)
        return after

    return settled(write)


def profile_key(account: str) -> Key:
    """Give where the profile of an account lies."""
    return f"ACCOUNT#{account}", "PROFILE"


def read_profile(item: Item) -> Profile:
    """Decode a profile."""
    return _read_profile(item.body)


def profile_item(profile: Profile, version: int) -> Item:
    """Give the item that holds a version of a profile, for a transaction with more in it."""
    return Item(*profile_key(profile.id), encoded(profile), version)


def profile_at(store: Store, account: str, *, now: datetime) -> tuple[Profile, int]:
    """Give a profile and its version; raises ``KeyError`` if there is none."""
    (item,) = store.read(profile_key(account), now=now)
    if not item:
        raise KeyError("profile")
    return _read_profile(item.body), item.version


def profiles(store: Store, names: Sequence[str], *, now: datetime) -> tuple[Profile, ...]:
    """Give the profiles of up to 100 accounts in one read; who has none is left out."""
    items = store.read(*map(profile_key, names), now=now) if names else ()
    return tuple(_read_profile(item.body) for item in items if item)
