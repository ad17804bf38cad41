"""A site behind its Lambda functions, with all that goes over its wires kept."""

import json
from contextlib import contextmanager
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from random import Random
from typing import Any

import boto3
from chalice.test import Client
from moto import mock_aws

from app import app
from chalicelib import auth, clients, site
from infra.ses_sim import Destination, Finding, Reception, Rule, Shape, Topic
from tests.api.conftest import Answer, Api
from tests.clouds import DOMAIN, Cloud
from tests.logs.forbidden import Forbidden
from tests.worlds import World

BUCKET = "alibi-mail-test"


class Stage:
    """Players, mail and the clock of one site; ``forbidden`` knows what was said on the wires."""

    def __init__(self, world: World, client: Client, cloud: Cloud) -> None:
        """Begin with nothing said."""
        self.world, self.client, self.cloud = world, client, cloud
        self.forbidden = Forbidden()
        self.queue: list[str] = []
        self._read: dict[str, int] = {}
        world.site = replace(world.site, hand_over=self._handed)
        site.install(world.site)

    def _handed(self, bodies: Any) -> Any:
        self.queue.extend(bodies)
        return ()

    def api(self, token: str, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Make a request; what it and its answer say is kept."""
        answer = Api(self.client, token)(method, path, body, **headers)
        self.forbidden.http(path, json.dumps(body, ensure_ascii=False) if body else "")
        self.forbidden.http(json.dumps(answer.body, ensure_ascii=False), str(answer.headers))
        self.forbidden.secret("token", token)
        return answer

    def token(self, account: str) -> str:
        """Give a token of an account that is known."""
        return auth.issue(self.world.store, account, now=self.world.time, rng=self.world.rng)

    def sign_in(self, name: str, language: str) -> str:
        """Sign in by a code that comes by mail; gives the token."""
        address = f"{name}@example.org"
        self.api("", "POST", "/v1/auth/codes", {"email": address, "language": language})
        mail = self.letters(name)[-1]
        code = next(word for word in text_of(mail).split() if word.isdecimal() and len(word) == 6)
        wrong = {"email": address, "code": "000000"}
        assert self.api("", "POST", "/v1/auth/tokens", wrong).status == 403
        right = {"email": address, "code": code}
        answer = self.api("", "POST", "/v1/auth/tokens", right)
        assert answer.status == 201
        return str(answer.body["token"])

    def minute(self, *names: str) -> None:
        """Let a minute pass, and let the rules for every minute call these functions."""
        self.world.wait(minutes=1)
        for name in names or ("tick", "mail_tick", "webhook_tick", "forum_tick"):
            self.client.lambda_.invoke(name, self.client.events.generate_cw_event("", "", {}, []))
            if name == "tick" and self.queue:
                event = self.client.events.generate_sqs_event(self.queue)
                for number, record in enumerate(event["Records"]):
                    record["messageId"] = str(number)
                self.client.lambda_.invoke("clock", event)
                self.queue.clear()

    def letters(self, name: str) -> list[EmailMessage]:
        """Let what is due leave, and give all letters to a player so far."""
        self.minute("mail_tick")
        for to, mails in self.cloud.inboxes.taken.items():
            self.forbidden.mail(*mails[self._read.get(to, 0) :])
            self._read[to] = len(mails)
        mine = self.cloud.inboxes.taken.get(f"{name}@example.org", [])
        return [message_from_bytes(raw, policy=default) for raw in mine]

    def reply(self, name: str, letter: EmailMessage, text: str, **more: str) -> None:
        """Answer a letter by mail, through S3 and the message that SES sends about it."""
        mail = EmailMessage()
        mail["From"] = more.get("sender", f"{name}@example.org")
        mail["To"] = more.get("to") or letter["Reply-To"]
        mail["Subject"] = f"Re: {letter['Subject']}"
        mail["Message-ID"] = f"<{self.world.rng.randrange(10**9)}@example.org>"
        mail.set_content(f"{text}\n")
        to = (mail["To"].rpartition("<")[2].strip(">"),)
        self.forbidden.mail(mail.as_bytes())
        self._door().receive(mail["From"], to, mail.as_bytes(), self.world.time, Finding())

    def _door(self) -> Reception:
        def put(bucket: str, key: str, content: bytes) -> None:
            boto3.client("s3").put_object(Bucket=bucket, Key=key, Body=content)

        return Reception(Rule((DOMAIN,), BUCKET, "in/"), Topic(self.bell), put, rng=Random(4))

    def bell(self, message: str) -> None:
        """Bring a message of SES to the function that SNS calls."""
        event = self.client.events.generate_sns_event(message, subject="Amazon SES")
        self.client.lambda_.invoke("inbound", event)


def text_of(mail: EmailMessage) -> str:
    """Give the text part of a mail."""
    part = mail.get_body(("plain",))
    assert part
    return str(part.get_content())


@contextmanager
def staged(world: World, monkeypatch):
    """Serve a world by the functions of the app; S3 is moto's, SES is ours."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    monkeypatch.setenv("ALIBI_CONFIGURATION_SET", "alibi")
    cloud = Cloud()
    cloud.account.now = lambda: world.time
    with mock_aws(), Client(app) as client:
        s3 = boto3.client("s3")
        place = {"LocationConstraint": "eu-central-1"}
        s3.create_bucket(Bucket=BUCKET, CreateBucketConfiguration=place)
        monkeypatch.setattr(clients, "of", {"s3": s3, "sesv2": cloud.client}.__getitem__)
        stage = Stage(world, client, cloud)
        cloud.account.sets["alibi"] = [Destination(Shape.EVENT, Topic(stage.bell))]
        yield stage
