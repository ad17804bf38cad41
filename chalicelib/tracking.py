"""What became of the letters of a game, for those who may know: no content, and no hint of it.

A seat sees all about its own letters. The organiser, who may be playing, sees of the letters of
others only those that something public gave rise to, and only whether they are done with: a card
that is shown in secret, a failed accusation or a card that is owed would be told by a letter that
is there, by when it left, or by why it was not needed. A human GM sees everything.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Literal

import msgspec

from chalicelib import ledger, letters, rules
from chalicelib.game import GM, ORGANISER, redact
from chalicelib.ledger import Outgoing
from chalicelib.letters_names import reader_of
from chalicelib.letters_readers import readers
from chalicelib.play import eyes
from chalicelib.rules import Log, State, table
from chalicelib.site import Site
from chalicelib.store import Conflict, Item, Put

Condition = Literal["queued", "failing", "sent", "dropped", "withheld", "given up", "done"]


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A letter without its content: to whom, about which log entries, and what became of it.

    ``why`` is why it was dropped or withheld, ``trouble`` the class of the last error; times UTC.
    ``channel`` is by what it goes: as a mail, or as a private message of a forum.
    """

    to: str
    kind: str
    state: Condition
    entries: tuple[int, ...] = ()
    why: str = ""
    attempts: int = 0
    trouble: str = ""
    due: datetime | None = None
    sent: datetime | None = None
    channel: Literal["mail", "forum"] = "mail"


class Page(msgspec.Struct, frozen=True):
    """Some letters, and the name after which the next page begins, if there is one."""

    items: tuple[Seen, ...]
    after: str


def letters_of(  # noqa: PLR0913, PLR0917 -- whose letters, who asks, and where the page is
    site: Site, game: str, state: State, readers: Collection[str], after: str, limit: int
) -> Page:
    """Give the letters of a game after a name, as ``readers`` (all of one person) may see them."""
    pk, now = ledger.game_pk(game), site.now()
    items = site.store.query(pk, f"OUT#{after}", "OUT$", limit, now=now)
    outs = [(item, ledger.read_outgoing(item)) for item in items]
    everything = ORGANISER in readers and eyes(state, ORGANISER) == GM
    public = _public(site, pk, state, outs) if ORGANISER in readers and not everything else set()
    found = []
    for item, out in outs:
        if everything or _reader(item, out) in readers:
            found.append(_seen(item, out))
        elif item.sk in public:
            found.append(for_others(item, out))
    more = len(items) == limit
    return Page(tuple(found), _cursor(items[-1]) if more else "")


def is_public(state: State, entry: Log, to: str, viewer: str = ORGANISER) -> bool:
    """Whether a viewer could tell that an entry (whole) leads to a letter to this reader.

    That somebody gave a standing order tells nothing of a letter: its receipt depends on the door.
    """
    seen = redact(entry, viewer).events
    events = (event for event in seen if not isinstance(event, table.StandingOrder))
    return any(to == who for event in events for who, _ in readers(state, None, event))


def tell_organiser(site: Site, letter: letters.Letter) -> None:
    """Tell the organiser, once for each seat, that a letter was given up, if they may know."""
    if not isinstance(letter, letters.Told) or letter.to == ORGANISER:
        return
    now = site.now()
    state = ledger.state_of(site.store, letter.game, now)
    if not state or not state.host or state.host == letter.account:
        return
    entry = ledger.entry_of(site.store, letter.game, letter.seq, now)
    if eyes(state, ORGANISER) == GM or is_public(state, entry, letter.to):
        told = letters.Undelivered(letter.game, letter.to, state.host)
        with suppress(Conflict):
            site.store.write(Put(ledger.outgoing(told, now), 0), now=now)


def _public(site: Site, pk: str, state: State, outs: Sequence[tuple[Item, Outgoing]]) -> set[str]:
    """Give the sort keys of the letters of which anybody could tell that they exist."""
    told = {item.sk: out.letter for item, out in outs if isinstance(out.letter, letters.Told)}
    seqs = sorted({letter.seq for letter in told.values()})
    keys = [(pk, ledger.log_sk(seq)) for seq in seqs]
    found = site.store.read(*keys, now=site.now()) if keys else ()
    entries = {seq: rules.read_entry(i.body) for seq, i in zip(seqs, found, strict=True) if i}
    return {
        sk
        for sk, letter in told.items()
        if letter.seq in entries and is_public(state, entries[letter.seq], letter.to)
    }


def _cursor(item: Item) -> str:
    """Give where a page ends: the name without its rank, which would tell how urgent it was."""
    return item.sk.removeprefix("OUT#").rpartition(".")[0] + ".~"


def _reader(item: Item, out: Outgoing) -> str:
    return getattr(out.letter, "to", "") or reader_of(item.sk)


def _seen(item: Item, out: Outgoing) -> Seen:
    letter: Any = out.letter
    kind = str(type(letter).__struct_config__.tag)
    entries = tuple(_entries(letter))
    why = out.withheld or out.dropped
    return Seen(
        _reader(item, out),
        kind,
        _condition(item, out),
        entries,
        why,
        out.attempts,
        out.trouble,
        item.due,
        out.sent,
        "forum" if out.channel == "forum" else "mail",
    )


def _entries(letter: Any) -> Iterator[int]:
    if isinstance(letter, letters.Told | letters.Farewell):
        yield letter.seq
    elif isinstance(letter, letters.Digest):
        yield from letter.seqs


def _condition(item: Item, out: Outgoing) -> Condition:
    if out.sent:
        return "sent"
    if out.withheld:
        return "withheld"
    if out.dropped:
        return "dropped"
    if not item.due and out.channel != "forum":
        return "given up"
    return "failing" if out.attempts else "queued"


def for_others(item: Item, out: Outgoing) -> Seen:
    """Give what others may see of a letter of which anybody could tell that it exists."""
    return _hinting_nothing(_seen(item, out))


def _hinting_nothing(seen: Seen) -> Seen:
    """Leave out of another's letter what could differ with something secret in it."""
    done = seen.state in ("sent", "dropped")
    return Seen(
        seen.to,
        seen.kind,
        "done" if done else seen.state,
        seen.entries,
        seen.why if seen.state == "withheld" else "",
        0 if done else seen.attempts,
        "" if done else seen.trouble,
    )
