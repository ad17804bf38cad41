"""A game of three with a bound thread, and forums that call through the API."""

from dataclasses import dataclass
from typing import Any

import pytest
from chalice.test import Client

from app import app
from chalicelib import auth, site
from chalicelib.forums.posts import Received, read_received
from chalicelib.store import Item
from tests.api.conftest import Answer, Api
from tests.forums.intake.speech import PLAIN, SECRET, SPEECH, THREAD, Event
from tests.worlds import GAME, World


@dataclass
class Forum:
    """A bound thread as its forum and its organiser see it."""

    world: World
    client: Client
    speaks: str
    bound: dict[str, Any]

    @property
    def id(self) -> str:
        """The id of the binding."""
        return str(self.bound["id"])

    @property
    def hook(self) -> str:
        """The path of the address that was given to the forum."""
        return str(self.bound["hook_url"]).removeprefix("https://alibi.test")

    def bring(self, headers: dict[str, str], body: bytes, path: str = "") -> Answer:
        """Make a request as it is."""
        return Api(self.client)("POST", path or self.hook, body, **_named(headers))

    def tell(self, event: Event, **more: Any) -> Answer:
        """Bring an event."""
        return self.bring(*SPEECH[self.speaks](event, self.world.time, **more))

    def rows(self) -> tuple[Item, ...]:
        """The rows of the posts that came."""
        return self.world.store.query(f"BINDING#{self.id}", "IN#", "IN$", now=self.world.time)

    def posts(self) -> list[Received]:
        """The posts that came."""
        return [read_received(row) for row in self.rows()]

    def status(self) -> str:
        """How the binding stands."""
        path = f"/v1/games/{GAME}/forum-bindings/{self.id}"
        return str(caller(self.world, self.client, "host")("GET", path).body["status"])


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("-", "_"): value for name, value in headers.items()}


def caller(world: World, client: Client, account: str) -> Api:
    """The API with the token of an account."""
    return Api(client, auth.issue(world.store, account, now=world.time, rng=world.rng))


def bound(world: World, client: Client, speaks: str, **more: Any) -> Forum:
    """Bind a thread for an engine, by the organiser over REST."""
    engine = speaks.split(maxsplit=1)[0]
    secret = SECRET if engine == "generic" else PLAIN
    wanted = {"engine": engine, "thread_id": THREAD, "secret": secret, "bot_id": "99"} | more
    answer = caller(world, client, "host")("POST", f"/v1/games/{GAME}/forum-bindings", wanted)
    assert answer.status == 201, answer.body
    return Forum(world, client, speaks, answer.body)


@pytest.fixture
def world(tmp_path):
    """A game of three on its first day."""
    made = World(tmp_path).start()
    site.install(made.site)
    return made


@pytest.fixture
def client(world):
    """Chalice's own test client."""
    with Client(app) as opened:
        yield opened


@pytest.fixture(params=sorted(SPEECH))
def forum(request, world, client):
    """A bound thread of each engine in turn."""
    return bound(world, client, request.param)


@pytest.fixture
def bridge(world, client):
    """A bound thread behind a bridge of the generic scheme."""
    return bound(world, client, "generic")
