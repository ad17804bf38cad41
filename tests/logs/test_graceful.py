"""What happens when Amazon takes no mail, or has no time for us."""

import json
from dataclasses import replace

import pytest

from chalicelib import site
from chalicelib.rules.verbs import Suggest
from chalicelib.store import Item, Put
from chalicelib.trigger import Failed
from tests.logs.journal import journal
from tests.logs.stage import staged
from tests.worlds import GAME, World


@pytest.fixture
def stage(tmp_path, monkeypatch):
    """A game of three, behind its functions; two mails may leave in a second."""
    with staged(World(tmp_path, rate=2), monkeypatch) as made:
        made.world.start()
        yield made


def figures(log, name):
    """The sum of a figure over all invocations."""
    lines = (json.loads(line) for line in log.lines)
    return sum(line.get(name, 0) for line in lines if "_aws" in line)


def sent(stage):
    """How many mails have left."""
    return sum(map(len, stage.cloud.inboxes.taken.values()))


@pytest.mark.parametrize("how", ["paused", "suspended"])
def test_sending_that_is_paused_loses_nothing(stage, how):
    """No letter counts an attempt, games go on, the operator sees it; later all leaves once."""
    account = stage.cloud.account
    account.sending_enabled, account.suspended = how != "paused", how == "suspended"
    with journal() as log:
        for _ in range(60):
            stage.minute("mail_tick")
        stage.world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
        stage.minute("tick", "mail_tick")
    waiting = [out for out in stage.world.outbox().values() if not out.sent]
    assert waiting
    assert {out.attempts for out in waiting} == {0}
    assert sent(stage) == 0
    assert 3 <= figures(log, "SendingPaused") < 30
    assert figures(log, "LettersFailed") == figures(log, "GivenUp") == 0
    assert '"error":"' in log.getvalue()
    account.sending_enabled, account.suspended = True, False
    with journal() as log:
        for _ in range(20):
            stage.minute("mail_tick")
    outbox = stage.world.outbox().values()
    assert all(out.sent or out.dropped for out in outbox)
    assert sent(stage) == figures(log, "LettersSent") == sum(bool(out.sent) for out in outbox)


def test_what_grew_old_is_seen_by_the_clock(stage):
    """While mail rests, the age of its oldest letter grows in the figures of every minute."""
    stage.cloud.account.sending_enabled = False
    ages = []
    for _ in range(3):
        with journal() as log:
            stage.minute("mail_tick")
            stage.minute("tick")
        lines = [json.loads(line) for line in log.lines if '"Kind":"OUT"' in line]
        ages += [line["OldestDue"] for line in lines if "OldestDue" in line]
    assert len(ages) == 3
    assert ages == sorted(ages)
    assert ages[-1] - ages[0] == 240


def test_a_letter_given_up_is_counted(stage):
    """A letter that fails for itself is tried twelve times; then the operator reads of it."""
    stage.cloud.inboxes.fates["p1@example.org"] = ValueError("no")
    with journal() as log:
        for _ in range(12):
            stage.minute("mail_tick")
            stage.world.wait(hours=20)
    assert figures(log, "GivenUp") >= 1
    assert figures(log, "LettersFailed") >= 12


def test_a_post_that_cannot_be_read_is_an_error_with_its_kind(stage):
    """A row that fails again and again is told with its kind, and of its partition only a game."""
    now = stage.world.time
    for pk, sk in ((f"GAME#{GAME}", "NEWS#99999999"), ("BINDING#hidden-1", "IN#1")):
        stage.world.store.write(Put(Item(pk, sk, "{}", due=now)), now=now)
    with journal() as log:
        stage.minute("tick", "forum_tick")
    failed = [json.loads(line) for line in log.lines if '"a row failed"' in line]
    assert {(one["kind"], one["game"]) for one in failed} == {("NEWS", GAME), ("IN", "")}
    assert {one["function"] for one in failed} == {"tick", "forum_tick"}
    assert "hidden-1" not in log.getvalue()


def test_news_is_spread_though_the_queue_is_down(stage):
    """What fails of the clock keeps nothing else of the minute from being done."""

    def down(_):
        raise ConnectionError

    stage.world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    assert stage.world.store.due(stage.world.time, prefix="NEWS#")
    site.install(replace(stage.world.site, hand_over=down))
    stage.world.wait(days=3)
    with pytest.raises(Failed, match="ConnectionError"):
        stage.minute("tick")
    assert not stage.world.store.due(stage.world.time, prefix="NEWS#")
