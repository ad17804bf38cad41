"""The log of deliveries: pages, filters, sending again, making up for what was missed."""

from datetime import timedelta

import pytest

from chalicelib.rules import table
from chalicelib.webhooks import lanes, listing, recovery, registry
from tests.webhooks.receivers import polite
from tests.webhooks.test_endpoints import ENDPOINTS, refused


@pytest.fixture
def active(hooks):
    """An endpoint that works."""
    receiver = hooks.receiver()
    return hooks, receiver, hooks.active("p1", receiver.url, rate_per_minute=600)["id"]


def talked(hooks, *texts):
    """Let p1 talk, a minute apart."""
    for text in texts:
        hooks.world.wait(minutes=1)
        hooks.world.move("p1", table.Talk(text))


def events(hooks, name, **query):
    """The deliveries of events to an endpoint, the first first."""
    return [line for line in hooks.deliveries("p1", name, **query) if line["kind"] == "event"]


def test_pages_go_through_all_of_them_once(active):
    """Two at a time, the latest first, to the end, which is told by no cursor."""
    hooks, _, name = active
    talked(hooks, *"abcde")
    hooks.settle()
    path = f"{ENDPOINTS}/{name}/deliveries?limit=2"
    page = hooks.ask("p1", "GET", path).body
    seen, sizes = page["items"], [2]
    while page["next_cursor"]:
        page = hooks.ask("p1", "GET", f"{path}&cursor={page['next_cursor']}").body
        seen += page["items"]
        sizes.append(len(page["items"]))
    times = [line["timestamp"] for line in seen]
    assert times == sorted(times, reverse=True)
    assert len({line["id"] for line in seen}) == 6
    assert sizes == [2, 2, 2]


def test_a_page_may_be_of_one_status_or_type(active, monkeypatch):
    """Filters leave out, they do not shorten; a look at many that do not match goes on later."""
    hooks, receiver, name = active
    talked(hooks, "a")
    hooks.settle()
    receiver.says(500)
    talked(hooks, "b", "c")
    hooks.settle()
    assert len(events(hooks, name, status="pending")) == 2
    assert len(events(hooks, name, status="delivered")) == 1
    assert len(hooks.deliveries("p1", name, event_type="endpoint.ping")) == 1
    assert hooks.deliveries("p1", name, event_type="hand.dealt") == []
    path = f"{ENDPOINTS}/{name}/deliveries"
    assert refused(hooks, "p1", "GET", f"{path}?status=lost") == (400, "unknown_status")
    assert refused(hooks, "p1", "GET", f"{path}?cursor=../x") == (400, "bad_cursor")
    monkeypatch.setattr(listing, "LOOKED_AT", 2)
    first = hooks.ask("p1", "GET", f"{path}?event_type=endpoint.ping").body
    assert first["items"] == []
    second = hooks.ask("p1", "GET", f"{path}?cursor={first['next_cursor']}").body
    assert len(second["items"]) == 2


def test_a_delivery_shows_its_attempts_and_what_it_carries(active):
    """Number, trigger, begin, duration, status, the answer's beginning, when the next one comes."""
    hooks, receiver, name = active
    receiver.says(502, "плохо".encode())
    talked(hooks, "a")
    hooks.settle()
    (line,) = events(hooks, name)
    whole = hooks.delivery("p1", line["id"])
    (attempt,) = whole["log"]
    assert attempt["number"] == 1
    assert attempt["trigger"] == "scheduled"
    assert attempt["started"] == hooks.world.time.isoformat().replace("+00:00", "Z")
    assert attempt["duration"] >= 0
    assert (attempt["status"], attempt["error"], attempt["excerpt"]) == (
        502,
        "http_status",
        "плохо",
    )
    assert attempt["next_attempt"] == whole["next_attempt"] == line["next_attempt"]
    assert whole["content"].encode() == receiver.events[0].body


def test_a_delivery_is_forgotten_after_thirty_days(active):
    """It is in no list then, and cannot be sent again."""
    hooks, _, name = active
    talked(hooks, "a")
    hooks.settle()
    (line,) = events(hooks, name)
    hooks.world.wait(days=30)
    assert hooks.deliveries("p1", name) == []
    path = f"/v1/deliveries/{line['id']}"
    assert refused(hooks, "p1", "GET", path) == (404, "unknown_delivery")
    assert refused(hooks, "p1", "POST", f"{path}/redeliver") == (404, "unknown_delivery")


def recover(hooks, name, since, until=None):
    """Ask for a recovery and let it come."""
    body = {"since": since.isoformat()} | ({"until": until.isoformat()} if until else {})
    answer = hooks.ask("p1", "POST", f"{ENDPOINTS}/{name}/recover", body)
    assert answer.status == 202, answer.body
    assert answer.body["task"]
    while hooks.settle() or hooks.world.store.due(hooks.world.time, prefix="RECOVER#"):
        pass


def test_what_happened_while_an_endpoint_was_off_is_made_up_for(active):
    """In the order in which it happened; each once; what had arrived before is left out."""
    hooks, receiver, name = active
    talked(hooks, "a")
    hooks.settle()
    receiver.says(410)
    talked(hooks, "b")
    hooks.settle()
    since = hooks.world.time - timedelta(hours=1)
    talked(hooks, "c", "d")
    hooks.settle()
    receiver.answer = polite
    hooks.ask("p1", "POST", f"{ENDPOINTS}/{name}/enable")
    hooks.settle()
    receiver.heard.clear()
    recover(hooks, name, since)
    assert sorted(heard.json["data"].get("comment", "") for heard in receiver.events)[-3:] == [
        "b",
        "c",
        "d",
    ]
    assert "a" not in {heard.json["data"].get("comment") for heard in receiver.events}
    ids = [heard.headers["webhook-id"] for heard in receiver.events]
    assert len(ids) == len(set(ids))
    receiver.heard.clear()
    recover(hooks, name, since)
    assert receiver.events == []


def test_only_the_range_is_made_up_for(active):
    """From since to until, and no other."""
    hooks, receiver, name = active
    receiver.says(410)
    talked(hooks, "a")
    hooks.settle()
    talked(hooks, "b", "c", "d")
    hooks.settle()
    receiver.answer = polite
    hooks.ask("p1", "POST", f"{ENDPOINTS}/{name}/enable")
    hooks.settle()
    now = hooks.world.time
    recover(hooks, name, now - timedelta(minutes=2), now - timedelta(minutes=1))
    assert [heard.json["data"]["comment"] for heard in receiver.events[1:]] == ["b", "c"]


def test_a_recovery_tries_once(active):
    """What fails again stays failed: no new schedule is begun for it."""
    hooks, receiver, name = active
    receiver.says(410)
    talked(hooks, "a")
    hooks.settle()
    receiver.answer = polite
    hooks.ask("p1", "POST", f"{ENDPOINTS}/{name}/enable")
    hooks.settle()
    receiver.says(500)
    receiver.heard.clear()
    recover(hooks, name, hooks.world.time - timedelta(seconds=30))
    hooks.world.wait(hours=3)
    hooks.settle()
    assert len(receiver.events) == 1
    (line,) = events(hooks, name)
    assert line["status"] == "failed"
    log = hooks.delivery("p1", line["id"])["log"]
    assert [attempt["trigger"] for attempt in log] == ["scheduled", "recover"]


def test_a_recovery_has_an_end(active, monkeypatch):
    """So many deliveries, and no more."""
    hooks, receiver, name = active
    monkeypatch.setattr(recovery, "MOST", 2)
    receiver.says(410)
    talked(hooks, *"abcd")
    hooks.settle()
    receiver.answer = polite
    hooks.ask("p1", "POST", f"{ENDPOINTS}/{name}/enable")
    hooks.settle()
    receiver.heard.clear()
    recover(hooks, name, hooks.world.time - timedelta(hours=1))
    assert len(receiver.events) <= 2


@pytest.mark.parametrize(
    ("days", "length", "code"), [(8, 1, "bad_range"), (1, 0, None), (1, -1, "bad_range")]
)
def test_a_recovery_reaches_back_seven_days(active, days, length, code):
    """Further back is refused, and so is an end before the beginning."""
    hooks, _, name = active
    since = hooks.world.time - timedelta(days=days)
    body = {
        "since": since.isoformat(),
        "until": (since + timedelta(days=length)).isoformat(),
    }
    answer = hooks.ask("p1", "POST", f"{ENDPOINTS}/{name}/recover", body)
    assert (answer.status, answer.body.get("code")) == ((400, code) if code else (202, None))


def test_a_time_needs_its_zone(active):
    """A time without one is refused with a right example."""
    hooks, _, name = active
    path = f"{ENDPOINTS}/{name}/recover"
    answer = hooks.ask("p1", "POST", path, {"since": "2026-12-01T18:00:00"})
    assert (answer.status, answer.body["code"]) == (400, "bad_moment")
    assert "2026-12-01T18:00:00Z" in answer.body["detail"]


def test_a_test_sends_the_documented_example(active):
    """Marked as a test; not of a kind that such an endpoint never gets, and only to active ones."""
    hooks, receiver, name = active
    path = f"{ENDPOINTS}/{name}/test"
    assert hooks.ask("p1", "POST", path, {"type": "suggestion.made"}).status == 202
    hooks.settle()
    (heard,) = receiver.events
    assert heard.type == "suggestion.made"
    assert heard.json["data"]["test"] is True
    assert refused(hooks, "p1", "POST", path, {"type": "hand.dealt"}) == (409, "not_for_public")
    assert refused(hooks, "p1", "POST", path, {"type": "x.y"}) == (400, "unknown_event_type")
    receiver.says(500)
    waiting = hooks.register("p1", hooks.receiver().url)["id"]
    path = f"{ENDPOINTS}/{waiting}/test"
    assert refused(hooks, "p1", "POST", path, {"type": "day.opened"})[1] == "endpoint_pending"


def test_many_endpoints_of_one_url_sign_as_far_as_a_receiver_looks(hooks):
    """A receiver looks at 20 signatures: those that registered first sign, with all their keys."""
    receiver = hooks.receiver()
    made = [hooks.active(f"stranger {n}", receiver.url) for n in range(8)]
    for number, one in enumerate(made):
        for _ in range(registry.MOST_OLD_KEYS):
            path = f"{ENDPOINTS}/{one['id']}/secret/rotate"
            hooks.ask(f"stranger {number}", "POST", path)
    talked(hooks, "a")
    hooks.settle()
    (heard,) = receiver.events
    assert heard.headers["webhook-signature"].count("v1,") == 18


def test_two_sweeps_of_a_recovery_do_it_once(active):
    """Whoever is second finds it taken."""
    hooks, receiver, name = active
    receiver.says(410)
    talked(hooks, "a")
    hooks.settle()
    receiver.answer = polite
    hooks.ask("p1", "POST", f"{ENDPOINTS}/{name}/enable")
    hooks.settle()
    body = {"since": (hooks.world.time - timedelta(hours=1)).isoformat()}
    hooks.ask("p1", "POST", f"{ENDPOINTS}/{name}/recover", body)
    assert recovery.sweep(hooks.world.site) == 1
    assert recovery.sweep(hooks.world.site) == 0
    lanes.sweep(hooks.world.site)
    assert receiver.events[-1].json["data"]["comment"] == "a"
