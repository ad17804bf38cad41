"""Where a mail belongs: the game, the account it speaks for, and the game's state."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec

from chalicelib import accounts, ledger, replies
from chalicelib.accounts import Profile
from chalicelib.game import GM, ORGANISER
from chalicelib.inbox import Mail, reply_tokens
from chalicelib.ledger import digest
from chalicelib.play import viewer
from chalicelib.postbox.arrival import Arrival
from chalicelib.replies import Return
from chalicelib.rules import State
from chalicelib.site import Site

MOST_TOKENS, MOST_IDS = 10, 20
"""How many reply addresses and ids of one mail are looked up."""
OVER_FOR = timedelta(days=30)
"""How long after the end of a game its letters can still be answered."""

_THREAD = re.compile(r"(?:game-([a-z0-9]{1,40})|prompt-([a-z0-9]{1,40})\.(\d{1,9}))@(.{1,253})")


class By(StrEnum):
    """What leads from a mail to its game."""

    ADDRESS = "address"
    """The reply address of a letter."""
    THREAD = "thread"
    """The id of a letter or of the game's thread."""
    SENDER = "sender"
    """Only that the sender takes part in a game."""


class Letterhead(msgspec.Struct, frozen=True):
    """A mail with what is known of it: the game, the account, the game's state.

    ``token`` is the reply address it came to, if it did. ``guarded``: nobody vouches for the
    sender, so the answer tells nothing of the hand. ``held``: the id under which the mail waited
    for somebody's word, which has come.
    """

    mail: Mail
    arrival: Arrival
    back: Return
    state: State
    seq: int
    profile: Profile
    by: By
    token: str = ""
    guarded: bool = False
    held: str = ""

    @property
    def reader(self) -> str:
        """To whom answers go: a seat or the organiser."""
        return reader_of(self.state, self.back.account)

    @property
    def viewer(self) -> str:
        """As whom the sender looks at the game."""
        return viewer(self.state, self.back.account)

    @property
    def own(self) -> bool:
        """Whether From is an address of the account."""
        return is_own(self.profile, self.mail.sender)

    @property
    def name(self) -> str:
        """The name of the mail: the same however often, and to whichever address, it comes."""
        return digest("mail", self.back.game, self.back.account, self.mail.fingerprint)


def reader_of(state: State, account: str) -> str:
    """Give the reader of letters that an account is: a seat, or the organiser (also as the GM)."""
    who = viewer(state, account)
    return ORGANISER if who == GM else who


def is_own(profile: Profile, sender: str) -> bool:
    """Whether an address is the account's, or one that its owner asked us to remember."""
    return sender.lower() in {profile.address.lower(), *profile.also}


def letterhead(site: Site, mail: Mail, arrival: Arrival) -> Letterhead | None:
    """Find out where a mail belongs: by its reply address, else its thread, else its sender."""
    now = site.now()
    found = [head for head in _by_address(site, mail, arrival, now) if head]
    if found:
        return max(found, key=lambda head: (head.own, head.back.seq))
    return _by_thread(site, mail, arrival, now) or _by_sender(site, mail, arrival, now)


def _by_address(
    site: Site, mail: Mail, arrival: Arrival, now: datetime
) -> Iterator[Letterhead | None]:
    for token in reply_tokens(mail)[:MOST_TOKENS]:
        if back := replies.reply_to(site.store, token, now=now):
            yield _head(site, mail, arrival, back, By.ADDRESS, token)


def _by_thread(site: Site, mail: Mail, arrival: Arrival, now: datetime) -> Letterhead | None:
    """Go by the ids of letters: where one is the sender's own letter, by that."""
    account = accounts.account_at(site.store, mail.sender, now=now) if mail.sender else None
    known = []
    for name in mail.references[:MOST_IDS]:
        back = replies.sent_as(site.store, name, now=now) or _named(site, name, account or "")
        if back and (head := _head(site, mail, arrival, back, By.THREAD)):
            known.append(head)
    return max(known, key=lambda head: (head.own, head.back.prompt is not None), default=None)


def _named(site: Site, name: str, account: str) -> Return | None:
    """Give where an id of a game's thread or question leads for an account."""
    found = _THREAD.fullmatch(name.lower())
    if not found or not account or found[4] != site.mail_domain.lower():
        return None
    return Return(found[1] or found[2], account, int(found[3]) if found[3] else None)


def game_named(site: Site, mail: Mail) -> str:
    """Give the game that the ids in a mail name, if it exists; whoever wrote it may know it."""
    named = (_named(site, name, "anybody") for name in mail.references[:MOST_IDS])
    games = [back.game for back in named if back]
    return games[0] if games and ledger.state_of(site.store, games[0], site.now()) else ""


def _by_sender(site: Site, mail: Mail, arrival: Arrival, now: datetime) -> Letterhead | None:
    """Find a game of the sender to answer from: one that is not over, if there is one."""
    account = accounts.account_at(site.store, mail.sender, now=now) if mail.sender else None
    games = ledger.games_of(site.store, account, now) if account else ()
    heads = [
        head
        for game in games[:MOST_IDS]
        if (head := _head(site, mail, arrival, Return(game, account or ""), By.SENDER))
    ]
    return max(heads, key=lambda head: head.state.phase != "over", default=None)


def _head(  # noqa: PLR0913, PLR0917 -- all that a letterhead is made of
    site: Site, mail: Mail, arrival: Arrival, back: Return, by: By, token: str = ""
) -> Letterhead | None:
    """Put together what is known, if the account takes part in the game."""
    found = seated(site, back.game, back.account)
    if not found:
        return None
    state, seq = found
    profile = accounts.profile(site.store, back.account, now=site.now())
    return Letterhead(mail, arrival, back, state, seq, profile, by, token)


def seated(site: Site, game: str, account: str) -> tuple[State, int] | None:
    """Give a game and its last entry's number to who takes part, until it is long over."""
    now = site.now()
    held = ledger.peek(site.store, game, now)
    if not held.state or not takes_part(held.state, account):
        return None
    if held.state.phase == "over":
        last = ledger.entry_of(site.store, game, held.seq, now)
        if last.at + OVER_FOR < now:
            return None
    return held.state, held.seq


def takes_part(state: State, account: str) -> bool:
    """Whether an account organises or plays the game (and not only did so once)."""
    return account == state.host or any(seat.account == account for seat in state.seats)
