"""Every call to AWS goes wrong in every way that AWS has: nothing is lost, nothing done twice.

The calls are those that are really made, the ways are those that the service's own description has
for each, besides those of the network. `make crash` tries all of them; here it is some.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from chalicelib import site
from chalicelib.deliver import pace
from chalicelib.store.dynamo import ANSWERING, CONNECTING, REPEATS
from tests.api.conftest import Answer
from tests.crash.house import ROUND
from tests.crash.plays import (
    Game,
    Work,
    called,
    calling,
    closing,
    mailing,
    posting,
    streaming,
)
from tests.faults.conftest import SOME
from tests.faults.trouble import faults
from tests.faults.wire import Call, Fault, Wire
from tests.holding import letters_hold, the_log_holds, webhooks_hold
from tests.worlds import GAME

WORKS = (mailing, closing, posting, streaming, calling, called)
TOGETHER = [(mailing, closing, posting, called)] if SOME else [(work,) for work in WORKS]
"""Works that are looked at together, where there is no time to look at each of all."""
PARTS = 1 if SOME else 16
"""In so many games what goes wrong with a kind of work is tried: letters are kept for 30 days."""
LAMBDA_S = frozenset({"ReceiveMessage", "DeleteMessage"})
"""What Lambda does for us to bring messages, and this test in its place."""
CLAIMED = 3600
"""Seconds after which a game that was claimed once or twice is handed over again."""
GATEWAY = 29
"""Seconds after which API Gateway gives up on us."""


Way = tuple[Call, Fault]
"""A call, known by its name and by how many of that name were made before it, and its trouble."""


def chosen(calls: list[Call], chance: Random, times: int = 1) -> list[Way]:
    """What goes wrong with which call: each operation in each of its ways, or some of that.

    An operation that is called more than once has each trouble at its first call, at one in the
    middle, and at the last one.
    """
    named = defaultdict(list)
    for call in calls:
        if call.operation not in LAMBDA_S:
            named[call.name].append(call)
    ways = [way for _, same in sorted(named.items()) for way in _ways(same)]
    chance.shuffle(ways)
    return ways[: SOME * times or None]


def _ways(same: list[Call]) -> Iterator[Way]:
    """What may go wrong with calls of one operation."""
    places = [0] if SOME else sorted({0, len(same) // 2, len(same) - 1})
    return ((same[place], fault) for place in places for fault in faults(same[place]))


def spoilt(game: Game, wire: Wire, work: Callable[[Game], Any], way: Way) -> Any:
    """Do something while one call goes wrong; gives what came of it, or the error."""
    call, fault = way
    wire.spoil(call.name, call.time, fault)
    try:
        came_of_it = work(game)
    except Exception as error:  # noqa: BLE001 -- a trigger brings its message again
        came_of_it = error
    met = wire.met
    wire.reset()
    # How often something is looked at differs a little from time to time.
    assert met or call.time, f"{call.name} was not called"
    return came_of_it


def seen(wire: Wire, game: Game, work: Callable[[Game], Any]) -> list[Call]:
    """The calls of a piece of work that goes well."""
    wire.reset()
    work(game)
    return [*wire.calls]


def all_holds(game: Game) -> None:
    """Let minutes pass until nothing is left to do; everything holds then."""
    house = game.house
    for _ in range(2 if SOME else 12):
        house.wait(5 * ROUND.total_seconds())
        house.minute()
    here = house.boot()
    the_log_holds(here.store, house.time)
    letters_hold(here.store, house.time, house.letters())
    webhooks_hold(here, game.endpoint, game.receiver.heard, game.since)


def talk(game: Game, key: str) -> Answer:
    """Make a move that nobody can refuse."""
    path, body = f"/v1/games/{GAME}/moves", {"type": "talk", "text": f"Words of {key}"}
    return game.house.ask("p1", "POST", path, body, Idempotency_Key=key)


def test_a_client_that_tries_again_makes_one_move(game, wire):
    """What passes by itself is answered 503 with Retry-After, or not noticed at all.

    Whatever it was: the same request once more, under its key, makes the move, or finds it made.
    """
    calls = seen(wire, game, lambda now: talk(now, "first"))
    assert {call.operation for call in calls} == {"BatchGetItem", "TransactWriteItems"}
    for number, (call, fault) in enumerate(chosen(calls, Random(1), 4)):
        before = game.house.held().seq
        told = spoilt(game, wire, partial(talk, key=f"key-{number}"), (call, fault))
        about = f"{call.name} ({call.time}): {fault.name}: {told.status} {told.body}"
        if told.status != 201 and fault.passes:
            assert told.status == 503, about
            assert int(told.headers["Retry-After"]) > 0, about
            assert told.headers["Content-Type"] == "application/problem+json", about
        assert talk(game, f"key-{number}").status == 201, about
        assert game.house.held().seq == before + 1, about
    the_log_holds(game.house.opened[-1], game.house.time)


def looked(game: Game, path: str) -> Answer:
    """Look at something of the API."""
    return game.house.ask("p1", "GET", path)


@pytest.mark.parametrize(
    ("path", "usual"),
    [(f"/v1/games/{GAME}/me", 200), ("/v1/games", 200), ("/v1/u/no-such-token", 404)],
)
def test_whoever_only_looks_is_told_when_to_look_again(game, wire, path, usual):
    """No bare 500 for what passes, be it JSON or a page for people."""
    look = partial(looked, path=path)
    calls = seen(wire, game, look)
    for call, fault in chosen(calls, Random(2), 2):
        told = spoilt(game, wire, look, (call, fault))
        about = f"{call.name} ({call.time}): {fault.name}: {told.status}"
        assert told.status in ({usual, 503} if fault.passes else {usual, 500}), about
        assert told.status != 503 or int(told.headers["Retry-After"]) > 0, about
        assert look(game).status == usual


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("works", TOGETHER, ids=lambda works: works[-1].__name__)
def test_a_trigger_that_tries_again_does_it_once(game, wire, works, part):
    """A tick and its queue, a mail, letters and webhooks, by the minute and by the stream.

    Whether the function failed or not: it is called again, as its trigger does, and all holds.
    """
    for work in works:
        goes_wrong(game, wire, work, part)
    all_holds(game)


def goes_wrong(game: Game, wire: Wire, kind: Callable[[Game, int], Work], part: int) -> None:
    """Do a kind of work while one call after the other goes wrong, and once more each time."""
    first = 1000 * WORKS.index(kind)
    calls = seen(wire, game, kind(game, first))
    assert calls
    records = len(mail_records(game))
    ways = chosen(calls, Random(kind.__name__))[part::PARTS]
    for number, way in enumerate(ways, first + 1):
        recovered(game, kind)
        work = kind(game, number)
        came_of_it = spoilt(game, wire, work, way)
        if kind is not mailing or isinstance(came_of_it, Exception):
            work(game)  # SNS brings no mail again that was taken
    if kind is mailing:
        assert len(mail_records(game)) == records + len(ways)


def recovered(game: Game, kind: Callable[[Game, int], Work]) -> None:
    """Let pass what would keep the next work from its calls: a rest of mail, a lease of a lane.

    A day that was claimed and not handed over closes when its claim is over. Letters of days that
    have closed leave before more come, and the game is not left alone, so that it does not pause.
    """
    game.house.time = max(game.house.time, pace.present(site.current()).rest)
    if kind is closing:
        game.house.wait(CLAIMED)
        game.house.minute()
        talk(game, f"alive at {game.house.time}")
    if kind in {calling, called}:
        game.house.wait(ROUND.total_seconds())
        game.house.call("webhook_tick")


def mail_records(game: Game) -> tuple[Any, ...]:
    """What is recorded of mails that came in."""
    store, now = game.house.opened[-1], game.house.time
    return store.query(f"GAME#{GAME}", "MAIL#", "MAIL$", 1000, now=now)


def test_we_give_up_before_others_give_up_on_us():
    """A table that does not answer is a 503 of ours, not a 504 without words."""
    longest = (1 + REPEATS) * (CONNECTING + ANSWERING) + sum(2**n for n in range(REPEATS))
    assert longest < GATEWAY
