"""Posts of a forum as moves, in a second; and what telling others adds to a move."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import msgspec
from chalice.test import Client

from app import app
from bench.games import GAME, START, Table
from chalicelib import accounts, ledger, site, spread
from chalicelib.forums import act, bindings
from chalicelib.forums.binding import Author, author_items, binding_item
from chalicelib.forums.bindings import Kept
from chalicelib.forums.bodies import NewBinding
from chalicelib.outward import Web, signature
from chalicelib.rules.table import AnswerForMe, Talk
from chalicelib.rules.verbs import Suggest
from chalicelib.site import Site
from chalicelib.store import Put
from chalicelib.store.sqlite import SqliteStore
from chalicelib.webhooks import registry
from chalicelib.webhooks.endpoint import endpoint_item
from chalicelib.webhooks.wishes import NewEndpoint

ROUNDS, SEATS, EACH = 9, 6, 3
"""Games, players, and suggestions of each; the GM answers for all."""
MOVES = 60
"""Moves of a round whose news is spread."""
CARDS = ("Miss Scarlett", "Rope", "Hall")


class Hall:
    """A game on SQLite, served to a forum in the same process; its clock stands still."""

    def __init__(self, folder: str) -> None:
        """Deal; the GM answers for everybody."""
        self.store = SqliteStore(Path(folder) / "alibi.db")
        self.table = Table(self.store)
        self.site = Site(
            self.store,
            "https://alibi.test",
            "in.alibi.test",
            lambda: START,
            Random(1),
            web=Web(local=True),
        )
        site.install(self.site)
        for seat in range(1, SEATS + 1):
            name = f"p{seat}"
            profile = accounts.Profile(name, f"{name}@example.org", "en")
            accounts.keep(self.store, profile, now=START)
            self.table.move(name, AnswerForMe())
        self.spread()

    def spread(self) -> None:
        """Tell all news."""
        while spread.sweep(self.site):
            pass

    def bind(self) -> Kept:
        """Bind a thread in which all are known."""
        kept = bindings.bind(self.site, GAME, NewBinding(engine="generic", thread_id="7"))
        active = msgspec.structs.replace(kept.binding, status="active")
        known = [Author(str(n), f"p{n}", f"Player {n}") for n in range(1, SEATS + 1)]
        rows = [row for author in known for row in author_items(active.id, author)]
        self.store.write(Put(binding_item(active, 2)), *map(Put, rows), now=START)
        return kept

    def listen(self) -> None:
        """Register an endpoint that has proven itself."""
        wish = NewEndpoint("http://127.0.0.1:9/in", games=(GAME,))
        made, _ = registry.register(self.site, "listener", wish)
        active = msgspec.structs.replace(made, status="active")
        self.store.write(Put(endpoint_item(active, 2)), now=START)


def report() -> Iterator[str]:
    """Measure posts that come in, and news that goes out."""
    pairs = [(_posted(), _played()) for _ in range(ROUNDS)]
    posts, moves = (median(rates) for rates in zip(*pairs, strict=True))
    yield (
        f"suggestions as posts of a forum, from the signed request to the move committed: "
        f"{posts:,.0f} a second; the same moves through play(): {moves:,.0f}, ratio "
        f"{posts / moves:.2f} (medians of {ROUNDS} games of {SEATS * EACH}, in turn)"
    )
    yield _told()


def _posted() -> float:
    """Give the posts a second of a day in which all suggest in a thread."""
    with tempfile.TemporaryDirectory(prefix="alibi-bench-") as folder, Client(app) as client:
        hall = Hall(folder)
        kept = hall.bind()
        path = kept.hook_url(hall.site).removeprefix(hall.site.base_url)
        requests = [_request(kept, number) for number in range(SEATS * EACH)]
        before = ledger.peek(hall.store, GAME, START).seq
        begun = perf_counter()
        for headers, body in requests:
            client.http.post(path, headers=headers, body=body)
            act.sweep(hall.site)
        took = perf_counter() - begun
        made = ledger.peek(hall.store, GAME, START).seq - before
        hall.store.close()
    if made != len(requests):
        raise ValueError(f"{made} of {len(requests)} posts became moves")
    return len(requests) / took


def _request(kept: Kept, number: int) -> tuple[dict[str, str], bytes]:
    """Give the signed request of a post with a suggestion."""
    seat = number % SEATS + 1
    cards = ", ".join(f"[b]{card}[/b]" for card in CARDS)
    heading = f"[b]Suggestion_{number // SEATS + 1} for Player {seat % SEATS + 1}[/b]"
    data = {
        "thread_id": "7",
        "post_id": str(number + 1),
        "author": {"id": str(seat), "name": f"Player {seat}"},
        "created_at": START.isoformat(),
        "markup": "bbcode",
        "body": f"{heading}\nI think it was {cards}.",
    }
    whole = {"type": "forum.post.created", "timestamp": START.isoformat(), "data": data}
    body = json.dumps(whole).encode()
    at = int(START.timestamp())
    return signature.headers(kept.secrets.hook, f"msg_{number:026d}", at, body), body


def _played() -> float:
    """Give the moves a second where the same suggestions are made without a forum."""
    with tempfile.TemporaryDirectory(prefix="alibi-bench-") as folder:
        hall = Hall(folder)
        begun = perf_counter()
        for number in range(SEATS * EACH):
            seat = number % SEATS + 1
            hall.table.move(f"p{seat}", Suggest(*CARDS, f"s{seat % SEATS + 1}"))
        took = perf_counter() - begun
        hall.store.close()
    return SEATS * EACH / took


def _told() -> str:
    """Time what spreading the news of a move takes, by who listens, in turn."""
    kinds = ("nobody", "an endpoint", "a thread")
    moved: list[float] = []
    costs: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(ROUNDS):
        for kind in kinds:
            with tempfile.TemporaryDirectory(prefix="alibi-bench-") as folder:
                hall = Hall(folder)
                if kind == "an endpoint":
                    hall.listen()
                elif kind == "a thread":
                    hall.bind()
                begun = perf_counter()
                for number in range(MOVES):
                    hall.table.move(f"p{number % SEATS + 1}", Talk(str(number % 10)))
                between = perf_counter()
                hall.spread()
                costs[kind].append((perf_counter() - between) / MOVES)
                moved.append((between - begun) / MOVES)
                hall.store.close()
    move = median(moved)
    said = ", ".join(
        f"{kind} {median(costs[kind]) * 1000:.2f} ms (ratio {median(costs[kind]) / move:.2f})"
        for kind in kinds
    )
    return (
        f"spreading the news of a move where there listens: {said}; the move itself: "
        f"{move * 1000:.2f} ms (medians of {ROUNDS} rounds of {MOVES}, in turn)"
    )
