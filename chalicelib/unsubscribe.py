"""Mail that nobody wants: switched off and on again, for one game or for all (RFC 2369, RFC 8058).

The player keeps the seat and gets no mail; the organiser is told. The link in a letter shows a
page; the button there, the one click of a mail program, and a mail to the other address act. No
one has to prove anything: the token is in their mail, and all of it is undone as easily. ::

    partition  sort key
    OFF#…      TOKEN     whose mail, of which game (a year after the last letter)
"""

from contextlib import suppress
from datetime import datetime, timedelta
from re import compile as pattern

import msgspec

from chalicelib import accounts, feedback, ledger, observers, replies
from chalicelib.accounts import EVERYTHING, Profile
from chalicelib.ledger import digest
from chalicelib.letters import Note
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Key, Put, encoded

LIFE = timedelta(days=365)
RENEWED = timedelta(days=30)
"""How much of a token's life may pass before a letter renews it."""
ONE_CLICK = "List-Unsubscribe=One-Click"

_ADDRESS = pattern(r"u\+([a-z0-9]{1,64})@(.{1,253})")


class Subscription(msgspec.Struct, frozen=True):
    """Whose mail, of which game; ``""`` is all mail."""

    account: str
    game: str


_read = msgspec.json.Decoder(Subscription).decode


def read_subscription(item: Item) -> Subscription:
    """Decode whose mail a token is about."""
    return _read(item.body)


def headers(site: Site, account: str, game: str) -> dict[str, str]:
    """Give the headers by which a mail program shows its own button for unsubscribing."""
    secret = token(site, Subscription(account, game))
    return {
        "List-Unsubscribe": f"<{link(site, secret)}>, <mailto:u+{secret}@{site.mail_domain}>",
        "List-Unsubscribe-Post": ONE_CLICK,
    }


def link(site: Site, secret: str) -> str:
    """Give the address of the page."""
    return f"{site.base_url}/v1/u/{secret}"


def token(site: Site, what: Subscription) -> str:
    """Give the token of somebody's mail, always the same; only its hash is stored."""
    now = site.now()
    about = ("unsubscribe", what.account, what.game)
    secret = replies.lasting_token(site.store, *about, now=now, rng=site.rng)
    (item,) = site.store.read(_key(secret), now=now)
    if not item or not item.expires or item.expires - now < LIFE - RENEWED:
        site.store.write(Put(Item(*_key(secret), encoded(what), expires=now + LIFE)), now=now)
    return secret


def subscription(site: Site, secret: str) -> Subscription | None:
    """Give whose mail a token is about, if it is one; upper and lower case are the same."""
    (item,) = site.store.read(_key(secret.lower()), now=site.now())
    return _read(item.body) if item else None


def by_mail(site: Site, recipients: tuple[str, ...]) -> bool:
    """Switch off what a mail was sent to switch off; whoever or whatever sent it may do so."""
    found = (_ADDRESS.fullmatch(address.strip("<> ").lower()) for address in recipients)
    secrets = [m[1] for m in found if m and m[2] == site.mail_domain.lower()]
    known = [what for secret in secrets[:5] if (what := subscription(site, secret))]
    for what in known:
        switch_off(site, what.account, what.game)
    return bool(known)


def switch_off(site: Site, account: str, game: str) -> Profile:
    """Send no more mail of a game, or of any where ``game`` is ``""``; the hosts are told once."""
    now, name = site.now(), game or EVERYTHING
    before = accounts.profile(site.store, account, now=now)

    def off(profile: Profile) -> Profile:
        return msgspec.structs.replace(profile, off=tuple(dict.fromkeys((*profile.off, name))))

    after = accounts.changed(site.store, account, off, now=now)
    games = (game,) if game else ledger.games_of(site.store, account, now)
    for one in games:
        if not is_off(before, one):
            _tell_host(site, account, one, now)
    observers.forget(site, account, game)
    return after


def switch_on(site: Site, account: str, game: str) -> Profile:
    """Send the mail of a game again, or of all; where all was off, the others stay off.

    Letters that were withheld meanwhile are not made up for; one says how each game stands now.
    """
    now = site.now()
    mine = ledger.games_of(site.store, account, now)
    before = accounts.profile(site.store, account, now=now)

    def on(profile: Profile) -> Profile:
        if not game:
            return msgspec.structs.replace(profile, off=())
        off = (*profile.off, *(mine if EVERYTHING in profile.off else ()))
        kept = tuple(name for name in dict.fromkeys(off) if name not in (game, EVERYTHING))
        return msgspec.structs.replace(profile, off=kept)

    after = accounts.changed(site.store, account, on, now=now)
    back = [one for one in mine if is_off(before, one) and not is_off(after, one)]
    letters = list(feedback.standings(site.store, account, f"on.{now.isoformat()}", now, back))
    if letters:
        with suppress(Conflict):  # another click was faster
            site.store.write(*letters, now=now)
    return after


def switch_to(site: Site, account: str, names: tuple[str, ...]) -> Profile:
    """Switch off just these games (or all mail, by `EVERYTHING`) and the others on."""
    before = accounts.profile(site.store, account, now=site.now())
    wanted = set(names)
    for name in before.off:
        if name not in wanted:
            switch_on(site, account, "" if name == EVERYTHING else name)
    for name in names:
        switch_off(site, account, "" if name == EVERYTHING else name)
    return accounts.profile(site.store, account, now=site.now())


def is_off(profile: Profile, game: str) -> bool:
    """Whether the mail of a game is switched off, or all mail is."""
    return EVERYTHING in profile.off or bool(game and game in profile.off)


def _tell_host(site: Site, account: str, game: str, now: datetime) -> None:
    """Tell the organiser, once, that a player stays in the game without mail."""
    state = ledger.state_of(site.store, game, now)
    seat = next((s.id for s in state.seats if s.account == account), "") if state else ""
    if not state or not seat or account == state.host or state.phase == "over":
        return
    letter = Note("off", game, facts={"seat": seat})
    item = ledger.outgoing(letter, now, f"off.{digest('off', game, account)[:24]}")
    with suppress(Conflict):
        site.store.write(Put(item, 0), now=now)


def _key(secret: str) -> Key:
    return f"OFF#{digest(secret)}", "TOKEN"
