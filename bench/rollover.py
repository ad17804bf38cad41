"""Many games whose day ends in the same minute: how long they take, and whether moves still go in.

On SQLite the process lets time pass itself, in the emulator of AWS through its queue. Each size in
a process of its own, whose peak of memory it is. ``python -m bench.rollover sqlite 10000``.
"""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from time import perf_counter
from typing import Any

from bench import crowd
from chalicelib import clock, play, sqs
from chalicelib.play import Asked
from chalicelib.rules.table import Talk
from chalicelib.site import HandOver, Site
from chalicelib.store import Store
from chalicelib.store.dynamo import DynamoStore
from chalicelib.store.sqlite import SqliteStore
from tests.stores import CREDENTIALS, ministack

SIZES = (("sqlite", 10_000), ("emulator", 1_000))
CONSUMERS = 4
"""Threads that take messages from the queue, as so many functions would at one time."""
TICKS = 0.2
"""Seconds from one tick to the next, so that there are many: once a minute is the usual."""
PAUSE = 0.02
"""Seconds between two moves of the players."""


def report() -> Iterator[str]:
    """Measure every size in a fresh process."""
    for engine, count in SIZES:
        command = [sys.executable, "-m", "bench.rollover", engine, str(count)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
        yield from done.stdout.strip().splitlines()


def measured(store: Store, count: int, hand_over: HandOver | None, queue: Any = None) -> str:
    """Let one minute end in so many games while players move in them; say how it went."""
    closes = crowd.played(store)
    begun = perf_counter()
    names = crowd.copied(store, count)
    made = perf_counter() - begun
    zero = perf_counter()

    def now() -> datetime:
        return closes + timedelta(seconds=11 + perf_counter() - zero)

    site = replace(crowd.site(store, now), hand_over=hand_over)
    reads, writes, cpu, zero = store.reads, store.writes, time.process_time(), perf_counter()
    stop = Event()
    with ThreadPoolExecutor(2 + CONSUMERS) as pool:
        moving = pool.submit(_moving, site, names, stop)
        eating = [pool.submit(queue, site, stop) for _ in range(CONSUMERS * bool(queue))]
        while clock.tick(site) or store.due(closes, 1, prefix="STATE"):
            time.sleep(TICKS if queue else 0)
        took, used = perf_counter() - zero, time.process_time() - cpu
        reads, writes = store.reads - reads, store.writes - writes
        stop.set()
        waits = moving.result()
        handled = sum(one.result() for one in eating)
    rolled = [crowd.turns_of(store, name, closes) for name in names]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    messages = f"; {handled:,} messages" if queue else ""
    return (
        f"{count:,} games in {took:.1f} s ({count / took:,.0f} a second, {used / count * 1000:.1f} "
        f"ms of CPU each, moves included), each once: {set(rolled) == {1}}; round trips for each: "
        f"{reads / count:.2f} reads, {writes / count:.2f} writes, those of {len(waits)} moves "
        f"included{messages}; all moves accepted, median {sorted(waits)[len(waits) // 2]:.0f} ms, "
        f"slowest {max(waits):.0f} ms; peak of memory {peak:.0f} MiB; making them {made:.1f} s"
    )


def _moving(site: Site, names: Sequence[str], stop: Event) -> list[float]:
    """Move in games at random until told to stop; gives how long each move took, in ms."""
    chance, waits = Random(1), list[float]()
    while not stop.is_set():
        begun = perf_counter()
        asked = Asked("p1", (Talk("Well?"),), "rest", site.now())
        key = f"move {len(waits)}"
        play.play(site.store, chance.choice(names), asked, key=key, now=site.now(), rng=site.rng)
        waits.append((perf_counter() - begun) * 1000)
        time.sleep(PAUSE)
    return waits


@contextmanager
def emulator() -> Iterator[tuple[Store, HandOver, Any]]:
    """A table and a queue in the emulator: what puts games into it, and what takes them out.

    `CREDENTIALS` have to be in the environment.
    """
    import boto3  # noqa: PLC0415 -- not where SQLite is measured

    with ministack("dynamodb,sqs") as url:
        store = DynamoStore("alibi-bench", region="eu-central-1", host=url)
        store.create_table()
        client = boto3.client("sqs", endpoint_url=url)
        queue = client.create_queue(QueueName="alibi-clock")["QueueUrl"]

        def eat(site: Site, stop: Event) -> int:
            eaten = 0
            while not stop.is_set():
                some = taken(site, client, queue)
                eaten += some
                time.sleep(0 if some else PAUSE)
            return eaten

        yield store, lambda bodies: sqs.put(queue, bodies, client), eat


def taken(site: Site, client: Any, queue: str) -> int:
    """Take messages out of the queue, as the function ``clock`` gets them."""
    got = client.receive_message(QueueUrl=queue, MaxNumberOfMessages=10, WaitTimeSeconds=0)
    messages = {one["MessageId"]: one for one in got.get("Messages", ())}
    failed = clock.come(site, [(name, one["Body"]) for name, one in messages.items()])
    for name in messages.keys() - set(failed):
        client.delete_message(QueueUrl=queue, ReceiptHandle=messages[name]["ReceiptHandle"])
    return len(messages)


def main(engine: str, count: str) -> None:
    """Measure one engine and size, and print it."""
    if engine == "emulator":
        os.environ.update(CREDENTIALS)
        with emulator() as (store, put, eat):
            line = measured(store, int(count), put, eat)
    else:
        with TemporaryDirectory(prefix="alibi-bench-") as folder:
            line = measured(SqliteStore(Path(folder) / "alibi.db"), int(count), None)
    print(f"rollover, {engine}: {line}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
