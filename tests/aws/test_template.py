"""The template as it is packaged, Chalice's and ours in one: what AWS would be asked for."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from chalice.app import CloudWatchEvent

from infra import template as ours
from infra.package import RUNTIMES
from infra.template.rights import GRANTED
from tests.aws.parts import everything, functions, of_type, only, source

TIMEOUTS = {
    "APIHandler": 30,
    "Tick": 60,
    "Clock": 60,
    "MailTick": 90,
    "Deliver": 30,
    "Inbound": 60,
    "WebhookTick": 60,
    "ForumTick": 120,
    "Outside": 60,
}
"""Seconds that each function may run; these are all functions."""
ROOT = Path(__file__).parents[2]
MINUTELY = ("Tick", "MailTick", "WebhookTick", "ForumTick")
DEAD = {"Fn::GetAtt": ["DeadQueue", "Arn"]}
LARGEST = 1_000_000
"""Characters of a template that CloudFormation takes from S3, in round figures."""


def test_cloudformation_takes_it_from_s3(template):
    """It is far from the largest, and plain JSON: no aliases, which YAML would have."""
    assert len(json.dumps(template)) < LARGEST / 2


def test_there_are_these_functions_with_these_times(resources):
    """Each runs no longer than it should, on a Python and on a processor that are tried."""
    found = functions(resources)
    assert {name: one["Timeout"] for name, one in found.items()} == TIMEOUTS
    assert set(GRANTED) == set(TIMEOUTS)
    assert {one["Runtime"].removeprefix("python") for one in found.values()} <= set(RUNTIMES)
    assert {tuple(one["Architectures"]) for one in found.values()} == {("x86_64",)}


def test_each_function_has_a_role_and_a_log_of_its_own(resources):
    """Nobody shares rights, and no log is kept for ever."""
    found = functions(resources)
    roles = {name: one["Role"] for name, one in found.items()}
    assert roles == {name: {"Fn::GetAtt": [f"{name}Role", "Arn"]} for name in TIMEOUTS}
    assert set(of_type(resources, "AWS::IAM::Role")) == {f"{name}Role" for name in TIMEOUTS}
    logs = of_type(resources, "AWS::Logs::LogGroup")
    for one in found.values():
        log = logs.pop(one["LoggingConfig"]["LogGroup"]["Ref"])
        assert log["RetentionInDays"] == {"Ref": "LogDays"}
        assert "LogFormat" not in one["LoggingConfig"], "our lines are JSON as they are"
    assert not logs


def test_the_table_is_kept_safe(template, resources):
    """The index of what is due, a stream, expiry, recovery, encryption; it outlives the stack."""
    table = only(resources, "AWS::DynamoDB::Table")
    (index,) = table["GlobalSecondaryIndexes"]
    assert index["IndexName"] == "due"
    assert [key["AttributeName"] for key in index["KeySchema"]] == ["shard", "due"]
    assert index["Projection"]["NonKeyAttributes"] == ["until"]
    assert table["TimeToLiveSpecification"] == {"AttributeName": "expires", "Enabled": True}
    assert table["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert table["SSESpecification"]["SSEEnabled"]
    assert table["DeletionProtectionEnabled"] == {"Fn::If": ["Protects", True, False]}
    assert template["Parameters"]["Protected"]["Default"] == "yes"
    kept = resources["GamesTable"]
    assert kept["DeletionPolicy"] == "RetainExceptOnCreate"
    assert kept["UpdateReplacePolicy"] == "Retain"


def test_no_hand_stands_in_the_stream(resources):
    """The functions that follow it read keys, and keys are all it holds."""
    table = only(resources, "AWS::DynamoDB::Table")
    assert table["StreamSpecification"] == {"StreamViewType": "KEYS_ONLY"}


@pytest.mark.parametrize(
    ("name", "kinds"),
    [("Deliver", {"OUT#", "NEWS#"}), ("Outside", {"IN#", "SEND#", "WRITE#"})],
)
def test_the_stream_calls_whom_it_concerns_and_gives_up_at_last(resources, name, kinds):
    """Only new rows of a kind; a bad one is cut out, tried some times, and then kept elsewhere."""
    event = source(functions(resources)[name])
    filters = [json.loads(one["Pattern"]) for one in event["FilterCriteria"]["Filters"]]
    assert all(one["eventName"] == ["INSERT"] for one in filters)
    keys = [one["dynamodb"]["Keys"]["sk"]["S"] for one in filters]
    assert {rule["prefix"] for (rule,) in keys} == kinds
    assert event["BisectBatchOnFunctionError"]
    assert 0 < event["MaximumRetryAttempts"] < 10
    assert event["DestinationConfig"]["OnFailure"]["Destination"] == DEAD
    assert event["Stream"]["Fn::If"][2] == {"Fn::GetAtt": ["GamesTable", "StreamArn"]}


def test_games_are_handed_over_by_a_queue_that_forgets_none(resources):
    """One bad game does not bring back the others; after five times it is put aside."""
    queue, clock = resources["ClockQueue"]["Properties"], functions(resources)["Clock"]
    event = source(clock)
    assert event["Queue"] == {"Fn::GetAtt": ["ClockQueue", "Arn"]}
    assert event["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert queue["VisibilityTimeout"] >= 6 * clock["Timeout"]
    assert queue["RedrivePolicy"] == {"deadLetterTargetArn": DEAD, "maxReceiveCount": 5}
    dead = resources["DeadQueue"]["Properties"]
    assert dead["MessageRetentionPeriod"] == 14 * 24 * 3600
    assert queue["SqsManagedSseEnabled"]
    assert dead["SqsManagedSseEnabled"]


@pytest.mark.parametrize("name", [*MINUTELY, "Inbound"])
def test_what_nobody_waits_for_does_not_fail_unheard(resources, name):
    """A call that has no caller to tell goes into the queue of the dead."""
    invoked = functions(resources)[name]["EventInvokeConfig"]
    assert invoked["DestinationConfig"]["OnFailure"] == {"Type": "SQS", "Destination": DEAD}
    assert invoked["MaximumRetryAttempts"] == (2 if name == "Inbound" else 0)


def test_four_functions_run_every_minute(resources):
    """The clock, the mail, webhooks and forums, each by a rule of its own."""
    timed = {n for n, one in functions(resources).items() if "Schedule" in str(one.get("Events"))}
    assert timed == set(MINUTELY)
    schedules = {source(functions(resources)[name])["Schedule"] for name in MINUTELY}
    assert schedules == {"rate(1 minute)"}


@pytest.mark.parametrize(
    ("of", "conditions"),
    [
        (1, set()),
        (2, {"TwoShares"}),
        (4, {"TwoShares", "FourShares"}),
        (8, {"TwoShares", "FourShares", "EightShares"}),
    ],
)
def test_mail_is_sent_by_as_many_as_are_wanted(resources, of, conditions):
    """All of the letters, each by one: the rules that there are say so as Chalice hears it."""
    inputs = [source(functions(resources)["MailTick"])["Input"]]
    for name, rule in resources.items():
        if rule["Type"] == "AWS::Events::Rule" and rule["Condition"] in conditions:
            (target,) = rule["Properties"]["Targets"]
            inputs.append(target["Input"])
            may = resources[f"{name}Permission"]
            assert may["Properties"]["SourceArn"] == {"Fn::GetAtt": [name, "Arn"]}
            assert may["Condition"] == rule["Condition"]
    on = [one["Fn::Sub"].replace("${MailShares}", str(of)) for one in inputs]
    told = [CloudWatchEvent(json.loads(text), None).to_dict() for text in on]
    assert [(one["number"], one["of"]) for one in told] == [(n, of) for n in range(of)]


def test_no_bucket_is_public_and_nothing_is_for_everybody(resources):
    """Public access is blocked; a policy for everybody only ever denies."""
    for bucket in of_type(resources, "AWS::S3::Bucket").values():
        assert len(bucket["PublicAccessBlockConfiguration"]) == 4
        assert all(bucket["PublicAccessBlockConfiguration"].values())
        assert bucket["BucketEncryption"]
    for one in everything(resources):
        if "Principal" in one and one.get("Effect") == "Allow":
            assert set(one["Principal"]) == {"Service"}


def test_who_serves_requests_reads_no_mail_and_sends_none(resources):
    """The API could neither write to anybody nor read what was written to us."""
    (policy,) = resources["APIHandlerRole"]["Properties"]["Policies"]
    actions = [a for one in policy["PolicyDocument"]["Statement"] for a in one["Action"]]
    assert not [action for action in actions if not action.startswith(("dynamodb:", "logs:"))]


def test_raw_mail_is_forgotten(resources):
    """The bucket empties itself."""
    rules = only(resources, "AWS::S3::Bucket")["LifecycleConfiguration"]["Rules"]
    assert [rule["ExpirationInDays"] for rule in rules] == [{"Ref": "MailDays"}]


def test_mail_for_the_domain_goes_into_the_bucket_and_rings_the_bell(resources):
    """One rule for the whole domain: S3 with a notice, not the mail in a notice (150 KB)."""
    rule = only(resources, "AWS::SES::ReceiptRule")["Rule"]
    assert rule["ScanEnabled"]
    assert rule["Recipients"] == [{"Ref": "MailDomain"}]
    (action,) = rule["Actions"]
    assert action["S3Action"]["TopicArn"] == {"Ref": "MailTopic"}
    assert source(functions(resources)["Inbound"]) == {"Topic": {"Ref": "MailTopic"}}
    for kind in ("AWS::SNS::TopicPolicy", "AWS::S3::BucketPolicy"):
        allowed = only(resources, kind)["PolicyDocument"]["Statement"][0]
        assert allowed["Principal"] == {"Service": "ses.amazonaws.com"}
        assert "aws:SourceAccount" in allowed["Condition"]["StringEquals"]


def test_only_what_happens_to_mail_is_listened_to(template, resources):
    """Bounces, complaints, and what SES refused come back; opens and clicks are never tracked."""
    destination = only(resources, "AWS::SES::ConfigurationSetEventDestination")
    events = destination["EventDestination"]["MatchingEventTypes"]
    assert events == ["bounce", "complaint", "reject", "renderingFailure"]
    assert "TrackingOptions" not in only(resources, "AWS::SES::ConfigurationSet")
    variables = template["Globals"]["Function"]["Environment"]["Variables"]
    assert variables["ALIBI_CONFIGURATION_SET"] == destination["ConfigurationSetName"]


def test_no_secret_is_an_environment_variable(template, resources):
    """What the functions are told is what the template is told, and names of what it makes."""
    told = template["Globals"]["Function"]["Environment"]["Variables"]
    named = {one["Ref"] for one in everything(told) if isinstance(one.get("Ref"), str)}
    assert named <= {*template["Parameters"], *resources}
    assert not [name for name, one in template["Parameters"].items() if "NoEcho" in one]
    assert not any("Environment" in one for one in functions(resources).values())


def test_two_parts_never_say_something_about_the_same():
    """What stands in two files is an error, not a question of their order."""
    one = {"Resources": {"Tick": {"Properties": {"Timeout": 60}}}}
    other = {"Resources": {"Tick": {"Properties": {"Role": "r"}}}}
    both = {"Resources": {"Tick": {"Properties": {"Timeout": 60, "Role": "r"}}}}
    assert ours.joined(one, other) == both
    with pytest.raises(ValueError, match="/Resources/Tick/Properties/Timeout"):
        ours.joined(one, both)


def test_it_is_written_for_whoever_packages_without_us(tmp_path):
    """``python -m infra.template`` writes what is merged."""
    path = tmp_path / "beside.json"
    subprocess.run([sys.executable, "-m", "infra.template", str(path)], check=True, cwd=ROOT)
    assert json.loads(path.read_text(encoding="utf-8")) == ours.merged()
