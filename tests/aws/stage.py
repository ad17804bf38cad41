"""All functions on a small AWS: a bucket and a queue of moto, SES simulated, one game.

The store is SQLite, beside which is noted what DynamoDB would be asked: moto copies its tables at
each write. What the stream would tell of and what the queue holds is brought to the functions.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import boto3
import pytest
from chalice.test import Client
from moto import mock_aws

from app import app
from chalicelib import clients, site, sqs
from chalicelib.store import Key
from infra.ses_sim import Destination, Finding, Reception, Rule, Shape, Topic
from tests.api.conftest import Api
from tests.aws.recorder import Recorder, recording
from tests.aws.test_triggers import stream_record
from tests.clouds import DOMAIN, Cloud
from tests.forums.posting.conftest import Play
from tests.stores import CREDENTIALS

TABLE, BUCKET, QUEUE = "alibi-games", "the-mail", "alibi-clock"
DEAL = {"OUT#": "Deliver", "NEWS#": "Deliver", "IN#": "Outside", "SEND#": "Outside"}
DEAL["WRITE#"] = "Outside"
"""Which function the stream calls for new rows."""
NAMES = {"MailTick": "mail_tick", "WebhookTick": "webhook_tick", "ForumTick": "forum_tick"}


class Stage:
    """One game on AWS, and the way to call the functions by their names in the template."""

    def __init__(self, world: Play, recorder: Recorder, cloud: Cloud, client: Client) -> None:
        """Set it up; ``app`` serves the world."""
        self.world, self.recorder, self.cloud = world, recorder, cloud
        self._client, self._told = client, set[Key]()

    def api(self, token: str = "") -> Any:
        """Give the API as its function answers, with a token if there is one."""
        asked = Api(self._client, token)

        def ask(*request: Any, **headers: str) -> Any:
            with self.recorder.running("APIHandler"):
                return asked(*request, **headers)

        return ask

    def minute(self, *functions: str) -> None:
        """Let a minute pass, and the rule for every minute call functions."""
        self.world.wait(minutes=1)
        for name in functions:
            self.call(name, self._client.events.generate_cw_event("", "", {}, []))

    def call(self, function: str, event: Any) -> Any:
        """Call a function."""
        with self.recorder.running(function):
            name = NAMES.get(function, function.lower())
            return self._client.lambda_.invoke(name, event).payload

    def stream(self) -> None:
        """Bring what was inserted since the last time to the functions that wait for it."""
        while new := [key for key in self.recorder.put if key not in self._told]:
            self._told.update(new)
            for pk, sk in new:
                function = next((f for kind, f in DEAL.items() if sk.startswith(kind)), None)
                keys = {"pk": {"S": pk}, "sk": {"S": sk}}
                if function:
                    self.call(function, {"Records": [stream_record("INSERT", keys)]})

    def queue(self) -> None:
        """Bring what the queue holds to the clock."""
        url = boto3.client("sqs").get_queue_url(QueueName=QUEUE)["QueueUrl"]
        held = boto3.client("sqs").receive_message(QueueUrl=url, MaxNumberOfMessages=10)
        for message in held.get("Messages", ()):
            event = self._client.events.generate_sqs_event([message["Body"]])
            event["Records"][0]["messageId"] = message["MessageId"]
            assert self.call("Clock", event) == {"batchItemFailures": []}

    def mail(self, mail: EmailMessage) -> None:
        """Let SES receive a mail for us."""
        put = partial(_put, boto3.client("s3"))
        reception = Reception(Rule((DOMAIN,), BUCKET, "in/"), Topic(self.bell), put, rng=Random(4))
        to = (mail["To"].rpartition("<")[2].strip(">"),)
        reception.receive(mail["From"], to, mail.as_bytes(), self.world.time, Finding())

    def bell(self, message: str) -> None:
        """Let SES say something over SNS."""
        event = self._client.events.generate_sns_event(message, subject="Amazon SES")
        self.call("Inbound", event)

    def inbox(self, account: str) -> list[bytes]:
        """Give the mails that somebody got."""
        return self.cloud.inboxes.taken.get(f"{account}@example.org", [])


def _put(s3: Any, bucket: str, key: str, content: bytes) -> None:
    s3.put_object(Bucket=bucket, Key=key, Body=content)


@contextmanager
def opened(folder: Path) -> Iterator[Stage]:
    """Give a stage with a game of three that has begun; its letters are still to be sent."""
    with pytest.MonkeyPatch.context() as changed, mock_aws(), recording() as recorder:
        for name, value in (CREDENTIALS | {"ALIBI_CONFIGURATION_SET": "alibi-mail"}).items():
            changed.setenv(name, value)
        region = os.environ["AWS_DEFAULT_REGION"]
        cloud, world = Cloud(), Play(folder)
        cloud.account.now = lambda: world.time
        s3, queues = boto3.client("s3"), boto3.client("sqs")
        place = {"LocationConstraint": region}
        s3.create_bucket(Bucket=BUCKET, CreateBucketConfiguration=place)
        url = queues.create_queue(QueueName=QUEUE)["QueueUrl"]
        changed.setattr(clients, "of", {"s3": s3, "sesv2": cloud.client, "sqs": queues}.__getitem__)
        world.store = recorder.noted(world.store, TABLE)  # type: ignore[assignment]
        put = partial(sqs.put, url)
        world.site = replace(world.site, store=world.store, hand_over=put)
        world.start()
        site.install(world.site)
        with Client(app) as client:
            stage = Stage(world, recorder, cloud, client)
            cloud.account.sets["alibi-mail"] = [Destination(Shape.EVENT, Topic(stage.bell))]
            yield stage
        world.close()
