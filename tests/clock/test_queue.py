"""The queue of the clock: SQS takes messages by tens, and not always all of them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import sleep

import boto3
import pytest
from botocore.stub import Stubber

from bench.rollover import emulator
from chalicelib import claims, clock, play, sqs
from chalicelib.play import Asked
from chalicelib.rules.table import Talk
from tests.clock.conftest import Crowd
from tests.stores import CREDENTIALS

URL = "https://sqs.eu-central-1.amazonaws.com/1/alibi-clock"


@pytest.fixture(autouse=True)
def _credentials(monkeypatch):
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def stubbed():
    """A client of SQS whose answers are given beforehand, and what gives them."""
    client = boto3.client("sqs")
    with Stubber(client) as stub:
        yield client, stub
        stub.assert_no_pending_responses()


def answer(stub: Stubber, bodies: list[str], refused: tuple[int, ...] = ()) -> None:
    """Expect one request with these messages; those of these numbers are not taken."""
    entries = [{"Id": str(n), "MessageBody": body} for n, body in enumerate(bodies)]
    taken = [
        {"Id": str(n), "MessageId": str(n), "MD5OfMessageBody": "0" * 32}
        for n in range(len(bodies))
        if n not in refused
    ]
    failed = [{"Id": str(n), "SenderFault": False, "Code": "InternalError"} for n in refused]
    stub.add_response(
        "send_message_batch",
        {"Successful": taken, "Failed": failed},
        {"QueueUrl": URL, "Entries": entries},
    )


def test_messages_go_by_tens_and_what_is_refused_goes_again(stubbed):
    """Of 12 messages two are refused, and one of them for good: that one is given back."""
    client, stub = stubbed
    bodies = [f"m{n}" for n in range(12)]
    answer(stub, bodies[:10], refused=(3,))
    answer(stub, bodies[10:], refused=(1,))
    answer(stub, ["m3", "m11"], refused=(1,))
    assert list(sqs.put(URL, bodies, client)) == ["m11"]


def test_sixty_games_on_the_emulator_turn_once_each():
    """Two ticks at once, two readers of the queue, a player who moves: one turn for each game."""
    with emulator() as (store, put, eat), ThreadPoolExecutor(8) as pool:
        crowd = Crowd(store, 60)
        site, stop = crowd.with_queue(put), Event()
        eating = [pool.submit(eat, site, stop) for _ in range(2)]
        ticks = [pool.submit(clock.tick, site) for _ in range(2)]
        for number, name in enumerate(crowd.names[::6]):
            asked = Asked("p1", (Talk("Well?"),), "rest", crowd.time)
            key, now = f"talk {number}", crowd.time
            assert play.play(store, name, asked, key=key, now=now, rng=site.rng).entry.seq > 9
        assert sum(tick.result() for tick in ticks) >= 50
        while store.due(crowd.closes, 1, prefix="STATE"):
            clock.tick(site)
            sleep(0.1)
        stop.set()
        assert sum(one.result() for one in eating) >= 50
        assert crowd.turns() == [1] * 60
        left = store.read(*map(claims.claim_key, crowd.names), now=crowd.time)
        assert sum(item is not None for item in left) <= 10
