"""What becomes of mail that SES has accepted, as it is told in three shapes."""

import json
from random import Random

import pytest

from infra.ses_sim import Away, Complaint, Late, Shape, Topic, Undeliverable
from tests.clouds import DOMAIN, Cloud

TAGS = [{"Name": "game", "Value": "g1"}, {"Name": "letter", "Value": "00000001_s2"}]


@pytest.fixture
def cloud():
    """An account out of the sandbox."""
    return Cloud()


def send(cloud, to, text="body"):
    """Send one mail with tags; gives the id of SES."""
    raw = f"From: Alibi <game@{DOMAIN}>\r\nTo: {to}\r\nSubject: x\r\n\r\n{text}\r\n".encode()
    return cloud.client.send_email(
        Content={"Raw": {"Data": raw}},
        Destination={"ToAddresses": [to]},
        ConfigurationSetName="alibi",
        EmailTags=TAGS,
    )["MessageId"]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("success", ["Send", "Delivery"]),
        ("bounce", ["Send", "Bounce"]),
        ("complaint", ["Send", "Delivery", "Complaint"]),
        ("ooto", ["Send", "Delivery"]),
        ("suppressionlist", ["Send", "Bounce"]),
    ],
)
@pytest.mark.parametrize("label", ["", "+label"])
def test_the_mailbox_simulator(cloud, name, kinds, label):
    """Each address of the simulator has its fate, with a label too, and is never suppressed."""
    for _ in range(2):
        send(cloud, f"{name}{label}@simulator.amazonses.com")
    assert cloud.kinds() == kinds * 2
    assert cloud.account.suppressed == {}
    assert len(cloud.account.autoreplies) == (2 if name == "ooto" else 0)


def test_a_bounce_in_three_shapes(cloud):
    """SNS has eventType and tags, EventBridge wraps it, an identity has neither type nor tags."""
    name = send(cloud, "bounce@simulator.amazonses.com")
    (event,) = [e for e in cloud.told[Shape.EVENT] if e["eventType"] == "Bounce"]
    (wrapped,) = [e for e in cloud.told[Shape.BRIDGE] if e["detail-type"] == "Email Bounced"]
    (note,) = cloud.told[Shape.IDENTITY]
    assert wrapped["source"] == "aws.ses"
    assert wrapped["detail"]["eventType"] == note["notificationType"] == "Bounce"
    assert "eventType" not in note
    assert "tags" not in note["mail"]
    assert event["mail"]["tags"]["game"] == ["g1"]
    assert event["mail"]["tags"]["letter"] == ["00000001_s2"]
    assert event["mail"]["messageId"] == name
    bounce = event["bounce"]
    assert (bounce["bounceType"], bounce["bounceSubType"]) == ("Permanent", "General")
    (recipient,) = bounce["bouncedRecipients"]
    assert recipient["emailAddress"] == "bounce@simulator.amazonses.com"
    assert recipient["status"] == "5.1.1"
    assert len({e["bounce"]["feedbackId"] for e in (event, note, wrapped["detail"])}) == 1


def test_who_bounced_or_complained_is_suppressed_from_then_on(cloud):
    """A suppressed address: the mail is accepted, does not leave, and is reported all the same."""
    gone, angry = "gone@example.org", "angry@example.org"
    cloud.inboxes.fates = {gone: Undeliverable(), angry: Complaint()}
    for address in (gone, angry):
        send(cloud, address)
    cloud.inboxes.fates = {}
    told = len(cloud.told[Shape.EVENT])
    for address in (gone, angry):
        assert send(cloud, address)
    assert cloud.inboxes.taken == {}
    bounce, complaint = (e for e in cloud.told[Shape.EVENT][told:] if e["eventType"] != "Send")
    assert bounce["bounce"]["bounceSubType"] == "OnAccountSuppressionList"
    assert complaint["complaint"]["complaintSubType"] == "OnAccountSuppressionList"


@pytest.mark.parametrize("kind", ["Transient", "Undetermined"])
def test_what_may_pass_suppresses_nobody(cloud, kind):
    """A transient or undetermined bounce is told and the next mail is tried."""
    cloud.inboxes.fates["full@example.org"] = Undeliverable(kind, "MailboxFull", "mailbox full")
    for _ in range(2):
        send(cloud, "full@example.org")
    assert [e["bounce"]["bounceType"] for e in cloud.told[Shape.EVENT][1::2]] == [kind, kind]
    assert cloud.account.suppressed == {}


def test_delays_viruses_and_vacations(cloud):
    """A delay and a refused virus are events of configuration sets; a vacation notice is mail."""
    cloud.inboxes.fates = {"slow@example.org": Late("busy"), "away@example.org": Away()}
    send(cloud, "slow@example.org")
    send(cloud, "anna@example.org", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE")
    send(cloud, "away@example.org")
    assert cloud.kinds() == ["Send", "DeliveryDelay", "Send", "Reject", "Send", "Delivery"]
    assert cloud.kinds(Shape.BRIDGE)[3] == "Email Rejected"
    assert cloud.kinds(Shape.IDENTITY) == ["Delivery"]
    assert cloud.inboxes.taken == {}
    ((to, notice),) = cloud.account.autoreplies
    assert to == f"game@{DOMAIN}"
    assert b"Auto-Submitted: auto-replied" in notice


def test_long_headers_are_cut_off_events(cloud):
    """Of more than ten kilobytes of headers an event shows the first, and says so."""
    raw = f"From: game@{DOMAIN}\r\n".encode() + b"X-Long: " + b"x" * 900 + b"\r\n"
    raw += b"".join(b"X-%d: " % n + b"y" * 900 + b"\r\n" for n in range(15)) + b"\r\nbody"
    cloud.client.send_email(
        Content={"Raw": {"Data": raw}},
        Destination={"ToAddresses": ["anna@example.org"]},
        ConfigurationSetName="alibi",
    )
    mail = cloud.told[Shape.EVENT][0]["mail"]
    assert mail["headersTruncated"]
    assert len(json.dumps(mail["headers"])) < 11_000


def test_a_topic_delivers_at_least_once_and_in_any_order():
    """Copies and another order are to be had, and what the subscriber refuses waits on."""
    got: list[str] = []
    topic = Topic(got.append, copies=3, shuffled=Random(1), waits=True)
    for word in "abcd":
        topic.publish(word)
    assert got == []
    assert topic.flush() == 12
    assert sorted(got) == sorted("abcd" * 3)
    assert got != list("aaabbbcccddd")

    refuses = [True]

    def subscriber(message: str) -> None:
        if refuses.pop():
            raise ConnectionError
        got.append(message)

    again = Topic(subscriber)
    with pytest.raises(ConnectionError):
        again.publish("e")
    refuses.append(False)
    assert again.flush() == 1
    assert got[-1] == "e"
