"""Mail that comes in: the receipt rule, the object, the notice."""

import json
from email import message_from_bytes
from random import Random

import pytest

from infra.ses_sim import Finding, NotTaken, Objects, Reception, Rule, Topic
from infra.ses_sim.events import iso
from tests.clouds import DOMAIN
from tests.tables import START

RAW = (
    "From: Anna <anna@example.org>\r\nTo: game@in.alibi.test\r\nMessage-ID: <1@example.org>\r\n"
    "Authentication-Results: amazonses.com; dmarc=pass\r\nSubject: нет\r\n\r\nRope\r\n"
).encode("koi8-r")
RULE, FOUND = Rule((DOMAIN,), "mails", "in/"), Finding()
TOKEN = f"Any+Thing@{DOMAIN.upper()}"


class Door:
    """A reception with what it has told and stored."""

    def __init__(self, rule=RULE, **more):
        """Open it."""
        self.told: list[str] = []
        self.objects = Objects()
        topic = Topic(self.told.append)
        self.reception = Reception(rule, topic, self.objects.put, rng=Random(5), **more)

    def receive(self, raw=RAW, to=(TOKEN,), found=FOUND):
        """Bring a mail; gives the notice."""
        self.reception.receive("bounce+1@example.org", to, raw, START, found)
        return json.loads(self.told[-1])


@pytest.fixture
def door():
    """A reception for our domain that stores mail."""
    return Door()


def test_a_mail_is_stored_and_told_of(door):
    """The notice says where the mail lies, for whom it came (by the envelope), and when."""
    notice = door.receive()
    receipt, mail = notice["receipt"], notice["mail"]
    assert notice["notificationType"] == "Received"
    assert receipt["recipients"] == [TOKEN]
    assert receipt["timestamp"] == mail["timestamp"] == iso(START) == "2026-12-01T18:00:00.000Z"
    assert mail["source"] == mail["commonHeaders"]["returnPath"] == "bounce+1@example.org"
    assert mail["destination"] == ["game@in.alibi.test"]
    assert mail["commonHeaders"]["messageId"] == "<1@example.org>"
    assert receipt["action"]["objectKey"] == f"in/{mail['messageId']}"
    kept = door.objects.get_object(Bucket="mails", Key=receipt["action"]["objectKey"])
    stored = kept["Body"].read()
    assert stored.endswith(RAW)
    assert kept["ContentLength"] == len(stored)


def test_what_was_found_stands_on_top(door):
    """The first Authentication-Results is that of SES, whatever the mail brought along."""
    notice = door.receive(found=Finding(spf="FAIL", dkim="GRAY", dmarc="GRAY"))
    stored = door.objects.get_object(Bucket="mails", Key=notice["receipt"]["action"]["objectKey"])
    results = message_from_bytes(stored["Body"].read()).get_all("Authentication-Results") or []
    assert [" ".join(str(one).split()) for one in results] == [
        "amazonses.com; spf=fail; dkim=none; dmarc=none",
        "amazonses.com; dmarc=pass",
    ]


@pytest.mark.parametrize("policy", ["none", "quarantine", "reject"])
def test_the_policy_is_told_only_where_dmarc_failed(door, policy):
    """``dmarcPolicy`` comes with FAIL alone."""
    assert door.receive(found=Finding(dmarc="FAIL", policy=policy))["receipt"]["dmarcPolicy"] == (
        policy
    )
    for status in ("PASS", "GRAY", "PROCESSING_FAILED", "NEW_ONE"):
        receipt = door.receive(found=Finding(dmarc=status, policy=policy))["receipt"]
        assert receipt["dmarcVerdict"] == {"status": status}
        assert "dmarcPolicy" not in receipt


def test_without_scanning_every_verdict_is_disabled():
    """A rule that does not scan says DISABLED and puts no findings on top."""
    door = Door(Rule((DOMAIN,), "mails", scans=False))
    receipt = door.receive(found=Finding(dmarc="FAIL"))["receipt"]
    verdicts = {name: v["status"] for name, v in receipt.items() if name.endswith("Verdict")}
    assert set(verdicts.values()) == {"DISABLED"}
    assert len(verdicts) == 5
    stored = door.objects.get_object(Bucket="mails", Key=receipt["action"]["objectKey"])
    assert b"X-SES" not in stored["Body"].read()


def test_only_recipients_of_the_rule_are_taken(door):
    """Others are refused while the mail is handed over, or left out of the notice."""
    with pytest.raises(NotTaken, match="550"):
        door.receive(to=("a@example.org", f"b@sub.{DOMAIN}"))
    assert door.told == []
    assert door.receive(to=("a@example.org", TOKEN))["receipt"]["recipients"] == [TOKEN]
    assert Door(Rule((), "mails")).receive(to=("a@example.org",))


def test_sizes():
    """A mail in a notice has at most 150 KB, a stored one 40 MB."""
    inside = Door(Rule((DOMAIN,)))
    assert inside.receive()["content"].endswith("Rope\r\n")
    with pytest.raises(NotTaken, match="552"):
        inside.receive(RAW + b"x" * 150_000)
    with pytest.raises(NotTaken, match="552"):
        Door().receive(RAW + b"x" * 40_000_000)
    assert Door().receive(RAW + b"x" * 150_000)


def test_long_headers_are_cut_off_notices(door):
    """The notice says that it shows not all headers."""
    assert not door.receive()["mail"]["headersTruncated"]
    long = b"".join(b"X-%d: " % n + b"y" * 900 + b"\r\n" for n in range(15))
    assert door.receive(long + RAW)["mail"]["headersTruncated"]
