"""The desk of a player: a page of their own behind a link that nobody guesses, one for each game.

The link stands in private messages of a forum. It is always the same until its owner asks for
another; only its hash is stored. ::

    partition  sort key
    GAME#g     DESK#a   which of the links of account a counts
    DESK#…     OWNER    whose desk a link opens, and which of their links it is
"""

from contextlib import suppress

import msgspec

from chalicelib import replies
from chalicelib.ledger import digest, game_pk
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Key, Put, encoded


class Owner(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose desk a link opens: a game and an account; ``turn`` counts the links they had."""

    game: str
    account: str
    turn: int = 0


_read = msgspec.json.Decoder(Owner).decode


def read_owner(item: Item) -> Owner:
    """Decode whose desk a link opens."""
    return _read(item.body)


def link(site: Site, game: str, account: str) -> str:
    """Give the address of somebody's desk in a game."""
    now = site.now()
    (item,) = site.store.read(_turn_key(game, account), now=now)
    owner = Owner(game, account, int(item.body) if item else 0)
    about = ("desk", game, account, str(owner.turn))
    token = replies.lasting_token(site.store, *about, now=now, rng=site.rng)
    (known,) = site.store.read(_key(token), now=now)
    if not known:
        with suppress(Conflict):  # another message was faster
            site.store.write(Put(Item(*_key(token), encoded(owner)), 0), now=now)
    return f"{site.base_url}/v1/d/{token}"


def new_link(site: Site, game: str, account: str) -> str:
    """Give another address for somebody's desk; those before it lead nowhere any more."""
    now = site.now()
    (item,) = site.store.read(_turn_key(game, account), now=now)
    turn, version = (int(item.body), item.version) if item else (0, 0)
    with suppress(Conflict):  # asked for twice at once: one new link is enough
        next_turn = Item(*_turn_key(game, account), str(turn + 1), version + 1)
        site.store.write(Put(next_turn, version), now=now)
    return link(site, game, account)


def owner_of(site: Site, token: str) -> Owner | None:
    """Give whose desk a link opens, if it counts; upper and lower case are the same."""
    now = site.now()
    (item,) = site.store.read(_key(token.lower()), now=now)
    if not item:
        return None
    owner = _read(item.body)
    (turn,) = site.store.read(_turn_key(owner.game, owner.account), now=now)
    return owner if owner.turn == (int(turn.body) if turn else 0) else None


def _key(token: str) -> Key:
    return f"DESK#{digest(token)}", "OWNER"


def _turn_key(game: str, account: str) -> Key:
    return game_pk(game), f"DESK#{account}"
