"""When what did not arrive is tried again."""

from dataclasses import replace
from datetime import timedelta
from email.utils import format_datetime
from itertools import pairwise
from random import Random

import msgspec
import pytest

from chalicelib import site
from chalicelib.outward import Web
from chalicelib.outward.waiting import retry_after
from chalicelib.rules import table
from chalicelib.webhooks.retry import PING_WAITS, WAITS, wait
from tests.tables import START

HOURS = timedelta(hours=1)
DOCUMENTED = [timedelta(minutes=m) for m in (0, 1, 5, 30, 120, 300, 600, 600)]


@pytest.fixture
def failing(hooks):
    """An endpoint that takes nothing any more, and an event on its way there, without jitter."""
    receiver = hooks.receiver()
    made = hooks.active("p1", receiver.url)
    receiver.says(503)
    hooks.unjittered()
    hooks.world.move("p1", table.Talk("Good evening"))
    return hooks, receiver, made


def test_the_attempts_come_at_the_documented_times(failing):
    """At once, after 1, 5, 30 minutes, 2, 5, 10, 10 hours: not a second before, and never again.

    Each has the same id and bytes, and a time of its own.
    """
    hooks, receiver, made = failing
    due = hooks.world.time
    for number, step in enumerate(DOCUMENTED, 1):
        due += step
        hooks.world.time = due - timedelta(seconds=1)
        hooks.settle()
        assert len(receiver.events) == number - 1
        hooks.world.time = due
        hooks.settle()
        assert len(receiver.events) == number
    hooks.world.wait(days=3)
    hooks.settle()
    heard = receiver.events
    assert len(heard) == 8
    assert len({one.headers["webhook-id"] for one in heard}) == 1
    assert len({one.body for one in heard}) == 1
    times = [int(one.headers["webhook-timestamp"]) for one in heard]
    assert [b - a for a, b in pairwise(times)] == [step.total_seconds() for step in DOCUMENTED[1:]]
    assert len({one.headers["webhook-signature"] for one in heard}) == 8
    (line,) = [x for x in hooks.deliveries("p1", made["id"]) if x["kind"] == "event"]
    whole = hooks.delivery("p1", line["id"])
    assert whole["status"] == "failed"
    assert [attempt["number"] for attempt in whole["log"]] == list(range(1, 9))
    assert {attempt["trigger"] for attempt in whole["log"]} == {"scheduled"}


@pytest.mark.parametrize(("asked", "heard"), [("0", 60), ("90", 90), ("3600", 120), ("later", 60)])
def test_a_receiver_may_ask_for_up_to_twice_the_wait(failing, asked, heard):
    """Retry-After counts from once to twice what is due anyway; nonsense does not count."""
    hooks, receiver, _ = failing
    receiver.says(429, Retry_After=asked)
    hooks.settle()
    hooks.world.wait(seconds=heard - 1)
    hooks.settle()
    assert len(receiver.events) == 1
    hooks.world.wait(seconds=1)
    hooks.settle()
    assert len(receiver.events) == 2


def test_retry_after_may_be_a_date(failing):
    """The date is one of HTTP, whatever the zone of the machine."""
    hooks, receiver, _ = failing
    at = hooks.world.time + timedelta(seconds=100)
    receiver.says(503, Retry_After=format_datetime(at, usegmt=True))
    hooks.settle()
    hooks.world.wait(seconds=99)
    hooks.settle()
    assert len(receiver.events) == 1
    hooks.world.wait(seconds=1)
    hooks.settle()
    assert len(receiver.events) == 2


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("120", 120),
        ("Tue, 01 Dec 2026 18:02:00 GMT", 120),
        ("Tue, 01 Dec 2026 18:02:00 -0000", 120),
        ("Tue, 01 Dec 2026 21:02:00 +0300", 120),
        ("Tue, 01 Dec 2026 17:00:00 GMT", 0),
        ("", None),
        ("-5", None),
        ("1e9", None),
        ("Tue, 99 Dec 2026 18:02:00 GMT", None),
        ("٣", None),
    ],
)
def test_retry_after_is_read_or_nothing(text, seconds):
    """Seconds or a date; whatever else stands there is as if nothing did."""
    assert retry_after({"retry-after": text}, START) == seconds


def test_jitter_is_a_fifth_at_most():
    """Each wait is drawn anew within 20 % of the documented one, and spreads over that range."""
    rng = Random(5)
    for failed, documented in enumerate(WAITS, 1):
        waits = [wait(WAITS, failed, rng) or timedelta() for _ in range(200)]
        drawn = [one / documented for one in waits]
        assert 0.8 <= min(drawn) < 0.85
        assert 1.15 < max(drawn) <= 1.2
    assert wait(WAITS, len(WAITS) + 1, rng) is None


def test_three_pings_fit_into_ten_minutes():
    """Even if all jitter and every wish of the receiver goes the long way, but not far."""
    assert sum(PING_WAITS, timedelta()) * 1.2 < timedelta(minutes=10)
    assert len(PING_WAITS) == 2


def test_an_attempt_by_hand_leaves_the_schedule_as_it_is(failing):
    """Sent again between two attempts it has the same id; the schedule goes on at its time."""
    hooks, receiver, made = failing
    hooks.settle()
    (line,) = [x for x in hooks.deliveries("p1", made["id"]) if x["kind"] == "event"]
    hooks.world.wait(seconds=30)
    answer = hooks.ask("p1", "POST", f"/v1/deliveries/{line['id']}/redeliver")
    assert answer.status == 202
    hooks.settle()
    assert len(receiver.events) == 2
    hooks.world.wait(seconds=29)
    hooks.settle()
    assert len(receiver.events) == 2
    hooks.world.wait(seconds=1)
    hooks.settle()
    assert len(receiver.events) == 3
    log = hooks.delivery("p1", line["id"])["log"]
    assert [attempt["trigger"] for attempt in log] == ["scheduled", "manual", "scheduled"]


def test_a_delivery_by_hand_begins_no_schedule(hooks):
    """What was given up or has arrived is sent once more, and that is all."""
    receiver = hooks.receiver()
    made = hooks.active("p1", receiver.url)
    hooks.world.move("p1", table.Talk("Good evening"))
    hooks.settle()
    receiver.says(500)
    (line,) = [x for x in hooks.deliveries("p1", made["id"]) if x["kind"] == "event"]
    hooks.ask("p1", "POST", f"/v1/deliveries/{line['id']}/redeliver")
    hooks.settle()
    hooks.world.wait(days=2)
    hooks.settle()
    first, second = receiver.events
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body
    assert hooks.delivery("p1", line["id"])["status"] == "delivered"


def test_a_refused_connection_is_retried_and_classed(hooks):
    """Nobody listens: the class of the error is kept, and nothing of the inside."""
    receiver = hooks.receiver()
    made = hooks.active("p1", receiver.url)
    receiver.close()
    hooks.receivers.remove(receiver)
    hooks.world.move("p1", table.Talk("Good evening"))
    hooks.settle()
    (line,) = hooks.deliveries("p1", made["id"], status="pending")
    (attempt,) = hooks.delivery("p1", line["id"])["log"]
    assert attempt["error"] == "connection"
    assert "excerpt" not in attempt
    assert msgspec.convert(attempt["next_attempt"], type(START)) > hooks.world.time


def test_an_address_is_looked_at_again_at_every_attempt(hooks):
    """A name that led nowhere when it was saved and leads inside afterwards is not called."""
    answers: list[list[str]] = [[], [], ["93.184.216.34", "10.0.0.1"], ["::ffff:127.0.0.1"]]
    asked = []

    def resolve(host, _):
        asked.append(host)
        return answers[min(len(asked), len(answers)) - 1]

    hooks.world.site = replace(hooks.world.site, web=Web(local=True, resolve=resolve))
    site.install(hooks.world.site)
    made = hooks.register("p1", "https://hooks.example.org/in")
    for _ in range(12):
        hooks.settle()
        hooks.world.wait(minutes=1)
    (line,) = hooks.deliveries("p1", made["id"])
    log = hooks.delivery("p1", line["id"])["log"]
    errors = [attempt["error"] for attempt in log]
    assert errors == ["dns", "blocked_address", "blocked_address"]
    assert asked == ["hooks.example.org"] * 4


def test_a_name_that_leads_inside_is_refused_when_it_is_saved(hooks):
    """The owner learns at once, and nothing is kept."""
    web = Web(resolve=lambda *_: ["169.254.169.254"])
    hooks.world.site = replace(hooks.world.site, web=web)
    site.install(hooks.world.site)
    body = {"url": "https://hooks.example.org/in"}
    answer = hooks.ask("p1", "POST", "/v1/webhook-endpoints", body)
    assert (answer.status, answer.body["code"]) == (400, "blocked_url")
    assert hooks.ask("p1", "GET", "/v1/webhook-endpoints").body == {"items": []}
