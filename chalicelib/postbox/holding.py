"""Mails that wait, whole, for somebody's word: their author's, or the organiser's.

The raw mail is secret game state; it is kept for a week, in the partition of its game.
"""

from base64 import b64decode, b64encode
from collections.abc import Collection
from datetime import datetime, timedelta
from zlib import compress, decompress

import msgspec

from chalicelib import limits, replies
from chalicelib.game import Busy
from chalicelib.inbox import Mail, open_mail
from chalicelib.letters import Problem
from chalicelib.postbox.answers import answer_to, letter_name, placed
from chalicelib.postbox.arrival import Arrival, Verdicts
from chalicelib.postbox.outcomes import (
    TRIES,
    Outcome,
    again,
    file,
    filed,
    held_key,
    is_known,
    record_id,
)
from chalicelib.postbox.whose import By, Letterhead
from chalicelib.replies import Return
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, encoded

HELD_FOR = timedelta(days=7)
MOST_KEPT = 250_000
"""Bytes of a mail that are kept: packed, they fit into an item. What people write comes first."""


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mail with all that was known of its arrival: what it takes to read it later."""

    packed: str
    envelope_from: str
    recipients: tuple[str, ...]
    at: datetime
    verdicts: Verdicts
    name: str = ""
    authority: str = ""
    size: int = 0


class Held(Kept, frozen=True, kw_only=True):
    """A mail that waits, why, and whose it is."""

    why: str
    back: Return
    by: By
    token: str = ""


_read = msgspec.json.Decoder(Held).decode


def ask_owner(site: Site, head: Letterhead, why: str) -> Outcome:
    """Keep a mail, and ask the owner of the seat, by the registered address, whether it is theirs.

    Asking has its limits; over them the mail is recorded and not kept. Strangers cannot use up
    what the owner's own mails may ask.
    """
    kind = f"confirm {head.back.game} {head.back.account} {head.own}"
    for _ in range(TRIES):
        if not head.held and is_known(site, head):
            return again(site, head)
        leave = limits.leave(site, kind, letter_name(head), waits=head.own)
        if not leave:
            return file(site, head, Outcome.ASKED_BACK, why)
        back = msgspec.structs.replace(
            head.back, seq=head.seq, kind="confirm", held=record_id(head)
        )
        ticket, address = replies.new_address(back, now=site.now(), rng=site.rng)
        letter = answer_to(head, "confirm", (Problem("", why),))
        asking = msgspec.structs.replace(letter, ticket=ticket, guarded=True)
        kept = filed(site, head, Outcome.ASKED_BACK, why, held=_item(site, head, why))
        try:
            site.store.write(
                *kept, address, leave.write, placed(site, asking, leave), now=site.now()
            )
        except Conflict:
            continue
        return Outcome.ASKED_BACK
    raise Busy("busy", seconds=1)


def quarantine(site: Site, head: Letterhead, why: str, outcome: Outcome) -> Outcome:
    """Keep a mail until the organiser lets it pass, a week at most."""
    kept = filed(site, head, outcome, why, held=_item(site, head, why))
    try:
        site.store.write(*kept, now=site.now())
    except Conflict:
        return again(site, head)
    return outcome


def suspected(site: Site, head: Letterhead) -> Outcome:
    """Keep a mail that looks like spam; of many in an hour only the first are kept."""
    kind = f"spam {head.back.game} {head.back.account} {head.by} {head.own}"
    if not limits.within(site, kind, limits.UNPROVEN.mails):
        return file(site, head, Outcome.TOO_MANY, "too_many")
    return quarantine(site, head, "spam", Outcome.QUARANTINED)


def held(site: Site, game: str, name: str) -> Held | None:
    """Give a mail that waits, by the id of its record."""
    (item,) = site.store.read(held_key(game, name), now=site.now())
    return read_held(item) if item else None


def read_held(item: Item) -> Held:
    """Decode a mail that waits."""
    return _read(item.body)


def to_keep(arrival: Arrival) -> Kept:
    """Give what is kept of a mail."""
    return Kept(
        pack(arrival.raw),
        arrival.envelope_from,
        arrival.recipients,
        arrival.at,
        arrival.verdicts,
        arrival.name,
        arrival.authority,
        arrival.size,
    )


def arrival_of(kept: Kept) -> Arrival:
    """Give the arrival of a mail that was kept, as it was."""
    return Arrival(
        unpack(kept.packed),
        kept.envelope_from,
        kept.recipients,
        kept.at,
        kept.verdicts,
        kept.name,
        kept.authority,
        kept.size,
    )


def pack(raw: bytes) -> str:
    """Give a mail, or the beginning of a large one, as text that fits into an item."""
    return b64encode(compress(raw[:MOST_KEPT])).decode()


def unpack(packed: str) -> bytes:
    """Give back what was packed."""
    return decompress(b64decode(packed))


def mail_of(arrival: Arrival, *known: str, parents: Collection[str] = ()) -> Mail:
    """Open a mail; ``known`` are the words of its game, ``parents`` imprints of letters of ours."""
    return open_mail(
        arrival.raw,
        arrival.envelope_from,
        arrival.recipients,
        vocabulary=known,
        parents=parents,
    )


def _item(site: Site, head: Letterhead, why: str) -> Item:
    """Give the item that keeps a mail."""
    mail = msgspec.structs.asdict(to_keep(head.arrival))
    waits = Held(why=why, back=head.back, by=head.by, token=head.token, **mail)
    key = held_key(head.back.game, record_id(head))
    return Item(*key, encoded(waits), expires=site.now() + HELD_FOR)
