"""What the deployed functions are spared nothing of: lost answers, time that runs out, bad news."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.cloud.past import Past
from tests.cloud.people import eventually
from tests.cloud.stack import TIMER

SOON = 4
"""Seconds after which a function is ended here, instead of those of the template."""


@contextmanager
def lost_answer(stack, name: str, operation: str) -> Iterator[None]:
    """Let a function's next call of a kind be done and never be answered, until its time is up."""
    recorder, functions = stack.cloud.recorder, stack.cloud.client("lambda")
    ours = stack.physical[name]
    usual = functions.get_function_configuration(FunctionName=ours)["Timeout"]
    functions.update_function_configuration(FunctionName=ours, Timeout=SOON)
    held = len(recorder.held)
    recorder.hold = lambda call: (
        (call.function, call.operation) == (ours, operation) and len(recorder.held) == held
    )
    try:
        yield
        assert len(recorder.held) == held + 1
    finally:
        recorder.hold = lambda _: False
        functions.update_function_configuration(FunctionName=ours, Timeout=usual)


def test_a_move_whose_function_was_ended_is_made_once(stack, villa):
    """The commit stands, the answer is lost with its Lambda; the same key brings the answer."""
    anna, said = villa.people["anna"], {"type": "talk", "text": "Is anybody there?"}
    with lost_answer(stack, "APIHandler", "TransactWriteItems"):
        lost = anna.call("POST", villa.moves, said, Idempotency_Key="lost")
        assert lost.status_code >= 500
    again = anna.call("POST", villa.moves, said, Idempotency_Key="lost")
    assert (again.status_code, again.headers["idempotency-replayed"]) == (201, "true")
    assert [e.get("text") for e in villa.events("anna")].count("Is anybody there?") == 1


@pytest.fixture
def impatient(stack):
    """The queue of the clock, which brings again at once what the template leaves for minutes."""
    sqs, queue = stack.cloud.client("sqs"), stack.physical["ClockQueue"]
    asked = {"QueueUrl": queue, "AttributeNames": ["VisibilityTimeout"]}
    usual = sqs.get_queue_attributes(**asked)["Attributes"]
    sqs.set_queue_attributes(QueueUrl=queue, Attributes={"VisibilityTimeout": "1"})
    yield queue
    sqs.set_queue_attributes(QueueUrl=queue, Attributes=usual)


def test_a_turn_whose_function_was_ended_is_taken_once(stack, impatient):
    """The day is closed when the clock's time runs out: its message comes again to no effect."""
    past = Past(stack)
    past.begin("late")
    begun, before = len(past.log("late")), stack.invocations("Clock")
    with lost_answer(stack, "Clock", "TransactWriteItems"):
        stack.invoke("Tick", TIMER)
        eventually(lambda: stack.invocations("Clock") >= before + 1)
    eventually(lambda: stack.invocations("Clock") >= before + 2)
    eventually(lambda: stack.waiting("ClockQueue") == 0)
    assert len(past.log("late")) == begun + 1


def test_what_no_function_can_take_ends_among_the_dead(stack, impatient):
    """A message that fails as often as the template says is kept; one beside it is done at once."""
    past = Past(stack)
    past.begin("beside")
    begun = len(past.log("beside"))
    bodies = ["no game", json.dumps({"game": "beside"})]
    entries = [{"Id": str(n), "MessageBody": body} for n, body in enumerate(bodies)]
    stack.cloud.client("sqs").send_message_batch(QueueUrl=impatient, Entries=entries)
    assert eventually(stack.dead) == ["no game"]
    assert len(past.log("beside")) == begun + 1


def test_a_mail_that_is_not_there_ends_among_the_dead(stack):
    """A notice without its mail in S3 fails three times and is kept for the operator."""
    receipt = {
        "timestamp": "2026-12-01T18:00:00.000Z",
        "recipients": [],
        "action": {"bucketName": stack.physical["MailBucket"], "objectKey": "in/nothing"},
    }
    news = json.dumps({"notificationType": "Received", "receipt": receipt, "mail": {}})
    notice = {"Type": "Notification", "Subject": "", "MessageAttributes": {}, "Message": news}
    event = {"Records": [{"EventSource": "aws:sns", "Sns": notice}]}
    stack.invoke("Inbound", event, waiting=False)
    assert eventually(lambda: any("in/nothing" in body for body in stack.dead()))
