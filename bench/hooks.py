"""Webhooks: deliveries in a second, and what receivers that hang cost the others.

Everything runs in one process on SQLite, the receivers too: what they cost is in the figures.
"""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median

from bench.games import GAME, START, Table
from bench.receivers import Receiver
from chalicelib import spread
from chalicelib.outward import Request, Web
from chalicelib.rules.table import Talk
from chalicelib.site import Site
from chalicelib.store.sqlite import SqliteStore
from chalicelib.webhooks import lanes, registry
from chalicelib.webhooks.wishes import NewEndpoint

ROUNDS, URLS, NEWS = 5, 20, 10
OF_ACCOUNT = 10
"""Endpoints of one account."""
GIVE_UP, PAUSE = 60.0, 0.02
HANGING = ((1, False), (20, True), (20, False))
"""How many receivers hang, and whether their last attempt had failed before."""


class Stage:
    """A game whose news goes to receivers; its clock goes on by itself and can be moved."""

    def __init__(self, folder: Path) -> None:
        """Deal."""
        self.store = SqliteStore(folder / "alibi.db")
        self.table = Table(self.store)
        self.ahead, self._begun, self._said = timedelta(0), time.monotonic(), 0
        self.receivers: list[Receiver] = []
        self.site = Site(
            self.store,
            "https://alibi.test",
            "in.alibi.test",
            self.now,
            Random(1),
            web=Web(local=True),
        )
        self.lanes = lanes.Lanes(self.site)
        spread.sweep(self.site)

    def now(self) -> datetime:
        """Give the present of the game."""
        return START + timedelta(seconds=time.monotonic() - self._begun) + self.ahead

    def receiver(self) -> Receiver:
        """Begin to listen at an address, and have it registered."""
        made, number = Receiver(), len(self.receivers)
        self.receivers.append(made)
        wish = NewEndpoint(made.url, games=(GAME,), rate_per_minute=600)
        registry.register(self.site, f"listener {number // OF_ACCOUNT}", wish)
        lanes.sweep(self.site)
        return made

    def talk(self, times: int) -> None:
        """Let something happen so many times, in another minute than all before."""
        self.ahead += timedelta(minutes=2)
        for _ in range(times):
            self._said += 1
            self.table.move(f"p{self._said % 6 + 1}", Talk(str(self._said % 10)))

    def spread(self) -> None:
        """Make deliveries of the news."""
        while spread.sweep(self.site):
            pass


@contextmanager
def stage() -> Iterator[Stage]:
    """Begin a game in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="alibi-bench-") as folder:
        made = Stage(Path(folder))
        yield made
        for receiver in made.receivers:
            receiver.close()
        made.lanes.stop()
        made.store.close()


def report() -> Iterator[str]:
    """Measure deliveries, and the effect of receivers that hang."""
    for urls in (1, URLS):
        yield _rates(urls)
    for hanging, ill in HANGING:
        yield _effect(hanging, ill=ill)


def _rates(urls: int) -> str:
    """Time deliveries to so many URLs, and bare requests to the same receivers in between."""
    with stage() as here:
        receivers = [here.receiver() for _ in range(urls)]
        news = max(NEWS, 100 // urls)
        bare, ours = [], []
        for _ in range(ROUNDS):
            bare.append(_bare(here.site.web, receivers, news))
            here.talk(news)
            here.spread()
            begun = time.perf_counter()
            made = lanes.sweep(here.site)
            ours.append(made / (time.perf_counter() - begun))
    return (
        f"deliveries to {urls} URL{'s' if urls > 1 else ''}: {median(ours):,.0f} a second "
        f"({min(ours):,.0f} to {max(ours):,.0f}); bare requests to the same receivers, one after "
        f"the other: {median(bare):,.0f}, ratio {median(ours) / median(bare):.2f} "
        f"(medians of {ROUNDS} rounds of {news * urls}, in turn)"
    )


def _bare(web: Web, receivers: Sequence[Receiver], times: int) -> float:
    """Give how many requests a second are answered where nothing is kept of them."""
    begun = time.perf_counter()
    for _ in range(times):
        for receiver in receivers:
            web.send(Request("POST", receiver.url, {}, b'{"data":{}}'))
    return times * len(receivers) / (time.perf_counter() - begun)


def _effect(hanging: int, *, ill: bool) -> str:
    """Compare how soon all others have heard everything, with and without some that hang."""
    with stage() as here:
        well = [here.receiver() for _ in range(URLS)]
        bad = [here.receiver() for _ in range(hanging)]
        alone = [_heard(here, well) for _ in range(ROUNDS)]
        if ill:
            _let_fail(here, bad)
        for receiver in bad:
            receiver.hangs()
        beside = [_heard(here, well) for _ in range(ROUNDS)]
    kind = "that had failed before hang" if ill else f"begin{'s' * (hanging == 1)} to hang"
    first, *later = beside
    return (
        f"while {hanging} {kind}: {URLS} others have heard {NEWS} events each in {first:.2f} s "
        f"the first time, then {median(later):.2f} s; while all answer: {median(alone):.2f} s, "
        f"ratios {first / median(alone):.2f} and {median(later) / median(alone):.2f} "
        f"(medians of {ROUNDS} rounds in one process)"
    )


def _let_fail(here: Stage, bad: Sequence[Receiver]) -> None:
    """Let some receivers refuse one event; they are tried again with those that hang."""
    for receiver in bad:
        receiver.status = 500
    here.talk(1)
    here.spread()
    lanes.sweep(here.site)


def _heard(here: Stage, well: Sequence[Receiver]) -> float:
    """Give the seconds until some receivers have heard of everything that happens now."""
    wanted = sum(receiver.heard for receiver in well) + NEWS * len(well)
    here.talk(NEWS)
    here.spread()
    begun = time.perf_counter()
    while sum(receiver.heard for receiver in well) < wanted:
        here.lanes.round()
        here.lanes.wait(PAUSE)
        if time.perf_counter() > begun + GIVE_UP:
            raise TimeoutError("webhooks")
    return time.perf_counter() - begun
