"""The API as Chalice serves it, on a site of its own, with a small client."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from chalice.test import Client

from app import app
from chalicelib import auth, site
from tests.worlds import World


@dataclass(frozen=True)
class Answer:
    """An HTTP answer with its JSON decoded."""

    status: int
    body: Any
    headers: dict[str, str]


class Api:
    """Calls the API with a token, if it has one."""

    def __init__(self, client: Client, token: str = "") -> None:
        """Use one client."""
        self.client, self.token = client, token

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Make a request; header names are written with underscores."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        raw = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        answer = self.client.http.request(method, path, headers=sent, body=raw)
        is_json = "json" in answer.headers.get("Content-Type", "")
        content = json.loads(answer.body) if is_json and answer.body else answer.body.decode()
        return Answer(answer.status_code, content, dict(answer.headers))


@pytest.fixture
def world(tmp_path):
    """A site with nothing on it yet, served by the app."""
    made = World(tmp_path)
    site.install(made.site)
    return made


@pytest.fixture
def client(world):
    """Chalice's own test client."""
    with Client(app) as opened:
        yield opened


@pytest.fixture
def api(client):
    """The API without a token."""
    return Api(client)


@pytest.fixture
def sign_in(world, client):
    """Sign an account in, and call the API as it."""

    def signed(account: str) -> Api:
        return Api(client, auth.issue(world.store, account, now=world.time, rng=world.rng))

    return signed
