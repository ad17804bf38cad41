"""Endpoints that fail: their owner is told, they are switched off in the end, and come back."""

from datetime import timedelta

import pytest

from chalicelib import deliver
from chalicelib.rules import table
from chalicelib.webhooks.health import Fare, fare_item
from tests.tables import START
from tests.webhooks.receivers import polite
from tests.worlds import words

ENDPOINTS = "/v1/webhook-endpoints"


@pytest.fixture
def failing(hooks):
    """An endpoint that takes nothing any more; everybody's post has been read."""
    receiver = hooks.receiver()
    made = hooks.active("p1", receiver.url, description="The kitchen radio")
    receiver.says(503)
    hooks.world.post()
    return hooks, receiver, made["id"]


def letters(hooks):
    """The letters about webhooks that are due, as p1 reads them."""
    hooks.world.mails.clear()
    while deliver.sweep(hooks.world.site, hooks.world):
        pass
    mails = [mail for mail in hooks.world.mails if mail["To"] == "p1@example.org"]
    return [text for mail in mails if "webhook" in (text := words(mail))]


def give_up(hooks, *texts):
    """Let events happen, and all their attempts fail."""
    for text in texts:
        hooks.world.move("host", table.Talk(text))
    end = hooks.world.time + timedelta(hours=34)
    while hooks.world.time < end:
        hooks.settle()
        hooks.world.wait(minutes=25)
        hooks.world.tick()


def test_the_first_event_that_is_given_up_is_told_the_owner(failing):
    """One letter, with the host but not the whole address, and what can be looked at."""
    hooks, receiver, name = failing
    assert letters(hooks) == []
    give_up(hooks, "one")
    (letter,) = letters(hooks)
    assert "127.0.0.1" in letter
    assert receiver.url not in letter
    assert "The kitchen radio" in letter
    shown = hooks.show("p1", name)
    assert (shown["status"], shown["failing"]) == ("active", True)
    assert shown["first_failure_at"] < hooks.world.time.isoformat()


def test_five_days_without_success_switch_it_off_with_a_warning_a_day_before(failing):
    """The owner is warned after four days and told after five; then nothing goes there."""
    hooks, receiver, name = failing
    give_up(hooks, "one", "two", "three")
    since = hooks.world.time
    letters(hooks)
    told = {}
    while hooks.world.time < since + timedelta(days=6):
        hooks.world.wait(hours=1)
        hooks.world.tick()
        hooks.settle()
        for letter in letters(hooks):
            told[hooks.world.time] = letter
    (warned, warning), (ended, ending) = told.items()
    assert "switched off on" in warning
    assert "five days" in ending
    assert timedelta(hours=24) <= ended - warned <= timedelta(hours=25)
    shown = hooks.show("p1", name)
    assert (shown["status"], shown["disabled_reason"]) == ("disabled", "failing")
    had = len(receiver.events)
    hooks.world.move("host", table.Talk("four"))
    hooks.settle()
    assert len(receiver.events) == had


def test_one_success_makes_all_failures_forgotten(failing):
    """After it the count begins anew, and the warning is off."""
    hooks, receiver, name = failing
    give_up(hooks, "one", "two", "three")
    receiver.says(200)
    hooks.world.move("host", table.Talk("four"))
    hooks.settle()
    shown = hooks.show("p1", name)
    assert not shown["failing"]
    assert shown["first_failure_at"] is None
    letters(hooks)
    hooks.world.wait(days=6)
    hooks.settle()
    assert letters(hooks) == []
    assert hooks.show("p1", name)["status"] == "active"


def test_two_that_are_given_up_are_not_enough():
    """It takes three events before there is anything to warn of."""
    fare = Fare()
    for number in range(1, 4):
        fare = fare.failed(START + timedelta(hours=number), given_up=True)
        assert (fare_item("h", fare, 1).due is not None) == (number == 3)
    assert fare.warning_due == START + timedelta(hours=1, days=4)


def test_who_is_warned_late_has_a_whole_day_all_the_same():
    """If the third is given up after six days, the end comes a day after the warning."""
    fare = Fare(failing_since=START, given_up=3, warned_at=START + timedelta(days=6))
    assert fare.end_due == START + timedelta(days=7)


def test_410_switches_off_at_once(failing):
    """Gone is gone: no second attempt, one letter."""
    hooks, receiver, name = failing
    receiver.says(410)
    hooks.world.move("host", table.Talk("one"))
    hooks.settle()
    shown = hooks.show("p1", name)
    assert (shown["status"], shown["disabled_reason"]) == ("disabled", "gone")
    hooks.world.wait(days=1)
    hooks.settle()
    assert len(receiver.events) == 1
    (letter,) = letters(hooks)
    assert "gone for good" in letter


def test_enabling_asks_for_a_proof_and_forgets_the_failures(failing):
    """Switched on it is pending; with the echo of the challenge it is active again."""
    hooks, receiver, name = failing
    receiver.says(410)
    hooks.world.move("host", table.Talk("one"))
    hooks.settle()
    answer = hooks.ask("p1", "POST", f"{ENDPOINTS}/{name}/enable")
    assert (answer.status, answer.body["status"]) == (200, "pending")
    hooks.settle()
    assert hooks.show("p1", name)["status"] == "pending"

    receiver.answer = polite
    assert hooks.ask("p1", "POST", f"{ENDPOINTS}/{name}/ping").status == 202
    hooks.settle()
    shown = hooks.show("p1", name)
    assert (shown["status"], shown["disabled_reason"], shown["failing"]) == ("active", "", False)
    hooks.world.move("host", table.Talk("two"))
    hooks.settle()
    assert receiver.events[-1].json["data"]["comment"] == "two"


def test_the_owners_other_endpoints_are_told(failing):
    """What becomes of one is told to those that are for the owner alone, and to no public one."""
    hooks, receiver, name = failing
    mine, public, foreign = hooks.receiver(), hooks.receiver(), hooks.receiver()
    hooks.active("p1", mine.url, audience="player", games=None, event_types=["endpoint.*"])
    hooks.active("p1", public.url)
    hooks.active("p2", foreign.url, audience="player")
    receiver.says(410)
    hooks.world.move("host", table.Talk("one"))
    hooks.settle()
    (told,) = mine.events
    assert told.type == "endpoint.disabled"
    assert told.json["data"]["endpoint_id"] == name
    for other in (public, foreign):
        assert {heard.type for heard in other.events} == {"thread.post"}
    hooks.ask("p1", "POST", f"{ENDPOINTS}/{name}/enable")

    receiver.answer = polite
    hooks.world.wait(minutes=3)
    hooks.settle()
    assert [heard.type for heard in mine.events] == ["endpoint.disabled", "endpoint.recovered"]


@pytest.mark.parametrize(("language", "word"), [("ru", "отключ"), ("pl", "wyłącz"), ("en", "off")])
def test_the_letter_is_in_the_language_of_its_reader(failing, language, word):
    """Russian, Polish, English."""
    hooks, receiver, _ = failing
    hooks.world.prefer("p1", language=language)
    receiver.says(410)
    hooks.world.move("host", table.Talk("one"))
    hooks.settle()
    hooks.world.mails.clear()
    while deliver.sweep(hooks.world.site, hooks.world):
        pass
    texts = [words(mail) for mail in hooks.world.mails if mail["To"] == "p1@example.org"]
    assert [text for text in texts if "127.0.0.1" in text and word in text.lower()]


def test_many_endpoints_that_go_at_once_are_told_as_far_as_there_is_room(hooks):
    """Six endpoints of one URL are disabled in one go; their owner's many others hear of some."""
    gone = hooks.receiver()
    others = [hooks.receiver() for _ in range(12)]
    names = [hooks.active("p1", gone.url)["id"] for _ in range(6)]
    for other in others:
        hooks.active("p1", other.url, audience="player", event_types=["endpoint.*"])
    gone.says(410)
    hooks.world.move("host", table.Talk("one"))
    hooks.settle()
    assert {hooks.show("p1", name)["status"] for name in names} == {"disabled"}
    told = {h.json["data"]["endpoint_id"] for other in others for h in other.events}
    assert told == set(names)
