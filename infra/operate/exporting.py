"""``export``: a game as a file: whole, for moving it, or as everybody may see it, to be kept."""

import hashlib
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from chalicelib import ledger
from chalicelib.game import PUBLIC, redact
from chalicelib.store import TRIES, Item
from infra.operate import belonging, game_file, public, replaying
from infra.operate.place import Place, Wrong
from infra.operate.rows import STATE, Listable

READABLE = 0o644


def export(place: Place, game: str, path: Path) -> int:
    """Write a game with everything that belongs to it; gives how many log entries it has.

    Raises ``Wrong`` unless its log is whole: a game that does not fold cannot be imported.
    """
    store, now = place.store, place.now()
    found = replaying.replayed(store, game, now)
    if found.wrong:
        raise Wrong(f"game {game} is not whole ({found.wrong[0]}); see `replay {game}`")
    rows = _of_one_moment(store, game, now)
    head = game_file.Head(game_file.FORMAT, game_file.VERSION, game, now, len(rows))
    game_file.write(path, game_file.lines(head, rows))
    return found.entries


def _of_one_moment(store: Listable, game: str, now: datetime) -> list[Item]:
    """Give the rows of a game between two moves."""
    key = (ledger.game_pk(game), STATE)
    for _ in range(TRIES):
        (before,) = store.read(key, now=now)
        rows = belonging.rows(store, game, now)
        (after,) = store.read(key, now=now)
        if before == after and after in rows:
            return rows
    raise Wrong(f"game {game} is played all the time; pause it, or wait until it is quiet")


def archive(place: Place, game: str, path: Path) -> dict[str, Any]:
    """Write what everybody may see of a game: its log, its state, and at the end the sealed deal.

    The text of the deal hashes to the commitment that the log published before the first move.
    """
    store, now = place.store, place.now()
    whole = public.held(store, game, now)
    if not whole.state:
        raise Wrong(f"no game {game}")
    log = list(public.lines(store, game, whole.state, now, whole.seq))
    view = redact(whole.state, PUBLIC)
    deal = view.result.deal.text if view.result else None
    head = {"format": "alibi-archive", "version": 1, "game": game, "entries": whole.seq}
    end = {"state": view, "deal": deal}
    body = b"".join(msgspec.json.encode(line) + b"\n" for line in (head, *log, end))
    tail = msgspec.json.encode({"sha256": hashlib.sha256(body).hexdigest()})
    game_file.write(path, body + tail + b"\n", READABLE)
    return {"entries": whole.seq, "commitment": view.commitment, "revealed": deal is not None}
