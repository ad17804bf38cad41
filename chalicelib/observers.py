"""Who observes a game: gets its public letters, day by day and at the end, and nothing else.

An observer has no seat and sees what everybody may see. ::

    GAME  # g     OBSERVER#a   an account that observes the game
    ACCOUNT  # a  WATCHED#g    the same, to be found by the account
"""

from collections.abc import Iterator
from contextlib import suppress

from chalicelib import ledger
from chalicelib.game import IllegalMove, Unknown
from chalicelib.ledger import digest, game_pk
from chalicelib.letters import Note
from chalicelib.site import Site
from chalicelib.store import Conflict, Delete, Item, Put

MOST = 50
"""How many accounts may observe one game: each report goes to all of them."""


def observe(site: Site, account: str, game: str) -> None:
    """Let an account observe a game; refused to who is at its table, and when there are enough."""
    now = site.now()
    state = ledger.state_of(site.store, game, now)
    if not state:
        raise Unknown("unknown_game")
    if account == state.host or any(seat.account == account for seat in state.seats):
        raise IllegalMove("plays_already")
    known = list(of_game(site, game))
    if account not in known and len(known) >= MOST:
        raise IllegalMove("observers_full", limit=MOST)
    site.store.write(
        Put(Item(game_pk(game), f"OBSERVER#{account}", account)),
        Put(Item(f"ACCOUNT#{account}", f"WATCHED#{game}", game)),
        now=now,
    )


def forget(site: Site, account: str, game: str) -> tuple[str, ...]:
    """Let an account observe a game no longer, or none where ``game`` is ``""``; gives which."""
    now = site.now()
    watched = watched_by(site, account)
    gone = tuple(one for one in watched if game in ("", one))
    for one in gone:
        site.store.write(
            Delete(game_pk(one), f"OBSERVER#{account}"),
            Delete(f"ACCOUNT#{account}", f"WATCHED#{one}"),
            now=now,
        )
    return gone


def of_game(site: Site, game: str) -> Iterator[str]:
    """Give the accounts that observe a game."""
    found = site.store.query(game_pk(game), "OBSERVER#", "OBSERVER$", now=site.now())
    return (item.body for item in found)


def watched_by(site: Site, account: str) -> tuple[str, ...]:
    """Give the games that an account observes."""
    found = site.store.query(f"ACCOUNT#{account}", "WATCHED#", "WATCHED$", now=site.now())
    return tuple(item.body for item in found)


def spread(site: Site, letter: Note) -> None:
    """Write the report to each observer into the outbox; doing it twice changes nothing."""
    now = site.now()
    for account in of_game(site, letter.game):
        each = Note("watching", letter.game, account, seq=letter.seq)
        name = f"{letter.seq:08d}.watching.{digest('watching', account)[:16]}"
        with suppress(Conflict):
            site.store.write(Put(ledger.outgoing(each, now, name), 0), now=now)
