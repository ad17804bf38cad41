"""The template beside Chalice's own, and the rights of the functions."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from chalicelib import aws

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def template() -> Any:
    """What is merged over the template that Chalice makes."""
    return yaml.safe_load((ROOT / "infra" / "resources.yaml").read_text(encoding="utf-8"))


def of_type(template, kind):
    """The properties of the one resource of a type."""
    (found,) = (r["Properties"] for r in template["Resources"].values() if r.get("Type") == kind)
    return found


def references(value: Any) -> set[str]:
    """Every name that is referred to anywhere in a template."""
    if isinstance(value, list):
        return {name for one in value for name in references(one)}
    if not isinstance(value, dict):
        return set()
    named = {value["Ref"]} if isinstance(value.get("Ref"), str) else set()
    if "Fn::GetAtt" in value:
        named.add(value["Fn::GetAtt"][0])
    if "Fn::Sub" in value:
        named |= set(re.findall(r"\$\{([\w:]+)", value["Fn::Sub"]))
    return named.union(*map(references, value.values()))


def test_everything_referred_to_exists(template):
    """No name in the template leads nowhere."""
    known = {*template["Resources"], *template["Parameters"]}
    assert {name for name in references(template) if not name.startswith("AWS::")} <= known


def test_only_what_happens_to_mail_is_listened_to(template):
    """Bounces, complaints, and what SES refused come back; opens and clicks are never tracked."""
    destination = of_type(template, "AWS::SES::ConfigurationSetEventDestination")
    events = destination["EventDestination"]["MatchingEventTypes"]
    assert events == ["bounce", "complaint", "reject", "renderingFailure"]
    assert "TrackingOptions" not in of_type(template, "AWS::SES::ConfigurationSet")
    variables = template["Globals"]["Function"]["Environment"]["Variables"]
    assert variables["ALIBI_CONFIGURATION_SET"] == destination["ConfigurationSetName"]


def test_raw_mail_is_a_secret_and_is_forgotten(template):
    """The bucket is encrypted, closed to the public, and empties itself after 30 days."""
    bucket = of_type(template, "AWS::S3::Bucket")
    assert all(bucket["PublicAccessBlockConfiguration"].values())
    assert bucket["BucketEncryption"]
    assert [rule["ExpirationInDays"] for rule in bucket["LifecycleConfiguration"]["Rules"]] == [30]


def test_mail_for_the_domain_goes_into_the_bucket_and_rings_the_bell(template):
    """One rule for the whole domain: S3 with a notice, not the mail in a notice (150 KB)."""
    rule = of_type(template, "AWS::SES::ReceiptRule")["Rule"]
    assert rule["ScanEnabled"]
    assert rule["Recipients"] == [{"Ref": "MailDomain"}]
    (action,) = rule["Actions"]
    assert action["S3Action"]["TopicArn"] == {"Ref": "MailTopic"}
    for kind in ("AWS::SNS::TopicPolicy", "AWS::S3::BucketPolicy"):
        allowed = of_type(template, kind)["PolicyDocument"]["Statement"][0]
        assert allowed["Principal"] == {"Service": "ses.amazonaws.com"}
        assert "aws:SourceAccount" in allowed["Condition"]["StringEquals"]


def test_the_functions_may_call_of_ses_what_they_call_and_nothing_else():
    """Each call in the program has its right, and no right is without a call."""
    source = Path(aws.__file__).read_text(encoding="utf-8")
    calls = set(re.findall(r"\bses\.(\w+)\(", source.replace("self._ses.", "ses.")))
    called = {"ses:" + "".join(word.title() for word in call.split("_")) for call in calls}
    policy = json.loads((ROOT / ".chalice" / "policy.json").read_text(encoding="utf-8"))
    allowed = {
        action
        for statement in policy["Statement"]
        for action in statement["Action"]
        if action.startswith("ses:")
    }
    assert allowed == called | {"ses:SendRawEmail"}
