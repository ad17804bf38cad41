"""The outbox while it is full: many threads, several processes, one pace."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count, pairwise
from random import Random
from threading import Lock

import pytest

from chalicelib import deliver, ledger
from chalicelib.deliver import line, pace
from chalicelib.deliver.line import Line, Share
from chalicelib.deliver.moments import Moments
from chalicelib.letters import Told
from chalicelib.letters_names import rank_of
from chalicelib.letters_readers import DIGEST, NEWS, PRIVATE
from chalicelib.rules.verbs import Suggest
from chalicelib.store import Put
from tests.spine.test_pace import RATE, STEP, Timed, begun, crowd, replace_name
from tests.worlds import GAME


@pytest.fixture
def world(tmp_path):
    """A game whose first letters have left."""
    return begun(tmp_path)


def written(world: Timed, count: int, rank: int, seed: int) -> None:
    """Put letters of one rank into the outbox, all at once."""
    chance = Random(seed)
    for _ in range(count):
        told = Told(GAME, 3, "s2", rank, "p2")
        world.store.write(
            Put(replace_name(ledger.outgoing(told, world.time), chance)), now=world.time
        )


@pytest.mark.parametrize("rate", [14, 200])
def test_threads_get_moments_that_follow_each_other_at_the_rate(world, rate):
    """Sixteen threads that ask at once: each moment once, none left out, none too early."""
    waits: list[float] = []
    lock = Lock()

    def wait(seconds: float) -> None:
        with lock:
            waits.append(seconds)

    moments = Moments(replace(world.site, mail_rate=rate, wait=wait))
    with ThreadPoolExecutor(16) as pool:
        given = sum(pool.map(lambda _: moments.take(), range(rate)))
    assert given == rate
    expected = [n / rate for n in range(rate)]
    assert sorted([0.0] * (given - len(waits)) + waits) == pytest.approx(expected, abs=1e-4)


def test_a_late_thread_does_not_make_mails_leave_together(world):
    """Moments that have just passed are used, half a step apart at least; older ones are lost."""
    site = replace(world.site, mail_rate=40)
    moments = Moments(site)
    assert moments.take()
    world.wait(milliseconds=200)
    began = world.time
    assert all(moments.take() for _ in range(4))
    assert world.time - began == 3 * timedelta(seconds=0.5 / 40)
    world.wait(seconds=10)
    assert moments.take()
    assert pace.present(site).free >= world.time


def test_in_no_second_more_leave_than_the_rate_says(world):
    """Though threads come late by up to a third of a second, at random."""
    site, chance = replace(world.site, mail_rate=10), Random(3)
    left: list[datetime] = []
    moments = Moments(site)
    while len(left) < 200:
        assert moments.take()
        left.append(world.time)
        if chance.random() < 0.2:
            world.wait(milliseconds=chance.randrange(330))
    for at in left:
        assert sum(at <= other < at + timedelta(seconds=1) for other in left) <= 10


def test_threads_that_oversleep_a_little_keep_the_rate(world):
    """As every machine does: twenty milliseconds late each time, and still ten a second."""

    def wait(seconds: float) -> None:
        world.wait(seconds=seconds, milliseconds=20)

    moments = Moments(replace(world.site, mail_rate=10, wait=wait))
    began = world.time
    assert all(moments.take() for _ in range(200))
    assert world.time - began <= timedelta(seconds=20)


def test_many_threads_send_each_letter_once(tmp_path):
    """Two processes of ten threads each on one outbox: all leave, none twice."""
    world = Timed(tmp_path, rate=0).start()
    world.post()
    world.left.clear()
    world.wait(minutes=1)
    crowd(world, 150, 1)
    site = replace(world.site, mail_rate=40)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: deliver.drain(site, world, timedelta(minutes=5)), range(2)))
    names = Counter(name for _, name in world.left)
    assert (len(names), set(names.values())) == (150, {1})
    assert not pace.present(site).queue


def test_shares_have_every_letter_once(world):
    """Three processes leave nothing out, and the letters of a game are all in one share."""
    for number in range(60):
        told = Told(f"game{number // 2}", number + 2, "s1", NEWS, "p1")
        world.store.write(Put(ledger.outgoing(told, world.time)), now=world.time)
    lines = [Line(world.site, Share(number, 3)) for number in range(3)]
    taken = [[*iter(one.next, None)] for one in lines]
    everything = world.store.due(world.time, 100, prefix="OUT#")
    assert sorted(key for keys in taken for key in keys) == sorted(everything)
    games = [{pk for pk, _ in keys} for keys in taken]
    assert sum(map(len, games)) == 30
    assert all(games)


def test_the_last_share_says_that_nothing_waits(world):
    """One that is done leaves the queue as it is while another has letters."""
    for number in range(20):
        told = Told(f"game{number}", 2, "s1", NEWS, "p1")
        world.store.write(Put(ledger.outgoing(told, world.time)), now=world.time)
    pace.note_queue(world.site, waiting=True)
    for number in range(3):
        assert pace.present(world.site).queue
        deliver.drain(world.site, world, timedelta(seconds=60), Share(number, 3))
    assert not pace.present(world.site).queue


def test_a_store_that_fails_now_and_then_stops_no_mail(world):
    """The thread goes on after a second; the error is raised when the others have left."""
    crowd(world, 12, 5)
    read, calls = world.store.read, count()

    def failing(*keys, now):
        if keys[0][1].startswith("OUT#") and next(calls) == 5:
            raise ConnectionError
        return read(*keys, now=now)

    world.store.read = failing
    with pytest.raises(ExceptionGroup):
        deliver.drain(world.site, world, timedelta(seconds=60))
    assert len(world.left) == 11
    assert len(world.post()) == 0
    assert len(world.left) == 12


def test_a_new_process_goes_on_at_the_pace_of_the_old_one(world):
    """One ends in the middle, with moments reserved, and another begins: none leaves too early."""
    crowd(world, 30, 3)
    deliver.drain(world.site, world, timedelta(seconds=3))
    left = len(world.left)
    assert 5 <= left <= 8
    deliver.drain(world.site, world, timedelta(seconds=60))
    assert len(world.left) == 30
    assert {after - before for (before, _), (after, _) in pairwise(world.left)} == {STEP}


def test_another_rate_holds_from_the_next_mail_on(world):
    """One a second instead of two: the gaps are twice as long at once."""
    crowd(world, 20, 4)
    deliver.drain(world.site, world, timedelta(seconds=4))
    before = len(world.left)
    deliver.drain(replace(world.site, mail_rate=1), world, timedelta(seconds=60))
    gaps = [after - first for (first, _), (after, _) in pairwise(world.left[before:])]
    assert set(gaps) == {2 * STEP}


def test_a_private_card_passes_a_queue_of_any_length(world, monkeypatch):
    """More letters wait than are put in order, all older: the cards are the first to leave."""
    monkeypatch.setattr(line, "MOST_WAITING", 20)
    written(world, 50, DIGEST, 1)
    world.wait(seconds=1)
    written(world, 3, PRIVATE, 2)
    deliver.drain(world.site, world, timedelta(seconds=1))
    assert [rank_of(name) for _, name in world.left][:3] == [PRIVATE] * 3


def test_a_private_card_that_comes_meanwhile_is_among_the_next(world):
    """While news leave, a card is written: it leaves within a second or so of the clock."""
    written(world, 60, NEWS, 1)
    send = world.send

    def and_write(to, message):
        send(to, message)
        if len(world.left) == 10:
            written(world, 1, PRIVATE, 2)

    world.send = and_write
    deliver.drain(world.site, world, timedelta(seconds=60))
    ranks = [rank_of(name) for _, name in world.left]
    assert len(ranks) == 61
    assert ranks.index(PRIVATE) <= 10 + 1 / STEP.total_seconds() + 1


def test_reading_does_not_grow_with_the_queue(world):
    """A letter costs as many reads behind five hundred others as behind fifty."""
    costs = []
    for number in (50, 450):
        written(world, number, NEWS, number)
        reads, left = world.store.reads, len(world.left)
        deliver.drain(world.site, world, timedelta(seconds=10))
        costs.append((world.store.reads - reads) / (len(world.left) - left))
    assert costs[1] <= costs[0] + 0.5


def test_a_queue_that_nobody_sees_to_is_sent_by_the_next_letter(world):
    """Until the minute's function comes the pace is kept all the same: by one of those it keeps."""
    crowd(world, 20, 6)
    assert deliver.sweep(world.site, world, 1) == 1
    keys = [(f"GAME#{GAME}", "OUT#00000006.s2.1")] * 3
    two = timedelta(seconds=2)
    deliver.come(world.site, world, keys, two)
    assert len(world.left) == 1 + 2 * RATE
    assert pace.present(world.site).queue
    pace.note_queue(world.site, waiting=True, drained=world.time + timedelta(seconds=9))
    deliver.come(world.site, world, keys, two)
    assert len(world.left) == 1 + 2 * RATE
    assert {after - before for (before, _), (after, _) in pairwise(world.left)} == {STEP}


def test_letters_that_come_together_leave_together(world):
    """Without a queue those of one batch are sent one after the other, at the pace."""
    for card in ("Knife", "Rope"):
        world.move("p1", Suggest("Mustard", card, "Attic", "s2"))
    keys = [(f"GAME#{GAME}", f"OUT#{seq:08d}.s2.1") for seq in (6, 6, 7)]
    deliver.come(world.site, world, keys, timedelta(seconds=2))
    (one, _), (two, _) = world.left
    assert two - one == STEP
