"""The word of the owner about a mail that waits: it is mine, it is mine for ever, it is not mine.

What is confirmed is judged by the time of the confirmation: until then it was nobody's move. If
it counted from its arrival, a move could be left waiting until its author knows more.
"""

import re
from functools import partial
from typing import Literal

import msgspec

from chalicelib import accounts, ledger, replies
from chalicelib.accounts import Profile
from chalicelib.game import Unknown
from chalicelib.postbox.act import act
from chalicelib.postbox.holding import Held, arrival_of, held, mail_of
from chalicelib.postbox.outcomes import Outcome, file
from chalicelib.postbox.whose import Letterhead, is_own, takes_part
from chalicelib.site import Site

Word = Literal["yes", "remember", "no"]
BUTTONS: dict[str, Word] = {"yes": "yes", "remember": "remember", "no": "no"}
"""What the buttons of the page say."""
MOST_ADDRESSES = 5
"""Addresses besides the registered one from which an account may write."""

_WORDS: dict[str, Word] = {
    **dict.fromkeys(("да", "подтверждаю", "yes", "confirm", "confirmed", "tak"), "yes"),
    **dict.fromkeys(("i confirm", "potwierdzam", "это я", "это мое письмо"), "yes"),
    **dict.fromkeys(("запомнить", "запомни", "remember", "zapamiętaj"), "remember"),
    **dict.fromkeys(("нет", "не я", "no", "not me", "nie", "to nie ja"), "no"),
}


class Waiting(msgspec.Struct, frozen=True):
    """A mail that waits, for the page that asks about it: what was written, and from where."""

    text: str
    sender: str
    why: str
    other: bool
    """From another address than the owner's, which may be remembered."""


def word(text: str) -> Word | None:
    """Give the word of a reply to the letter that asks, if its first line is one."""
    line = next((line for line in text.splitlines() if line.strip()), "")
    plain = re.sub(r"[^\w ]+", " ", line[:60].lower().replace("ё", "е"))
    return _WORDS.get(" ".join(plain.split()))


def waiting(site: Site, ticket: str) -> Waiting:
    """Give what a ticket asks about; refused if nothing waits."""
    head, kept = _head(site, ticket)
    return Waiting(head.mail.text, head.mail.sender, kept.why, _is_new(head))


def decide(site: Site, ticket: str, said: Word) -> Outcome:
    """Do what the owner says about a mail that waits, once; refused if nothing waits."""
    head, kept = _head(site, ticket)
    if said == "no":
        if kept.token:
            replies.revoke(site.store, kept.token, now=site.now())
        return file(site, head, Outcome.ASKED_BACK, "disowned")
    if said == "remember" and _is_new(head):
        adding = partial(_with_address, address=head.mail.sender)
        accounts.changed(site.store, head.back.account, adding, now=site.now())
    return act(site, head, site.now())


def _is_new(head: Letterhead) -> bool:
    """Whether the sender could be remembered."""
    return bool(head.mail.sender) and not head.own


def _with_address(profile: Profile, address: str) -> Profile:
    """Add an address from which the owner may write; of too many the oldest is forgotten."""
    if is_own(profile, address):
        return profile
    also = (*profile.also, address.lower())[-MOST_ADDRESSES:]
    return msgspec.structs.replace(profile, also=also)


def _head(site: Site, ticket: str) -> tuple[Letterhead, Held]:
    """Open the mail that a ticket is about, as its owner's own."""
    back = replies.reply_to(site.store, ticket, now=site.now())
    kept = held(site, back.game, back.held) if back and back.kind == "confirm" else None
    if not back or not kept:
        raise Unknown("nothing_waits")
    return opened(site, kept, back.held), kept


def opened(site: Site, kept: Held, name: str) -> Letterhead:
    """Open a mail that waits, with the game as it is now; refused if its owner has left."""
    game = ledger.peek(site.store, kept.back.game, site.now())
    if not game.state or not takes_part(game.state, kept.back.account):
        raise Unknown("nothing_waits")
    words = (*game.state.deck.cards, *(seat.nick for seat in game.state.seats))
    arrival = arrival_of(kept)
    return Letterhead(
        mail_of(arrival, *words),
        arrival,
        kept.back,
        game.state,
        game.seq,
        accounts.profile(site.store, kept.back.account, now=site.now()),
        kept.by,
        kept.token,
        held=name,
    )
