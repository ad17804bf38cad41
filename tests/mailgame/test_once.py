"""The same mail, however often and by whatever way it comes: one move, one receipt, one record."""

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from threading import Barrier

import pytest

from chalicelib import replies
from chalicelib.postbox import Arrival, Outcome, receive
from chalicelib.postbox.outcomes import read_record
from chalicelib.replies import Return
from chalicelib.rules.verbs import Refute, Suggest
from tests.worlds import GAME, PROVEN, World, words

COPIES = 8


@pytest.fixture
def world(tmp_path):
    """A game of three; Anna has asked Boris, and his letter is sent."""
    made = World(tmp_path).start()
    made.post()
    made.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    return made


def records(world):
    """The records of all mails of the game."""
    found = world.store.query(f"GAME#{GAME}", "MAIL#", "MAIL$", now=world.time)
    return [read_record(item.body) for item in found]


def copies(world, text, message_id, number=COPIES):
    """One mail as it may arrive: by several ways, under several names, to both addresses."""
    (letter,) = world.letters_to("p2")
    token = letter["Reply-To"].addresses[0].addr_spec
    world.store.write(
        replies.sent_under("seen@ses", Return(GAME, "p2", 1), now=world.time), now=world.time
    )
    head = f"From: p2@example.org\r\nTo: {token}\r\nDate: Tue, 1 Dec 2026 18:00:00 +0000\r\n"
    head += f"Message-ID: {message_id}\r\n" if message_id else ""
    head += "In-Reply-To: Your message of Tue <seen@ses>\r\nContent-Type: text/plain\r\n"
    made = []
    for n in range(number):
        traces = f"Return-Path: <p2@example.org>\r\nReceived: from relay{n}.example.org\r\n"
        traces += f"X-Queue: {n}\r\n" * (n % 2) + f"Delivered-To: way{n}@in.alibi.test\r\n"
        to = ((token,), ("game@in.alibi.test",), (token, "game@in.alibi.test"))[n % 3]
        raw = f"{traces}{head}\r\n{text}\r\n".encode()
        made.append(Arrival(raw, "p2@example.org", to, world.time, PROVEN, f"delivery {n}"))
    return made


@pytest.mark.parametrize("message_id", ["<1@example.org>", ""])
def test_eight_copies_one_after_the_other(world, message_id):
    """One is done; each of the others is counted, answers nothing, and is no error."""
    arrivals = copies(world, "Mustard", message_id)
    found = [receive(world.site, arrival) for arrival in arrivals]
    assert found == [Outcome.DONE] + [Outcome.REPEATED] * (COPIES - 1)
    assert len([mail for mail in world.post() if mail["To"] == "p2@example.org"]) == 1
    (record,) = records(world)
    assert (record.outcome, record.copies) == (Outcome.DONE, COPIES - 1)
    assert record.seq == world.held().seq


@pytest.mark.parametrize(
    ("message_id", "text"), [*product(["<1@example.org>", ""], ["Mustard", "status", "xyzzy"])]
)
def test_eight_copies_at_once(world, message_id, text):
    """Eight threads: one of them acts or answers, the seven others do nothing."""
    arrivals, start = copies(world, text, message_id), Barrier(COPIES)

    def bring(arrival):
        start.wait()
        return receive(world.site, arrival)

    with ThreadPoolExecutor(COPIES) as threads:
        found = sorted(threads.map(bring, arrivals))
    assert found.count(Outcome.REPEATED) == COPIES - 1
    assert len(world.log()) == world.held().seq
    assert len([mail for mail in world.post() if mail["To"] == "p2@example.org"]) == 1
    (record,) = records(world)
    assert record.copies == COPIES - 1


def test_a_redelivery_is_no_copy(world):
    """The same delivery brought again by its trigger counts as the same, not as another."""
    (arrival,) = copies(world, "Mustard", "<1@example.org>", 1)
    assert receive(world.site, arrival) is Outcome.DONE
    assert receive(world.site, arrival) is Outcome.REPEATED
    assert [record.copies for record in records(world)] == [0]


@pytest.mark.parametrize("at", range(12))
@pytest.mark.parametrize("text", ["Mustard", "xyzzy", "status"])
def test_a_crash_at_any_write_and_a_retry_make_one(world, text, at, monkeypatch):
    """The process dies after its n-th write; the mail comes again; all is as if nothing was."""
    (arrival,) = copies(world, text, "", 1)
    write, done = world.store.write, []

    def dying(*writes, now):
        write(*writes, now=now)
        done.append(now)
        if len(done) == at + 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(world.store, "write", dying)
    try:
        receive(world.site, arrival)
    except KeyboardInterrupt:
        monkeypatch.setattr(world.store, "write", write)
        receive(world.site, arrival)
    monkeypatch.setattr(world.store, "write", write)
    assert len([mail for mail in world.post() if mail["To"] == "p2@example.org"]) == 1
    assert len(records(world)) == 1


def test_other_mail_under_the_same_id_is_not_done(world):
    """A program that uses an id again is told by the record; the second text moves nothing."""
    (letter,) = world.letters_to("p2")
    assert world.reply(letter, "Mustard", "<same@x>") is Outcome.DONE
    before = world.held()
    assert world.reply(letter, "Anna: Green, Rope, Bar", "<same@x>") is Outcome.REPEATED
    assert world.held() == before


def test_the_newest_of_several_reply_addresses_counts(world):
    """A reply to all that names two letters of its author is about the newer one."""
    (first,) = world.letters_to("p2")
    world.move("p1", Suggest("Green", "Rope", "Attic", "s2"))
    (second,) = world.letters_to("p2")
    both = (
        f"{first['Reply-To'].addresses[0].addr_spec}, {second['Reply-To'].addresses[0].addr_spec}"
    )
    assert world.reply(second, "1", to=both) is Outcome.DONE
    assert [question.id for question in world.state.questions] == [1]


def test_an_answer_to_a_closed_question_gets_the_open_one(world):
    """It changes nothing, is explained, and the letter about it can be answered."""
    (first,) = world.letters_to("p2")
    world.move("p2", Refute(1, "Mustard"))
    world.move("p1", Suggest("Green", "Rope", "Attic", "s2"))
    world.post()
    assert world.reply(first, "1") is Outcome.REPEATED
    (letter,) = world.letters_to("p2")
    assert "already answered" in words(letter)
    assert "Rope" in words(letter)
    assert world.reply(letter, "1", "<2@x>") is Outcome.DONE
    assert not world.state.questions
