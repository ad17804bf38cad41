"""Which thread of which forum is a game's table, and who its authors are.

::

    partition      sort key
    BINDING  # b   BINDING     engine, thread, how we post there; the version counts changes
    BINDING  # b   SECRETS     what forum and game prove themselves by; no view reads it
    BINDING  # b   AUTHOR#x    the account of the forum's author x
    BINDING  # b   MEMBER#a    the forum's author who is account a
    GAME     # g   BINDINGS    the ids of its bindings
    INHOOK   # t   BINDING     the binding of the address with token t
"""

from datetime import datetime
from typing import Literal

import msgspec

from chalicelib.forums.post import Markup
from chalicelib.ledger import digest, game_pk
from chalicelib.store import BATCH_LIMIT, Item, Key, Store, encoded

Engine = Literal["generic", "discourse", "nodebb", "xenforo"]


class Binding(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game's thread at a forum.

    ``base_url`` is the forum's, for reading posts again and for posting through its API;
    ``posts_url`` (``generic``) is where our signed posts go. ``bot`` is the author id under which
    we post. ``markup`` is what we post in, ``red`` whether it has colours; ``private``: hands and
    cards go as private messages of the forum to whoever is bound there, else by mail. ``limit`` is
    how many characters a post may have (0: what is usual with the engine). ``pending``: nothing is
    taken in before the forum has proven itself. ``reactions``: whether any other
    author's post is one, or only an answer and an act of the GM (F41).
    """

    id: str
    game: str
    engine: Engine
    thread: str
    created: datetime
    base_url: str = ""
    posts_url: str = ""
    bot: str = ""
    bot_name: str = ""
    markup: Markup = "bbcode"
    red: bool = False
    private: bool = False
    limit: int = 0
    status: Literal["pending", "active", "ended"] = "pending"
    trouble: str = ""
    reactions: Literal["any_post", "answer"] = "any_post"
    moved: datetime | None = None
    """Since when private messages go where they go (UTC), if that was changed."""


class Secrets(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a binding proves itself by.

    ``hook`` is for posts that come in, and for ours that go out signed: the newest first. The older
    ones count until ``until`` (UTC), see ``current``. ``api_key`` is for the forum's own API;
    ``token`` is in the address of the hook.
    """

    hook: tuple[str, ...] = ()
    api_key: str = ""
    token: str = ""
    until: datetime | None = None

    def current(self, now: datetime) -> tuple[str, ...]:
        """Give the secrets of the hook that count at ``now`` (UTC): two while one is replaced."""
        return self.hook if self.until and now < self.until else self.hook[:1]


class Author(msgspec.Struct, frozen=True, omit_defaults=True):
    """An author of a forum who is one of our accounts; the name is the forum's, of that time.

    ``since`` (UTC) is when they have last said so.
    """

    id: str
    account: str
    name: str = ""
    since: datetime | None = None


_read_binding = msgspec.json.Decoder(Binding).decode
_read_secrets = msgspec.json.Decoder(Secrets).decode
_read_author = msgspec.json.Decoder(Author).decode
_read_ids = msgspec.json.Decoder(tuple[str, ...]).decode


def pk(binding: str) -> str:
    """Give the partition of a binding."""
    return f"BINDING#{binding}"


def name_in(key: Key) -> str:
    """Give the binding to which a row belongs."""
    return key[0].removeprefix(pk(""))


def binding_at(store: Store, binding: str, *, now: datetime) -> tuple[Binding, int] | None:
    """Give a binding and its version, if there is one."""
    (item,) = store.read((pk(binding), "BINDING"), now=now)
    return (_read_binding(item.body), item.version) if item else None


def binding_item(binding: Binding, version: int) -> Item:
    """Give the item that holds a version of a binding."""
    return Item(pk(binding.id), "BINDING", encoded(binding), version)


def known(store: Store, binding: str, *, now: datetime) -> tuple[Binding | None, Secrets]:
    """Give a binding, if there is one, with its secrets, in one read."""
    item, kept = store.read((pk(binding), "BINDING"), (pk(binding), "SECRETS"), now=now)
    secrets = _read_secrets(kept.body) if kept else Secrets()
    return (_read_binding(item.body) if item else None), secrets


def secrets_at(store: Store, binding: str, *, now: datetime) -> tuple[Secrets, int]:
    """Give the secrets of a binding and their version (0: there are none)."""
    (item,) = store.read((pk(binding), "SECRETS"), now=now)
    return (_read_secrets(item.body), item.version) if item else (Secrets(), 0)


def secrets_of(store: Store, binding: str, *, now: datetime) -> Secrets:
    """Give the secrets of a binding; none where it is gone."""
    return secrets_at(store, binding, now=now)[0]


def secrets_item(binding: str, secrets: Secrets, version: int) -> Item:
    """Give the item that holds a version of a binding's secrets."""
    return Item(pk(binding), "SECRETS", encoded(secrets), version)


def bindings_key(game: str) -> Key:
    """Give where the ids of a game's bindings stand."""
    return game_pk(game), "BINDINGS"


def ids_of_game(store: Store, game: str, *, now: datetime) -> tuple[tuple[str, ...], int]:
    """Give the ids of a game's bindings, the oldest first, and the version of that list."""
    (listed,) = store.read(bindings_key(game), now=now)
    return (_read_ids(listed.body), listed.version) if listed else ((), 0)


def ids_item(game: str, ids: tuple[str, ...], version: int) -> Item:
    """Give the item that holds a version of the ids of a game's bindings."""
    return Item(*bindings_key(game), encoded(ids), version)


def of_game(store: Store, game: str, *, now: datetime) -> tuple[Binding, ...]:
    """Give the bindings of a game, the oldest first."""
    ids, _ = ids_of_game(store, game, now=now)
    items = store.read(*((pk(name), "BINDING") for name in ids), now=now) if ids else ()
    return tuple(_read_binding(item.body) for item in items if item)


def unspread(store: Store, game: str, before: int = 10**8, *, now: datetime) -> tuple[Item, ...]:
    """Give the notes of log entries ``before`` one that are not spread yet, the oldest first."""
    return store.query(game_pk(game), "NEWS#", f"NEWS#{before:08d}", BATCH_LIMIT, now=now)


def token_key(token: str) -> Key:
    """Give where the binding of an address is found; only the hash of its token is a key."""
    return f"INHOOK#{digest(token)}", "BINDING"


def read_author(item: Item) -> Author:
    """Decode an item that tells who an author is."""
    return _read_author(item.body)


def author_of(store: Store, binding: str, author: str, *, now: datetime) -> Author | None:
    """Give who a forum's author is, if they have said so."""
    (item,) = store.read((pk(binding), f"AUTHOR#{author}"), now=now)
    return _read_author(item.body) if item else None


def member_of(store: Store, binding: str, account: str, *, now: datetime) -> Author | None:
    """Give under which author an account is known at a forum, if it is."""
    (item,) = store.read((pk(binding), f"MEMBER#{account}"), now=now)
    return _read_author(item.body) if item else None


def author_items(binding: str, author: Author) -> tuple[Item, Item]:
    """Give the two items by which author and account find each other."""
    body = encoded(author)
    return (
        Item(pk(binding), f"AUTHOR#{author.id}", body),
        Item(pk(binding), f"MEMBER#{author.account}", body),
    )
