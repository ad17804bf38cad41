"""Letters about mail that nobody asked for: to the registered address, seldom, without a card."""

from contextlib import suppress
from datetime import timedelta

import msgspec

from chalicelib.game import ORGANISER
from chalicelib.ledger import digest, outgoing
from chalicelib.letters import Answer, Problem
from chalicelib.postbox.answers import answer_to, post
from chalicelib.postbox.holding import quarantine
from chalicelib.postbox.outcomes import Outcome, again, file, filed, is_known
from chalicelib.postbox.whose import Letterhead
from chalicelib.replies import REPLY_LIFE
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Put

DAY = timedelta(days=1)


def forged(site: Site, head: Letterhead) -> Outcome:
    """Tell the owner, once for a reply address, that somebody writes in their name."""
    return _once(site, head, "forged", digest("forged", head.token), REPLY_LIFE)


def reissued(site: Site, head: Letterhead) -> Outcome:
    """Tell the owner that a reply address leads nowhere any more; this letter has a new one."""
    return _once(site, head, "address_revoked", digest("revoked", head.token), REPLY_LIFE)


def not_confirmed(site: Site, head: Letterhead) -> Outcome:
    """Tell the owner, once for a letter, that another address has answered for them."""
    return _once(site, head, "sender_mismatch", digest("mismatch", head.token), REPLY_LIFE)


def lost(site: Site, head: Letterhead) -> Outcome:
    """Tell a player, once a day, that mail of theirs belongs to no letter of a game."""
    return _once(site, head, "no_reply_address", _daily(site, head, "lost"), DAY)


def too_large(site: Site, head: Letterhead, limit: int) -> Outcome:
    """Tell the owner that a mail is too large to be read; of others' mails once a day."""
    problem = Problem("", "mail_too_large", "", {"limit": limit // 1_000_000})
    if head.own:
        letter = answer_to(guarded(head), "notice", (problem,))
        return post(site, guarded(head), letter, Outcome.ASKED_BACK, problem.code)
    return _once(site, head, problem.code, _daily(site, head, "large"), DAY, problem)


def too_many(site: Site, head: Letterhead, limit: int) -> Outcome:
    """Leave a mail unread because so many came; the owner is told, once an hour, of their own."""
    now = site.now()
    if head.own:
        problem = Problem("", "too_many", "", {"limit": limit})
        name = digest("too many", head.back.account, f"{now:%Y-%m-%dT%H}")
        first = Put(Item(f"LIMIT#{name}", "ONCE", "", expires=now + DAY), 0)
        letter = answer_to(guarded(head), "notice", (problem,))
        with suppress(Conflict):  # the owner knows
            site.store.write(first, Put(outgoing(letter, now, name[:24]), 0), now=now)
    return file(site, head, Outcome.TOO_MANY, "too_many")


def flooded(site: Site, head: Letterhead) -> Outcome:
    """Keep a mail of a game that gets too many, and tell the organiser, once a day."""
    letter = Answer(
        head.back.game, ORGANISER, "notice", parts=(Problem("", "flood"),), guarded=True
    )
    name = digest("flood", head.back.game, site.now().date().isoformat())
    now = site.now()
    first = Put(Item(f"LIMIT#{name}", "ONCE", "", expires=now + DAY), 0)
    with suppress(Conflict):  # the organiser knows
        site.store.write(first, Put(outgoing(letter, now, name[:24]), 0), now=now)
    return quarantine(site, head, "flood", Outcome.QUARANTINED)


def guarded(head: Letterhead) -> Letterhead:
    """Give a letterhead whose answers show nothing of the hand."""
    return msgspec.structs.replace(head, guarded=True)


def _once(  # noqa: PLR0913, PLR0917 -- what is told, under which name, for how long
    site: Site,
    head: Letterhead,
    code: str,
    name: str,
    life: timedelta,
    problem: Problem | None = None,
) -> Outcome:
    """Record that a mail did nothing; its owner is told if nobody was told under this name."""
    now = site.now()
    letter = answer_to(guarded(head), "notice", (problem or Problem("", code),))
    told = Put(Item(f"LIMIT#{name}", "ONCE", "", expires=now + life), 0)
    answer = Put(outgoing(letter, now, name[:24]), 0)
    try:
        site.store.write(told, answer, *filed(site, head, Outcome.ASKED_BACK, code), now=now)
    except Conflict:
        known = is_known(site, head)
        return again(site, head) if known else file(site, head, Outcome.ASKED_BACK, code)
    return Outcome.ASKED_BACK


def _daily(site: Site, head: Letterhead, about: str) -> str:
    return digest(about, head.back.account, site.now().date().isoformat())
