"""The spine: one move is one read and one transaction, done once, at its own time."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from chalicelib import ledger, letters
from chalicelib.game import Busy, IllegalMove, Refusal, Unknown
from chalicelib.letters_readers import PROMPT
from chalicelib.play import SETTLE, pass_time
from chalicelib.rules import table
from chalicelib.rules.verbs import Accuse, CannotRefute, NotRefuted, Refute, Refuted, Suggest
from tests.stores import ITEM_LIMIT
from tests.worlds import GAME, World

ASK = Suggest("Mustard", "Knife", "Attic", "s2")


@pytest.fixture
def world(tmp_path):
    """A game of three on its first day."""
    return World(tmp_path).start()


def test_a_move_is_one_read_and_one_transaction(world):
    """The 10th move and the 2,000th cost the same round trips, and no item grows."""
    for number in range(2000):
        before = world.store.reads, world.store.writes
        world.move("p1", table.Talk(str(number % 10)))
        assert (world.store.reads - before[0], world.store.writes - before[1]) == (1, 1)
    sizes = [
        len(i.body.encode()) for i in world.store.query("GAME#game", limit=9000, now=world.time)
    ]
    assert max(sizes) < ITEM_LIMIT


def test_the_same_key_gives_the_first_answer(world):
    """A key that was used is answered as the first time, and nothing is done again."""
    first = world.move("p1", ASK, key="k")
    world.wait(hours=1)
    again = world.move("p1", ASK, key="k")
    assert again.replayed
    assert again.entry == first.entry
    assert world.state.tallies["s1"].made == 1


def test_a_key_for_other_moves_is_refused(world):
    """A key belongs to what it was first used for."""
    world.move("p1", ASK, key="k")
    with pytest.raises(IllegalMove, match="key_reused"):
        world.move("p1", table.Talk("something else"), key="k")


def test_a_key_belongs_to_its_account(world):
    """Two players may happen to use one key."""
    world.move("p1", table.Talk("one"), key="k")
    assert not world.move("p2", table.Talk("two"), key="k").replayed


def test_twenty_at_once_with_one_key_are_one_move(world):
    """F10: the third suggestion twenty times with one key: one move, nineteen same answers."""
    world.move("p1", ASK, ASK)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: world.move("p1", ASK, key="k"), range(20)))
    assert len({answer.entry for answer in answers}) == 1
    assert sum(not answer.replayed for answer in answers) == 1
    assert world.state.tallies["s1"].made == 3


def test_twenty_at_once_with_twenty_keys_are_one_move(world):
    """F10: with twenty keys one is made, the rest are refused by the quota."""
    world.move("p1", ASK, ASK)

    def attempt(number):
        try:
            return world.move("p1", ASK, key=f"k{number}").entry.seq
        except Refusal as refusal:
            return refusal.rule

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(attempt, range(20)))
    assert sorted(map(str, answers))[1:] == ["F10"] * 19
    assert world.state.tallies["s1"].made == 3


def test_several_moves_are_done_all_or_none(world):
    """A wrong move among right ones leaves nothing behind, and says which one it was."""
    with pytest.raises(IllegalMove) as refused:
        world.move("p1", ASK, Suggest("Mustard", "Knife", "Attic", "s1"), table.Talk("hello"))
    assert (refused.value.code, refused.value.place) == ("asks_oneself", 1)
    assert world.state.tallies["s1"].made == 0
    assert not world.state.questions


def test_a_refusal_leaves_nothing_behind(world):
    """F20: an untrue answer writes nothing and tells nobody."""
    world.move("p1", ASK)
    before = world.store.writes, world.state
    for untrue in (Refute(1, "Rope"), Refute(1, "Knife"), CannotRefute(1)):
        with pytest.raises(IllegalMove) as refused:
            world.move("p2", untrue)
        assert refused.value.rule == "F20"
    assert (world.store.writes, world.state) == before


def test_an_arrival_before_the_close_counts_for_the_old_day(world):
    """F26: an answer of 0.1 s before the close, processed 3 s after it, is the player's."""
    world.move("p1", ASK)
    closes = world.state.closes
    world.time = closes + timedelta(seconds=3)
    assert world.tick() == 0
    answered = world.move("p2", Refute(1, "Mustard"), at=closes - timedelta(seconds=0.1))
    (answer,) = answered.entry.events
    assert isinstance(answer, Refuted)
    assert not answer.gm
    world.time = closes + SETTLE
    assert world.tick() == 1
    assert world.state.day == 2


def test_an_arrival_at_the_close_belongs_to_the_new_day(world):
    """F6: what arrives at the close waits until the clock has opened the new day."""
    closes = world.state.closes
    world.time = closes + timedelta(seconds=1)
    with pytest.raises(Busy):
        world.move("p1", ASK, at=closes)
    world.time = closes + SETTLE
    world.move("p1", ASK, at=closes)
    assert (world.state.day, world.state.tallies["s1"].made) == (2, 1)


def test_a_late_clock_closes_each_day_once_in_order_at_its_own_time(world):
    """F6: after an outage every missed day is closed at its own time, and only once."""
    closes = world.state.closes
    world.wait(days=3, hours=5)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: world.tick(), range(4)))
    assert world.state.day == 4
    log = ledger.entries(world.store, GAME, 0, 100, world.time)
    assert [entry.at for entry in log if entry.by == "clock"] == [
        closes + timedelta(days=n) for n in range(3)
    ]


def test_deadlines_at_one_moment_are_each_played_once(tmp_path):
    """F24, F32: a card that is owed and a window that ends with it are two turns of the clock."""
    world = World(tmp_path).start(card_delay_minutes=1440, day_minutes=2880)
    world.move("p1", Suggest("Mustard", "Rope", "Attic", "s2"))
    world.move("p2", Refute(1))
    world.move("p2", Accuse("White", "Rope", "Hall"))
    (owed,) = world.state.owed
    assert owed.due == world.state.window_until
    world.wait(days=1, minutes=1)
    assert world.tick() == 2
    after = world.state
    assert (after.owed, after.window_until) == ((), None)


def test_the_gm_or_the_player_answers_never_both(world):
    """F26: an answer that races the close is in the old day or refused."""
    for _ in range(15):
        world.move("p1", ASK)
        question = world.state.questions[-1].id
        closes = world.state.closes
        world.time = closes + SETTLE

        def answer(_, question=question, closes=closes):
            try:
                return world.move(
                    "p2", Refute(question, "Mustard"), at=closes - timedelta(seconds=1)
                )
            except Refusal as refusal:
                return refusal.code

        with ThreadPoolExecutor(2) as pool:
            ticked = pool.submit(world.tick)
            answered = pool.submit(answer, 0)
        assert ticked.result() in (0, 1)
        pass_time(world.store, GAME, now=world.time, rng=world.rng)
        log = ledger.entries(world.store, GAME, 0, 900, world.time)
        events = (event for entry in log for event in entry.events)
        answers = [e for e in events if isinstance(e, Refuted | NotRefuted) and e.id == question]
        assert len(answers) == 1
        assert answered.result() == "already_answered" or not answers[-1].gm


def test_the_letters_of_a_move_are_written_with_it(world):
    """What must leave stands in the outbox as soon as the move is acknowledged."""
    played = world.move("p1", ASK)
    due = world.store.due(world.time + timedelta(seconds=1), limit=1000, prefix="OUT#")
    key = ("GAME#game", f"OUT#{played.entry.seq:08d}.s2.1")
    assert key in due
    (item,) = world.store.read(key, now=world.time)
    told = letters.Told(GAME, played.entry.seq, "s2", PROMPT, "p2")
    assert ledger.read_outgoing(item).letter == told


def test_only_a_creation_makes_a_game(tmp_path):
    """A game that is not there is unknown, whatever is asked of it."""
    with pytest.raises(Unknown, match="unknown_game"):
        World(tmp_path).move("p1", ASK)


def test_who_takes_part_finds_the_game_and_who_left_does_not(world):
    """F15: leaving takes the game off the account's list; the organiser keeps it."""
    assert ledger.games_of(world.store, "p3", world.time) == (GAME,)
    world.move("p3", table.Leave())
    assert ledger.games_of(world.store, "p3", world.time) == ()
    assert ledger.games_of(world.store, "host", world.time) == (GAME,)


def test_an_accusation_is_ordered_by_arrival_not_by_processing(world):
    """F35: the earlier received right accusation wins, also when it is processed later."""
    right = Accuse("Green", "Pipe", "Attic")
    world.wait(minutes=10)
    world.move("p2", right, at=world.time)
    world.move("p1", right, at=world.time - timedelta(minutes=5))
    world.wait(hours=25)
    world.tick()
    assert world.state.result
    assert world.state.result.winner == "s1"
