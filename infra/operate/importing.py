"""``import``: a game from a file, whole or not at all, and never over one that is here.

While it is written, a row IMPORTING in the partition of the game holds the checksum of the file.

The state of the game comes after all that it needs and before all that is due, so nobody sees a
game that is there in part. Whoever dies in the middle calls again with the same file.
"""

from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from chalicelib import accounts, ledger
from chalicelib.accounts import Profile
from chalicelib.forums import binding
from chalicelib.store import Conflict, Delete, Item, Key, Put, Store
from infra.operate import belonging, bulk, game_file, replaying
from infra.operate.place import Place, Wrong
from infra.operate.renaming import renamed
from infra.operate.rows import STATE, SqliteRows

MARK = "IMPORTING"

_read_ids = msgspec.json.Decoder(tuple[str, ...]).decode


class Imported(msgspec.Struct, frozen=True):
    """What came of it; ``known`` counts the people who have an account here already."""

    game: str
    entries: int
    people: int
    known: int


def import_game(place: Place, path: Path) -> Imported:
    """Bring a game here; raises ``Wrong`` if the file or the game is not as it has to be."""
    file, store, now = game_file.read(path), place.store, place.now()
    game = file.head.game
    rows = [row for row in file.rows if not row.expires or row.expires > now]
    try:
        _need_own(game, rows)
        people = [accounts.read_profile(row) for row in rows if row.sk == "PROFILE"]
    except msgspec.MsgspecError as error:
        raise Wrong("the file has rows that cannot be read") from error
    names = _known(store, people, now)
    gone = _rows_of(one for one in people if one.id in names)
    here = [renamed(row, names) for row in rows if row.key not in gone]
    entries = _need_whole(game, here, now)
    _claim(store, game, file.sha256, now)
    _write(store, here, now)
    store.write(Delete(ledger.game_pk(game), MARK), now=now)
    return Imported(game, entries, len(people), len(names))


def _need_own(game: str, rows: list[Item]) -> None:
    """Refuse a file with rows that do not belong to its game: it could change anything here."""
    listed = [row.body for row in rows if row.key == binding.bindings_key(game)]
    threads = _read_ids(listed[0]) if listed else ()
    mails = {row.sk.removeprefix("MAIL#") for row in rows if row.sk.startswith("MAIL#")}
    people = {row.pk for row in rows if belonging.leads_to(row, game, mails)}
    people |= {f"ACCOUNT#{row.body}" for row in rows if row.sk.startswith("OBSERVER#")}
    known = [accounts.read_profile(row) for row in rows if row.sk == "PROFILE" and row.pk in people]
    keys = _rows_of(known)
    accounts_at = {accounts.address_key(one.address): one.id for one in known}
    for row in rows:
        own = row.pk == ledger.game_pk(game) and row.sk not in belonging.HERE_ONLY
        bound = row.pk in map(binding.pk, threads) or (
            row.pk.startswith("INHOOK#") and row.body in threads
        )
        theirs = row.key in keys and row.body == accounts_at.get(row.key, row.body)
        if not (own or bound or theirs or belonging.leads_to(row, game, mails)):
            raise Wrong(f"the file has rows that do not belong to game {game}")


def _rows_of(people: Iterator[Profile] | list[Profile]) -> set[Key]:
    """Give the keys of the two rows that each account has."""
    found: set[Key] = set()
    for one in people:
        found |= {accounts.profile_key(one.id), accounts.address_key(one.address)}
    return found


def _known(store: Store, people: list[Profile], now: datetime) -> dict[str, str]:
    """Give who has an account here, by the address or by the same name, and how it is called.

    What they wish here stays as it is.
    """
    names = {}
    for one in people:
        by_address = accounts.account_at(store, one.address, now=now)
        (same,) = store.read(accounts.profile_key(one.id), now=now)
        if by_address or same:
            names[one.id] = by_address or one.id
    return names


def _need_whole(game: str, rows: list[Item], now: datetime) -> int:
    """Refuse a game whose log does not lead to its state; gives how many entries it has."""
    with TemporaryDirectory() as folder, closing(SqliteRows(Path(folder) / "game.db")) as aside:
        bulk.add(aside, rows, now)
        found = replaying.replayed(aside, game, now)
    if found.wrong:
        raise Wrong(f"the game in the file is not whole: {found.wrong[0]}")
    return found.entries


def _claim(store: Store, game: str, checksum: str, now: datetime) -> None:
    """Say that this file is being brought here; refused where there is another game or file."""
    key = (ledger.game_pk(game), MARK)
    (mark,) = store.read(key, now=now)
    if mark and mark.body == checksum:
        return
    if mark:
        raise Wrong(f"another file with game {game} was begun with here; finish with that one")
    if store.query(ledger.game_pk(game), limit=1, now=now):
        raise Wrong(f"game {game} is here already; nothing was written over it")
    try:
        store.write(Put(Item(*key, checksum), 0), now=now)
    except Conflict as conflict:
        raise Wrong(f"somebody else imports game {game} at this moment") from conflict


def _write(store: Store, rows: list[Item], now: datetime) -> None:
    """Write what is missing: what nobody acts on, the state, and what is due."""
    state = [row for row in rows if row.sk == STATE]
    bulk.add(store, (row for row in rows if bulk.quiet(row)), now)
    bulk.add(store, state, now)
    bulk.add(store, (row for row in rows if row.due and row not in state), now)
