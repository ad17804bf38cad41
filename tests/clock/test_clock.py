"""Many games due at once: each passes its time once, whoever looks, and none is sent for ever."""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from chalicelib import claims, clock, ledger, play
from chalicelib.play import Asked
from chalicelib.rules.table import Talk
from chalicelib.store import Item, Put
from tests.clock.conftest import Crowd, Queue


def body_of(name: str) -> str:
    """The message about a game."""
    return f'{{"game":"{name}"}}'


def broken(crowd: Crowd, name: str) -> None:
    """Let the state of a game be something that no program can read."""
    (item,) = crowd.store.read((f"GAME#{name}", "STATE"), now=crowd.time)
    assert item
    spoilt = item.__class__(item.pk, item.sk, "no state", item.version, item.due)
    crowd.store.write(Put(spoilt), now=crowd.time)


def talk(crowd: Crowd, name: str, number: int) -> bool:
    """Let a player say something in a game; whether it was taken."""
    asked = Asked("p1", (Talk("Well?"),), "rest", crowd.time)
    now, rng = crowd.time, crowd.site.rng
    played = play.play(crowd.store, name, asked, key=f"talk {number}", now=now, rng=rng)
    return not played.replayed


def test_games_due_at_one_moment_turn_once_each_and_take_moves_meanwhile(many):
    """Two clocks and a player in every fifth game at once: one turn for each, no move is lost."""
    asked = many.names[::5]
    with ThreadPoolExecutor(3) as pool:
        clocks = [pool.submit(clock.tick, many.site) for _ in range(2)]
        taken = list(pool.map(lambda name: talk(many, name, 1), asked))
        turned = sum(one.result() for one in clocks)
    assert all(taken)
    assert many.turns() == [1] * 300
    assert turned <= 300
    said = [ledger.entries(many.store, name, 9, 10, many.time) for name in asked]
    assert all([entry.by for entry in log] == ["clock", "s1"] for log in said)
    assert clock.tick(many.site) == 0


def test_two_ticks_put_each_game_into_the_queue_once(many):
    """Whoever claims a game hands it over, and nobody else does, nor in the next minute."""
    queues = Queue(), Queue()
    sites = [many.with_queue(queue.put) for queue in queues]
    with ThreadPoolExecutor(2) as pool:
        handed = list(pool.map(clock.tick, sites))
    bodies = queues[0].bodies + queues[1].bodies
    assert sorted(bodies) == [body_of(name) for name in many.names]
    assert sum(handed) == 300
    many.wait(minutes=1)
    assert clock.tick(sites[0]) == 0
    assert [queue.come(sites[0]) for queue in queues] == [[], []]
    assert many.turns() == [1] * 300


def test_a_message_that_comes_twice_turns_a_game_once(few):
    """Also much later, and for a game that there is not: nothing is done, and nothing fails."""
    queue = Queue()
    site = few.with_queue(queue.put)
    clock.tick(site)
    queue.bodies += [*queue.bodies, body_of("nowhere")]
    again = list(queue.bodies)
    assert queue.come(site) == []
    assert few.turns() == [1, 1, 1]
    few.wait(minutes=10)
    queue.bodies = again
    assert queue.come(site) == []
    assert few.turns() == [1, 1, 1]


def test_a_tick_that_dies_between_claim_and_queue_only_delays(few):
    """Its games are left alone for three minutes, then handed over, and turn once."""
    queue = Queue()
    site = few.with_queue(queue.put)
    assert claims.claim(site, few.names) == few.names
    few.wait(minutes=2, seconds=59)
    assert clock.tick(site) == 0
    few.wait(seconds=2)
    assert clock.tick(site) == 3
    assert queue.come(site) == []
    assert few.turns() == [1, 1, 1]


def test_what_the_queue_does_not_take_is_handed_over_by_the_next_tick(few):
    """One message refused: the others are in the queue, that one goes a minute later."""
    queue = Queue()
    site = few.with_queue(queue.put)
    queue.refuses = {body_of(few.names[1])}
    assert clock.tick(site) == 2
    queue.refuses = set()
    few.wait(minutes=1)
    assert clock.tick(site) == 1
    assert sorted(queue.bodies) == [body_of(name) for name in few.names]


def test_a_queue_that_is_down_holds_no_game_up(few):
    """The error is raised, the games are nobody's, and the next tick hands them over."""

    def down(_):
        raise ConnectionError

    with pytest.raises(ExceptionGroup):
        clock.tick(few.with_queue(down))
    queue = Queue()
    assert clock.tick(few.with_queue(queue.put)) == 3


def test_a_game_that_always_fails_is_seen_and_seldom_sent(few, caplog):
    """The others turn; it is told each time, and handed over after 3 and 45 minutes, 6 hours."""
    queue = Queue()
    site = few.with_queue(queue.put)
    bad = few.names[0]
    broken(few, bad)
    sent = []
    with caplog.at_level(logging.ERROR):
        for minute in range(7 * 60):
            if clock.tick(site):
                sent.append(minute)
                assert queue.come(site) == [body_of(bad)]
            few.wait(minutes=1)
    assert sent == [0, 3, 48, 408]
    assert len(caplog.records) == len(sent)
    assert bad not in caplog.text
    few.names.remove(bad)
    assert few.turns() == [1, 1]


def test_without_a_queue_a_game_that_fails_waits_longer_each_time(few):
    """After 1, 2, 4, … seconds, so that it costs the clock ever less; the others turn at once."""
    broken(few, few.names[2])
    failed = []
    for second in range(70):
        try:
            clock.tick(few.site)
        except ExceptionGroup:
            failed.append(second)
        few.wait(seconds=1)
    assert failed == [0, 1, 3, 7, 15, 31, 63]
    assert few.turns()[:2] == [1, 1]


@pytest.mark.parametrize("body", ["{", '{"until":"2026-12-31T00:00:00Z"}'])
@pytest.mark.parametrize("queued", [True, False])
def test_a_claim_that_nobody_can_have_made_holds_no_game_up(few, body, queued):
    """One that cannot be read, or is of a clock that ran ahead: neither its game nor the others."""
    few.store.write(Put(Item(*claims.claim_key(few.names[0]), body)), now=few.time)
    queue = Queue()
    assert clock.tick(few.with_queue(queue.put) if queued else few.site) == 3
    assert queue.come(few.site) == []
    assert few.turns() == [1, 1, 1]


def test_a_claim_goes_with_the_turn(few):
    """The next deadline of a game finds no claim, however soon it is."""
    queue = Queue()
    site = few.with_queue(queue.put)
    clock.tick(site)
    queue.come(site)
    keys = [claims.claim_key(name) for name in few.names]
    assert few.store.read(*keys, now=few.time) == (None, None, None)
    few.time = few.closes + timedelta(days=1, seconds=11)
    assert clock.tick(site) == 3


def test_a_claim_goes_when_a_player_was_faster(few):
    """A player's move has turned the game: the message finds nothing, and leaves no claim."""
    queue = Queue()
    site = few.with_queue(queue.put)
    clock.tick(site)
    assert talk(few, few.names[0], 1)
    queue.come(site)
    assert few.store.read(claims.claim_key(few.names[0]), now=few.time) == (None,)
    assert few.turns() == [1, 1, 1]


def test_a_turn_costs_one_read_and_one_write(few):
    """Besides what finds the games: a look at the index, and one at the claims."""
    reads, writes = few.store.reads, few.store.writes
    clock.tick(few.site)
    assert few.store.reads - reads == 2 + 3
    assert few.store.writes - writes == 3
