"""Where a mail belongs: the game, the account it speaks for, and the game's state."""

import msgspec

from chalicelib import accounts, ledger, replies
from chalicelib.accounts import Profile
from chalicelib.game import GM, ORGANISER
from chalicelib.inbox import Mail, reply_tokens
from chalicelib.play import key_name, viewer
from chalicelib.replies import Return
from chalicelib.rules import State
from chalicelib.site import Site


class Letterhead(msgspec.Struct, frozen=True):
    """A mail with what is known of it: the game, the account, the game's state.

    ``done``: it came before, and its moves are made.
    """

    mail: Mail
    back: Return
    state: State
    profile: Profile
    done: bool

    @property
    def reader(self) -> str:
        """To whom answers go: a seat or the organiser."""
        return ORGANISER if self.viewer == GM else self.viewer

    @property
    def viewer(self) -> str:
        """As whom the sender looks at the game."""
        return viewer(self.state, self.back.account)


def letterhead(site: Site, mail: Mail) -> Letterhead | None:
    """Find out where a mail belongs: by its reply address, else by sender and thread."""
    now = site.now()
    tokens = (replies.reply_to(site.store, token, now=now) for token in reply_tokens(mail))
    back = next((b for b in tokens if b), None) or _by_thread(site, mail)
    if not back:
        return None
    held = ledger.load(site.store, back.game, key_name(back.account, mail.fingerprint), now)
    if not held.state or not takes_part(held.state, back.account):
        return None
    profile = accounts.profile(site.store, back.account, now=now)
    return Letterhead(mail, back, held.state, profile, bool(held.done))


def takes_part(state: State, account: str) -> bool:
    """Whether an account organises or plays the game (and not only did so once)."""
    return account == state.host or any(seat.account == account for seat in state.seats)


def _by_thread(site: Site, mail: Mail) -> Return | None:
    """Find the game by the thread a mail belongs to, or by its sender's only game."""
    account = accounts.account_at(site.store, mail.sender, now=site.now())
    if not account:
        return None
    games = ledger.games_of(site.store, account, site.now())
    named = [game for game in games if f"game-{game}@{site.mail_domain}" in mail.references]
    found = named or games
    return Return(found[0], account) if len(found) == 1 else None
