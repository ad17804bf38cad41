"""One delivery at a time for each URL, and all URLs at once."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from threading import Barrier, Lock

import pytest
from msgspec.structs import replace

from chalicelib import spread
from chalicelib.rules import table
from chalicelib.store import Item, Put
from chalicelib.webhooks import lanes, sending
from chalicelib.webhooks.claim import Held, claim
from tests.webhooks.receivers import hanging, polite


def due(hooks):
    """The keys of the deliveries that are due."""
    return hooks.world.store.due(hooks.world.time, prefix="SEND#")


def until(condition, seconds=10.0):
    """Wait for something that threads bring about."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def talked(hooks, *texts):
    """Let players talk, and spread the news, but send nothing yet."""
    for text in texts:
        hooks.world.move("p1", table.Talk(text))
    spread.sweep(hooks.world.site)


def test_of_many_who_race_for_a_delivery_one_sends_it(hooks):
    """Sixteen threads want to make the same attempt: it is made once."""
    receiver = hooks.receiver()
    hooks.active("p1", receiver.url)
    talked(hooks, "Good evening")
    (key,) = due(hooks)
    start = Barrier(16)

    def race(_):
        start.wait()
        try:
            return sending.send(hooks.world.site, key) is not None
        except Held:
            return False

    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(race, range(16)))
    assert made.count(True) == 1
    assert len(receiver.events) == 1


def test_a_url_hears_one_request_at_a_time(hooks):
    """Twenty deliveries, taken up by several processes, reach a URL one after the other."""
    receiver = hooks.receiver()
    hooks.active("p1", receiver.url)
    talked(hooks, *map(str, range(20)))
    lock, now, most = Lock(), [0], [0]

    def counting(heard):
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.01)
        with lock:
            now[0] -= 1
        return polite(heard)

    receiver.answer = counting
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: lanes.sweep(hooks.world.site), range(4)))
    hooks.settle()
    assert most[0] == 1
    assert sorted(int(heard.json["data"]["comment"]) for heard in receiver.events) == list(
        range(20)
    )


def test_whoever_dies_while_sending_loses_nothing(hooks):
    """The lease of the lane and of the delivery ends, and another sends it under the same id."""
    receiver = hooks.receiver()
    hooks.active("p1", receiver.url)
    talked(hooks, "Good evening")
    (key,) = due(hooks)
    claimed = claim(hooks.world.site, key)
    assert claimed
    hooks.settle()
    assert receiver.events == []
    hooks.world.wait(seconds=61)
    hooks.settle()
    (heard,) = receiver.events
    assert heard.headers["webhook-id"] == claimed.delivery.id


def test_receivers_that_hang_keep_nobody_else_waiting(hooks):
    """Thirty-six receivers hang, and another hears at once.

    Sixteen of them have failed before, and have but the few threads for lanes that fail; twenty
    hang for the first time, all at one moment.
    """
    slow, quick = [hooks.receiver() for _ in range(36)], hooks.receiver()
    for number, receiver in enumerate(slow):
        hooks.active(f"stranger {number // 4}", receiver.url)
    hooks.active("p1", quick.url)
    for receiver in slow[:16]:
        receiver.says(500)
    talked(hooks, "1")
    hooks.settle()
    hooks.world.wait(minutes=2)
    running = lanes.Lanes(hooks.world.site)
    with ExitStack() as stack:
        stack.callback(running.stop)
        for receiver in slow:
            stack.enter_context(hanging(receiver))
        talked(hooks, "2")
        for number in range(2, 5):
            began = time.monotonic()
            assert until(lambda n=number: running.round() < 0 or len(quick.events) >= n)
            assert time.monotonic() - began < 5
            talked(hooks, str(number + 1))
        assert max(len(receiver.events) for receiver in slow[:16]) == 2
        assert sum(len(receiver.events) for receiver in slow[:16]) <= 16 + lanes.ILL


def test_a_stream_leaves_a_receiver_that_failed_to_the_clock(hooks):
    """What the stream brings is sent at once, but not where the last attempt failed."""
    receiver = hooks.receiver()
    hooks.active("p1", receiver.url)
    talked(hooks, "one")
    lanes.take(hooks.world.site, due(hooks))
    assert len(receiver.events) == 1
    receiver.says(500)
    talked(hooks, "two")
    lanes.take(hooks.world.site, due(hooks))
    assert len(receiver.events) == 2
    talked(hooks, "three")
    lanes.take(hooks.world.site, due(hooks))
    assert len(receiver.events) == 2
    lanes.sweep(hooks.world.site, timedelta(seconds=1))
    assert len(receiver.events) == 3


def test_no_more_than_so_many_in_a_minute(hooks):
    """Three in a minute, then a rest; in the next minute three more."""
    receiver = hooks.receiver()
    hooks.active("p1", receiver.url, rate_per_minute=3)
    hooks.world.wait(minutes=2)
    talked(hooks, *map(str, range(7)))
    for expected in (3, 6, 7):
        hooks.settle()
        assert len(receiver.events) == expected
        hooks.world.wait(seconds=59)
        hooks.settle()
        assert len(receiver.events) == expected
        hooks.world.wait(seconds=1)


def test_the_rate_is_that_of_the_url(hooks):
    """Two endpoints of one URL share its lane: the slower one counts, but not a stranger's."""
    receiver = hooks.receiver()
    hooks.active("p1", receiver.url, rate_per_minute=600)
    hooks.active("p1", receiver.url, rate_per_minute=2)
    hooks.world.wait(minutes=2)
    hooks.active("stranger", receiver.url, rate_per_minute=1)
    hooks.world.wait(minutes=2)
    talked(hooks, *map(str, range(5)))
    hooks.settle()
    assert len(receiver.events) == 2


def test_what_cannot_be_read_waits_and_keeps_nobody_waiting(hooks, caplog):
    """A delivery that another version has written is put off; what comes after it is sent."""
    receiver = hooks.receiver()
    hooks.active("p1", receiver.url)
    talked(hooks, "one")
    store, now = hooks.world.store, hooks.world.time
    (key,) = due(hooks)
    (item,) = store.read(key, now=now)
    later = now - timedelta(seconds=1)
    store.write(Put(replace(item, body="{}", version=2, due=later), item.version), now=now)
    talked(hooks, "two")
    hooks.settle()
    assert [heard.json["data"]["comment"] for heard in receiver.events] == ["two"]
    assert "cannot be read" in caplog.text
    store.write(Put(replace(item, version=4, due=now)), now=now)
    hooks.settle()
    assert len(receiver.events) == 2


def test_an_error_of_ours_in_one_lane_is_raised_when_all_have_had_their_turn(hooks):
    """A lane that breaks down does not take the others with it, and is not passed over."""
    broken, well = hooks.receiver(), hooks.receiver()
    mine = hooks.active("p1", broken.url)
    hooks.active("p2", well.url)
    talked(hooks, "one")
    store, now = hooks.world.store, hooks.world.time
    key = (f"HOOK#{mine['id']}", "SECRETS")
    store.write(Put(Item(*key, "{}")), now=now)
    with pytest.raises(ExceptionGroup):
        lanes.sweep(hooks.world.site)
    assert len(well.events) == 1
    assert broken.events == []
