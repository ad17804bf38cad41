import re
import socket
import threading
import time
from contextlib import contextmanager
from dataclasses import replace

import pytest
from chalice.test import Client

from app import app
from chalicelib import auth, health, site
from chalicelib.store.dynamo import DynamoStore
from tests.api.conftest import Api
from tests.logs.journal import journal
from tests.worlds import World

CREDENTIALS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}


@pytest.fixture
def world(tmp_path):
    """A site with nothing on it, served by the app."""
    made = World(tmp_path)
    site.install(made.site)
    return made


@pytest.fixture
def api(world):
    """The API without a token."""
    with Client(app) as client:
        yield Api(client)


@contextmanager
def deaf():
    """A server that takes connections and never answers; gives its address."""
    server, taken = socket.create_server(("127.0.0.1", 0)), []

    def take():
        while True:
            try:
                taken.append(server.accept()[0])
            except OSError:
                return

    threading.Thread(target=take, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
    finally:
        server.shutdown(socket.SHUT_RDWR)
        server.close()
        for one in taken:
            one.close()


@pytest.mark.parametrize("path", ["/v1/health", "/v1/health/ready"])
def test_it_runs_and_is_ready(api, path):
    """GET and HEAD answer 200, kept by nobody in between, and tell no version."""
    for method in ("GET", "HEAD"):
        answer = api(method, path)
        assert (answer.status, answer.body["ok"]) == (200, True)
        assert "no-store" in answer.headers["Cache-Control"]
        assert set(answer.body) <= {"ok", "build"}


def test_the_build_is_named_where_it_was_packaged(api, tmp_path, monkeypatch):
    """The package step leaves a name of what was packed; without it the build is `dev`."""
    assert api("GET", "/v1/health").body["build"] == "dev"
    named = tmp_path / "BUILD"
    named.write_text("0123456789ab\n")
    monkeypatch.setattr(health, "BUILD", named)
    health.build.cache_clear()
    assert api("GET", "/v1/health").body["build"] == "0123456789ab"
    health.build.cache_clear()


def test_running_needs_no_store(api, world):
    """Health asks nothing of anybody, so that a store that is ill has nobody restarted."""
    reads = world.store.reads
    assert api("GET", "/v1/health").status == 200
    assert world.store.reads == reads


def test_a_store_that_never_answers_is_told_in_time(api, world, monkeypatch):
    """A second, then 503 with `Retry-After`; whoever asks meanwhile does not wait for longer."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    with deaf() as url, journal() as log:
        hanging = DynamoStore("alibi-secret-table", region="eu-central-1", host=url)
        site.install(replace(world.site, store=hanging))
        for _ in range(2):
            began = time.monotonic()
            answer = api("GET", "/v1/health/ready", Accept_Language="pl")
            assert time.monotonic() - began < 10  # the store itself gives up after 13
            assert (answer.status, answer.body["code"]) == (503, "not_ready")
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert int(answer.headers["Retry-After"]) > 0
            assert "alibi-secret-table" not in str(answer)
    free(log)
    assert "alibi-secret-table" not in log.getvalue()
    site.install(world.site)
    assert api("GET", "/v1/health/ready").status == 200


def free(log):
    """Wait until the question that hung has come back: its connection is closed."""
    assert health._asking.acquire(timeout=60)
    health._asking.release()


def test_a_store_that_fails_is_told(api, world):
    """An error is no answer either; the log says which, the caller hears that it is not ready."""
    world.store.close()
    world.store._path = "/nowhere/alibi.db"
    with journal() as log:
        answer = api("GET", "/v1/health/ready")
    assert (answer.status, answer.body["code"]) == (503, "not_ready")
    assert "OperationalError" in log.getvalue()
    assert "nowhere" not in log.getvalue() + str(answer)


def test_a_machine_without_room_for_a_thread_is_not_ready_only_as_long_as_that(
    api, world, monkeypatch
):
    """Whoever asks later, when there is room again, hears that all is well."""

    def full(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as crowded, journal() as log:
        crowded.setattr(threading.Thread, "start", full)
        answer = api("GET", "/v1/health/ready")
    assert (answer.status, answer.body["code"]) == (503, "not_ready")
    assert "RuntimeError" in log.getvalue()
    assert api("GET", "/v1/health/ready").status == 200


class Invocation:
    """The context that Lambda gives."""

    aws_request_id = "11111111-2222-3333-4444-555555555555"


def test_the_name_of_the_gateway_is_the_one(world):
    """On AWS a request has the name that API Gateway gave it; the caller's own is not taken."""
    about = {"resourcePath": "/v1/health", "httpMethod": "GET", "requestId": "gate-1"}
    event = {
        "requestContext": about,
        "headers": {"X-Request-Id": "caller-1"},
        "multiValueQueryStringParameters": None,
        "pathParameters": None,
        "body": None,
        "stageVariables": None,
        "isBase64Encoded": False,
    }
    with journal() as log:
        answer = app(event, Invocation())
    assert answer["statusCode"] == 200
    assert answer["headers"]["X-Request-Id"] == "gate-1"
    assert '"request":"gate-1"' in log.getvalue()
    assert Invocation.aws_request_id in log.getvalue()
    assert "caller-1" not in log.getvalue()


def test_every_answer_has_the_name_of_its_request(api, world):
    """`X-Request-Id` is new each time, is the one in the log, and stands in no body."""
    with journal() as log:
        answers = [api("GET", path) for path in ("/v1/health", "/v1/games/none", "/v1/me")]
    names = [answer.headers["X-Request-Id"] for answer in answers]
    assert len(set(names)) == 3
    assert [answer.status for answer in answers] == [200, 404, 401]
    lines = [line for line in log.lines if '"answered"' in line]
    for name, answer, line in zip(names, answers, lines, strict=True):
        assert name in line
        assert name not in str(answer.body)
        assert f'"status":{answer.status}' in line


def test_a_caller_stands_in_the_log_under_an_alias(world):
    """It tells one caller from another, is the same each time, and does not name the account."""
    with Client(app) as client, journal() as log:
        for account in ("account-of-anna", "account-of-boris", "account-of-anna"):
            token = auth.issue(world.store, account, now=world.time, rng=world.rng)
            assert Api(client, token)("GET", "/v1/games").status == 200
    anna, boris, again = re.findall(r'"account":"(\w+)"', log.getvalue())
    assert anna == again != boris
    assert "account-of" not in log.getvalue()
