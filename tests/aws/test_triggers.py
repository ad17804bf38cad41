"""The Lambda triggers on moto: the clock, a mail in S3, a letter in the stream."""

import json
from email.message import EmailMessage
from typing import Any

import boto3
import pytest
from chalice.test import Client
from moto import mock_aws
from moto.core.models import DEFAULT_ACCOUNT_ID
from moto.ses.models import ses_backends

from app import app
from chalicelib import aws, site
from chalicelib.rules.verbs import Suggest
from tests.worlds import World

BUCKET = "alibi-mail-test"


@pytest.fixture
def amazon(monkeypatch):
    """S3 and SES as moto plays them."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    aws._client.cache_clear()
    with mock_aws():
        boto3.client("s3").create_bucket(
            Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": "eu-central-1"}
        )
        boto3.client("sesv2").create_email_identity(EmailIdentity="in.alibi.test")
        yield
    aws._client.cache_clear()


@pytest.fixture
def world(tmp_path):
    """A game of three whose first letters have left, served by the app."""
    made = World(tmp_path).start()
    made.post()
    site.install(made.site)
    return made


def notice(world: World, **verdicts: str) -> str:
    """What SES says over SNS about a mail."""
    receipt = {
        "timestamp": world.time.isoformat().replace("+00:00", "Z"),
        "recipients": ["x"],
        "action": {"type": "S3", "bucketName": BUCKET, "objectKey": "mail"},
        "processingTimeMillis": 7,
    } | {name: {"status": status} for name, status in verdicts.items()}
    mail = {"source": "p2@example.org", "messageId": "abc"}
    return json.dumps({"notificationType": "Received", "receipt": receipt, "mail": mail})


def sent() -> list[Any]:
    """The mails that left through SES."""
    return list(ses_backends[DEFAULT_ACCOUNT_ID]["eu-central-1"].sent_messages)


def stream_record(name: str, keys: dict[str, dict[str, str]]) -> dict[str, Any]:
    """What the stream says of one change."""
    about = {
        "ApproximateCreationDateTime": 1_796_148_000,
        "Keys": keys,
        "NewImage": {},
        "SequenceNumber": "1",
        "SizeBytes": 100,
        "StreamViewType": "NEW_IMAGE",
    }
    return {
        "eventID": "1",
        "eventName": name,
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "eventSourceARN": "arn:aws:dynamodb:eu-central-1:1:table/alibi-games/stream/x",
        "awsRegion": "eu-central-1",
        "dynamodb": about,
    }


def stored_reply(world: World) -> None:
    """Put Boris's answer into the bucket, as SES does."""
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    (letter,) = world.letters_to("p2")
    reply = EmailMessage()
    reply["From"], reply["To"] = "p2@example.org", letter["Reply-To"]
    reply["Message-ID"] = "<1@example.org>"
    reply.set_content("Mustard")
    boto3.client("s3").put_object(Bucket=BUCKET, Key="mail", Body=reply.as_bytes())


@pytest.mark.parametrize("status", ["PASS", "GRAY", "DISABLED", "PROCESSING_FAILED", "NEW_ONE"])
def test_a_mail_in_the_bucket_is_read(amazon, world, status):
    """Whatever SES thinks of DMARC, a reply from the player's own address with a token counts."""
    stored_reply(world)
    with Client(app) as client:
        event = client.events.generate_sns_event(notice(world, dmarcVerdict=status))
        client.lambda_.invoke("inbound", event)
    assert not world.state.questions


@pytest.mark.parametrize("verdict", ["virusVerdict", "spamVerdict"])
def test_viruses_and_spam_are_not_read(amazon, world, verdict):
    """What SES takes for a virus or spam does nothing."""
    stored_reply(world)
    with Client(app) as client:
        event = client.events.generate_sns_event(notice(world, **{verdict: "FAIL"}))
        client.lambda_.invoke("inbound", event)
    assert world.state.questions


def test_the_clock_closes_days_and_sends_what_is_overdue(amazon, world):
    """F6: the tick plays the rollover and its letters leave through SES."""
    world.wait(days=1, minutes=1)
    with Client(app) as client:
        client.lambda_.invoke("tick", client.events.generate_cw_event("", "", {}, []))
        assert world.state.day == 2
        world.wait(seconds=1)
        client.lambda_.invoke("tick", client.events.generate_cw_event("", "", {}, []))
    assert len(sent()) == 4


def test_the_stream_sends_a_letter_once(amazon, world):
    """An insertion in the outbox is sent; the record coming again, or a change, sends nothing."""
    played = world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    world.wait(seconds=1)
    keys = {"pk": {"S": "GAME#game"}, "sk": {"S": f"OUT#{played.entry.seq:08d}.s2.1"}}
    with Client(app) as client:
        for name in ("INSERT", "INSERT", "MODIFY"):
            client.lambda_.invoke("deliver", {"Records": [stream_record(name, keys)]})
    assert len(sent()) == 1
    assert "Mustard" in sent()[0].raw_data
    assert world.post() == []
