"""The door for forums: proofs over the bytes as they came, the same answers for all, no crash."""

import base64
import json
import logging
import sqlite3
import subprocess
import sys
from datetime import UTC, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from standardwebhooks import Webhook

from app import app
from chalicelib.forums.adapters import ADAPTERS
from chalicelib.forums.hooks import BODY_LIMIT
from chalicelib.forums.signal import Sent
from infra.local import http as local_http
from tests.api.conftest import Api
from tests.forums.intake.conftest import bound, caller
from tests.forums.intake.speech import (
    PLAIN,
    SECRET,
    SPEECH,
    THREAD,
    WHEN,
    Event,
    dumps,
    generic,
    signed_generic,
)
from tests.worlds import GAME

PROOFS = {
    "generic": "webhook-signature",
    "discourse": "X-Discourse-Event-Signature",
    "nodebb": "x-webhook-signature",
    "xenforo": "XF-Webhook-Secret",
}
ROOT = Path(__file__).parents[3]


def test_json_written_anew_proves_nothing(world, client):
    """The same data in other bytes fails; the very bytes pass, however odd their spacing."""
    for speaks in ("generic", "discourse", "nodebb"):
        forum = bound(world, client, speaks, thread_id=speaks)
        headers, body = SPEECH[speaks](Event(thread="4"), world.time)
        for again in (
            json.dumps(json.loads(body), indent=1).encode(),
            json.dumps(json.loads(body), ensure_ascii=False, sort_keys=True).encode(),
            body + b"\n",
            body.replace(b'"', b' "', 1),
        ):
            assert again != body
            assert forum.bring(headers, again).status == 401
        assert forum.bring(headers, body).status == 200


@pytest.mark.parametrize(
    "written",
    [
        lambda data: json.dumps(data).encode(),
        lambda data: json.dumps(data, ensure_ascii=False).encode(),
        lambda data: json.dumps(data, indent="\t").encode() + b"\r\n ",
        lambda data: b"\xef\xbb\xbf" + json.dumps(data, ensure_ascii=False).encode(),
        lambda data: json.dumps(data).replace("/", "\\/").encode(),
    ],
)
def test_raw_bytes_pass_in_any_spelling(bridge, written):
    """Escapes, spacing, a byte order mark: what was signed is what is read."""
    _, body = generic(Event(), bridge.world.time)
    odd = written(json.loads(body))
    assert bridge.bring(*signed_generic(odd, bridge.world.time)).body == {"ok": True}
    (received,) = bridge.posts()
    assert received.post.body == Event().text


def test_a_body_in_base64_is_the_same_bytes(forum):
    """What the gateway takes for binary it hands over in base64; the proof holds all the same."""
    headers, body = SPEECH[forum.speaks](Event(), forum.world.time)
    event = _event(forum.hook, headers)
    event |= {"isBase64Encoded": True, "body": base64.b64encode(body).decode()}
    assert app(event, None)["statusCode"] == 200
    again = _event(forum.hook, headers) | {"isBase64Encoded": False, "body": body.decode()}
    assert json.loads(app(again, None)["body"]) == {"ok": True, "ignored": "repeated"}
    assert len(forum.rows()) == 1


def _event(path: str, headers: dict[str, str]) -> dict[str, Any]:
    """A request as the API Gateway hands it over."""
    pattern = "/v1/hooks/{adapter}/{token}"
    parts = dict(zip(("adapter", "token"), path.split("/")[-2:], strict=True))
    context = {"httpMethod": "POST", "resourcePath": pattern, "identity": {"sourceIp": "192.0.2.1"}}
    return {
        "requestContext": context,
        "headers": headers,
        "multiValueHeaders": {},
        "pathParameters": parts,
        "multiValueQueryStringParameters": None,
        "stageVariables": None,
    }


def test_any_content_type_is_taken(bridge):
    """What a forum declares its body to be does not matter."""
    kinds = ("", "text/plain", "application/json; charset=utf-8", "image/png", "APPLICATION/JSON")
    for number, kind in enumerate(kinds):
        headers, body = generic(Event(post=f"p{number}"), bridge.world.time)
        assert bridge.bring(headers | {"Content-Type": kind}, body).status == 200
    assert len(bridge.rows()) == len(kinds)


@pytest.mark.parametrize("speaks", sorted(PROOFS))
def test_a_wrong_proof_is_401(world, client, speaks):
    """No proof, another's, one of another kind, nonsense: 401 with one and the same body."""
    forum, name = bound(world, client, speaks), PROOFS[speaks]
    headers, body = SPEECH[speaks](Event(), world.time)
    right = headers[name]
    wrong = [
        "",
        "x",
        "=",
        "sha256=",
        "sha1=",
        "v1,",
        "v1",
        ",",
        " ",
        "v1,é",
        right[:-1],
        f"x{right}",
    ]
    wrong += [f"sha256={'0' * 64}", "ключ", "\u212a", "v2,abc v1a,def", "sha256=" + "é" * 64]
    answers = [forum.bring(headers | {name: one}, body) for one in wrong]
    answers.append(forum.bring({k: v for k, v in headers.items() if k != name}, body))
    assert {answer.status for answer in answers} == {401}
    assert len({json.dumps(answer.body) for answer in answers}) == 1
    assert forum.status() == "pending"
    assert forum.rows() == ()


@given(
    proof=st.text(st.characters()),
    name=st.text(st.characters()),
    at=st.text(st.characters()),
    body=st.binary(),
)
def test_no_header_makes_an_adapter_fail(proof, name, at, body):
    """Whatever stands in the headers of a proof, it is simply none."""
    headers = {"webhook-id": name, "webhook-timestamp": at}
    headers |= {header.lower(): proof for header in PROOFS.values()}
    for engine, adapter in ADAPTERS.items():
        secret = SECRET if engine == "generic" else PLAIN
        assert not adapter.verified((secret,), Sent(headers, body), 1_796_000_000)


@pytest.mark.parametrize("engine", sorted(PROOFS))
def test_no_secret_proves_nothing(engine):
    """Without a secret nothing is proven, not even by sending none: it fails closed."""
    headers, body = SPEECH[engine](Event(), WHEN)
    for proof in ("", headers[PROOFS[engine]]):
        sent = Sent({name.lower(): value for name, value in headers.items()}, body)
        sent = Sent({**sent.headers, PROOFS[engine].lower(): proof}, body)
        for secrets in ((), ("",)) if engine != "generic" else ((),):
            assert not ADAPTERS[engine].verified(secrets, sent, int(WHEN.timestamp()))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(proof=st.text(st.characters(exclude_categories=["Cs", "Cc"])), extra=st.text(max_size=20))
def test_no_header_makes_the_door_fail(bridge, proof, extra):
    """Through the door, too: 401, and never 500."""
    headers, body = generic(Event(), bridge.world.time)
    name, at = headers["webhook-id"], headers["webhook-timestamp"]
    for changed in (
        {"webhook-signature": proof},
        {"webhook-id": name + extra + "."},
        {"webhook-timestamp": at + extra + "."},
    ):
        clean = {key: value.replace("\n", "").replace("\r", "") for key, value in changed.items()}
        assert bridge.bring(headers | clean, body).status == 401


def test_a_signature_grows_old(bridge):
    """A signed request counts for five minutes, before and after, and not longer."""
    now = bridge.world.time
    for number, minutes in enumerate((-6, -4, 4, 6)):
        request = generic(Event(post=str(number)), now + timedelta(minutes=minutes))
        assert bridge.bring(*request).status == (401 if abs(minutes) > 5 else 200)


def test_the_oracle_is_understood(bridge):
    """What the reference implementation of Standard Webhooks signs is taken in."""
    _, body = generic(Event(), bridge.world.time)
    at = bridge.world.time.astimezone(UTC)
    proof = Webhook(SECRET).sign("msg_oracle", at, body.decode())
    headers = {"webhook-id": "msg_oracle", "webhook-signature": f"v1a,x {proof}"}
    headers["webhook-timestamp"] = str(int(at.timestamp()))
    assert bridge.bring(headers, body).body == {"ok": True}


def test_a_stranger_learns_nothing(world, client):
    """An unknown address, a token at another engine's, a thread that was let go: the same 404."""
    forum = bound(world, client, "generic")
    headers, body = generic(Event(), world.time)
    token = forum.hook.split("/")[-1]
    released = bound(world, client, "discourse")
    path = f"/v1/games/{GAME}/forum-bindings/{released.id}"
    assert caller(world, client, "host")("DELETE", path).status == 204
    places = [
        f"/v1/hooks/generic/{'a' * 26}",
        f"/v1/hooks/generic/{token[:-1]}",
        f"/v1/hooks/generic/{'%41' * 3000}",
        f"/v1/hooks/xenforo/{token}",
        f"/v1/hooks/phpbb/{token}",
        released.hook,
    ]
    answers = [forum.bring(headers, body, place) for place in places]
    assert {answer.status for answer in answers} == {404}
    assert len({json.dumps(answer.body) for answer in answers}) == 1


def test_a_stranger_costs_the_same_work(bridge):
    """As many looks into the store for a wrong token as for a right one with a wrong proof."""
    headers, body = generic(Event(), bridge.world.time)
    store = bridge.world.store
    costs = []
    for path in (bridge.hook, f"/v1/hooks/generic/{'a' * 26}"):
        before = store.reads + store.writes
        bridge.bring(headers | {"webhook-signature": "v1,x"}, body, path)
        costs.append(store.reads + store.writes - before)
    assert costs[0] == costs[1]


def test_a_new_post_costs_two_looks_and_one_write(bridge):
    """Who it is, and the post itself: nothing else stands between a forum and its answer."""
    bridge.tell(Event(post="1"))
    store = bridge.world.store
    before = (store.reads, store.writes)
    bridge.tell(Event(post="2"))
    assert (store.reads - before[0], store.writes - before[1]) == (2, 1)


def test_the_door_reads_no_posts():
    """Answering a forum needs nothing of what reads texts, renders letters or judges a mail."""
    ours = ("read", "read_post", "inbox", "markup", "happenings.catalogue")
    unwanted = ["jinja2", "boto3", *(f"chalicelib.{name}" for name in ours)]
    code = f"import sys, app; print([n for n in {unwanted} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_too_much_is_413(bridge):
    """A body may have 256 kB, here and at the server of one machine; one byte more is refused."""
    assert local_http.BODY_LIMIT == BODY_LIMIT == 256_000
    _, body = generic(Event(), bridge.world.time)
    most = body + b" " * (BODY_LIMIT - len(body))
    assert bridge.bring(*signed_generic(most, bridge.world.time)).status == 200
    assert bridge.bring(*signed_generic(most + b" ", bridge.world.time)).status == 413


BROKEN: list[Any] = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"text"',
    b"\xff\xfe",
    b'{"type": NaN}',
    b'{"type":"forum.post.created"}',
    b"[" * 200_000,
    b'{"x":' + b"[" * 100_000,
    b'{"type":"forum.post.created","timestamp":"2026-12-01T18:00:00Z","data":{"x":"\\ud800"}}',
]


@pytest.mark.parametrize("body", BROKEN)
def test_a_broken_body_is_400(bridge, body):
    """What is proven but cannot be read is refused as such, and leaves nothing behind."""
    answer = bridge.bring(*signed_generic(body, bridge.world.time))
    assert answer.status == 400
    assert bridge.rows() == ()


@pytest.mark.parametrize(
    "wrong",
    [
        {"thread_id": None},
        {"post_id": "a#b"},
        {"post_id": "п"},
        {"post_id": "9" * 201},
        {"post_id": True},
        {"author": {"name": "x"}},
        {"author": {"id": ""}},
        {"markup": "textile"},
        {"body": 7},
        {"created_at": "2026-12-01T18:00:00"},
        {"created_at": "yesterday"},
        {"created_at": "0001-01-01T00:00:00+14:00"},
        {"created_at": "0001-01-01T00:00:00Z"},
        {"created_at": "9999-12-31T23:59:59Z"},
    ],
)
def test_a_wrong_field_is_400_and_named(bridge, wrong):
    """A plugin's author reads which field is wrong, and nothing of the text comes back."""
    answer = bridge.tell(Event(), **wrong)
    assert (answer.status, answer.body["code"]) == (400, "bad_hook")
    assert answer.body["facts"]["detail"]
    assert Event().text[:13] not in json.dumps(answer.body, ensure_ascii=False)


@pytest.mark.parametrize("engine", ["discourse", "nodebb", "xenforo", "xenforo form"])
@pytest.mark.parametrize("wrong", [{"date": 10**300}, {"id": "#"}, {"thread": [1]}, {"text": 5}])
def test_wrong_fields_of_engines_are_400(world, client, engine, wrong):
    """What an engine would never send is refused without a crash."""
    names = {
        "discourse": {"date": "created_at", "id": "id", "thread": "topic_id", "text": "raw"},
        "nodebb": {"date": "timestamp", "id": "pid", "thread": "tid", "text": "content"},
        "xenforo": {"date": "post_date", "id": "post_id", "thread": "thread_id", "text": "message"},
    }
    forum = bound(world, client, engine)
    fields = names[engine.split()[0]]
    expected = 200 if (engine, *wrong) == ("xenforo form", "text") else 400
    if (engine, *wrong) == ("xenforo form", "thread"):
        return  # a form has no lists: it is another thread, which is nobody's
    answer = forum.tell(Event(), **{fields[name]: value for name, value in wrong.items()})
    assert answer.status == expected


def test_a_form_of_another_charset_is_400(world, client):
    """A form that is not UTF-8 is refused, not guessed."""
    forum = bound(world, client, "xenforo form")
    headers, body = SPEECH["xenforo form"](Event(), world.time)
    assert forum.bring(headers, body.replace(b"%D0", b"%FF")).status == 400


def test_a_store_that_fails_is_503(bridge, tmp_path, caplog):
    """What cannot be stored is not answered with 200; the log does not tell what it was."""
    with sqlite3.connect(tmp_path / "alibi.db") as db:
        db.execute("DROP TABLE items")
    with caplog.at_level(logging.DEBUG):
        answer = bridge.tell(Event())
    assert (answer.status, answer.body["code"]) == (503, "busy")
    assert int(answer.headers["Retry-After"]) > 0
    assert bridge.hook.split("/")[-1] not in caplog.text
    assert ("hook failed", "OperationalError") in {
        (one.getMessage(), one.told.get("error")) for one in caplog.records
    }


def test_browsers_have_no_business_here(bridge):
    """No CORS on this door, and nothing but POST."""
    headers, body = generic(Event(), bridge.world.time)
    answer = bridge.bring(headers | {"Origin": "https://page.example"}, body)
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]
    assert Api(bridge.client)("GET", bridge.hook).status == 405


def test_a_thread_begins_when_its_forum_has_proven_itself(forum):
    """Pending until the first request with a valid proof, which is taken in already."""
    assert forum.status() == "pending"
    headers, body = SPEECH[forum.speaks](Event(), WHEN)
    forum.bring(headers | dict.fromkeys(PROOFS.values(), "x"), body)
    assert forum.status() == "pending"
    forum.tell(Event())
    assert forum.status() == "active"
    assert len(forum.rows()) == 1


def test_a_signed_ping_is_a_beginning(bridge):
    """A bridge says that it is there; no post is needed for it."""
    ping = {"type": "forum.ping", "timestamp": bridge.world.time.isoformat(), "data": {}}
    answer = bridge.bring(*signed_generic(dumps(ping), bridge.world.time))
    assert answer.body == {"ok": True, "ignored": "ping"}
    assert bridge.status() == "active"
    assert bridge.bound["thread_id"] == THREAD
