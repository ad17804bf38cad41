"""A forum that says no, hangs, dies or is cut off: nothing is lost, nothing is doubled."""

import time
from datetime import timedelta

import pytest

from chalicelib import deliver
from chalicelib.forums import lane, outbox, queue, sending
from chalicelib.forums.clients import calls, nodebb, xenforo
from chalicelib.outward import Reply
from chalicelib.rules.table import Talk
from chalicelib.store import Put
from tests.forums.posting.conftest import ENGINES
from tests.forums.posting.test_thread import comments, say, whole
from tests.worlds import GAME, words

LONG = {"Retry-After": "120"}


def day(play, count=5):
    """Let a day's comments come in."""
    for number in range(1, count + 1):
        say(play, number)


def claimed(play, bound):
    """Take the line of a binding, which is free."""
    held = lane.claim(play.site, bound.id)
    assert held
    return held


def posts(forum):
    """The requests that were to put something into the thread, as far as they came."""
    return [path for method, path, _, body in forum.asked if method == "POST" and body]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_429_in_the_middle_of_a_day_s_posts_doubles_nothing(play, engine):
    """The posts go on where they were stopped, after the time that the forum asks for."""
    _, forum = play.bind(engine)
    day(play)
    forum.failures = ["", "", (429, LONG)]
    play.told()
    assert comments(forum) == [1, 2]
    asked = len(forum.asked)
    play.wait(seconds=119)
    play.told()
    assert len(forum.asked) == asked
    play.wait(seconds=2)
    play.told()
    assert comments(forum) == [1, 2, 3, 4, 5]
    assert len(posts(forum)) == len(["429", "status"]) + 5


def test_a_429_between_the_parts_of_one_post_doubles_nothing(play):
    """Each part of a long report is marked done by itself."""
    _, forum = play.bind("discourse", limit=600)
    play.move("p1", Talk("\n".join(f"Comment{number}" for number in range(120))))
    forum.failures = ["", (429, LONG)]
    play.told_all(6)
    assert len(forum.texts()) > 2
    assert whole(forum) == list(range(120))


@pytest.mark.parametrize("engine", ENGINES)
def test_an_answer_that_was_lost_doubles_nothing(play, engine):
    """The post is there, its answer is not: before writing again we look for our mark."""
    _, forum = play.bind(engine)
    day(play, 3)
    forum.failures = ["", "lost"]
    play.told_all(5)
    assert comments(forum) == [1, 2, 3]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_gateway_that_times_out_doubles_nothing(play, engine):
    """A 502 leaves open whether the post was taken; here it was not, and is written once."""
    _, forum = play.bind(engine)
    day(play, 3)
    forum.failures = ["", (502, {}), (502, {})]
    play.told_all(5)
    assert comments(forum) == [1, 2, 3]


class Died(BaseException):
    """The program ends here."""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_crash_between_sending_and_marking_doubles_nothing(play, engine, monkeypatch):
    """Whoever takes over after the lease finds the post in the thread and goes on after it."""
    bound, forum = play.bind(engine)
    day(play, 3)
    play.told_news()
    commit = sending._commit

    def dying(site, held, row, *changes):
        if row.sk.endswith(".01.00"):
            raise Died
        return commit(site, held, row, *changes)

    with monkeypatch.context() as patched:
        patched.setattr(sending, "_commit", dying)
        with pytest.raises(Died):
            queue.drain(play.site, bound.id)
    assert comments(forum) == [1]
    assert queue.drain(play.site, bound.id) == 0
    play.wait(seconds=121)
    play.told()
    assert comments(forum) == [1, 2, 3]


def test_repeats_have_the_same_id_a_new_time_and_a_good_signature(play):
    """A bridge knows a repeat by its webhook-id, hours later too."""
    _, forum = play.bind()
    say(play, 1)
    forum.failures = [(500, {})] * 4
    play.told_all(60)
    sent = [(h["webhook-id"], h["webhook-timestamp"]) for _, _, h, _ in forum.asked][:5]
    assert len({name for name, _ in sent}) == 1
    assert len({at for _, at in sent}) == 5
    assert comments(forum) == [1]


def test_a_hanging_forum_delays_no_other(play):
    """While one forum lets us wait, the posts of another are written."""
    _, slow = play.bind()
    _, quick = play.bind("nodebb")
    slow.hang = 1.5
    day(play, 3)
    play.told_news()
    began = time.monotonic()
    lanes = queue.Lanes(play.site)
    assert lanes.step() == 2
    while comments(quick) != [1, 2, 3]:
        assert time.monotonic() - began < 1.4
        time.sleep(0.01)
    assert comments(slow) == []
    slow.hang = 0
    lanes.finish()
    assert comments(slow) == [1, 2, 3]


def test_one_request_at_a_time_for_a_binding(play):
    """Whoever comes while somebody is at a binding leaves it to them."""
    bound, forum = play.bind()
    day(play, 2)
    play.told_news()
    held = claimed(play, bound)
    assert queue.drain(play.site, bound.id) == 0
    lane.free(play.site, held)
    queue.drain(play.site, bound.id)
    assert comments(forum) == [1, 2]


def test_the_organiser_is_told_once_and_everything_is_made_up_for(play):
    """A forum that takes nothing for hours: one letter, then all posts in order, then all clear."""
    bound, forum = play.bind()
    forum.failures = [(403, {})] * 1000
    day(play, 3)
    letters = []
    for _ in range(180):
        play.told()
        letters += [mail for mail in play.post() if "no post of ours" in words(mail)]
        play.wait(minutes=1)
    assert [mail["To"] for mail in letters] == ["host@example.org"]
    assert "http 403" in words(letters[0])
    assert play.known_as(bound.id).trouble == "posting: http 403"
    assert len(forum.asked) < 20
    forum.failures = []
    play.told_all(62)
    assert comments(forum) == [1, 2, 3]
    assert play.known_as(bound.id).trouble == ""


def test_rests_grow_and_the_forum_s_own_wish_is_capped(play):
    """After each failure the line rests longer; nobody makes us wait for more than an hour."""
    bound, _ = play.bind()
    rests = []
    for _ in range(8):
        held = claimed(play, bound)
        play.store.write(lane.failed(play.site, held, "p", None), now=play.time)
        rest = lane._read(play.store.read(lane._key(bound.id), now=play.time)[0].body).rest
        rests.append((rest - play.time).total_seconds())
        play.time = rest
    assert all(
        0.8 * usual <= rest <= 1.2 * usual for usual, rest in zip(lane.RESTS, rests, strict=False)
    )
    held = claimed(play, bound)
    play.store.write(lane.failed(play.site, held, "p", 10**6), now=play.time)
    assert lane.claim(play.site, bound.id) is None
    play.wait(hours=1)
    assert lane.claim(play.site, bound.id)


def test_the_words_of_a_forum_are_told_to_nobody(play, caplog):
    """What a forum answers stands in no log, no letter and no trouble."""
    bound, forum = play.bind()
    forum.failures = [(500, {"X-Secret": "psst"})] * 100
    say(play, 1)
    play.told_all(60)
    trouble = play.known_as(bound.id).trouble
    assert trouble == "posting: http 500"
    assert "Comment1" not in caplog.text
    assert "127.0.0.1" not in caplog.text


def test_no_redirect_is_followed(play):
    """A forum that sends us elsewhere is not followed; the post waits."""
    _, forum = play.bind()
    forum.failures = [(302, {"Location": "/elsewhere"})]
    say(play, 1)
    play.told()
    assert [path for _, path, _, _ in forum.asked] == ["/hook"]
    assert comments(forum) == []
    play.told_all(2)
    assert comments(forum) == [1]


@pytest.mark.parametrize(
    ("engine", "body", "seconds"),
    [
        ("nodebb", "You can only post once every 17 second(s) - please wait", 17),
        ("nodebb", "As a new user, you can only post once every 2 minute(s) until", 120),
        ("nodebb", "You are sending too many messages, please wait for awhile.", 10),
        ("xenforo", 'must_wait_x_seconds_before_performing_this_action","params":{"count":26', 26),
        ("xenforo", "must_wait_x_seconds_before_performing_this_action", 30),
    ],
)
def test_floods_are_waited_for_as_the_engine_says_them(play, engine, body, seconds):
    """NodeBB and XenForo say by a 400 that posts come too fast."""
    reply = Reply(400, {}, body.encode(), 0.1)
    wait = {"nodebb": nodebb, "xenforo": xenforo}[engine]._too_fast(reply)
    failed = calls.refused(play.site, reply, wait)
    assert (failed.wait, failed.sure, failed.for_good) == (seconds, True, False)


def test_a_date_in_retry_after_counts_too(play):
    """``Retry-After`` may be a date; what is none is left out of account."""
    later = (play.time + timedelta(seconds=90)).strftime("%a, %d %b %Y %H:%M:%S GMT")
    for text, wanted in ((later, 90), ("7", 7), ("soon", None), ("-5", None), ("", None)):
        assert calls.refused(play.site, Reply(429, {"retry-after": text}, b"", 0)).wait == wanted


def test_a_row_that_cannot_be_put_in_words_keeps_mail_going(play):
    """A mistake of the program at one forum is logged by its class; letters leave all the same."""
    bound, _ = play.bind()
    broken = outbox.Posting("entry", GAME, play.time)
    row = outbox.item(bound.id, "p.00009999", broken, play.time)
    play.store.write(Put(row), now=play.time)
    assert queue.drain(play.site, bound.id) == 0
    say(play, 1)
    assert deliver.sweep(play.site, play) >= 0
    assert play.known_as(bound.id).trouble == ""
    assert list(play.rows(bound)) == ["p.00009999"]
