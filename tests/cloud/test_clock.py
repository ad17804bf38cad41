"""Time that passes at the deployed stack: found by the tick, turned by the clock, once each."""

from collections import Counter

from tests.cloud.conftest import GAMES
from tests.cloud.people import eventually
from tests.cloud.rights import mail_of
from tests.worlds import words

SHOWN = "The GM answers for Boris and shows you: Mustard"


def test_every_game_that_is_due_turns_once(stack, turned):
    """F6, F29: each goes through the queue; its day closes once, and the GM answers the absent."""
    for log in turned.values():
        (entry,) = log
        kinds = Counter(type(event).__name__ for event in entry.events)
        assert [kinds[one] for one in ("DayClosed", "DayOpened", "Refuted")] == [1, 1, 1]
        assert [event.gm for event in entry.events if hasattr(event, "gm")] == [True]
    calls = stack.cloud.recorder.of("SendMessageBatch")
    assert {stack.functions[call.function] for call in calls} == {"Tick"}


def test_the_letters_of_a_rollover_leave(stack, turned):
    """Who asked is told the card with which the GM answered; the others read the report."""
    names = {f"{seat}.{GAMES[0]}@mail.example" for seat in ("s1", "s2", "s3", "host")}

    def told(text):
        mails = map(mail_of, stack.cloud.recorder.of("SendEmail"))
        return {str(mail["To"]) for mail in mails if text in words(mail)}

    eventually(lambda: told("Day 1 is closed") == names)
    assert told(SHOWN) == {f"s1.{GAMES[0]}@mail.example"}
