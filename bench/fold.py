"""How many events are folded in a second, on the log of bots' days: suggestions and answers."""

import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.games import GAME, Table
from chalicelib import ledger, rules
from chalicelib.game import fold
from chalicelib.rules import Log
from chalicelib.rules.table import AnswerForMe
from chalicelib.rules.verbs import Suggest
from chalicelib.store.sqlite import SqliteStore

ROUNDS, REPEATS = 7, 200
FAR = datetime(2027, 12, 1, tzinfo=UTC)


def report() -> Iterator[str]:
    """Time rounds of folding one day's log again and again."""
    log = _log()
    events = sum(len(entry.events) for entry in log) * REPEATS
    rates = [events / _round(log) for _ in range(ROUNDS)]
    yield (
        f"events folded: {median(rates):,.0f} a second "
        f"(median of {ROUNDS} rounds; {min(rates):,.0f} to {max(rates):,.0f})"
    )


def _log() -> tuple[Log, ...]:
    """Give the log of a day in which all suggest and the GM answers for all."""
    with tempfile.TemporaryDirectory(prefix="alibi-bench-") as folder:
        table = Table(SqliteStore(Path(folder) / "alibi.db"))
        for seat in range(1, 7):
            table.move(f"p{seat}", AnswerForMe())
        for seat in range(1, 7):
            ask = Suggest("Miss Scarlett", "Rope", "Hall", f"s{seat % 6 + 1}")
            for _ in range(3):
                table.move(f"p{seat}", ask)
        return ledger.entries(table.store, GAME, 0, 1000, FAR)


def _round(log: tuple[Log, ...]) -> float:
    ruleset = rules.RULESETS["forum"]
    begun = perf_counter()
    for _ in range(REPEATS):
        state = None
        for entry in log:
            state = fold(ruleset, state, entry.events, entry.at)
    return perf_counter() - begun
