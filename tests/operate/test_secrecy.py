"""The second law of secrecy for the operator: another deal changes nothing that a command prints.

Everything the public was shown is the same in both worlds; hands, cards shown, cards owed and
accusations are not. So no output of any command may differ by a byte, but for the commitment.
"""

import io
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from datetime import datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chalicelib import accounts, ledger
from chalicelib.deliver import KEEP
from chalicelib.game import PUBLIC
from chalicelib.ledger import Change
from chalicelib.rules.table import TellGM
from chalicelib.rules.verbs import Accuse, Refute, Suggest
from chalicelib.store import Item, Put, encoded
from chalicelib.store.sqlite import SqliteStore
from infra.operate import place
from infra.operate.command_line import main
from tests.laws.games import Game, played
from tests.laws.plans import each as each_ruleset
from tests.laws.plans import of
from tests.laws.post import people, steps
from tests.laws.worlds import MASK, elsewhere, replayed, reveals_at
from tests.worlds import GAME, World

SOME = 2
"""About so many entries of a game are asked about one by one."""


def given_up(store: SqliteStore, now: datetime) -> None:
    """Every letter of the game was given up: that it exists must not be told by that."""
    for item in store.query(f"GAME#{GAME}", "OUT#", "OUT$", 10_000, now=now):
        out = msgspec.structs.replace(ledger.read_outgoing(item), attempts=12, trouble="Down")
        store.write(Put(Item(*item.key, encoded(out), 2, expires=now + KEEP)), now=now)


def stored(game: Game, until: int, folder: Path) -> datetime:
    """Commit a game up to an entry; gives the time of that."""
    store = SqliteStore(folder / "alibi.db")
    now = game.log[0].at
    for name in sorted({name for state in game.states[1:] for name in people(state)}):
        accounts.keep(store, accounts.Profile(name, f"{name}@example.org", "en"), now=now)
    for before, after, entry in list(steps(game))[:until]:
        ledger.commit(store, Change(GAME, before, after, entry, f"{entry.seq}", ""), entry.at)
        now = entry.at
    given_up(store, now)
    store.close()
    return now


def commands(last: int, seats: list[str], folder: Path, other: Path) -> Iterator[list[str]]:
    """Every command that prints, with whatever somebody might try to find out."""
    data = ["--data", str(folder)]
    yield ["list", *data]
    yield ["list", "--stuck", "--json", *data]
    yield ["inspect", GAME, *data]
    yield ["dead", *data]
    for entry in range(last, 0, -max(1, last // SOME)):
        yield ["inspect", GAME, "--at", str(entry), "--json", *data]
        yield from (["resend", GAME, f"{entry:08d}.{seat}", *data] for seat in seats)
    yield ["redrive", "--yes", "--json", *data]
    yield ["dead", "--json", *data]
    yield ["replay", "--all", *data]
    yield ["export", GAME, "-o", str(folder / "game"), *data]
    yield ["export", GAME, "--public", "-o", str(folder / "archive"), *data]
    yield ["migrate", "--from", str(folder), "--to", str(other), "--yes"]
    yield ["compare", "--from", str(folder), "--to", str(other), "--json"]


def printed(made: Callable[[Path], datetime]) -> list[str]:
    """Everything that the commands print about a game, and the archive for everybody."""
    found: list[str] = []
    with TemporaryDirectory() as top, pytest.MonkeyPatch.context() as patch:
        folder, other = Path(top) / "data", Path(top) / "other"
        folder.mkdir()
        now = made(folder)
        patch.setattr(place, "utc_now", lambda: now)
        held = ledger.peek(SqliteStore(folder / "alibi.db"), GAME, now)
        assert held.state
        seats = ["organiser", *(seat.id for seat in held.state.seats)]
        for argv in commands(held.seq, seats, folder, other):
            said = io.StringIO()
            with redirect_stdout(said), redirect_stderr(said):
                status = main(argv)
            found.append(f"{status} {said.getvalue()}")
        *lines, _ = (folder / "archive").read_text().splitlines()  # the last is their checksum
        found += lines
    seal = held.state.commitment or MASK
    return [one.replace(top, "").replace(seal, MASK) for one in found]


@each_ruleset
@settings(max_examples=2)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_the_operator_is_told_nothing_of_the_deal(ruleset, data, seed):
    """In another deal that agrees with what the public saw, every command prints the same bytes."""
    game = played(data.draw(of(ruleset)))
    until = reveals_at(game)
    there = replayed(game, PUBLIC, elsewhere(game, PUBLIC, seed))
    one, other = (partial(stored, each, until) for each in (game, there))
    assert printed(one) == printed(other)


def world(folder: Path, account: str, move: Any) -> datetime:
    """A game in which somebody does something of which only some may know."""
    made = World(folder).start(accusation_window="from_first_correct")
    made.move("p1", Suggest("Mustard", "Rope", "Attic", "s2"))
    made.move(account, move)
    given_up(made.store, made.time)
    return made.time


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("p2", Refute(1, "Rope")), ("p2", Refute(1, "Mustard"))),
        (("p2", Refute(1, "Rope")), ("p2", Refute(1))),
        (("p3", Accuse("Mustard", "Rope", "Hall")), ("p3", TellGM("Who is it?"))),
    ],
    ids=["F21 which card", "F24 shown or owed", "F36 an accusation that failed"],
)
def test_what_is_done_in_secret_stays_so(one, other):
    """Which card was shown, whether it is owed, and that somebody failed, are in no output."""
    assert printed(partial(world, account=one[0], move=one[1])) == printed(
        partial(world, account=other[0], move=other[1])
    )
