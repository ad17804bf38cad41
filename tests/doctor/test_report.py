import copy
from datetime import timedelta

import msgspec
import pytest
from botocore.exceptions import NoCredentialsError

from infra.doctor.__main__ import main
from infra.doctor.checks import CHECKS, FIRST
from infra.doctor.finding import healthy, lines
from tests.deploy.answers import Refused
from tests.doctor.healthy import DOMAIN, REGION, SERVER, TOPIC, UUID, described


def changed(it, service, operation, **fields):
    """Let one answer of AWS differ in some fields, given by their path with ``__`` in between."""
    answer = copy.deepcopy(it.answers[service, operation])
    for path, value in fields.items():
        *above, last = path.split("__")
        place = answer
        for name in above:
            place = place[int(name) if name.isdigit() else name]
        place[last] = value
    it.answers[service, operation] = answer


def complaints(findings):
    """What is not as it should be, by check."""
    return {one.check: one for one in findings if one.state != "ok"}


def test_nothing_is_missing_where_all_is_well(it):
    """Every check finds something that is right, and the report is green."""
    found = it.look()
    assert complaints(found) == {}
    assert healthy(found)
    assert len(found) > len(FIRST) + len(CHECKS)


NAMES = [
    ((DOMAIN, "MX"), None, "MX", f"{DOMAIN}. MX 10 {SERVER}."),
    ((DOMAIN, "MX"), ["10 mx.example."], "MX", "and no other"),
    ((DOMAIN, "MX"), [f"10 {SERVER}.", "20 mx.example."], "MX", "and no other"),
    ((DOMAIN, "MX"), ["10 inbound-smtp.eu-west-1.amazonaws.com."], "MX", SERVER),
    (
        (f"bbb._domainkey.{DOMAIN}", "CNAME"),
        None,
        "DKIM",
        f"bbb._domainkey.{DOMAIN}. CNAME bbb.dkim.amazonses.com.",
    ),
    ((f"bbb._domainkey.{DOMAIN}", "CNAME"), ["else.example."], "DKIM", "bbb.dkim.amazonses.com."),
]
BETTER = [
    (
        (f"bounce.{DOMAIN}", "MX"),
        None,
        "MAIL FROM",
        f"bounce.{DOMAIN}. MX 10 feedback-smtp.{REGION}.amazonses.com.",
    ),
    (
        (f"bounce.{DOMAIN}", "TXT"),
        ['"v=spf1 -all"'],
        "SPF",
        f'bounce.{DOMAIN}. TXT "v=spf1 include:amazonses.com ~all"',
    ),
    (("_dmarc.example.org", "TXT"), None, "DMARC", f'_dmarc.{DOMAIN}. TXT "v=DMARC1'),
    (
        ("_dmarc.example.org", "TXT"),
        ['"v=DMARC1; p=none"', '"v=DMARC1; p=reject"'],
        "DMARC",
        "keep one",
    ),
]


@pytest.mark.parametrize(("place", "records", "check", "mend"), NAMES + BETTER)
def test_a_missing_record_stands_there_as_it_is_to_be_made(it, place, records, check, mend):
    """Name, kind and value can be copied; what mail does not depend on is advice."""
    it.zone.pop(place)
    if records:
        it.zone[place] = records
    found = it.look()
    bad = complaints(found)
    assert set(bad) == {check}
    assert mend in bad[check].mend
    assert healthy(found) is ((place, records, check, mend) in BETTER)


AWS = [
    ("sesv2", "GetAccount", {"ProductionAccessEnabled": False}, "sandbox", "leaving-the-sandbox"),
    ("sesv2", "GetAccount", {"SendingEnabled": False}, "sending", "get-account"),
    ("sesv2", "GetAccount", {"EnforcementStatus": "PROBATION"}, "sending", "get-account"),
    ("sesv2", "GetAccount", {"SendQuota__MaxSendRate": 1.0}, "pace", "MailRate=1"),
    ("sesv2", "GetAccount", {"SendQuota__MaxSendRate": 90.0}, "pace", "MailRate=90"),
    ("sesv2", "GetAccount", {"SendQuota__SentLast24Hours": 49000.0}, "quota", "Service Quotas"),
    (
        "sesv2",
        "GetAccount",
        {"PricingAttributes__CurrentPlan": "ESSENTIALS"},
        "prices",
        "--plan NONE",
    ),
    ("sesv2", "GetEmailIdentity", {"VerificationStatus": "PENDING"}, "domain", "CNAME"),
    (
        "sesv2",
        "GetEmailIdentity",
        {"MailFromAttributes__MailFromDomain": ""},
        "MAIL FROM",
        "make deploy",
    ),
    ("ses", "DescribeActiveReceiptRuleSet", {"Rules": []}, "receiving", "make deploy"),
    (
        "ses",
        "DescribeActiveReceiptRuleSet",
        {"Metadata": {"Name": "theirs"}, "Rules": []},
        "receiving",
        "create-receipt-rule --region eu-central-1 --rule-set-name theirs",
    ),
    (
        "sesv2",
        "GetConfigurationSet",
        {"SendingOptions__SendingEnabled": False},
        "configuration set",
        "--sending-enabled",
    ),
    ("sesv2", "GetConfigurationSet", {"SuppressionOptions": {}}, "suppression", "make deploy"),
    (
        "sesv2",
        "GetConfigurationSetEventDestinations",
        {"EventDestinations__0__Enabled": False},
        "configuration set",
        "make deploy",
    ),
    ("dynamodb", "DescribeTable", {"Table__TableStatus": "UPDATING"}, "table", "wait"),
    (
        "dynamodb",
        "DescribeTable",
        {"Table__StreamSpecification__StreamEnabled": False},
        "table",
        "make deploy",
    ),
    (
        "dynamodb",
        "DescribeTable",
        {"Table__DeletionProtectionEnabled": False},
        "table",
        "Protected=yes",
    ),
    (
        "dynamodb",
        "DescribeContinuousBackups",
        {"ContinuousBackupsDescription__PointInTimeRecoveryDescription": {}},
        "backup",
        "PointInTimeRecoveryEnabled=true",
    ),
    (
        "dynamodb",
        "DescribeTimeToLive",
        {"TimeToLiveDescription__TimeToLiveStatus": "DISABLED"},
        "expiry",
        "AttributeName=expires",
    ),
    (
        "lambda",
        "GetFunctionConfiguration",
        {"State": "Failed", "StateReason": "no role"},
        "function APIHandler",
        "make deploy",
    ),
    (
        "lambda",
        "GetEventSourceMapping",
        {"State": "Disabled"},
        "source DeliverSource",
        f"--uuid {UUID} --enabled",
    ),
    (
        "lambda",
        "GetEventSourceMapping",
        {"LastProcessingResult": "PROBLEM: no right"},
        "source DeliverSource",
        "logs",
    ),
    (
        "sqs",
        "GetQueueAttributes",
        {"Attributes__ApproximateNumberOfMessages": "3"},
        "dead letters",
        "docs/operate.md",
    ),
    (
        "cloudwatch",
        "DescribeAlarms",
        {"MetricAlarms__0__StateValue": "ALARM"},
        "alarms",
        "docs/operations.md",
    ),
]


@pytest.mark.parametrize(("service", "operation", "fields", "check", "mend"), AWS)
def test_what_aws_says_is_judged(it, service, operation, fields, check, mend):
    """One thing that is not right is one complaint, with what mends it."""
    changed(it, service, operation, **fields)
    bad = complaints(it.look())
    assert set(bad) == {check}
    assert mend in bad[check].mend


def test_a_rule_of_ours_may_stand_in_somebody_elses_set(it):
    """What counts is that mail for the domain comes into the bucket."""
    changed(it, "ses", "DescribeActiveReceiptRuleSet", Metadata={"Name": "theirs"})
    assert complaints(it.look()) == {}


def test_a_schedule_that_is_off(it):
    """Nothing starts the function."""
    it.answers["events", "DescribeRule"] = {"State": "DISABLED"}
    bad = complaints(it.look())
    assert "enable-rule --name alibi-tick-1" in bad["schedule TickSchedule"].mend


def test_no_rule_set_at_all(it):
    """In a new account none is active."""
    it.answers["ses", "DescribeActiveReceiptRuleSet"] = {}
    (bad,) = complaints(it.look()).values()
    assert "set-active-receipt-rule-set" in bad.mend


@pytest.mark.parametrize(
    ("arn", "endpoint", "mend"),
    [("PendingConfirmation", "you@example.org", "follow the link")],
)
def test_an_address_for_alarms_has_to_be_confirmed(it, arn, endpoint, mend):
    """Until its owner has followed the link nobody hears an alarm."""
    one = {"SubscriptionArn": arn, "TopicArn": TOPIC, "Endpoint": endpoint, "Protocol": "email"}
    it.answers["sns", "ListSubscriptionsByTopic"] = {"Subscriptions": [one]}
    bad = complaints(it.look())
    assert set(bad) == {"topic MailTopic", "topic AlarmTopic"}
    assert endpoint in bad["topic AlarmTopic"].seen
    assert mend in bad["topic AlarmTopic"].mend


def test_who_hears_nothing(it):
    """Without listeners mail is not read; alarms that nobody hears are advice."""
    it.answers["sns", "ListSubscriptionsByTopic"] = {"Subscriptions": []}
    bad = complaints(it.look())
    assert bad["topic MailTopic"].state == "wrong"
    assert bad["topic AlarmTopic"].state == "advice"


def test_the_api_is_asked_at_the_address_of_the_letters(it):
    """One that is not ready, and one that does not answer, are both told."""
    it.door.status = 503
    assert set(complaints(it.look())) == {"API"}
    it.answers.pop(("cloudformation", "DescribeStacks"))
    it.parameters["BaseUrl"] = "http://127.0.0.1:9"
    bad = complaints(it.look())
    assert "does not answer" in bad["API"].seen


def test_our_clock(it):
    """AWS refuses what is signed five minutes off; one minute is said before it happens."""
    it.now += timedelta(minutes=2)
    assert set(complaints(it.look())) == {"clock"}


def test_a_region_without_incoming_mail(it):
    """A region that is not known to take mail is believed if it has the servers."""
    it.region = "sa-east-1"
    assert complaints(it.look())["region"].state == "wrong"
    it.zone["inbound-smtp.sa-east-1.amazonaws.com", "A"] = ["192.0.2.1"]
    assert "region" not in complaints(it.look())


@pytest.mark.parametrize("status", ["", "UPDATE_IN_PROGRESS", "UPDATE_ROLLBACK_FAILED"])
def test_without_a_stack_there_is_nothing_else_to_look_at(it, status):
    """One complaint says how to begin, or what the stack waits for."""
    stack = described(**it.parameters) | {"StackStatus": status or "DELETE_COMPLETE"}
    it.answers["cloudformation", "DescribeStacks"] = {"Stacks": [stack]}
    found = it.look()
    assert set(complaints(found)) == {"stack"}
    assert complaints(found)["stack"].mend
    assert {service for service, _, _ in it.aws.calls} == {"sts", "cloudformation"}


def test_a_right_that_is_missing_hides_only_what_it_is_about(it):
    """What we may not look at is unknown, and all else is looked at."""
    it.answers["dynamodb", "DescribeContinuousBackups"] = Refused(
        "AccessDeniedException", status=403
    )
    found = it.look()
    (bad,) = complaints(found).values()
    assert (bad.check, bad.state) == ("table", "unknown")
    assert "deployer.json" in bad.mend
    assert not healthy(found)
    assert "API" in {one.check for one in found}


def test_no_credentials_is_the_first_thing_to_mend(it):
    """Nothing else is tried."""

    def none(_):
        raise NoCredentialsError

    it.answers["sts", "GetCallerIdentity"] = none
    (only,) = it.look()
    assert (only.check, only.state) == ("credentials", "wrong")
    assert only.mend.startswith("aws configure")


def test_silent_name_servers_are_not_missing_records(it):
    """Nobody is told to make a record that may be there."""
    it.zone[DOMAIN, "MX"] = ["SERVFAIL"]
    bad = complaints(it.look())
    assert bad["arriving mail"].state == "unknown"
    assert "MX" not in bad


def test_the_report_is_for_people_and_for_programs(it):
    """What is to be done stands on a line of its own; JSON has the same."""
    it.zone.pop((DOMAIN, "MX"))
    found = it.look()
    text = lines(found)
    place = text.index(f"WRONG   MX: {DOMAIN} has no MX")
    assert text[place + 1] == f"        -> {DOMAIN}. MX 10 {SERVER}."
    told = msgspec.json.decode(msgspec.json.encode(found))
    assert {"check": "MX", "state": "wrong"}.items() <= told[_at(told, "MX")].items()


def _at(told, check):
    return next(n for n, one in enumerate(told) if one["check"] == check)


@pytest.mark.parametrize(("spoilt", "status"), [(False, 0), (True, 1)])
def test_the_command_tells_by_its_exit_status(it, spoilt, status, capsys):
    """0 where nothing is missing, 1 else; the words and the JSON say the same."""
    if spoilt:
        it.zone.pop((DOMAIN, "MX"))
    assert main([], lambda _: it.looking()) == status
    words = capsys.readouterr().out
    assert ("WRONG" in words) is spoilt
    assert main(["--json"], lambda _: it.looking()) == status
    told = msgspec.json.decode(capsys.readouterr().out)
    assert [one["state"] for one in told].count("wrong") == spoilt
    assert len(words.splitlines()) == len(told) + spoilt


def test_a_profile_that_is_not_there(monkeypatch, capsys):
    """What boto3 says of it is passed on."""
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nonexistent")
    assert main(["--profile", "nobody"]) == 1
    assert "nobody" in capsys.readouterr().out


def test_without_a_region_nothing_is_looked_at(monkeypatch, capsys):
    """The command says how to name one, and fails."""
    for name in ("AWS_DEFAULT_REGION", "AWS_REGION", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nonexistent")
    assert main([]) == 1
    assert "REGION=" in capsys.readouterr().out
