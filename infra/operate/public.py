"""What the operator is shown of a game: what everybody may know of it, through the one gate.

An operator is no player, and may be one. So nothing here depends on a hand, on a card, or on
whether a card is owed; addresses are masked. Times are UTC.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import msgspec

from chalicelib import ledger, rules, views
from chalicelib.game import PUBLIC, Busy, redact
from chalicelib.rules import State
from chalicelib.store import Store
from infra.operate.place import Wrong

STUCK = timedelta(minutes=5)
"""So long after its time a game ought to have been played."""
FEW = 5
"""Log entries in which the last public one is looked for first."""


class Summary(msgspec.Struct, frozen=True):
    """A game in a list; ``due`` is the next deadline that everybody knows of."""

    game: str
    title: str
    ruleset: str
    phase: str
    day: int
    players: int
    version: int
    paused: bool = False
    due: datetime | None = None
    last: datetime | None = None

    def is_stuck(self, now: datetime) -> bool:
        """Whether its clock should have turned long ago, or cannot."""
        return self.phase == UNREADABLE or bool(self.due and self.due + STUCK < now)


UNREADABLE = "unreadable"
"""The phase of a game whose rows are damaged, or of a newer version."""


def is_strange(error: msgspec.MsgspecError | Busy) -> bool:
    """Whether this program cannot read what is there; else the database wants less."""
    return isinstance(error, msgspec.MsgspecError) or error.code == "newer_version"


def held(store: Store, game: str, now: datetime) -> ledger.Held:
    """Give a game's whole state; raises ``Wrong`` if there is no such game."""
    found = ledger.peek(store, game, now)
    if not found.state:
        raise Wrong(f"no game {game} here; `list` tells which there are")
    return found


def summary(store: Store, game: str, whole: ledger.Held, now: datetime) -> Summary | None:
    """Sum a game up; nothing if it is not there any more."""
    if not whole.state:
        return None
    view = redact(whole.state, PUBLIC)
    return Summary(
        game,
        view.setting.title,
        rules.ruleset(view).NAME,
        view.phase,
        rules.day_of(view),
        len(view.seats),
        whole.seq,
        bool(view.paused),
        due(view),
        last_move(store, game, whole, now),
    )


def unreadable(game: str) -> Summary:
    """Sum up a game of which nothing can be told but that it is there; `replay` tells more."""
    return Summary(game, "", "", UNREADABLE, 0, 0, 0)


def due(view: State) -> datetime | None:
    """Give the next deadline as the public knows it: whether a card is owed moves the real one."""
    return rules.ruleset(view).due(view)


def last_move(store: Store, game: str, whole: ledger.Held, now: datetime) -> datetime | None:
    """Give when something happened last that all may know."""
    pk, before, limit = ledger.game_pk(game), ledger.log_sk(whole.seq + 1), FEW
    while found := store.query(pk, "LOG#", before, limit, now=now, backwards=True):
        for item in found:
            entry = rules.read_entry(item.body)
            if views.line(entry, (PUBLIC,), ()):
                return entry.at
        before, limit = found[-1].sk, ledger.PAGE
    return None


def lines(
    store: Store, game: str, state: State, now: datetime, upto: int | None = None
) -> Iterator[dict[str, Any]]:
    """Give the log as everybody may read it; posts that the GM has hidden have no text (F54)."""
    for entry in ledger.whole_log(store, game, now, upto):
        if line := views.line(entry, (PUBLIC,), state.hidden):
            yield line


def masked(address: str) -> str:
    """Give an address by which its owner knows it and nobody else learns it."""
    name, _, domain = address.rpartition("@")
    return f"{name[:1]}***@{domain}" if name else "***"


def masked_url(url: str) -> str:
    """Give the host of a URL: the rest may be a password."""
    return f"{urlsplit(url).scheme}://{urlsplit(url).hostname}/…" if url else ""
