"""The Lambda triggers: the clock, what SES says over SNS, a letter in the stream.

S3 is moto's; SES is ours (``infra.ses_sim``), which does what SES does and moto does not.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from random import Random
from typing import Any

import boto3
import pytest
from chalice.test import Client
from moto import mock_aws

from app import app
from chalicelib import accounts, auth, aws, clients, site
from chalicelib.deliver import trouble
from chalicelib.rules.verbs import Suggest
from infra.ses_sim import (
    Complaint,
    Destination,
    Finding,
    Reception,
    Rule,
    Shape,
    Topic,
    Undeliverable,
)
from tests.api.conftest import Api
from tests.clouds import DOMAIN, Cloud
from tests.worlds import GAME, World, words

BUCKET = "alibi-mail-test"


@pytest.fixture
def world(tmp_path):
    """A game of three whose first letters have left, served by the app."""
    made = World(tmp_path).start()
    made.post()
    site.install(made.site)
    return made


@pytest.fixture
def amazon(monkeypatch, world):
    """S3 as moto plays it, and an account at the simulated SES with the clock of the world."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    monkeypatch.setenv("ALIBI_CONFIGURATION_SET", "alibi")
    cloud = Cloud()
    cloud.account.now = lambda: world.time
    with mock_aws():
        s3 = boto3.client("s3")
        s3.create_bucket(
            Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": "eu-central-1"}
        )
        monkeypatch.setattr(clients, "of", {"s3": s3, "sesv2": cloud.client}.__getitem__)
        yield cloud


@pytest.fixture
def client():
    """Chalice's test client."""
    with Client(app) as opened:
        yield opened


def bell(client: Client) -> Any:
    """What brings a message of SES to the function that SNS calls."""
    return lambda message: client.lambda_.invoke(
        "inbound", client.events.generate_sns_event(message, subject="Amazon SES")
    )


def door(client: Client, topic: Topic | None = None) -> Reception:
    """The receipt rule for our domain: into moto's bucket, and the bell."""

    def put(bucket: str, key: str, content: bytes) -> None:
        boto3.client("s3").put_object(Bucket=bucket, Key=key, Body=content)

    rule = Rule((DOMAIN,), BUCKET, "in/")
    return Reception(rule, topic or Topic(bell(client)), put, rng=Random(4))


def reply(world: World) -> EmailMessage:
    """Boris's answer to Anna's question."""
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    (letter,) = world.letters_to("p2")
    mail = EmailMessage()
    mail["From"], mail["To"] = "p2@example.org", letter["Reply-To"]
    mail["Message-ID"] = "<1@example.org>"
    mail.set_content("Mustard")
    return mail


def bring(world: World, reception: Reception, mail: EmailMessage, found: Finding) -> None:
    """Let SES receive a mail."""
    to = (mail["To"].rpartition("<")[2].strip(">"),)
    reception.receive("p2@example.org", to, mail.as_bytes(), world.time, found)


def sent(cloud: Cloud) -> list[Any]:
    """The mails that left through SES."""
    return [
        message_from_bytes(raw, policy=default)
        for mails in cloud.inboxes.taken.values()
        for raw in mails
    ]


def stream_record(name: str, keys: dict[str, dict[str, str]]) -> dict[str, Any]:
    """What the stream says of one change."""
    about = {
        "ApproximateCreationDateTime": 1_796_148_000,
        "Keys": keys,
        "SequenceNumber": "1",
        "SizeBytes": 100,
        "StreamViewType": "KEYS_ONLY",
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


@pytest.mark.parametrize("status", ["PASS", "GRAY", "DISABLED", "PROCESSING_FAILED", "NEW_ONE"])
def test_a_mail_in_the_bucket_is_read(amazon, world, client, status):
    """Whatever SES thinks of DMARC, a reply from the player's own address with a token counts."""
    bring(world, door(client), reply(world), Finding(dmarc=status))
    assert not world.state.questions


@pytest.mark.parametrize("verdict", [{"virus": "FAIL"}, {"spam": "FAIL"}])
def test_viruses_and_spam_are_not_read(amazon, world, client, verdict):
    """What SES takes for a virus or spam does nothing."""
    bring(world, door(client), reply(world), Finding(**verdict))
    assert world.state.questions


def test_a_mail_told_of_eight_times_is_one_move(amazon, world, client):
    """SNS delivers at least once and in no order: the second notice finds the move made."""
    topic = Topic(bell(client), copies=8, shuffled=Random(1), waits=True)
    bring(world, door(client, topic), reply(world), Finding())
    assert topic.flush() == 8
    assert not world.state.questions
    assert len(world.letters_to("p2")) == 1


def minute(client: Client, name: str) -> None:
    """Let the rule for every minute call a function."""
    client.lambda_.invoke(name, client.events.generate_cw_event("", "", {}, []))


def turns(client: Client, bodies: list[str]) -> Any:
    """Bring messages of the clock's queue to the function that reads it."""
    event = client.events.generate_sqs_event(bodies)
    for number, record in enumerate(event["Records"]):
        record["messageId"] = str(number)
    return client.lambda_.invoke("clock", event).payload


def test_the_clock_closes_days_and_sends_what_is_overdue(amazon, world, client):
    """F6: tick puts the game into the queue, clock plays the rollover, its letters leave by SES."""
    queue: list[str] = []

    def put(bodies: Sequence[str]) -> Sequence[str]:
        queue.extend(bodies)
        return ()

    site.install(replace(world.site, hand_over=put))
    world.wait(days=1, minutes=1)
    minute(client, "tick")
    assert world.state.day == 1
    assert turns(client, queue) == {"batchItemFailures": []}
    assert world.state.day == 2
    world.wait(seconds=1)
    minute(client, "mail_tick")
    assert len(sent(amazon)) == 4


def test_a_message_that_fails_comes_again_and_the_others_do_not(amazon, world, client):
    """What cannot be read is reported by its name; what came with it is done, and but once."""
    world.wait(days=1, minutes=1)
    good = f'{{"game":"{GAME}"}}'
    answer = turns(client, [good, "not a message", good])
    assert answer == {"batchItemFailures": [{"itemIdentifier": "1"}]}
    assert world.state.day == 2


def test_the_stream_sends_a_letter_once(amazon, world, client):
    """An insertion in the outbox is sent; the record coming again, or a change, sends nothing."""
    played = world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    world.wait(seconds=1)
    name = f"OUT#{played.entry.seq:08d}.s2"
    (item,) = world.store.query("GAME#game", name[:-1], f"{name}~", now=world.time)
    keys = {"pk": {"S": item.pk}, "sk": {"S": item.sk}}
    for name in ("INSERT", "INSERT", "MODIFY"):
        client.lambda_.invoke("deliver", {"Records": [stream_record(name, keys)]})
    (mail,) = sent(amazon)
    assert "Mustard" in words(mail)
    assert world.post() == []


def test_events_bring_back_the_game_and_the_letter_and_nobody_s_address(amazon, world, client):
    """The tags of a mail are its game and its letter; opens and clicks are not asked for."""
    world.move("p1", Suggest("Mustard", "Knife", "Attic", "s2"))
    post(world, client)
    tags = amazon.told[Shape.EVENT][0]["mail"]["tags"]
    assert tags["game"] == ["game"]
    assert "_s2" in tags["letter"][0]
    assert {name for name in tags if not name.startswith("ses:")} == {"game", "letter"}


def post(world: World, client: Client) -> None:
    """Let a second pass, and the clock send what is due."""
    world.wait(seconds=1)
    minute(client, "mail_tick")


@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize(
    ("fate", "word"), [(Undeliverable(), "bounced"), (Complaint(), "complained")]
)
def test_a_bounced_hand_keeps_the_seat_and_the_organiser_is_told(
    amazon, tmp_path, client, shape, fate, word
):
    """In whatever shape and however often it comes: mail stops, the organiser reads and sees it.

    The player sees it too, the others do not, and nothing in the game has changed.
    """
    (tmp_path / "game").mkdir()
    world = World(tmp_path / "game").start()
    site.install(world.site)
    amazon.account.now = lambda: world.time
    topic = Topic(bell(client), copies=8, shuffled=Random(2), waits=True)
    amazon.account.sets["alibi"] = [Destination(shape, topic)] * (shape is not Shape.IDENTITY)
    amazon.account.notified = [topic] * (shape is Shape.IDENTITY)
    amazon.inboxes.fates["p1@example.org"] = fate
    before = world.held()
    post(world, client)
    assert topic.flush() >= 8
    post(world, client)
    letters = [mail for mail in sent(amazon) if mail["To"] == "host@example.org"]
    assert sum("Anna" in words(mail) and "seat stays" in words(mail) for mail in letters) == 1
    seen = {
        name: Api(client, auth.issue(world.store, name, now=world.time, rng=world.rng))(
            "GET", "/v1/games/game"
        ).body
        for name in ("host", "p1", "p2")
    }
    assert seen["host"]["mail"] == seen["p1"]["mail"] == {"s1": word}
    assert seen["p2"]["mail"] == {}
    assert world.held() == before
    assert seen["host"]["state"]["seats"][0]["nick"] == "Anna"


def test_the_mailbox_simulator_of_ses_goes_all_the_way(amazon, world, client):
    """The address that stands for a bounce is stopped as any other; labels tell players apart."""
    for name, account in (("bounce+p1", "a"), ("complaint+p2", "b"), ("success", "c")):
        fresh = accounts.Profile(account, f"{name}@simulator.amazonses.com")
        accounts.keep(world.store, fresh, now=world.time)
        auth.begin(world.store, fresh.address, "en", now=world.time, rng=world.rng)
    amazon.account.sets["alibi"] = [Destination(Shape.EVENT, Topic(bell(client)))]
    post(world, client)
    found = accounts.profiles(world.store, ("a", "b", "c"), now=world.time)
    assert [one.trouble for one in found] == ["bounced", "complained", ""]


def test_signing_in_takes_an_address_off_the_suppression_list(amazon, world, client):
    """Whoever asks for a code gets it, although SES has stopped writing there."""
    amazon.account.suppress("p1@example.org", "BOUNCE")
    auth.begin(world.store, "p1@example.org", "en", now=world.time, rng=world.rng)
    post(world, client)
    assert [mail["To"] for mail in sent(amazon)] == ["p1@example.org"]
    assert amazon.account.suppressed == {}


@pytest.mark.parametrize(
    "message",
    [
        "Successfully validated SNS topic for Amazon SES event publishing.",
        json.dumps({"notificationType": "AmazonSnsSubscriptionSucceeded", "message": "Hello"}),
        json.dumps({"eventType": "Open", "mail": {}, "open": {}}),
        json.dumps({"detail-type": "Email Sent", "source": "aws.ses", "detail": {}}),
    ],
)
def test_what_needs_no_answer_is_taken_in_silence(amazon, world, client, message):
    """Greetings of SES and events that nobody needs raise no alarm."""
    before = world.held()
    bell(client)(message)
    assert world.held() == before
    assert world.post() == []


def test_errors_of_ses_are_told_apart(amazon):
    """Too much at once and a pause are for all letters; a lost answer or a wrong mail for one."""
    ses, mail = aws.Ses(), EmailMessage()
    mail["From"] = f"game@{DOMAIN}"
    mail.set_content("x")

    def error() -> Exception:
        with pytest.raises(Exception) as caught:  # noqa: PT011 -- which one is the question
            ses.send("p1@example.org", mail)
        return caught.value

    amazon.account.faults += ["throttle", "lost answer"]
    assert trouble.concerns_all(error())
    assert not trouble.concerns_all(error())
    amazon.account.sending_enabled = False
    assert trouble.concerns_all(error())
    amazon.account.sending_enabled = True
    mail.replace_header("From", "game@example.com")
    assert not trouble.concerns_all(error())
