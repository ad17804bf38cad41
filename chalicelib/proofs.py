"""What somebody wants whose address is not proven yet: kept until a token comes back from there.

The token goes to that address alone, so whoever brings it back reads its mail. ::

    partition   sort key
    PROOF#…     WISH       what is wanted, from which address (7 days)
    ASKING#…    ADDRESS    how many such letters went to an address today
                GAME       how many such letters there were today about a game
    INVITING#…  ACCOUNT    how many invitations an account sent today
"""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from chalicelib import accounts, auth, ledger, observers
from chalicelib.game import Busy, NotYours, Unknown
from chalicelib.ledger import digest
from chalicelib.letters import Note
from chalicelib.play import Asked, play
from chalicelib.rules.office import TakeSeat
from chalicelib.rules.table import Join
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Key, Put, encoded
from chalicelib.text import bare

LIFE = timedelta(days=7)
MOST_A_DAY = 3
"""Letters a day to an address that did not ask for them in person, and invitations by a player."""
MOST_FOR_A_GAME = 60
"""Letters a day that ask strangers about one game: its title is what its organiser wants said."""
INVITATION_WAITS = 30
"""Seconds."""

Kind = Literal["join", "observe"]


class Wish(msgspec.Struct, frozen=True, omit_defaults=True):
    """What somebody wants: to sit in a game under a nick, or to observe it."""

    kind: Kind
    address: str
    code: str
    nick: str = ""
    language: str = "ru"


_read = msgspec.json.Decoder(Wish).decode


def ask(site: Site, wish: Wish, game: str, name: str) -> bool:
    """Send the letter that asks an address whether it wants this; false where it had enough today.

    ``name`` is the same for the same request, however often it comes.
    """
    facts = msgspec.to_builtins(wish)
    letter = Note("proof", game, address=wish.address, language=wish.language, facts=facts)
    day = site.now().date().isoformat()
    of_game = (f"ASKING#{digest('game', game, day)}", "GAME")
    return _sent(site, letter, name, {of_game: MOST_FOR_A_GAME})


def invited(site: Site, account: str, letter: Note, name: str) -> bool:
    """Send the invitation of an account, if it and the invited had not enough of them today.

    The letter waits a little: until then the code that it brings is made.
    """
    own = (f"INVITING#{digest(account, site.now().date().isoformat())}", "ACCOUNT")
    return _sent(site, letter, name, {own: MOST_A_DAY}, wait=timedelta(seconds=INVITATION_WAITS))


def _sent(
    site: Site,
    letter: Note,
    name: str,
    counters: dict[Key, int],
    *,
    wait: timedelta = timedelta(0),
) -> bool:
    """Put a letter into the outbox and count it, for its address and otherwise; once for a name.

    ``counters`` are those besides the address's, each with the most it may reach.
    """
    now = site.now()
    out = ledger.outgoing(letter, now, name)
    out = msgspec.structs.replace(out, due=now + wait)
    most = {_asking_key(letter.address, now): MOST_A_DAY, **counters}
    known, *items = site.store.read(out.key, *most, now=now)
    if known:
        return True
    counts = [(int(item.body), item.version) if item else (0, 0) for item in items]
    if any(count >= limit for (count, _), limit in zip(counts, most.values(), strict=True)):
        return False
    expires = now + timedelta(days=1)
    writes = [
        Put(Item(*key, str(count + 1), version + 1, expires=expires), version)
        for key, (count, version) in zip(most, counts, strict=True)
    ]
    try:
        site.store.write(Put(out, 0), *writes, now=now)
    except Conflict as conflict:
        raise Busy("busy", seconds=1) from conflict
    return True


def token(site: Site, wish: Wish) -> str:
    """Make the token that stands for a wish."""
    now, secret = site.now(), accounts.name(site.rng, 20)
    item = Item(*_key(secret), encoded(wish), expires=now + LIFE)
    site.store.write(Put(item, 0), now=now)
    return secret


def wish_of(site: Site, secret: str) -> Wish | None:
    """Give what a token stands for, if it does."""
    (item,) = site.store.read(_key(secret.lower()), now=site.now())
    return _read(item.body) if item else None


def fulfil(site: Site, secret: str, *, nick: str = "") -> str:
    """Do what a token stands for: its address is proven now. Gives the account.

    Raises a ``Refusal``; then the token still stands, for another nick.
    """
    wish = wish_of(site, secret)
    if not wish:
        raise NotYours("wrong_sign_in_code")
    now = site.now()
    account = accounts.opened(site.store, wish.address, wish.language, now=now, rng=site.rng)
    do(site, account.id, wish, nick or wish.nick, f"proof:{digest(secret.lower())}", now)
    return account.id


def do(  # noqa: PLR0913, PLR0917 -- who wants what, and when
    site: Site, account: str, wish: Wish, nick: str, key: str, arrived: datetime
) -> str:
    """Let an account sit down, take a seat over, or observe; gives the game.

    Raises a ``Refusal``.
    """
    now = site.now()
    game = game_of(site, wish.code)
    state = ledger.state_of(site.store, game, now) if game else None
    if not game or not state:
        raise Unknown("no_such_code", "F4", text=wish.code)
    if wish.kind == "observe":
        observers.observe(site, account, game)
        return game
    new = bare(wish.code) == bare(state.join_code or "")
    move = Join(wish.code, nick) if new else TakeSeat(wish.code, nick)
    asked = Asked(account, (move,), "mail", arrived)
    play(site.store, game, asked, key=key, now=now, rng=site.rng, settle=site.settle)
    return game


def game_of(site: Site, code: str) -> str | None:
    """Give the game of a code, or of its own id: everybody may read a game who knows that."""
    now = site.now()
    known = ledger.game_of_code(site.store, code, now)
    if known:
        return known
    return code if ledger.state_of(site.store, code, now) else None


def checked(site: Site, address: str) -> str:
    """Give an address to which a letter may go; refused if it is none, or ours."""
    return auth.checked_address(address, site.mail_domain)


def _key(secret: str) -> Key:
    return f"PROOF#{digest(secret)}", "WISH"


def _asking_key(address: str, now: datetime) -> Key:
    return f"ASKING#{digest(address.lower(), now.date().isoformat())}", "ADDRESS"
