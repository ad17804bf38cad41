"""How many mails are read and answered: enough for people; a loop or a flood comes to an end."""

from email.message import EmailMessage

import msgspec
import pytest

from chalicelib import limits, postbox
from chalicelib.game import Unknown
from chalicelib.postbox import Arrival, Outcome, Verdicts, receive
from chalicelib.postbox.outcomes import read_record
from chalicelib.postbox.release import release
from chalicelib.rules.verbs import Suggest
from tests.worlds import GAME, PROVEN, World, words

SPAM = msgspec.structs.replace(PROVEN, spam="FAIL")


@pytest.fixture
def world(tmp_path):
    """A game of three; Anna has asked Boris."""
    made = World(tmp_path).start()
    made.post()
    made.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    return made


@pytest.fixture
def letter(world):
    """The letter that asks Boris."""
    return world.letters_to("p2")[0]


def mails(world):
    """The records of all mails of the game, with their ids."""
    found = world.store.query(f"GAME#{GAME}", "MAIL#", "MAIL$", now=world.time)
    return {item.sk.removeprefix("MAIL#"): read_record(item.body) for item in found}


def arrival(world, letter, text, verdicts=PROVEN):
    """A reply as it arrives."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = "p2@example.org", letter["Reply-To"], "<1@x>"
    mail.set_content(text)
    to = letter["Reply-To"].addresses[0].addr_spec
    return Arrival(mail.as_bytes(), "p2@example.org", (to,), world.time, verdicts)


@pytest.mark.parametrize(("verdicts", "minutes"), [(PROVEN, 0.5), (Verdicts(), 10)])
def test_a_second_error_answer_waits_and_is_the_last_one(world, letter, verdicts, minutes):
    """The first comes at once; of those that follow the newest comes when its time is there.

    That is half a minute where the mail server vouches for the mails, ten minutes where not.
    """
    for number in range(4):
        outcome = world.reply(letter, f"xyzzy{number}", f"<{number}@x>", verdicts)
        assert outcome is Outcome.ASKED_BACK
    (first,) = world.post()
    assert "xyzzy0" in words(first)
    world.wait(minutes=minutes)
    (last,) = world.post()
    assert "xyzzy3" in words(last)
    assert "xyzzy2" not in words(last)
    world.wait(minutes=10)
    assert world.post() == []
    assert [record.outcome for record in mails(world).values()] == [Outcome.ASKED_BACK] * 4


def test_an_answer_that_waits_is_taken_back_when_the_next_try_is_right(world, letter):
    """Nobody is told that nothing was done after it was done."""
    for number, text in enumerate(("xyzzy", "plugh", "Mustard")):
        world.reply(letter, text, f"<{number}@x>")
    assert not world.state.questions
    told = [mail for mail in world.letters_to("p2") if "plugh" in words(mail)]
    world.wait(minutes=11)
    assert told == world.letters_to("p2") == []


@pytest.mark.parametrize(
    ("verdicts", "measure"), [(PROVEN, limits.PROVEN), (Verdicts(), limits.UNPROVEN)]
)
def test_error_answers_of_a_day_and_never_a_lost_move(world, letter, verdicts, measure):
    """Then nothing is answered until the next day; a right move is made all the same."""
    answers = 0
    for number in range(measure.answers + 3):
        outcome = world.reply(letter, "xyzzy", f"<{number}@x>", verdicts)
        assert outcome is Outcome.ASKED_BACK
        answers += len([mail for mail in world.post() if "xyzzy" in words(mail)])
        world.wait(minutes=11)
    assert answers == measure.answers
    assert world.reply(letter, "Mustard", "<right@x>", verdicts) is Outcome.DONE
    assert len(mails(world)) == measure.answers + 4


@pytest.mark.parametrize(
    ("verdicts", "measure"), [(PROVEN, limits.PROVEN), (Verdicts(), limits.UNPROVEN)]
)
def test_so_many_mails_an_hour(world, letter, verdicts, measure):
    """The next one is recorded and not read; its author is told once. In an hour all is well."""
    for number in range(measure.mails):
        world.reply(letter, "xyzzy", f"<{number}@x>", verdicts)
    world.wait(seconds=31)
    world.post()
    for number in range(2):
        outcome = world.reply(letter, "Mustard", f"<more{number}@x>", verdicts)
        assert outcome is Outcome.TOO_MANY
    (told,) = world.post()
    assert f"More than {measure.mails} letters" in words(told)
    assert told["To"] == "p2@example.org"
    world.wait(minutes=61)
    assert world.reply(letter, "Mustard", "<later@x>") is Outcome.DONE


def test_strangers_do_not_use_up_what_a_player_may_send(world, letter):
    """However many come in the player's name or from elsewhere: the player's own mail is read."""
    for number in range(30):
        world.reply(letter, "xyzzy", f"<{number}@x>", Verdicts())
        world.reply(letter, "xyzzy", f"<t{number}@x>", sender="thief@evil.example")
    assert world.reply(letter, "Rope", "<wrong@x>") is Outcome.ASKED_BACK
    assert [mail for mail in world.letters_to("p2") if "Rope" in words(mail)]
    assert world.reply(letter, "Mustard", "<right@x>") is Outcome.DONE


def test_a_flood_waits_for_the_organiser(world, letter, monkeypatch):
    """What is over the measure of a game is kept; the organiser is told once, and lets it pass."""
    monkeypatch.setattr(limits, "MAILS_PER_GAME", 3)
    for number in range(3):
        world.reply(letter, "status", f"<{number}@x>")
    for number in range(3, 6):
        assert world.reply(letter, "Mustard", f"<{number}@x>") is Outcome.QUARANTINED
    letters = [mail for mail in world.post() if mail["To"] == "host@example.org"]
    assert len(letters) == 1
    waiting = [name for name, record in mails(world).items() if record.waits]
    assert len(waiting) == 3
    assert release(world.site, GAME, waiting[0]) is Outcome.DONE
    assert not world.state.questions


def test_spam_is_kept_and_can_be_let_pass_once(world, letter):
    """It is done as if it came then, with one receipt."""
    assert receive(world.site, arrival(world, letter, "Mustard", verdicts=SPAM)) is (
        Outcome.QUARANTINED
    )
    assert world.post() == []
    ((name, record),) = mails(world).items()
    assert (record.reason, record.waits) == ("spam", True)
    world.wait(minutes=5)
    assert release(world.site, GAME, name) is Outcome.DONE
    assert world.log()[-1].at == world.time > record.at
    with pytest.raises(Unknown):
        release(world.site, GAME, name)
    assert len(world.letters_to("p2")) == 1
    assert receive(world.site, arrival(world, letter, "Mustard", verdicts=SPAM)) is Outcome.REPEATED


def test_letting_a_forgery_pass_makes_it_no_better(world, letter):
    """The organiser says that it is no spam, not whose it is."""
    thief = Verdicts("FAIL", "PASS", "GRAY", "GRAY", "GRAY")
    world.reply(letter, "Mustard", sender="thief@evil.example", verdicts=thief)
    (name,) = mails(world)
    assert release(world.site, GAME, name) is Outcome.ASKED_BACK
    assert world.state.questions
    assert [mail["To"] for mail in world.post()] == ["p2@example.org"]


def test_spam_is_gone_after_a_week(world, letter):
    """Then nobody can let it pass."""
    receive(world.site, arrival(world, letter, "Mustard", verdicts=SPAM))
    (name,) = mails(world)
    world.wait(days=8)
    with pytest.raises(Unknown):
        release(world.site, GAME, name)


def test_a_virus_is_not_kept(world, letter):
    """It is recorded; there is nothing to let pass."""
    virus = msgspec.structs.replace(PROVEN, virus="FAIL")
    assert receive(world.site, arrival(world, letter, "Mustard", verdicts=virus)) is (
        Outcome.QUARANTINED
    )
    ((name, record),) = mails(world).items()
    assert (record.reason, record.waits) == ("virus", False)
    with pytest.raises(Unknown):
        release(world.site, GAME, name)


@pytest.mark.parametrize("name", ["delivery", ""])
def test_a_mail_that_always_fails_stands_in_nobodys_way(world, letter, monkeypatch, name):
    """It raises to its trigger twice; the third time it is recorded, and kept for a later try."""

    def broken(*_):
        raise RuntimeError

    bad = msgspec.structs.replace(arrival(world, letter, "Mustard"), name=name)
    with monkeypatch.context() as patch:
        patch.setattr(postbox, "welcome", broken)
        for _ in range(2):
            with pytest.raises(RuntimeError):
                receive(world.site, bad)
        assert receive(world.site, bad) is Outcome.FAILED
        assert receive(world.site, bad) is Outcome.REPEATED
    ((record_id, record),) = mails(world).items()
    assert (record.outcome, record.seat, record.waits) == (Outcome.FAILED, "s2", True)
    assert release(world.site, GAME, record_id) is Outcome.DONE


@pytest.mark.parametrize("sender", ["p2@example.org", "thief@evil.example"])
def test_a_mail_over_ten_megabytes_is_not_read(world, letter, sender):
    """Only its headers are; the registered address gets a short note, and no move is made."""
    (to,) = letter["Reply-To"].addresses
    head = f"From: {sender}\r\nTo: {to.addr_spec}\r\nMessage-ID: <big@x>\r\n\r\nMustard\r\n"
    big = Arrival(head.encode(), sender, (to.addr_spec,), world.time, PROVEN, size=10_000_001)
    assert receive(world.site, big) is Outcome.ASKED_BACK
    assert world.state.questions
    (note,) = world.post()
    assert note["To"] == "p2@example.org"
    assert "larger than 10 megabytes" in words(note)
    assert "Rope" not in words(note)
