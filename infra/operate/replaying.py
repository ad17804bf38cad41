"""``replay``: fold the log again and compare with what is stored; the state is a disposable fold.

What differs is named by fields and kinds of rows. Nothing is said of what stands in them.
"""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from chalicelib import ledger, rules
from chalicelib.game import Busy
from chalicelib.ledger import Done
from chalicelib.rules import State
from chalicelib.store import TRIES, Delete, Item, Key, Put, Store, Write, settled
from infra.operate.differences import MOST, places
from infra.operate.folding import Folded, folded
from infra.operate.place import Wrong
from infra.operate.rows import STATE, Listable, everything, partition, read

_read_done = msgspec.json.Decoder(Done).decode


class Replayed(msgspec.Struct, frozen=True):
    """What came of a game's replay: how many entries were folded, and what does not agree."""

    game: str
    entries: int
    wrong: tuple[str, ...] = ()
    repaired: bool = False


def replayed(store: Store, game: str, now: datetime) -> Replayed:
    """Replay a game and compare; it may be played meanwhile. Raises ``Wrong`` if it is not here."""
    found, row = _together(store, game, now)
    if not row and not found.seq and not found.wrong:
        raise Wrong(f"no game {game} here; `list` tells which there are")
    wrong = (*found.wrong, *_state_wrong(game, found, row), *_keys_wrong(store, game, found, now))
    return Replayed(game, found.seq, (*wrong, *_index_wrong(store, game, found, now)))


def _together(store: Store, game: str, now: datetime) -> tuple[Folded, Item | None]:
    """Fold the log, and give the state row of the same moment."""
    key = (ledger.game_pk(game), STATE)
    for _ in range(TRIES):
        (before,) = store.read(key, now=now)
        found = folded(store, game, now)
        (after,) = store.read(key, now=now)
        if before == after:
            return found, after
    raise Busy("busy", seconds=1)


def _state_wrong(game: str, found: Folded, row: Item | None) -> Iterator[str]:
    """Compare the state row with the fold, byte for byte."""
    if not row or not found.state:
        if row or found.state:
            yield "state: there is none" if found.state else "state: it has no log"
        return
    right = ledger.state_item(game, found.state, found.seq)
    if row.version != right.version:
        yield f"state: it is that of entry {row.version}, and the log has {found.seq}"
    if row.due != right.due:
        yield "state: it is due at another time"
    if row.body != right.body:
        yield from _named(found.state, row)


def _named(state: State, row: Item) -> Iterator[str]:
    """Name the fields in which a stored state differs from the fold."""
    try:
        stored = rules.read_state(row.body)
    except msgspec.MsgspecError:
        yield "state: it cannot be read"
        return
    differing = list(places(stored, state))
    yield from (f"{path} differs" for path in differing[:MOST])
    if len(differing) > MOST:
        yield f"state: {len(differing) - MOST} more fields differ"
    if not differing:
        yield "state: it is written in another way"


def _keys_wrong(store: Store, game: str, found: Folded, now: datetime) -> Iterator[str]:
    """Compare what idempotency keys led to with what the entries say they were asked for."""
    for item in partition(store, ledger.game_pk(game), now, "KEY#"):
        try:
            done = _read_done(item.body)
        except msgspec.MsgspecError:
            yield "key: one cannot be read"
            continue
        if done.seq > found.seq and not found.wrong:
            yield f"key: one leads to entry {done.seq}, which is not there"
        elif done.seq in found.asked and found.asked[done.seq] != done.fingerprint:
            yield f"key: that of entry {done.seq} is for something else"


def _right_index(game: str, found: Folded) -> dict[Key, bool]:
    """Say which index rows there ought to be, and which not any more."""
    people, codes = ledger.people(found.state), ledger.codes(found.state)
    rows = {(f"ACCOUNT#{a}", ledger.game_pk(game)): a in people for a in sorted(found.people)}
    return rows | {ledger.code_key(code): code in codes for code in sorted(found.codes)}


def _index_repairs(store: Store, game: str, found: Folded, now: datetime) -> Iterator[Write]:
    """Give the writes by which the index rows agree with the log."""
    right = _right_index(game, found)
    there = {item.key: item for item in read(store, right, now)}
    for key, wanted in right.items():
        item = there.get(key)
        if wanted and (not item or item.body != game):
            yield Put(Item(*key, game), item.version if item else 0)
        elif not wanted and item and item.body == game:
            yield Delete(*key, item.version)


def _index_wrong(store: Store, game: str, found: Folded, now: datetime) -> Iterator[str]:
    for write in _index_repairs(store, game, found, now):
        kind = write.key[0].partition("#")[0].lower()
        verb = "is missing" if isinstance(write, Put) else "should be gone"
        yield f"index: a row of {kind} {verb}"


def repair(store: Store, game: str, now: datetime) -> Replayed:
    """Write state and index rows as the log says, if nobody writes in between; then look again.

    Raises ``Wrong`` where the log itself is not whole: then only a backup helps.
    """

    def write() -> None:
        found, row = _together(store, game, now)
        if found.wrong or not found.state:
            raise Wrong(f"the log of game {game} is not whole, so nothing was repaired")
        if row and row.version > found.seq:
            raise Wrong(f"game {game} has lost entries of its log, so nothing was repaired")
        writes: list[Write] = list(_index_repairs(store, game, found, now))
        right = ledger.state_item(game, found.state, found.seq)
        if not row or (row.version, row.due, row.body) != (right.version, right.due, right.body):
            writes.append(Put(right, row.version if row else 0))
        if writes:
            store.write(*writes, now=now)

    before = replayed(store, game, now)
    if not before.wrong:
        return before
    settled(write)
    after = replayed(store, game, now)
    return msgspec.structs.replace(after, repaired=True)


def strays(store: Listable, now: datetime) -> Iterator[Replayed]:
    """Look for index rows that lead to games in which they have no place; the log does not help."""
    for item in everything(store, now, "GAME"):
        kind, _, account = item.pk.partition("#")
        if kind not in ("ACCOUNT", "CODE"):
            continue
        state = _readable(store, item.body, now)
        codes = {ledger.code_key(code)[0] for code in ledger.codes(state)}
        if item.pk not in codes and account not in ledger.people(state):
            wrong = f"index: a row of {kind.lower()} leads to a game without it"
            yield Replayed(item.body, 0, (wrong,))


def _readable(store: Store, game: str, now: datetime) -> State | None:
    """Give a game's state as far as it can be read; of what cannot, `replayed` tells."""
    try:
        return ledger.state_of(store, game, now)
    except msgspec.MsgspecError:
        return folded(store, game, now).state
