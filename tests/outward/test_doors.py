"""No URL that comes in by REST is kept or called unless it leads to the public internet."""

from dataclasses import replace

import pytest
from chalice.test import Client

from app import app
from chalicelib import site
from chalicelib.outward import Web
from chalicelib.webhooks import lanes
from tests.forums.intake.conftest import caller
from tests.outward.urls import HOSTILE_URLS, INNER_ADDRESSES
from tests.worlds import GAME, World

GOOD = "https://hook.example.org/in"
HOOKS = "/v1/webhook-endpoints"
THREADS = f"/v1/games/{GAME}/forum-bindings"
FORUM = {"engine": "generic", "thread_id": "7", "bot_id": "1"}
LONG = next(url for url in HOSTILE_URLS if len(url) > 2048)
OTHERWISE_UNREADABLE = ("", "https://example.org/\ud800", LONG)
"""``""`` says of a forum that it has no address; the others are refused before they are a URL."""


class Doors:
    """Every route that takes a URL, at a site whose resolver says what a test wants."""

    def __init__(self, world: World, client: Client) -> None:
        """Register one endpoint and bind one thread, at good addresses."""
        self.says: list[str] = ["93.184.216.34"]
        web = Web(("alibi.example",), resolve=lambda *_: self.says)
        world.site = replace(world.site, web=web)
        site.install(world.site)
        self.world = world
        self.api = {who: caller(world, client, who) for who in ("p1", "host")}
        made = self.api["p1"]("POST", HOOKS, {"url": GOOD, "games": [GAME]})
        bound = self.api["host"]("POST", THREADS, FORUM | {"base_url": GOOD, "posts_url": GOOD})
        assert (made.status, bound.status) == (201, 201)
        self.hook, self.thread = f"{HOOKS}/{made.body['id']}", f"{THREADS}/{bound.body['id']}"

    def offered(self, url: str) -> list[tuple[int, str]]:
        """What each of the routes says to a URL."""
        tries = (
            ("p1", "POST", HOOKS, {"url": url, "games": [GAME]}),
            ("p1", "PATCH", self.hook, {"url": url}),
            ("host", "POST", THREADS, FORUM | {"thread_id": "8", "base_url": url}),
            ("host", "POST", THREADS, FORUM | {"thread_id": "8", "posts_url": url}),
            ("host", "PATCH", self.thread, {"base_url": url}),
            ("host", "PATCH", self.thread, {"posts_url": url}),
        )
        answers = [self.api[who](method, path, body) for who, method, path, body in tries]
        return [(answer.status, answer.body["code"]) for answer in answers]

    def kept(self) -> list[str]:
        """The addresses that are kept."""
        hooks = self.api["p1"]("GET", HOOKS).body["items"]
        threads = self.api["host"]("GET", THREADS).body["items"]
        return [
            *(one["url"] for one in hooks),
            *(one[name] for one in threads for name in ("base_url", "posts_url")),
        ]


@pytest.fixture
def doors(tmp_path):
    """A game that is played, with an endpoint and a thread."""
    with Client(app) as client:
        yield Doors(World(tmp_path).start(), client)


def test_a_hostile_url_is_refused_at_every_door(doors, connections):
    """What the guard refuses no route takes: not when made, nor when changed; nothing is called."""
    for url in HOSTILE_URLS:
        if url not in OTHERWISE_UNREADABLE:
            assert doors.offered(url) == [(400, "blocked_url")] * 6, url
    assert doors.kept() == [GOOD] * 3
    assert connections == []


@pytest.mark.parametrize("url", OTHERWISE_UNREADABLE[1:], ids=["surrogate", "long"])
def test_what_is_no_text_or_too_long_is_refused_as_such(doors, connections, url):
    """Neither is a URL of anybody; the route says so before the guard is asked."""
    assert {status for status, _ in doors.offered(url)} == {400}
    assert doors.kept() == [GOOD] * 3
    assert connections == []


def test_a_name_that_leads_inside_is_refused_at_every_door(doors, connections):
    """One inner address among those of a name is enough, whichever route it is given to."""
    for address in INNER_ADDRESSES:
        doors.says = ["93.184.216.34", address]
        assert doors.offered("https://other.example.org/") == [(400, "blocked_url")] * 6, address
    assert doors.kept() == [GOOD] * 3
    assert connections == []


def test_a_name_that_turns_inside_once_it_is_kept_is_never_called(doors, connections):
    """Saved while it was public, inner at every attempt: the ping of the endpoint goes nowhere."""
    doors.says = ["10.0.0.1"]
    for _ in range(9):
        lanes.sweep(doors.world.site)
        doors.world.wait(minutes=1)
    (line,) = doors.api["p1"]("GET", f"{doors.hook}/deliveries").body["items"]
    log = doors.api["p1"]("GET", f"/v1/deliveries/{line['id']}").body["log"]
    assert [attempt["error"] for attempt in log] == ["blocked_address"] * 3
    assert connections == []
