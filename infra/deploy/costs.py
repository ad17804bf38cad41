"""What a game and an idle month cost: `python -m infra.deploy.costs --players 6 --days 20`.

What a game asks of AWS was counted (`python -m bench usage`), prices are in ``prices.py``.
"""

import argparse
import sys
from collections.abc import Callable, Collection, Mapping

import msgspec

from infra.deploy.prices import PRICES
from infra.template.alarms import alarms as every_alarm

Asked = dict[str, float]
"""How much of what is asked for, by the names of prices."""


class Usage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game was counted to need: a whole game of six by mail, on 2026-11-30."""

    mails_a_day: float = 3.5
    """Mails that a player sends in a day of the game: suggestions, answers, accusations."""
    letters: float = 3.0
    """Letters that each of those leads to, receipts, private cards and reports included."""
    writes: float = 78
    """Write units of the table for each mail in, with all that its letters write."""
    reads: float = 65
    """Read units, likewise."""
    kept: float = 13_000
    """Bytes that stay in the table for each mail in, at most."""
    seconds: float = 0.3
    """That a function works on one mail or letter (an assumption: measure with CloudWatch)."""
    memory: float = 0.5
    """GB of a function (.chalice/config.json)."""
    tick_memory: float = 1.0
    """GB of those two that look for games and send mail (``TickMemory``)."""
    api_calls: float = 1
    """Calls of the API for each mail in: somebody looks at a page, or has a client."""
    log: float = 1_000
    """Bytes of log for one call of a function (an assumption)."""


TICKS = 4
"""Functions that EventBridge starts every minute, which is free."""
MINUTES = 60 * 24 * 30
LOOKS = 131
"""Partitions of the due index that an idle minute reads: half a read unit each."""
TICK_SECONDS = 0.4
"""That an idle tick takes (an assumption)."""


def game(players: int, days: int, usage: Usage) -> Asked:
    """Give what a game by mail asks for."""
    mails = players * days * usage.mails_a_day
    letters = mails * usage.letters
    api = mails * usage.api_calls
    calls = mails + letters + api  # a function for each
    return {
        "mail_out": letters,
        "mail_in": mails,
        "api_call": api,
        "bucket_put": mails,
        "bucket_get": mails,
        "notice": mails,
        "table_write": mails * usage.writes,
        "table_read": mails * usage.reads,
        "table_month": mails * usage.kept / 1e9,
        "recovery_month": mails * usage.kept / 1e9,
        "call": calls,
        "gb_second": calls * usage.seconds * usage.memory,
        "log_gb": calls * usage.log / 1e9,
        "key_call": calls / 100,  # the table asks for its key now and then, not each time
    }


def idle(usage: Usage, alarms: int, metrics: int, keys: int) -> Asked:
    """Give what a month asks for in which nobody plays."""
    ticks = TICKS * MINUTES
    return {
        "call": ticks,
        "gb_second": ticks * TICK_SECONDS * (usage.memory + usage.tick_memory) / 2,
        "table_read": MINUTES * LOOKS / 2,
        "queue_call": MINUTES * 3 * 5,  # Lambda asks a queue with five hands, 20 seconds each
        "log_gb": ticks * usage.log / 1e9,
        "alarm_month": alarms,
        "metric_month": metrics,
        "key_month": keys,
    }


def dollars(asked: Asked, prices: Mapping[str, float]) -> dict[str, float]:
    """Give what each item costs, the dearest first."""
    costs = {name: amount * prices[name] for name, amount in asked.items()}
    return dict(sorted(costs.items(), key=lambda one: -one[1]))


def main(words: list[str] | None = None) -> int:
    """Print what it costs; gives the exit status."""
    wanted = _parser().parse_args(words)
    prices = PRICES | dict(wanted.price)
    usage = msgspec.convert(dict(wanted.usage), Usage)
    table = dollars(game(wanted.players, wanted.days, usage), prices)
    print(f"A game by mail, {wanted.players} players, {wanted.days} days:")
    _print(table)
    month = dollars(idle(usage, wanted.alarms, wanted.metrics, wanted.keys), prices)
    print("\nA month in which nobody plays:")
    _print(month)
    together = sum(month.values()) + wanted.games * sum(table.values())
    print(f"\n{wanted.games} such games a month: ${together:.2f}")
    print("Prices: infra/deploy/prices.py, us-east-1, without what is free; look them up.")
    return 0


def _print(costs: Mapping[str, float]) -> None:
    for name, cost in costs.items():
        print(f"  {name:15} ${cost:9.4f}")
    print(f"  {'together':15} ${sum(costs.values()):9.4f}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m infra.deploy.costs", description=__doc__)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--days", type=int, default=20)
    parser.add_argument("--games", type=int, default=10, help="in a month")
    parser.add_argument("--alarms", type=int, default=len(every_alarm()["Resources"]))
    parser.add_argument("--metrics", type=int, default=30, help="of our own, that report")
    parser.add_argument("--keys", type=int, default=0, help="keys of one's own (TableKey)")
    price = _number_of(PRICES)
    parser.add_argument("--price", type=price, action="append", default=[], metavar="NAME=DOLLARS")
    used = _number_of(Usage.__struct_fields__)
    parser.add_argument("--usage", type=used, action="append", default=[], metavar="NAME=NUMBER")
    return parser


def _number_of(known: Collection[str]) -> Callable[[str], tuple[str, float]]:
    """Give what reads ``NAME=NUMBER`` of a name that is known."""

    def read(text: str) -> tuple[str, float]:
        name, _, number = text.partition("=")
        if name not in known:
            names = ", ".join(sorted(known))
            raise argparse.ArgumentTypeError(f"there is no {name}; there are {names}")
        return name, float(number)

    return read


if __name__ == "__main__":
    sys.exit(main())
