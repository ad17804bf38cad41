"""What became of mails, as somebody may see it.

Everybody sees their own in full. A human GM sees all. Any other organiser may be playing, and even
one who is not may not know who has accused (F30): so of others' mails that were read they see what
became of them, but not whose they were, nor why one was asked back. Whose mail comes back, who is
away, what waits in quarantine: that they see by seat, since it depends on no card. Of a mail that
waited, and so was seen by seat, they see only that it was read.
"""

from datetime import datetime

import msgspec

from chalicelib.ledger import game_pk
from chalicelib.postbox.outcomes import Outcome, Record, read_record
from chalicelib.rules import State
from chalicelib.rules.table import seat_of
from chalicelib.site import Site
from chalicelib.store import Item

READ = frozenset({Outcome.DONE, Outcome.ANSWERED, Outcome.ASKED_BACK, Outcome.REPEATED})
"""Outcomes of mails that were read as orders."""
ABOUT_SENDER = frozenset(
    {"sender_mismatch", "forged", "address_revoked", "no_reply_address", "disowned"}
)
"""Reasons that have to do with who wrote, and nothing with what."""


class Reader(msgspec.Struct, frozen=True):
    """Who looks: a seat, the organiser, or both; ``sees_all``: a human GM."""

    seat: str
    organiser: bool
    sees_all: bool = False


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mail's record as shown; whose mail it was may stay away."""

    id: str
    outcome: str
    at: datetime
    seat: str = ""
    nick: str = ""
    by: str = ""
    reason: str = ""
    seq: int = 0
    copies: int = 0
    waits: bool = False


class Page(msgspec.Struct, frozen=True):
    """Some mails of a game in order of arrival; ``after`` goes on, ``strangers`` were not read."""

    items: tuple[Seen, ...]
    after: str
    more: bool
    strangers: int | None = None


def page(  # noqa: PLR0913, PLR0917 -- whose mails, for whom, from where on
    site: Site, game: str, state: State, reader: Reader, after: str, limit: int
) -> Page:
    """Give the mails of a game after an id, as a reader may see them."""
    now, pk = site.now(), game_pk(game)
    found = site.store.query(pk, f"MAIL#{after}", "MAIL$", limit + 1, now=now)
    shown = [seen for item in found[:limit] if (seen := _seen(item, state, reader))]
    last = _id(found[:limit][-1]) if found else after
    return Page(tuple(shown), last, len(found) > limit, _strangers(site, pk, reader))


def _seen(item: Item, state: State, reader: Reader) -> Seen | None:
    """Give one record as a reader may see it, if at all."""
    record = read_record(item.body)
    own = record.seat == reader.seat or (record.seat == "organiser" and reader.organiser)
    if own or reader.sees_all:
        return _whole(item, record, state)
    if not reader.organiser:
        return None
    if record.outcome not in READ or record.reason in ABOUT_SENDER:
        return msgspec.structs.replace(_whole(item, record, state), seq=0)
    return Seen(_id(item), "read" if record.waited else record.outcome.value, record.at)


def _whole(item: Item, record: Record, state: State) -> Seen:
    seat = seat_of(state, record.seat)
    return Seen(
        _id(item),
        record.outcome.value,
        record.at,
        record.seat,
        seat.nick if seat else "",
        record.by.value,
        record.reason,
        record.seq,
        record.copies,
        record.waits,
    )


def _id(item: Item) -> str:
    return item.sk.removeprefix("MAIL#")


def _strangers(site: Site, pk: str, reader: Reader) -> int | None:
    """Give how many mails of strangers named the game, to the organiser."""
    if not reader.organiser:
        return None
    (item,) = site.store.read((pk, "STRANGERS"), now=site.now())
    return int(item.body) if item else 0


def plain(outcome: Outcome) -> str:
    """Give what the organiser may know of a mail that they have let pass: that it was read."""
    return "read" if outcome in READ else outcome.value
