"""The queue of dead letters on AWS: what it holds is told by kind, and goes where it failed."""

import io
import json
import time
from pathlib import Path
from uuid import uuid4
from zipfile import ZipFile

import boto3
import pytest

from infra.operate import place
from infra.operate.arguments import parser
from infra.operate.dead_queue import DeadQueue, read_dead
from tests.operate.conftest import documents
from tests.stores import CREDENTIALS

REGION = CREDENTIALS["AWS_DEFAULT_REGION"]
SECRET = "p2@example.org has the Rope"
HANDLER = """
import json, pathlib
def handler(event, context):
    with pathlib.Path(event["kept"]).open("a") as file:
        file.write(json.dumps(event) + chr(10))
"""
ARN = "arn:aws:lambda:eu-central-1:000000000000:function:{}:$LATEST"


def event(function, payload, error="KeyError"):
    """What Lambda sends where an asynchronous function failed for good."""
    context = {"functionArn": ARN.format(function), "condition": "RetriesExhausted"}
    answer = {"errorType": error, "errorMessage": SECRET, "stackTrace": [SECRET]}
    body = {"requestContext": context, "requestPayload": payload, "responsePayload": answer}
    return {"version": "1.0"} | body


def records(function):
    """What Lambda sends where a function of a stream failed for good: no rows, only where."""
    context = {"functionArn": ARN.format(function), "condition": "RetryAttemptsExhausted"}
    return {"requestContext": context, "DDBStreamBatchInfo": {"shardId": "s-1", "batchSize": 1}}


@pytest.fixture
def queues(aws_url):
    """Queues of this test alone, and the options that name them."""
    sqs = boto3.client("sqs", endpoint_url=aws_url, region_name=REGION)
    names = [f"{kind}-{uuid4().hex[:8]}" for kind in ("dead", "clock")]
    urls = [sqs.create_queue(QueueName=name)["QueueUrl"] for name in names]
    return sqs, urls, ("--queue", names[0], "--clock-queue", names[1], "--region", REGION)


def taken(sqs, url):
    """The bodies of all messages of a queue."""
    found = sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages", [])
    return [json.loads(message["Body"]) for message in found]


def function(aws_url, name):
    """A function that keeps what it is called with."""
    packed = io.BytesIO()
    with ZipFile(packed, "w") as file:
        file.writestr("it.py", HANDLER)
    boto3.client("lambda", endpoint_url=aws_url, region_name=REGION).create_function(
        FunctionName=name,
        Runtime="python3.11",
        Role="arn:aws:iam::000000000000:role/none",
        Handler="it.handler",
        Code={"ZipFile": packed.getvalue()},
    )


def eventually(path: Path):
    """The lines of a file that another process writes."""
    for _ in range(200):
        if path.exists():
            return path.read_text().splitlines()
        time.sleep(0.1)
    raise AssertionError("it never came")


def test_dead_letters_go_back_where_they_failed(run, aws_url, table, queues, tmp_path):
    """A game goes to the clock, an event to its function; rows of a stream are due in the table.

    Listing takes nothing away, and tells kinds, functions and classes of errors only. Nothing is
    left but what nobody knows or takes.
    """
    sqs, (dead, clock), names = queues
    kept = tmp_path / "kept"
    function(aws_url, "alibi-dev-inbound")
    for body in (
        {"game": "abcd"},
        event("alibi-dev-inbound", {"kept": str(kept), "Records": [SECRET]}),
        records("alibi-dev-deliver"),
        event("alibi-dev-gone", {"Records": [SECRET]}),
        {"strange": SECRET},
    ):
        sqs.send_message(QueueUrl=dead, MessageBody=json.dumps(body))
    listed = run("dead", "queue", "--json", *table, *names, status=1)
    assert SECRET not in listed
    assert {(one["kind"], one["function"], one["error"]) for one in documents(listed)} == {
        ("clock", "", ""),
        ("event", "alibi-dev-inbound", "KeyError"),
        ("event", "alibi-dev-gone", "KeyError"),
        ("stream", "alibi-dev-deliver", "RetryAttemptsExhausted"),
        ("unknown", "", ""),
    }
    said = run("redrive", "queue", "--yes", *table, *names, status=1)
    assert SECRET not in said
    assert "nobody knows what it is" in said
    assert "ResourceNotFound" in said
    assert taken(sqs, clock) == [{"game": "abcd"}]
    (line,) = eventually(kept)
    assert json.loads(line)["Records"] == [SECRET]
    left = sqs.get_queue_attributes(QueueUrl=dead, AttributeNames=["All"])["Attributes"]
    assert (
        int(left["ApproximateNumberOfMessages"])
        + int(left["ApproximateNumberOfMessagesNotVisible"])
        == 2
    )


def test_a_message_that_somebody_takes_while_it_is_listed_ends_no_listing(run, table, queues):
    """Another operator may redrive meanwhile, and a long listing loses its hold of the first."""
    sqs, (dead, _), names = queues
    for game in ("abcd", "efgh"):
        sqs.send_message(QueueUrl=dead, MessageBody=json.dumps({"game": game}))
    given = parser().parse_args(["dead", "queue", *table, *names])
    listing = DeadQueue(place.opened(given), given.queue, given.clock_queue).messages()
    found = {next(listing).game}
    sqs.purge_queue(QueueUrl=dead)
    found |= {one.game for one in listing}
    assert found == {"abcd", "efgh"}


def test_a_queue_that_is_not_there_is_told_by_the_code_of_aws(run, table):
    """The words of AWS are not repeated."""
    said = run("dead", "queue", *table, "--region", REGION, "--queue", "none", status=2)
    assert "QueueDoesNotExist" in said or "NonExistentQueue" in said


@pytest.mark.parametrize(
    "body", ["", "[]", "7", '"x"', '{"game":7}', '{"game":"a","more":1}', "{", "[" * 9999]
)
def test_a_strange_message_is_unknown(body):
    """Whatever stands there, listing goes on, and nothing is done with it."""
    dead = read_dead({"MessageId": "m", "Body": body})
    assert (dead.kind, dead.game, dead.function) == ("unknown", "", "")
