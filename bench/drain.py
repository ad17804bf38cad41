"""The outbox while it is full: whether mail leaves at just the rate, and private cards first.

Letters of a game wait by the hundred; the carrier takes a while for each, as SES does. Meanwhile
private cards are written; how long they wait is measured. Real seconds.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread
from time import perf_counter

from bench import crowd
from bench.games import GAME
from chalicelib import deliver, ledger
from chalicelib.deliver.moments import Moments
from chalicelib.letters import Told
from chalicelib.letters_readers import DIGEST, NEWS, PRIVATE
from chalicelib.site import Site
from chalicelib.store import BATCH_LIMIT, Item, Put
from chalicelib.store.sqlite import SqliteStore

RATES = ((1, 8.0, ""), (14, 8.0, ""), (100, 8.0, "/dev/shm"), (200, 8.0, "/dev/shm"))  # noqa: S108
"""Mails in a second, for how many seconds they are sent, and in which folder the store is.

Five durable commits for each letter are more than a disk takes at a high rate.
"""
TAKES = 0.08
"""Seconds that the carrier takes for a mail."""
QUESTION = 9
"""The entry of the log that the letters tell of."""
EVERY = 0.9
"""Seconds from one private card to the next."""


class Carrier:
    """Takes mails slowly, and notes when each began to leave, and which."""

    def __init__(self) -> None:
        """Begin with none."""
        self.left: list[tuple[float, str]] = []
        self._lock = Lock()

    def send(self, _: str, message: EmailMessage) -> str | None:
        """Take a mail."""
        with self._lock:
            self.left.append((perf_counter(), str(message["X-Alibi-Letter"])))
        time.sleep(TAKES)
        return None


def report() -> Iterator[str]:
    """Measure each rate on a full outbox of its own."""
    for rate, seconds, place in RATES:
        at = place if Path(place).is_dir() else None
        with TemporaryDirectory(prefix="alibi-bench-", dir=at) as folder:
            yield _measured(Path(folder), rate, seconds)
    with TemporaryDirectory(prefix="alibi-bench-") as folder:
        yield _paced(Path(folder), 200, 8.0)


def _measured(folder: Path, rate: int, seconds: float) -> str:
    store = SqliteStore(folder / "alibi.db")
    crowd.played(store)
    site = crowd.site(store, lambda: datetime.now(UTC), rate)
    _fill(site, int(rate * seconds * 1.5) + 50)
    carrier, stop = Carrier(), Event()
    asked: dict[str, float] = {}
    asking = Thread(target=_cards, args=(site, stop, asked))
    cpu, reads, writes = time.process_time(), store.reads, store.writes
    asking.start()
    deliver.drain(site, carrier, timedelta(seconds=seconds))
    cpu = time.process_time() - cpu
    stop.set()
    asking.join()
    times = sorted(at for at, _ in carrier.left)
    span, number = times[-1] - times[0], len(times)
    most = max(sum(at <= other < at + 1 for other in times) for at in times)
    waits = [at - asked[name] for at, name in carrier.left if name in asked]
    return (
        f"mail at {rate} a second: {(number - 1) / span:.2f} a second for {span:.1f} s, at most "
        f"{most} in any second; {number} different of {number}: "
        f"{len({name for _, name in carrier.left}) == number}; {len(waits)} private cards waited "
        f"{max(waits):.2f} s at most; {cpu / number * 1000:.1f} ms of CPU, "
        f"{(store.reads - reads) / number:.1f} reads, {(store.writes - writes) / number:.1f} "
        f"writes for each"
    )


def _paced(folder: Path, rate: int, seconds: float) -> str:
    """Give moments to threads that do nothing else: what the pace alone takes, on disk."""
    store = SqliteStore(folder / "alibi.db")
    site = crowd.site(store, lambda: datetime.now(UTC), rate)
    moments, left = Moments(site), list[float]()
    end = perf_counter() + seconds

    def taking() -> None:
        while perf_counter() < end and moments.take():
            left.append(perf_counter())

    with ThreadPoolExecutor(16) as pool:
        for _ in range(16):
            pool.submit(taking)
    span = max(left) - min(left)
    most = max(sum(at <= other < at + 1 for other in left) for at in left)
    return (
        f"moments alone at {rate} a second: {(len(left) - 1) / span:.2f} a second, at most {most} "
        f"in any; {store.writes / span:.1f} writes a second to the row of the pace"
    )


def _fill(site: Site, number: int) -> None:
    """Put letters about the first entries into the outbox: news and digests wait already."""
    names = count()
    letters = [_letter(site, next(names), (NEWS, DIGEST)[n % 2]) for n in range(number)]
    for start in range(0, number, BATCH_LIMIT):
        site.store.write(*map(Put, letters[start : start + BATCH_LIMIT]), now=site.now())


def _letter(site: Site, number: int, rank: int) -> Item:
    """Give a letter about the question that was asked, under a name of its own."""
    seat = number % crowd.SEATS + 1
    told = Told(GAME, QUESTION, f"s{seat}", rank, f"p{seat}")
    item = ledger.outgoing(told, site.now())
    return Item(item.pk, f"OUT#{number:08x}.s{seat}.{rank}", item.body, due=item.due)


def _cards(site: Site, stop: Event, asked: dict[str, float]) -> None:
    """Write a private card now and then."""
    for number in count(10**6):
        if stop.wait(EVERY):
            return
        item = _letter(site, number, PRIVATE)
        asked[f"{GAME}.{item.sk.removeprefix('OUT#')}"] = perf_counter()
        site.store.write(Put(item), now=site.now())
