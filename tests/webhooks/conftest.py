"""A game of three, the API, and receivers that are told of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from chalice.test import Client

from app import app
from chalicelib import auth, site, spread
from chalicelib.webhooks import lanes
from tests.api.conftest import Answer, Api
from tests.webhooks.receivers import Receiver
from tests.worlds import GAME, World


class Middle:
    """Chance without any: every draw is the middle one, so that nothing is jittered."""

    def randrange(self, stop: int, /) -> int:
        """Give the middle."""
        return stop // 2

    def shuffle(self, x: list[Any], /) -> None:
        """Leave everything where it is."""

    def getrandbits(self, k: int, /) -> int:
        """Give the middle."""
        return 1 << (k - 1)


@dataclass
class Hooks:
    """What a test does with webhooks."""

    world: World
    client: Client
    receivers: list[Receiver] = field(default_factory=list)

    def api(self, account: str) -> Api:
        """The API as an account."""
        token = auth.issue(self.world.store, account, now=self.world.time, rng=self.world.rng)
        return Api(self.client, token)

    def receiver(self) -> Receiver:
        """A new receiver."""
        made = Receiver()
        self.receivers.append(made)
        return made

    def register(self, account: str, url: str, **wish: Any) -> Any:
        """Register an endpoint for the game; gives the answer's body."""
        body = {"url": url, "games": [GAME]} | wish
        answer = self.api(account)("POST", "/v1/webhook-endpoints", body)
        assert answer.status == 201, answer.body
        return answer.body

    def active(self, account: str, url: str, **wish: Any) -> Any:
        """Register an endpoint and let it prove itself."""
        made = self.register(account, url, **wish)
        self.settle()
        assert self.show(account, made["id"])["status"] == "active"
        return made

    def show(self, account: str, name: str) -> Any:
        """An endpoint as its owner sees it."""
        return self.ask(account, "GET", f"/v1/webhook-endpoints/{name}").body

    def ask(self, account: str, method: str, path: str, body: Any = None) -> Answer:
        """Ask the API as an account."""
        return self.api(account)(method, path, body)

    def unjittered(self) -> None:
        """Let every wait be the documented one from now on."""
        self.world.site = replace(self.world.site, rng=Middle())
        site.install(self.world.site)

    def settle(self) -> int:
        """Spread the news and send everything that is due now."""
        spread.sweep(self.world.site)
        made = 0
        while sent := lanes.sweep(self.world.site):
            made += sent
        return made

    def deliveries(self, account: str, name: str, **query: str) -> list[Any]:
        """The deliveries to an endpoint, the first events first."""
        asked = "&".join(f"{key}={value}" for key, value in query.items())
        path = f"/v1/webhook-endpoints/{name}/deliveries?{asked}"
        answer = self.ask(account, "GET", path)
        assert answer.status == 200, answer.body
        return list(reversed(answer.body["items"]))

    def delivery(self, account: str, name: str) -> Any:
        """One delivery with its attempts."""
        return self.ask(account, "GET", f"/v1/deliveries/{name}").body


@contextmanager
def opened(world: World) -> Iterator[Hooks]:
    """Start the game of a world and serve it; nobody listens yet."""
    world.start()
    site.install(world.site)
    spread.sweep(world.site)
    with Client(app) as client:
        made = Hooks(world, client)
        yield made
        for receiver in made.receivers:
            receiver.close()


@pytest.fixture
def hooks(tmp_path):
    """Webhooks of a game of three whose clock is moved by hand."""
    with opened(World(tmp_path)) as made:
        yield made
