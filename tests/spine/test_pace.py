"""How fast mail leaves: just as fast as is set, from all processes together, in order of rank."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from chalicelib import deliver, ledger
from chalicelib.deliver import line, pace
from chalicelib.deliver.moments import Moments
from chalicelib.letters import Told
from chalicelib.letters_names import rank_of
from chalicelib.letters_readers import DIGEST, NEWS, PRIVATE, PROMPT
from chalicelib.rules import table
from chalicelib.rules.verbs import Suggest
from chalicelib.store import Item, Put
from tests.worlds import GAME, World

RATE = 2
STEP = timedelta(seconds=1 / RATE)
AT_ONCE = timedelta()
"""How long others are seen to when a new letter comes: not at all."""


class Timed(World):
    """A world that notes when each letter leaves, and which."""

    def __init__(self, folder, rate=RATE):
        """Begin with an empty list."""
        super().__init__(folder, rate=rate)
        self.left: list[tuple[datetime, str]] = []

    def send(self, _, message):
        """Note a letter."""
        self.left.append((self.time, message["X-Alibi-Letter"]))


def begun(folder: Path) -> Timed:
    """Begin a game; its first letters have left, at two a second."""
    made = Timed(folder).start()
    while deliver.sweep(made.site, made):
        pass
    made.left.clear()
    made.wait(minutes=1)
    return made


@pytest.fixture
def world(tmp_path):
    """A game whose first letters have left."""
    return begun(tmp_path)


def crowd(world: Timed, count: int, seed: int) -> None:
    """Put letters of all ranks into the outbox, in any order, a little after each other."""
    chance = Random(seed)
    for _ in range(count):
        entry, to = chance.randrange(2, 6), chance.choice(("s1", "s2", "s3"))
        told = Told(GAME, entry, to, chance.choice((PRIVATE, PROMPT, NEWS)), f"p{to[1:]}")
        item = ledger.outgoing(told, world.time)
        world.store.write(Put(replace_name(item, chance)), now=world.time)
        world.wait(milliseconds=chance.randrange(5))


def replace_name(item, chance):
    """Give a letter a name that no other has."""
    stem, _, rank = item.sk.rpartition(".")
    reader = stem.rpartition(".")[2]
    return item.__class__(
        item.pk, f"OUT#{chance.getrandbits(60):x}.{reader}.{rank}", item.body, due=item.due
    )


@pytest.mark.parametrize("seed", range(5))
def test_mail_leaves_exactly_at_the_rate(world, seed):
    """While letters wait, one leaves in each step of time: neither sooner nor later."""
    crowd(world, 40, seed)
    deliver.drain(world.site, world, timedelta(seconds=60))
    assert len(world.left) == 40
    gaps = [after - before for (before, _), (after, _) in pairwise(world.left)]
    assert set(gaps) == {STEP}


@pytest.mark.parametrize("seed", range(5))
def test_the_more_urgent_leaves_first(world, seed):
    """Private before questions before news; every eighth turn is that of the longest waiting."""
    crowd(world, 40, seed)
    waiting = list(world.store.due(world.time, 100, prefix="OUT#"))
    names = {key[1].removeprefix("OUT#"): key for key in waiting}
    began = pace.present(world.site).taken
    deliver.drain(world.site, world, timedelta(seconds=60))
    for turn, (_, name) in enumerate(world.left, began + 1):
        key = names[name.removeprefix(f"{GAME}.")]
        best = min(rank_of(sk) for _, sk in waiting)
        first = next(k for k in waiting if rank_of(k[1]) == best)
        assert key == (waiting[0] if turn % line.FAIR == 0 else first)
        waiting.remove(key)
    assert not waiting


def test_news_does_not_wait_for_ever(world):
    """Though there are always new private cards, the oldest news leaves within eight turns."""
    news = ledger.outgoing(Told(GAME, 3, "s1", NEWS, "p1"), world.time, "")
    world.store.write(Put(replace_name(news, Random(0))), now=world.time)
    world.wait(seconds=1)
    for n in range(1, 20):
        crowd_of_cards = ledger.outgoing(Told(GAME, 4, "s2", PRIVATE, "p2"), world.time)
        world.store.write(Put(replace_name(crowd_of_cards, Random(n))), now=world.time)
    deliver.drain(world.site, world, timedelta(seconds=8 / RATE))
    assert any(rank_of(name) == NEWS for _, name in world.left)


def test_all_processes_share_the_rate(world):
    """However many ask at once, no two get the same moment, and none is given away for nothing."""
    waits: list[float] = []
    site = replace(world.site, mail_rate=10, wait=waits.append)
    with ThreadPoolExecutor(8) as pool:
        given = sum(pool.map(lambda _: Moments(site, ahead=0).take(), range(30)))
    while Moments(site, ahead=0).take():
        given += 1
    moments = sorted([0.0] * (given - len(waits)) + waits)
    assert given == 21
    assert moments == pytest.approx([n / 10 for n in range(21)])


def test_each_letter_leaves_once_whoever_sends(tmp_path):
    """Four that sweep at once share the letters: none twice, none left."""
    world = Timed(tmp_path, rate=0).start()
    world.wait(seconds=1)
    waiting = {sk.removeprefix("OUT#") for _, sk in world.store.due(world.time, 100, prefix="OUT#")}
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: deliver.sweep(world.site, world), range(8)))
    left = [name.removeprefix(f"{GAME}.") for _, name in world.left]
    assert sorted(left) == sorted(waiting)


def test_a_slow_rate_is_kept_too(tmp_path):
    """One mail in five seconds: nobody waits for longer than for the next one."""
    world = Timed(tmp_path, rate=0.2).start()
    deliver.drain(world.site, world, timedelta(seconds=26))
    gaps = {after - before for (before, _), (after, _) in pairwise(world.left)}
    assert gaps == {timedelta(seconds=5)}
    assert len(world.left) >= 5


def test_a_new_letter_does_not_overtake_those_that_wait(world):
    """While there is a queue, a letter that has just been written goes to its place in it."""
    crowd(world, 30, 1)
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    assert deliver.sweep(world.site, world, 5) == 5
    key = (f"GAME#{GAME}", "OUT#00000006.s2.1")
    deliver.come(world.site, world, [key], AT_ONCE)
    assert len(world.left) == 5
    deliver.drain(world.site, world, timedelta(seconds=60))
    before = len(world.left)
    world.move("p1", Suggest("White", "Knife", "Attic", "s2"))
    deliver.come(world.site, world, [(f"GAME#{GAME}", "OUT#00000007.s2.1")], AT_ONCE)
    assert len(world.left) == before + 1


def test_without_a_queue_a_letter_leaves_at_once(world):
    """The second of two waits for its moment, half a second."""
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    world.move("p1", Suggest("White", "Knife", "Attic", "s2"))
    for seq in (6, 7):
        deliver.come(world.site, world, [(f"GAME#{GAME}", f"OUT#{seq:08d}.s2.1")], AT_ONCE)
    (one, _), (two, _) = world.left
    assert two - one == STEP


def test_letters_that_are_not_sent_cost_no_moment(world):
    """A digest that is filled and news that nobody wants leave the pace to others."""
    for account in ("p1", "p2", "p3"):
        world.prefer(account, post="daily")
    taken = pace.present(world.site).taken
    crowd(world, 20, 3)
    world.move("host", table.TellPlayer("s1", "Well?"))
    deliver.drain(world.site, world, timedelta(seconds=60))
    assert pace.present(world.site).taken - taken == len(world.left)


def test_a_digest_is_the_last_to_leave(world):
    """Digests wait for everything else."""
    world.prefer("p3", post="daily")
    world.time = world.state.closes + timedelta(seconds=11)
    world.tick()
    crowd(world, 10, 2)
    deliver.drain(world.site, world, timedelta(seconds=60))
    ranks = [
        int(name.split("s3.")[1][0]) if "digest" in name else rank_of(name)
        for _, name in world.left
    ]
    assert ranks[-1] == DIGEST


@pytest.mark.parametrize("rested", [False, True])
def test_a_clock_that_is_set_back_stops_no_mail(world, rested):
    """What was reserved by a clock that ran a day ahead holds nobody up when it is right again."""
    world.wait(days=1)
    crowd(world, 3, 1)
    if rested:
        pace.rest(world.site)
    while deliver.sweep(world.site, world):
        pass
    world.wait(days=-1)
    world.left.clear()
    crowd(world, 3, 2)
    world.wait(seconds=1)
    while deliver.sweep(world.site, world):
        pass
    assert len(world.left) == 3


def test_a_pace_that_cannot_be_read_stops_no_mail(world, caplog):
    """It may be that of another version; the operator is told, and it begins anew."""
    world.store.write(Put(Item(*pace.KEY, '{"free": 1}', 1)), now=world.time)
    crowd(world, 3, 1)
    world.wait(seconds=1)
    while deliver.sweep(world.site, world):
        pass
    assert len(world.left) == 3
    assert "the pace of the mail cannot be read" in caplog.text
