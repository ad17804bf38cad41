"""Blitz on the spine: the clock that was down, the answer that races it, requests twice (B9)."""

from datetime import timedelta

import pytest

from chalicelib.game import IllegalMove
from chalicelib.rules import office, table, verbs
from chalicelib.rules.blitz.state import Pass, TimeRanOut
from tests.worlds import World, words

SECOND = timedelta(seconds=1)
ASK = verbs.Suggest("Mustard", "Knife", "Attic")


@pytest.fixture
def world(tmp_path):
    """A game of three in which Boris has been asked; all letters are sent."""
    made = World(tmp_path).start(ruleset="blitz")
    made.move("p1", ASK)
    made.post()
    return made


def missed(world):
    """The deadlines that somebody missed."""
    return [e for entry in world.log() for e in entry.events if isinstance(e, TimeRanOut)]


def test_B9_a_clock_that_was_down_for_36_hours(world):
    """B9, F28: the step gets its time again, as often as it takes; nobody is blamed; one letter."""
    closes = world.state.closes
    world.wait(hours=37)
    assert world.tick() == 3
    assert world.tick() == 0
    moved = [entry for entry in world.log() if isinstance(entry.events[0], office.CloseMoved)]
    assert [(entry.at - closes).total_seconds() / 3600 for entry in moved] == [0, 12, 24]
    assert not missed(world)
    assert world.state.questions[0].to == "s2"
    assert (world.state.closes - closes).total_seconds() / 3600 == 36
    (mail,) = world.post()
    assert mail["To"] == "p2@example.org"
    assert "Another deadline" in words(mail)


def test_B9_a_clock_that_is_a_little_late_changes_nothing(world):
    """B9: some minutes late it acts all the same, at the deadline's own time."""
    closes = world.state.closes
    world.wait(hours=12, minutes=5)
    assert world.tick() == 1
    assert len(missed(world)) == 1
    assert world.log()[-1].at == closes
    assert world.state.player == "s2"


def test_B9_what_arrived_in_time_counts_while_the_clock_waits(world):
    """B9: an answer of the last moment, read in the ten seconds after it, is the player's own."""
    arrived = world.state.closes
    world.wait(hours=12)
    world.tick()
    world.move("p2", verbs.Refute(1, "Mustard"), at=arrived.replace(microsecond=0) - SECOND)
    world.wait(minutes=1)
    world.tick()
    assert not missed(world)


def test_B9_never_both_the_player_s_and_the_gm_s_answer(world):
    """B3, B9: what is read after the clock has acted is refused, however early it arrived."""
    arrived = world.state.closes - SECOND
    world.wait(hours=12, minutes=1)
    world.tick()
    with pytest.raises(IllegalMove, match="already_answered"):
        world.move("p2", verbs.Refute(1, "Mustard"), at=arrived)
    answers = [e for entry in world.log() for e in entry.events if isinstance(e, verbs.Refuted)]
    assert [answer.gm for answer in answers] == [True]


def test_requests_of_blitz_twice_are_one_move(world):
    """A key that comes again is answered as the first time; the round moves on once."""
    for _ in range(2):
        played = world.move("p2", verbs.Refute(1, "Mustard"), key="same")
    assert played.replayed
    assert world.state.turn == 2


def test_B6_an_accusation_of_blitz_comes_alone(world):
    """B6: with nothing beside it that would tell whether it was right."""
    world.move("p2", verbs.Refute(1, "Mustard"))
    for moves in (
        (Pass(), verbs.Accuse("Green", "Pipe", "Attic")),
        (verbs.Accuse("a", "b", "c"),) * 2,
    ):
        with pytest.raises(IllegalMove, match="comes_alone"):
            world.move("p2", *moves)


def test_B2_one_suggestion_of_blitz_in_one_mail(world):
    """B2: two suggestions are for two turns, even where the turn would come back at once."""
    world.move("p2", verbs.Refute(1, "Mustard"))
    with pytest.raises(IllegalMove, match="acts_last") as refused:
        world.move("p2", ASK, ASK)
    assert refused.value.place == 1


def test_F55_speech_stands_before_a_move_of_blitz(world):
    """F55: comments and words to the organiser may come with a move, and before it."""
    world.move("p2", table.Talk("Hm."), table.TellGM("?"), verbs.Refute(1, "Mustard"))
    assert world.state.player == "s2"
    with pytest.raises(IllegalMove, match="acts_last") as refused:
        world.move("p2", ASK, table.Talk("My turn!"))
    assert refused.value.place == 1


@pytest.mark.parametrize("after", [Pass(), table.TellGM("?"), table.AnswerForMe(), ASK])
@pytest.mark.parametrize("case", [("Green", "Pipe", "Attic"), ("White", "Pipe", "Attic")])
def test_F21_what_comes_after_a_suggestion_tells_nothing(world, case, after):
    """F21: where the GM answers at once for others, no later order shows what they hold."""
    world.move("p2", verbs.Refute(1, "Mustard"))
    for seat in ("p1", "p3"):
        world.move(seat, table.AnswerForMe())
    with pytest.raises(IllegalMove, match="acts_last") as refused:
        world.move("p2", verbs.Suggest(*case), after)
    assert (refused.value.place, len(world.log())) == (1, 9)


def test_F56_going_back_in_blitz(world):
    """F56: the organiser goes back to an entry of the log; it is found there."""
    seq = len(world.log())
    world.move("p2", verbs.Refute(1, "Mustard"))
    world.move("host", office.RollBack(seq))
    assert world.state.questions[0].to == "s2"
    mails = world.post()
    assert {mail["To"] for mail in mails} >= {f"p{n}@example.org" for n in (1, 2, 3)}
    told = [mail["To"] for mail in mails if "The game goes back" in words(mail)]
    assert {f"p{n}@example.org" for n in (1, 2, 3)} <= set(told)
