"""Reminders: before a deadline, to who still owes something by it, once."""

from datetime import timedelta

from chalicelib import deliver
from chalicelib.rules import office, table
from chalicelib.rules.verbs import CannotRefute, Refute, Suggest
from chalicelib.store import Put
from tests.worlds import World, words

ASK = Suggest("Mustard", "Knife", "Attic", "s2")
SIGN = "A reminder: "


def passed(world: World, hours: float) -> dict[str, list[float]]:
    """Let time pass with a sweep every quarter of an hour: who was reminded after how long."""
    began, reminded = world.time, dict[str, list[float]]()
    while world.time < began + timedelta(hours=hours):
        world.wait(minutes=15)
        world.tick()
        for mail in world.post():
            if SIGN in words(mail):
                after = (world.time - began).total_seconds() / 3600
                reminded.setdefault(mail["To"].partition("@")[0], []).append(round(after))
    return reminded


def test_who_owes_an_answer_is_reminded_three_hours_before_the_close(world):
    """F26: of a question, with its choices; nobody else is, and not a day before a day's close."""
    world.move("p1", ASK)
    world.post()
    assert passed(world, 21.5) == {"p2": [21]}
    world.move("p2", Refute(1, "Mustard"))
    assert passed(world, 2) == {}


def test_a_reminder_is_answered_like_the_question(world):
    """It shares the question's reply address, and lists what may be shown."""
    world.move("p1", ASK)
    (question,) = world.letters_to("p2")
    world.wait(hours=21.1)
    (reminder,) = world.letters_to("p2")
    assert reminder["Reply-To"] == question["Reply-To"]
    assert "Anna asks you, suggestion 1: Mustard, Knife, Attic" in words(reminder)
    assert "Day 1 closes on 2 December at 18:00 (UTC)." in words(reminder)
    world.reply(reminder, "1")
    assert not world.state.questions


def test_an_answer_in_the_last_moment_stops_the_reminder(world):
    """What is done when the reminder's turn comes is not asked for, though it was written."""
    world.move("p1", ASK)
    world.post()
    world.wait(hours=21.1)
    deliver.remind.look(world.site)
    world.move("p2", Refute(1, "Mustard"))
    assert SIGN not in "".join(words(mail) for mail in world.post())
    assert "answered" in {o.dropped for n, o in world.outbox().items() if "reminder" in n}


def test_a_late_question_brings_no_reminder(world):
    """Who was asked less than six hours before the close has just read it."""
    world.wait(hours=19)
    world.post()
    world.move("p1", ASK)
    assert passed(world, 4.5) == {}


def test_reminders_at_hours_of_ones_own(world):
    """Each at its hour; the usual ones do not come as well."""
    world.prefer("p2", reminders=(20, 1))
    world.move("p1", ASK)
    world.post()
    assert passed(world, 23.5) == {"p2": [4, 23]}


def test_no_reminders_at_all(world):
    """Zero hours is never."""
    world.prefer("p2", reminders=(0,))
    world.move("p1", ASK)
    world.post()
    assert passed(world, 23.5) == {}


def test_a_reminder_moves_with_the_deadline(world):
    """F6: three hours before the new close, not before the old one."""
    world.move("p1", ASK)
    world.wait(hours=1)
    world.move("host", office.MoveClose(world.state.closes + timedelta(hours=5)))
    world.post()
    assert passed(world, 27) == {"p2": [25]}


def test_F52_no_reminder_in_a_pause(world):
    """F52: the clocks stand still; when the game goes on, the reminder comes in time."""
    world.move("p1", ASK)
    world.wait(hours=10)
    world.move("host", office.Pause())
    world.post()
    assert passed(world, 30) == {}
    world.move("host", office.Resume())
    assert passed(world, 13) == {"p2": [11]}


def test_F29_for_whom_the_gm_answers_there_is_no_reminder(world):
    """F29: whoever gave a standing order owes nothing."""
    world.move("p2", table.AnswerForMe())
    world.move("p1", ASK)
    world.post()
    assert passed(world, 23) == {}


def test_F24_a_card_that_is_owed(tmp_path):
    """F24: who announced a refutation is reminded of the card, before its own time is over."""
    world = World(tmp_path).start(card_delay_minutes=600)
    world.move("p1", ASK)
    world.move("p2", Refute(1))
    world.post()
    assert passed(world, 9.5) == {"p2": [7]}


def test_B9_whoever_has_the_turn_is_reminded(turns):
    """B9: of the turn, then whoever has to answer of the answer (12 hours)."""
    assert passed(turns, 22) == {"p1": [21]}
    turns.move("p1", ASK.__class__("Mustard", "Pipe", "Attic"))
    turns.post()
    assert passed(turns, 10) == {"p2": [9]}
    turns.move("p2", Refute(1, "Mustard"))
    turns.post()
    assert passed(turns, 1) == {}


def test_whoever_switched_mail_off_is_not_reminded(world):
    """A reminder is mail nobody has asked for."""
    world.move("p1", ASK)
    world.post()
    world.prefer("p2", off=("*",))
    assert passed(world, 23) == {}


def test_F53_a_successor_is_reminded(world):
    """F53: duties go with the seat; the one before hears no more of them."""
    world.account("p9", "en")
    world.move("p1", ASK)
    world.move("p2", office.OfferSeat())
    (offer,) = world.state.offers
    world.move("p9", office.TakeSeat(offer.code, ""))
    world.post()
    assert passed(world, 23) == {"p9": [21]}


def test_a_long_day_has_two_reminders(tmp_path):
    """A day and three hours before the close, where there was twice as long for it."""
    world = World(tmp_path).start(day_minutes=3 * 24 * 60)
    world.move("p1", ASK)
    world.post()
    assert passed(world, 71) == {"p2": [48, 69]}


def test_a_program_that_was_down_reminds_once(tmp_path):
    """Of several reminders that were missed only the last one is sent."""
    world = World(tmp_path).start(day_minutes=3 * 24 * 60)
    world.move("p1", ASK)
    world.post()
    world.wait(hours=70)
    assert len([m for m in world.letters_to("p2") if SIGN in words(m)]) == 1
    assert passed(world, 1) == {}


def test_nobody_has_to_suggest(world):
    """F50: no reminder to suggest in forum play; there is no such duty."""
    world.move("p2", table.Talk("Hm."))
    world.move("p1", ASK)
    world.move("p2", Refute(1, "Mustard"))
    world.move("p1", Suggest("Green", "Pipe", "Attic", "s3"))
    world.move("p3", CannotRefute(2))
    world.post()
    assert passed(world, 23) == {}


def test_a_game_in_trouble_keeps_no_mail_waiting(world):
    """A deadline that cannot be looked at is put off; letters go on, and so do reminders."""
    world.move("p1", ASK)
    world.post()
    (watch,) = world.store.query("GAME#game", "WATCH#", "WATCH$", now=world.time)
    broken = watch.__class__("GAME#broken", watch.sk, watch.body, due=watch.due)
    (held,) = world.store.read(("GAME#game", "STATE"), now=world.time)
    nobody = held.__class__("GAME#broken", "STATE", held.body.replace('"p3"', '"px"'))
    world.store.write(Put(broken, 0), Put(nobody, 0), now=world.time)
    assert passed(world, 21.5) == {"p2": [21]}
    (put_off,) = world.store.read(broken.key, now=world.time)
    assert put_off.due > world.time - timedelta(minutes=1)
