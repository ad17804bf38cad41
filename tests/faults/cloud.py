"""A site on AWS as an emulator plays it: built from the environment, with a clock moved by hand."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from random import Random
from typing import Any

import pytest

from chalicelib import clients, site
from chalicelib.outward import Web
from chalicelib.site import Site
from chalicelib.store.dynamo import DynamoStore
from infra.ses_sim import Finding, Reception, Rule, Topic
from tests.crash.house import DOMAIN, House
from tests.faults.wire import Wire
from tests.stores import CREDENTIALS
from tests.worlds import World


class Cloud(House):
    """A house whose store, queue, bucket and mail are Amazon's."""

    def __init__(self, folder: Path, url: str, wire: Wire, environment: pytest.MonkeyPatch) -> None:
        """Found it in an emulator; nothing of it is there yet."""
        super().__init__(folder)
        self.wire, self._before = wire, len(wire.mails)
        table = f"alibi-{folder.name}"
        named = {
            "AWS_ENDPOINT_URL": url,
            "AWS_ENDPOINT_URL_DYNAMODB": url,
            "AWS_REGION": "eu-central-1",
            "ALIBI_TABLE": table,
            "ALIBI_BASE_URL": "https://alibi.test",
            "ALIBI_MAIL_DOMAIN": DOMAIN,
            "ALIBI_MAIL_RATE": "1000",
        }
        for name, value in (CREDENTIALS | named).items():
            environment.setenv(name, value)
        clients.of.cache_clear()
        self.store = DynamoStore(table, "eu-central-1", url)
        self.store.create_table()
        self.queue = clients.of("sqs").create_queue(QueueName=f"clock-{folder.name}")["QueueUrl"]
        environment.setenv("ALIBI_CLOCK_QUEUE", self.queue)
        place = {"LocationConstraint": "eu-central-1"}
        self.bucket = f"mail-{folder.name}"
        clients.of("s3").create_bucket(Bucket=self.bucket, CreateBucketConfiguration=place)
        with suppress(clients.of("sesv2").exceptions.AlreadyExistsException):
            clients.of("sesv2").create_email_identity(EmailIdentity=DOMAIN)

    def begin(self, ruleset: str) -> None:
        """Begin a game of three."""
        world = World(self.folder)
        world.store.close()
        world.site = replace(world.site, store=self.store)
        world.store = self.store  # type: ignore[assignment]
        world.start(ruleset=ruleset, quiet_days=0)

    def boot(self, _: Any = None) -> Site:
        """Build the site from the environment, as a Lambda does."""
        self.boots += 1
        built = site.from_environment()
        self.opened = [built.store]  # type: ignore[list-item]
        here = replace(
            built,
            now=lambda: self.time,
            rng=Random(self.boots),
            wait=self.wait,
            web=Web(local=True),
        )
        site.install(here)
        return here

    def turn_clock(self) -> None:
        """Hand the messages of the queue over, as Lambda does; what did not go well comes again."""
        sqs = clients.of("sqs")
        while True:
            asked = {"MaxNumberOfMessages": 10, "VisibilityTimeout": 0, "WaitTimeSeconds": 0}
            messages = sqs.receive_message(QueueUrl=self.queue, **asked).get("Messages", [])
            if not messages:
                return
            for one in messages:
                record = {"messageId": one["MessageId"], "body": one["Body"]}
                if not self.call("clock", {"Records": [record]})["batchItemFailures"]:
                    receipt = one["ReceiptHandle"]
                    sqs.delete_message(QueueUrl=self.queue, ReceiptHandle=receipt)

    def letters(self) -> Iterator[EmailMessage]:
        """The mails that SES took, the first one first."""
        for raw in self.wire.mails[self._before :]:
            yield message_from_bytes(raw, policy=default)

    def bell_for(self, mail: EmailMessage) -> str:
        """Let SES receive a mail; gives what it says of it over SNS."""
        said: list[str] = []

        def put(bucket: str, key: str, content: bytes) -> None:
            clients.of("s3").put_object(Bucket=bucket, Key=key, Body=content)

        door = Reception(Rule((DOMAIN,), self.bucket), Topic(said.append), put, rng=Random(5))
        to = (mail["To"].addresses[0].addr_spec,)
        sender = mail["From"].addresses[0].addr_spec
        door.receive(sender, to, mail.as_bytes(), self.time, Finding())
        (bell,) = said
        return bell
