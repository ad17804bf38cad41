"""How many moves go through `play()` in a second: one process, one game, SQLite on disk."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.games import Table
from chalicelib.rules.table import Talk
from chalicelib.store.sqlite import SqliteStore

ROUNDS, MOVES = 5, 400


def report() -> Iterator[str]:
    """Time rounds of moves, with the disk's own rate of durable commits beside them."""
    folder = Path(tempfile.mkdtemp(prefix="alibi-bench-"))
    try:
        table = Table(SqliteStore(folder / "alibi.db"))
        rates = [_round(table) for _ in range(ROUNDS)]
    finally:
        shutil.rmtree(folder)
    yield (
        f"moves through play() on SQLite (WAL, synchronous=FULL): {median(rates):,.0f} a second "
        f"(median of {ROUNDS} rounds of {MOVES}; {min(rates):,.0f} to {max(rates):,.0f})"
    )


def _round(table: Table) -> float:
    begun = perf_counter()
    for number in range(MOVES):
        table.move("p1", Talk(str(number % 10)))
    return MOVES / (perf_counter() - begun)
