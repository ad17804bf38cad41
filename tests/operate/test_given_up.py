"""What was given up is found, and tried again once its cause is mended: once, however often."""

from functools import partial

import pytest

from chalicelib import deliver, postbox
from chalicelib.forums import binding, outbox
from chalicelib.forums.queue import sweep as write_at_forums
from chalicelib.markup.tree import Paragraph, Text
from chalicelib.postbox import Outcome, failing, release
from chalicelib.rules.table import Talk
from chalicelib.rules.verbs import Refute
from chalicelib.store import Put
from infra.operate import place
from tests.forums.posting.conftest import Play
from tests.operate.conftest import documents
from tests.webhooks.conftest import Hooks, opened
from tests.worlds import GAME, World


class Down:
    """A carrier that takes nothing."""

    def send(self, *_):
        """Take nothing."""
        raise ConnectionError


def exhausted(world, sweep):
    """Let time pass until nothing is tried any more."""
    for _ in range(40):
        world.wait(hours=12)
        while sweep():
            pass


@pytest.fixture
def unsent(world):
    """A world in which the letters about a card that was shown were given up."""
    world.move("p2", Refute(1))
    exhausted(world, lambda: deliver.sweep(world.site, Down()))
    world.mails.clear()
    return world


def test_letters_that_were_given_up_leave_after_all(run, unsent, data):
    """All may know of the letter to the asker, so it is listed; the others leave with it."""
    listed = {one["name"] for one in documents(run("dead", "letter", "--json", *data, status=1))}
    assert "00000007.s1" in listed
    assert "00000007.s2" not in listed
    assert "tried again" in run("redrive", "letter", "--yes", *data)
    assert "0 listed" in run("dead", "letter", *data)
    before = len([mail for mail in unsent.post() if mail["To"] == "p1@example.org"])
    assert before == 1
    run("redrive", "letter", "--yes", *data)
    assert unsent.post() == []


def test_a_letter_that_is_given_up_again_is_found_again(run, unsent, data):
    """It gets all its attempts anew; if the cause is not mended, it comes back."""
    run("redrive", "--yes", *data)
    exhausted(unsent, lambda: deliver.sweep(unsent.site, Down()))
    assert "00000007.s1" in run("dead", "letter", *data, status=1)


@pytest.fixture
def hooks(tmp_path, monkeypatch):
    """A game with an endpoint whose receiver failed until an event was given up."""
    with opened(World(tmp_path)) as made:
        monkeypatch.setattr(place, "utc_now", lambda: made.world.time)
        yield made


def failed(hooks: Hooks):
    """An event that was given up, its receiver, and its endpoint."""
    receiver = hooks.receiver()
    endpoint = hooks.active("p1", receiver.url)
    receiver.says(503)
    hooks.unjittered()
    hooks.world.move("p1", Talk("Good evening"))
    for _ in range(10):
        hooks.world.wait(hours=11)
        hooks.settle()
    return receiver, endpoint


def test_a_webhook_that_was_given_up_is_delivered_once(run, hooks, tmp_path):
    """The same bytes under the same id, one attempt more; then it is no dead letter any more."""
    receiver, _ = failed(hooks)
    data = ("--data", tmp_path)
    (dead, *_) = documents(run("dead", "webhook", "--json", *data, status=1))
    assert (dead["kind"], dead["game"], dead["attempts"]) == ("webhook", GAME, 8)
    assert receiver.url not in run("dead", "webhook", *data, status=1)
    tries = len(receiver.events)
    receiver.says(200)
    run("redrive", "webhook", "--yes", *data)
    run("redrive", "webhook", "--yes", *data)
    hooks.settle()
    assert dead["name"] in {one.headers["webhook-id"] for one in receiver.events[tries:]}
    assert len({one.headers["webhook-id"] for one in receiver.events[tries:]}) == len(
        receiver.events[tries:]
    )
    assert "0 listed" in run("dead", "webhook", *data)


def test_a_webhook_of_an_endpoint_that_is_off_is_its_owners_affair(run, hooks, tmp_path):
    """Whoever removed or lost the endpoint gets nothing by the operator's hand."""
    _, endpoint = failed(hooks)
    hooks.ask("p1", "DELETE", f"/v1/webhook-endpoints/{endpoint['id']}")
    assert "0 listed" in run("dead", "webhook", "--data", tmp_path)


@pytest.fixture
def play(tmp_path, monkeypatch):
    """A game whose thread stands in a forum."""
    made = Play(tmp_path).start()
    made.post()
    monkeypatch.setattr(place, "utc_now", lambda: made.time)
    yield made
    made.close()


def test_a_message_that_a_forum_refused_is_written_when_it_takes_it(run, play, tmp_path):
    """It is for one author alone, so it is not listed, and it is not written twice."""
    bound, forum = play.bind("discourse", private=True)
    author = binding.Author("9", "p2", "boris")
    (row,) = outbox.message(
        bound, author, "Hint", (Paragraph((Text("Hint"),)),), name="hint", now=play.time
    )
    play.store.write(Put(row, 0), now=play.time)
    forum.failures = [(403, {})]
    play.told_all(3)
    assert forum.messages == []
    data = ("--data", tmp_path)
    assert "0 listed" in run("dead", *data)
    run("redrive", "forum", "--yes", *data)
    run("redrive", "forum", "--yes", *data)
    play.told_all(3)
    assert len(forum.messages) == 1
    run("redrive", "forum", "--yes", *data)
    write_at_forums(play.site)
    assert len(forum.messages) == 1


def broken(*_):
    """What a bug does."""
    raise RuntimeError


@pytest.mark.parametrize("where", ["welcome", "mail_of"])
def test_a_mail_that_could_not_be_read_is_read_when_it_can_be(run, world, data, monkeypatch, where):
    """Whether or not its game was known by then: nothing that somebody wrote is lost to a bug."""
    (question,) = [mail for mail in world.mails if mail["To"] == "p2@example.org"]
    bring = partial(world.reply, question, "Rope")
    with monkeypatch.context() as patch:
        patch.setattr(postbox, where, broken)
        if where == "mail_of":
            patch.setattr(failing, where, broken)
        for _ in range(2):
            with pytest.raises(RuntimeError):
                bring()
        assert bring() is Outcome.FAILED
        assert "mail" in run("dead", "mail", *data, status=1)
        mails = ("--mail-domain", world.site.mail_domain, "--base-url", world.site.base_url)
        patch.setattr(release, "welcome", broken)
        said = run("redrive", "mail", "--yes", *mails, *data, status=1)
        assert "still goes wrong" in said
    assert world.state.questions
    said = run("redrive", "mail", "--yes", *mails, *data)
    assert "tried again" in said
    assert world.state.questions == ()
    assert "0 listed" in run("dead", "mail", *data)
    assert "0 listed ones" in run("redrive", "mail", "--yes", *mails, *data)


def test_a_redrive_wants_to_be_meant(run, unsent, data):
    """Without ``--yes`` and without somebody to ask nothing is tried."""
    assert "--yes" in run("redrive", "letter", *data, status=2)
    assert "00000007.s1" in run("dead", "letter", *data, status=1)
    assert "is none of letter" in run("dead", "postcards", *data, status=2)
