"""The queue of dead letters on AWS: what lies there, and each brought to where it failed.

A message is taken away only when its work was handed on again, so whoever dies in between leaves it
there; all that it leads to may come twice. Of what a message holds only its kind, its function and
the class of the error are shown: an event of mail has addresses in it.
"""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from botocore.exceptions import ClientError

from infra.operate.place import Place

DEAD, CLOCK = "alibi-dead", "alibi-clock"
AT_ONCE = 10
"""Messages that SQS gives in one answer."""
LOOKING, WORKING = 30, 120
"""Seconds for which others do not see a message: while it is listed, while it is brought back."""
EMPTY = 2
"""So many empty answers in a row mean that nothing is left: SQS asks a part of its servers."""

Kind = Literal["clock", "stream", "event", "unknown"]


class Dead(msgspec.Struct, frozen=True):
    """A message of the queue; ``at`` (UTC) is when it came there first.

    ``clock``: the time of ``game`` did not pass. ``event``: ``function`` failed on an event that is
    kept. ``stream``: it failed on rows of the table, which are due there.
    """

    id: str
    kind: Kind
    at: datetime
    game: str = ""
    function: str = ""
    error: str = ""


class DeadQueue:
    """The two queues of an installation and its functions, by the operator's own credentials."""

    def __init__(self, place: Place, dead: str = DEAD, clock: str = CLOCK) -> None:
        """Find the queues; raises what boto3 raises if they are not there."""
        import boto3  # noqa: PLC0415 -- only where there is an AWS to be asked

        aws = {"region_name": place.region, "endpoint_url": place.endpoint}
        self._sqs = boto3.client("sqs", **aws)
        self._functions = boto3.client("lambda", **aws)
        self._dead = self._sqs.get_queue_url(QueueName=dead)["QueueUrl"]
        self._clock_name = clock

    def messages(self) -> Iterator[Dead]:
        """Give what lies there; all of it can be seen by others again a moment later."""
        seen: list[dict[str, Any]] = []
        for message in self._received(LOOKING):
            seen.append(message)
            yield read_dead(message)
        for message in seen:
            with suppress(ClientError):  # seen again by now, or gone
                self._sqs.change_message_visibility(
                    QueueUrl=self._dead, ReceiptHandle=message["ReceiptHandle"], VisibilityTimeout=0
                )

    def again(self) -> Iterator[tuple[Dead, str]]:
        """Bring everything back to where it failed; gives each, and why that could not be done.

        One that nobody takes any more must not keep the others waiting.
        """
        for message in self._received(WORKING):
            dead = read_dead(message)
            why = self._refused(dead, message["Body"])
            if not why:
                self._sqs.delete_message(
                    QueueUrl=self._dead, ReceiptHandle=message["ReceiptHandle"]
                )
            yield dead, why

    def _refused(self, dead: Dead, body: str) -> str:
        """Hand work on; gives why that could not be, by the code of AWS, or nothing if it could."""
        if dead.kind == "unknown":
            return "nobody knows what it is"
        try:
            self._hand_on(dead, body)
        except ClientError as error:
            return f"AWS does not take it ({error.response['Error']['Code']})"
        return ""

    def _hand_on(self, dead: Dead, body: str) -> None:
        """Put work where it came from; that of a stream is due in the table and needs nothing."""
        if dead.kind == "clock":
            clock = self._sqs.get_queue_url(QueueName=self._clock_name)["QueueUrl"]
            self._sqs.send_message(QueueUrl=clock, MessageBody=body)
        elif dead.kind == "event":
            payload = json.dumps(json.loads(body)["requestPayload"]).encode()
            self._functions.invoke(
                FunctionName=dead.function, InvocationType="Event", Payload=payload
            )

    def _received(self, seconds: int) -> Iterator[dict[str, Any]]:
        """Take every message once, and keep it from others for so long."""
        known: set[str] = set()
        empty = 0
        while empty < EMPTY:
            answer = self._sqs.receive_message(
                QueueUrl=self._dead,
                MaxNumberOfMessages=AT_ONCE,
                VisibilityTimeout=seconds,
                WaitTimeSeconds=1,
                AttributeNames=["SentTimestamp"],
            )
            fresh = [one for one in answer.get("Messages", ()) if one["MessageId"] not in known]
            empty = 0 if fresh else empty + 1
            known |= {one["MessageId"] for one in fresh}
            yield from fresh


def read_dead(message: dict[str, Any]) -> Dead:
    """Say what a message is about; a strange one is ``unknown``."""
    since = int(message.get("Attributes", {}).get("SentTimestamp", "0")) / 1000
    at, name = datetime.fromtimestamp(since, UTC), str(message["MessageId"])
    try:
        body = json.loads(message["Body"])
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        return Dead(name, "unknown", at)
    if isinstance(body.get("game"), str) and len(body) == 1:
        return Dead(name, "clock", at, game=body["game"])
    context = body.get("requestContext")
    function = str(context.get("functionArn", "")) if isinstance(context, dict) else ""
    if function and "DDBStreamBatchInfo" in body:
        return Dead(name, "stream", at, function=_name_of(function), error=_error_of(body))
    if function and "requestPayload" in body:
        return Dead(name, "event", at, function=_name_of(function), error=_error_of(body))
    return Dead(name, "unknown", at)


def _name_of(arn: str) -> str:
    """Give the name of a function by its ARN, without version or alias."""
    found = re.search(r":function:([\w-]+)", arn)
    return found[1] if found else arn


def _error_of(body: dict[str, Any]) -> str:
    """Give the class of what went wrong; never its words."""
    answer = body.get("responsePayload")
    error = answer.get("errorType", "") if isinstance(answer, dict) else ""
    condition = body["requestContext"].get("condition", "")
    return next((one for one in (error, condition) if re.fullmatch(r"\w{1,60}", str(one))), "")
