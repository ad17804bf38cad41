"""Which rows belong to a game: its partition, and whatever elsewhere leads to it.

::

    partition  sort key
    GAME#g                all but what is of this installation alone (`HERE_ONLY`)
    CODE#…                its codes
    ACCOUNT#a  GAME#g     that somebody takes part, or observes (WATCHED#g)
    ACCOUNT#a  PROFILE    who they are: address, language, wishes
    EMAIL#…    ACCOUNT    the account of that address
    REPLY#…, SENT#…       reply addresses and letters, so that an answer finds its game
    DESK#…, OFF#…         links in letters
    MAIL#…     OUTCOME    mails that are known, so that a copy of one is no second move
    BINDING#b, INHOOK#…   its threads at forums, with what they prove themselves by

Webhooks belong to their owners: they prove an address to one installation, and stay there.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime

import msgspec

from chalicelib import accounts, desk, ledger, replies, unsubscribe
from chalicelib.forums import binding
from chalicelib.store import Item, Key, Store
from infra.operate.rows import Listable, everything, partition, read

HERE_ONLY = ("HOOKS", "CLAIM", "IMPORTING")
"""Sort keys in the partition of a game that mean something to one installation alone."""


def rows(store: Listable, game: str, now: datetime) -> list[Item]:
    """Give every row that belongs to a game, ordered by key; it takes one look at all rows."""
    own = [row for row in partition(store, ledger.game_pk(game), now) if row.sk not in HERE_ONLY]
    threads = _threads(store, game, now)
    names = {row.sk.removeprefix("MAIL#") for row in own if row.sk.startswith("MAIL#")}
    elsewhere = [
        row for row in everything(store, now) if leads_to(row, game, names) and row not in own
    ]
    people = read(store, _people(own, elsewhere), now)
    found = {row.key: row for row in (*own, *threads, *elsewhere)}
    for profile in people:
        found[profile.key] = profile
        address = accounts.read_profile(profile).address
        found |= {row.key: row for row in read(store, [accounts.address_key(address)], now)}
    return [found[key] for key in sorted(found)]


def _threads(store: Store, game: str, now: datetime) -> Iterator[Item]:
    """Give the rows of the threads of a game."""
    for name in binding.ids_of_game(store, game, now=now)[0]:
        yield from partition(store, binding.pk(name), now)
        token = binding.secrets_of(store, name, now=now).token
        yield from read(store, [binding.token_key(token)], now)


def _people(own: list[Item], elsewhere: list[Item]) -> list[Key]:
    """Give where the profiles are of all who take part or observe."""
    observers = [row.body for row in own if row.sk.startswith("OBSERVER#")]
    players = [row.pk.removeprefix("ACCOUNT#") for row in elsewhere if row.pk.startswith("ACCOUNT")]
    return [accounts.profile_key(name) for name in sorted({*observers, *players})]


def leads_to(row: Item, game: str, mails: set[str]) -> bool:
    """Whether a row outside of a game's partition is about it."""
    kind = row.pk.partition("#")[0]
    if kind == "ACCOUNT":
        return row.sk in (ledger.game_pk(game), f"WATCHED#{game}")
    if kind == "CODE":
        return row.body == game
    if kind == "MAIL" and row.sk == "OUTCOME":
        return row.body in mails
    known = _GAMES.get((kind, row.sk))
    with suppress(msgspec.MsgspecError):
        return known is not None and known(row) == game
    return False


_GAMES: dict[Key, Callable[[Item], str]] = {
    ("REPLY", "ADDRESS"): lambda row: replies.read_address(row).back.game,
    ("SENT", "LETTER"): lambda row: replies.read_return(row).game,
    ("DESK", "OWNER"): lambda row: desk.read_owner(row).game,
    ("OFF", "TOKEN"): lambda row: unsubscribe.read_subscription(row).game,
}
"""How to tell from a row of a kind which game it is about."""
