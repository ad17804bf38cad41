"""How much mail somebody wants: every event, what concerns them, or one digest a day."""

from datetime import timedelta

import pytest

from chalicelib import deliver
from chalicelib.play import SETTLE
from chalicelib.rules import office, table
from chalicelib.rules.forum.rulings import Fine, NameDeputy
from chalicelib.rules.verbs import Accuse, CannotRefute, Refute, Suggest
from tests.worlds import World, words

ASK = Suggest("Mustard", "Knife", "Attic", "s2")
FREE = Suggest("Green", "Pipe", "Attic", "s2")


def close(world: World) -> None:
    """Let the day close."""
    world.time = world.state.closes + SETTLE
    world.tick()


def texts(world: World, account: str) -> list[str]:
    """What somebody gets now, in words."""
    return [words(mail) for mail in world.letters_to(account)]


def test_mine_leaves_the_days_report_out(world):
    """Questions, cards and the end come; the reports of days do not, and the record says why."""
    for account in ("host", "p1", "p2", "p3"):
        world.prefer(account, post="mine")
    world.move("p1", ASK)
    assert len(texts(world, "p2")) == 1
    world.move("p2", Refute(1, "Mustard"))
    assert "Boris shows you: Mustard" in texts(world, "p1")[0]
    close(world)
    assert [mail["To"] for mail in world.post()] == []
    assert "unwanted" in {out.dropped for out in world.outbox().values()}


def test_mine_tells_of_a_penalty(world):
    """F27: whom the close of a day costs a suggestion is told so with the report of the day."""
    for account in ("host", "p1", "p2", "p3"):
        world.prefer(account, post="mine")
    world.move("p1", ASK)
    world.move("p2", table.Talk("I am here."))
    close(world)
    to = [mail["To"] for mail in world.post()]
    assert sorted(to) == ["p1@example.org", "p2@example.org"]


@pytest.mark.parametrize("post", ["mine", "daily"])
def test_what_matters_comes_at_once(world, post):
    """A pause, another deadline, going on, an accusation's window and the end are for everybody."""
    world.prefer("p3", post=post)
    for move, said in (
        (office.Pause("Ill."), "The game is paused"),
        (office.Resume(), "The game goes on"),
        (office.MoveClose(world.state.closes + timedelta(hours=5)), "ends at another time"),
    ):
        world.move("host", move)
        assert said in texts(world, "p3")[0]
    world.move("p1", Accuse("Green", "Pipe", "Attic"))
    assert "An accusation has come in" in texts(world, "p3")[0]
    world.wait(hours=25)
    world.tick()
    assert any("The game is over" in text for text in texts(world, "p3"))


def test_daily_gathers_until_the_day_closes(world):
    """What can wait comes with the report of the day, in one letter; questions and cards do not."""
    world.prefer("p2", post="daily")
    world.move("host", NameDeputy("s2"))
    world.move("host", Fine("s2", "Hm."))
    assert texts(world, "p2") == []
    world.move("p1", ASK)
    assert "Anna asks you" in texts(world, "p2")[0]
    world.move("p2", Refute(1, "Mustard"))
    close(world)
    (digest,) = texts(world, "p2")
    assert "The news of the game in one letter" in digest
    assert "organiser’s deputy now" in digest
    assert "Penalty" in digest or "Hm." in digest
    assert digest.index("deputy now") < digest.index("=== Day 1 is closed ===")
    assert "Anna → Boris, suggestion 1: Mustard, Knife, Attic — refuted" in digest
    assert "Day 2 is open" in digest


def test_a_digest_waits_for_a_close_that_was_moved(world):
    """Where the day closes later than it was to, the digest does; not for longer than a day."""
    world.prefer("p2", post="daily")
    world.move("host", NameDeputy("s2"))
    world.post()
    world.wait(hours=1)
    world.move("host", office.MoveClose(world.state.closes + timedelta(hours=6)))
    world.post()
    world.time = world.state.closes - timedelta(hours=1)
    assert texts(world, "p2") == []
    close(world)
    (digest,) = texts(world, "p2")
    assert "organiser’s deputy now" in digest


def test_a_digest_leaves_when_the_day_does_not_close(world):
    """In a pause no day closes: the digest leaves in the evening, on the reader's clock."""
    world.prefer("p2", post="daily", zone="Asia/Tokyo")
    world.move("host", office.Pause())
    world.post()
    world.move("host", NameDeputy("s2"))
    world.post()
    world.time = world.time.replace(hour=9, minute=59) + timedelta(days=1)
    assert texts(world, "p2") == []
    world.wait(minutes=2)
    (digest,) = texts(world, "p2")
    assert "organiser’s deputy now" in digest
    assert "The game has been paused since" in digest


def test_a_digest_survives_a_change_of_mind(world):
    """What was put into a digest comes, whatever the reader wishes by then."""
    world.prefer("p2", post="daily")
    world.move("host", NameDeputy("s2"))
    world.post()
    world.prefer("p2", post="all")
    close(world)
    world.wait(minutes=11)
    told = "\n".join(texts(world, "p2"))
    assert "organiser’s deputy now" in told
    assert "Day 1 is closed" in told


def test_digests_follow_each_other(world):
    """Each has a name of its own, and nothing is told twice."""
    world.prefer("p3", post="daily")
    close(world)
    (first,) = world.letters_to("p3")
    close(world)
    (second,) = world.letters_to("p3")
    assert first["X-Alibi-Letter"] != second["X-Alibi-Letter"]
    assert first["Message-ID"] != second["Message-ID"]
    assert "Day 1 is closed" in words(first)
    assert "Day 1 is closed" not in words(second)


def test_what_comes_while_a_digest_leaves_is_told_by_the_next(world):
    """An entry that is put into a digest on its way is in no digest but the next."""
    world.prefer("p2", post="daily")
    close(world)
    world.wait(seconds=1)

    class Slow:
        """A carrier during whose work the game goes on."""

        def __init__(self):
            self.taken = []

        def send(self, _, message):
            """Take a digest after something else has happened and was gathered."""
            if "digest" in message["X-Alibi-Letter"]:
                self.taken.append(message)
                world.move("host", NameDeputy("s2"))
                deliver.sweep(world.site, self)

    slow = Slow()
    while deliver.sweep(world.site, slow):
        pass
    (first,) = map(words, slow.taken)
    assert "Day 1 is closed" in first
    assert "deputy" not in first
    close(world)
    (second,) = [text for text in texts(world, "p2") if "in one letter" in text]
    assert "organiser’s deputy now" in second
    assert "Day 1 is closed" not in second


def test_daily_in_blitz_is_one_letter_in_the_evening(turns):
    """The turns of others come together; one's own turn and a question come at once."""
    turns.prefer("p3", post="daily")
    turns.move("p1", Suggest("Mustard", "Pipe", "Attic"))
    turns.move("p2", Refute(1, "Mustard"))
    assert texts(turns, "p3") == []
    turns.move("p2", Suggest("White", "Pipe", "Attic"))
    assert "Boris asks you" in texts(turns, "p3")[0]
    turns.move("p3", Refute(2, "White"))
    turns.move("p3", Suggest("Green", "Pipe", "Hall"))
    turns.move("p1", Refute(3, "Hall"))
    assert len(texts(turns, "p3")) == 2
    turns.move("p1", Suggest("Mustard", "Rope", "Attic"))
    turns.move("p2", Refute(4, "Rope"))
    assert texts(turns, "p3") == []
    turns.wait(minutes=61)
    (digest,) = texts(turns, "p3")
    assert digest.count("Mustard, Pipe, Attic") == 1
    assert digest.index("Mustard, Pipe, Attic") < digest.index("Mustard, Rope, Attic")
    assert "=== The turn of" not in digest
    assert digest.count("It is the turn of Boris.") == 1


def test_the_reply_to_a_digest_is_read(world):
    """A digest is a letter of the game like any other: a suggestion in reply to it is made."""
    world.prefer("p3", post="daily")
    close(world)
    (digest,) = world.letters_to("p3")
    world.reply(digest, "Boris: Green, Pipe, Hall")
    assert world.state.questions[0].by == "s3"
    world.move("p2", CannotRefute(1))
