"""The letters of a game: those of which everybody could tell that they exist; and one again.

A card that is owed, a card that was shown in secret and a failed accusation would each be told by
a letter that is there. So letters about what all may know are listed, by names without their rank,
and for any other the answer is the same whether or not it is there.
"""

import re
from collections.abc import Iterator
from datetime import datetime

import msgspec

from chalicelib import ledger, rules, tracking
from chalicelib.game import PUBLIC
from chalicelib.ledger import Outgoing
from chalicelib.letters import Told
from chalicelib.rules import Log, State
from chalicelib.store import Item, Put, Store, encoded, settled
from infra.operate import public
from infra.operate.place import Wrong
from infra.operate.rows import partition

NAME = re.compile(r"(\d{8})\.(s\d+|organiser)")
"""A log entry and its reader: what a letter is called, but for its rank."""


class Listed(msgspec.Struct, frozen=True):
    """A letter as everybody may know of it; ``told`` is the time of its log entry (UTC)."""

    letter: str
    told: datetime
    seen: tracking.Seen


def of_game(store: Store, game: str, state: State, now: datetime) -> Iterator[Listed]:
    """Give the letters that everybody could tell of, with what became of them."""
    entries: dict[int, Log] = {}
    for item in partition(store, ledger.game_pk(game), now, "OUT#"):
        out = ledger.read_outgoing(item)
        if is_public(store, state, out, now, entries):
            told = entries[out.letter.seq].at if isinstance(out.letter, Told) else now
            yield Listed(name_of(item), told, tracking.for_others(item, out))


def is_public(
    store: Store, state: State, out: Outgoing, now: datetime, entries: dict[int, Log]
) -> bool:
    """Whether all may know that there is this letter; ``entries`` are those that are known."""
    letter = out.letter
    if not isinstance(letter, Told):
        return False
    if letter.seq not in entries:
        (row,) = store.read((ledger.game_pk(letter.game), ledger.log_sk(letter.seq)), now=now)
        if not row:
            return False
        entries[letter.seq] = rules.read_entry(row.body)
    return tracking.is_public(state, entries[letter.seq], letter.to, PUBLIC)


def name_of(item: Item) -> str:
    """Give what a letter is called here: its name without the rank, which tells how urgent it is.

    A letter with more in it than all may know is more urgent than one without.
    """
    return item.sk.removeprefix("OUT#").rpartition(".")[0]


def again(store: Store, game: str, name: str, now: datetime) -> None:
    """Let a letter leave once more, as its reader wishes and may know now, if there is one.

    Raises ``Wrong`` where the name cannot be that of a letter, whatever was played.
    """
    found, whole = NAME.fullmatch(name), public.held(store, game, now)
    if not found or not whole.state:
        raise Wrong(f"{name} is no letter; it is an entry and a reader, such as 00000012.s2")
    seats = {"organiser", *(seat.id for seat in whole.state.seats)}
    if not 0 < int(found[1]) <= whole.seq or found[2] not in seats:
        raise Wrong(f"game {game} has entries 1 to {whole.seq}, and the readers {sorted(seats)}")
    for item in partition(store, ledger.game_pk(game), now, f"OUT#{name}."):
        renew(store, item, now)


def renew(store: Store, item: Item, now: datetime) -> None:
    """Make a letter due, as if it had never been tried; nothing is done if it is gone.

    It keeps its name, so that its reader's program can know it again. What a forum did not take
    goes by mail.
    """

    def write() -> None:
        (there,) = store.read(item.key, now=now)
        if not there:
            return
        out = ledger.read_outgoing(there)
        by_mail = out.channel == "mail" or (out.channel == "forum" and not out.sent)
        fresh = Outgoing(out.letter, channel="mail" if by_mail else "")
        kept = Item(*there.key, encoded(fresh), there.version + 1, due=now)
        store.write(Put(kept, there.version), now=now)

    settled(write)
