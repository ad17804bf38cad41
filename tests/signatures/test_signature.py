"""What we sign everybody verifies; what we verify was signed, over the bytes as they came."""

import base64
import json
import random
import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook, WebhookVerificationError

from chalicelib.outward import signature
from tests.signatures.book import BODY, MESSAGE, NOW, OLDER, SECRET, Vector, page, read, signed

ZONES = ("UTC", "Europe/Moscow", "Pacific/Chatham", "America/St_Johns")

texts = st.text(st.characters(exclude_categories=()), max_size=40)
"""Any characters, lone surrogates too."""


@pytest.fixture(params=ZONES)
def zone(request, monkeypatch):
    """The machine stands in another zone."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def believes(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """Whether the reference implementation believes a message now."""
    try:
        Webhook(secret).verify(body, headers, json_parse=False)
    except WebhookVerificationError:
        return False
    return True


def test_the_vectors_are_what_the_book_says():
    """The committed page is the one that the book writes."""
    assert json.loads(page()) == read()


def test_every_vector():
    """Our own verification agrees with every vector."""
    wrong = [vector["name"] for vector in read() if said(vector) is not vector["valid"]]
    assert wrong == []


def said(vector: Vector) -> bool:
    """What our own verification says of a vector."""
    body = base64.b64decode(vector["body_base64"])
    return signature.verified(vector["secrets"], vector["headers"], body, vector["now"])


def test_the_reference_believes_us_in_every_zone(zone):
    """Whatever zone the machine is in, the reference implementation verifies what we sign now."""
    headers = signature.headers([SECRET, OLDER], MESSAGE, int(time.time()), BODY)
    assert believes(SECRET, headers, BODY)
    assert believes(OLDER, headers, BODY)
    assert not believes(SECRET, headers, BODY + b" ")


def test_we_believe_the_reference(zone):
    """We verify what the reference implementation signs, given its time in UTC."""
    at = datetime.fromtimestamp(NOW, UTC)
    given = {
        "webhook-id": MESSAGE,
        "webhook-timestamp": str(NOW),
        "webhook-signature": Webhook(SECRET).sign(MESSAGE, at, BODY.decode()),
    }
    assert signature.verified([SECRET], given, BODY, NOW)
    assert not signature.verified([OLDER], given, BODY, NOW)


def test_the_reference_signs_wrongly_outside_utc(monkeypatch):
    """Why we take seconds, not datetimes: it calls any local time UTC (standard-webhooks#251)."""
    monkeypatch.setenv("TZ", "Europe/Moscow")
    time.tzset()
    local = datetime.fromtimestamp(NOW, UTC).astimezone()
    monkeypatch.undo()
    time.tzset()
    assert local.utcoffset() == timedelta(hours=3)
    theirs = Webhook(SECRET).sign(MESSAGE, local, BODY.decode())
    assert theirs != signed(BODY)
    assert theirs == signed(BODY, at=str(NOW + 3 * 3600))


@pytest.mark.parametrize(
    ("signature", "body", "error"),
    [("v1", BODY, ValueError), (signed(BODY), b"\xff", UnicodeDecodeError)],
)
def test_the_reference_fails_in_other_ways_too(signature, body, error):
    """What docs/webhooks says of its verify: not every refusal is an error of its own class."""
    headers = {"webhook-id": MESSAGE, "webhook-timestamp": str(int(time.time()))}
    with pytest.raises(error):
        Webhook(SECRET).verify(body, headers | {"webhook-signature": signature})


@given(data=st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_bytes_count_not_their_meaning(data):
    """The same JSON in other bytes is another message; in the same bytes it is believed."""
    ways = {
        json.dumps({"a": data}, ensure_ascii=plain, separators=separators).encode(
            "utf-8", "surrogatepass"
        )
        for plain in (True, False)
        for separators in ((",", ":"), (", ", ": "), (" ,", ":\t"))
    }
    for body in ways:
        headers = signature.headers([SECRET], MESSAGE, NOW, body)
        believed = {other for other in ways if signature.verified([SECRET], headers, other, NOW)}
        assert believed == {body}


@given(
    headers=st.fixed_dictionaries(
        {},
        optional={
            "webhook-id": texts | st.just(MESSAGE),
            "webhook-timestamp": texts | st.just(str(NOW)) | st.integers().map(str),
            "webhook-signature": texts | st.lists(texts.map("v1,{}".format)).map(" ".join),
        },
    ),
    body=st.binary(max_size=40),
)
def test_whatever_comes_is_at_worst_not_believed(headers, body):
    """No header and no body makes verifying fail otherwise than by saying no."""
    assert signature.verified([SECRET, OLDER], headers, body, NOW) is False


@given(
    body=st.binary(max_size=200),
    seconds=st.integers(0, 10**11),
    late=st.integers(-400, 400),
    kept=st.sampled_from([(SECRET,), (OLDER,), (SECRET, OLDER)]),
)
def test_what_is_signed_is_believed_for_five_minutes(body, seconds, late, kept):
    """Any bytes, signed with old and new secret, are believed by either within the tolerance."""
    headers = signature.headers([SECRET, OLDER], MESSAGE, seconds, body)
    told = signature.verified(kept, headers, body, seconds + late)
    assert told is (abs(late) <= signature.TOLERANCE)


def test_a_retry_after_five_hours_is_believed():
    """Each attempt has the same id and a time of its own; an old one's headers are stale."""
    later = NOW + 5 * 3600
    first = signature.headers([SECRET], MESSAGE, NOW, BODY)
    again = signature.headers([SECRET], MESSAGE, later, BODY)
    assert first["webhook-id"] == again["webhook-id"]
    assert signature.verified([SECRET], again, BODY, later)
    assert not signature.verified([SECRET], first, BODY, later)


def test_a_secret_has_32_bytes_and_no_two_are_equal():
    """A new secret is what the specification wants: 24 to 64 random bytes in base64."""
    rng = random.Random(1)
    drawn = {signature.new_secret(rng) for _ in range(50)}
    assert len(drawn) == 50
    assert {len(base64.b64decode(one.removeprefix("whsec_"))) for one in drawn} == {32}
    secret = drawn.pop()
    assert believes(secret, signature.headers([secret], "m", int(time.time()), b"{}"), b"{}")
