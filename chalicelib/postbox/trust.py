"""A mail that belongs to a game: how many come, who vouches for it, and so what is done."""

import msgspec

from chalicelib import limits, replies
from chalicelib.game import Unknown
from chalicelib.letters import Problem
from chalicelib.postbox import confirm, notices
from chalicelib.postbox.act import act
from chalicelib.postbox.answers import refuse
from chalicelib.postbox.evidence import Evidence
from chalicelib.postbox.holding import ask_owner, mail_of
from chalicelib.postbox.outcomes import Outcome, file, recorded
from chalicelib.postbox.policy import Treatment, treatment
from chalicelib.postbox.whose import Letterhead
from chalicelib.site import Site

LARGEST = 10_000_000
"""Bytes of the largest mail that is read."""


def welcome(site: Site, head: Letterhead, proof: Evidence) -> Outcome:
    """Do with a mail what its sender may ask for."""
    if not head.held:
        vouched = head.own and proof is Evidence.PROVEN
        most = (limits.PROVEN if vouched else limits.UNPROVEN).mails
        kind = f"{head.own} {proof.name}"
        mine = f"mails {head.back.game} {head.back.account} {head.token} {kind}"
        if not limits.within(site, mine, most):
            return notices.too_many(site, head, most)
        if not limits.within(site, f"game {head.back.game}", limits.MAILS_PER_GAME):
            return notices.flooded(site, head)
    what = treatment(head.by, proof, own=head.own)
    if head.held and what is Treatment.ACT:
        what = Treatment.CAREFUL  # whoever lets an accusation pass would see whose it is
    return _treated(site, head, what)


def _treated(site: Site, head: Letterhead, what: Treatment) -> Outcome:
    """Act, or ask, or tell, or do nothing."""
    if what is Treatment.FORGED:
        return notices.forged(site, head)
    if what is Treatment.HELP:
        return notices.lost(site, head)
    if head.arrival.bytes > LARGEST:
        return notices.too_large(site, head, LARGEST)
    if what is Treatment.CONFIRM:
        return _of_another(site, head)
    return _own(site, msgspec.structs.replace(head, guarded=what is Treatment.CAREFUL))


def _of_another(site: Site, head: Letterhead) -> Outcome:
    """Ask the owner about a mail from elsewhere; too many such senders end the reply address."""
    if head.back.kind == "confirm":
        return notices.not_confirmed(site, head)
    if replies.used_by_stranger(site.store, head.token, head.mail.sender, now=site.now()):
        return notices.reissued(site, head)
    return ask_owner(site, head, "sender_mismatch")


def _own(site: Site, head: Letterhead) -> Outcome:
    """Read what somebody wrote who takes part; to a letter that asks one word is enough.

    Mail that waited counts from now: the game has gone on without it.
    """
    known = (*head.state.deck.cards, *(seat.nick for seat in head.state.seats))
    sent = replies.imprints(site.store, head.token, head.back, now=site.now())
    read = msgspec.structs.replace(head, mail=mail_of(head.arrival, *known, parents=sent))
    said = confirm.word(read.mail.text) if head.back.kind == "confirm" else None
    arrived = site.now() if head.held else head.arrival.at
    return _decided(site, read, said) if said else act(site, read, arrived)


def _decided(site: Site, head: Letterhead, said: confirm.Word) -> Outcome:
    """Do what the owner says about the mail that waits; the word itself needs no answer.

    That letter went to the registered address alone: whoever answers it has read it there.
    """
    try:
        confirm.decide(site, head.token, said)
    except Unknown as nothing:
        record = recorded(site, head.back.game, head.back.held)
        if record and not record.waits:
            return file(site, head, Outcome.REPEATED, nothing.code)
        return refuse(site, head, (Problem("", nothing.code),))
    return file(site, head, Outcome.DONE, "confirmed")
