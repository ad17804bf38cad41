import pytest
from moto import mock_aws

from infra.deploy import flow, ses
from infra.deploy.cloud import Cloud
from tests.deploy.answers import Answer, Answers, Refused
from tests.stores import CREDENTIALS

DOMAIN, BUCKET, TOPIC = "in.example.org", "alibi-mail", "arn:aws:sns:eu-central-1:123456789012:mail"


@pytest.fixture
def cloud(monkeypatch):
    """An account in which CloudFormation has made our rule set."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    with mock_aws():
        made = Cloud("eu-central-1")
        where = {"LocationConstraint": "eu-central-1"}
        made.call("s3", "create_bucket", Bucket=BUCKET, CreateBucketConfiguration=where)
        made.call("sns", "create_topic", Name="mail")
        ruled(made, ses.RULES, DOMAIN)
        yield made


def ruled(cloud, name, domain):
    """Make a rule set with a rule that takes mail for a domain."""
    cloud.call("ses", "create_receipt_rule_set", RuleSetName=name)
    action = {"S3Action": {"BucketName": BUCKET, "TopicArn": TOPIC}}
    rule = {"Name": name, "Enabled": True, "Recipients": [domain], "Actions": [action]}
    cloud.call("ses", "create_receipt_rule", RuleSetName=name, Rule=rule)


def test_our_rules_become_active_where_none_are(cloud):
    """In a new account nothing is left to do by hand, once or twice."""
    assert ses.active(cloud).name == ""
    for _ in range(2):
        assert ses.activate(cloud, DOMAIN, BUCKET) == ""
        assert ses.active(cloud).name == ses.RULES
    assert ses.active(cloud).takes(DOMAIN.upper(), BUCKET)


def test_rules_of_others_stay_active(cloud):
    """Somebody's mail is not cut off; how to share or to replace is said, with the whole rule."""
    ruled(cloud, "theirs", "example.org")
    cloud.call("ses", "set_active_receipt_rule_set", RuleSetName="theirs")
    left = ses.activate(cloud, DOMAIN, BUCKET)
    assert ses.active(cloud).name == "theirs"
    assert "--rule-set-name theirs" in left
    assert f'"BucketName": "{BUCKET}"' in left
    assert f"set-active-receipt-rule-set --region eu-central-1 --rule-set-name {ses.RULES}" in left


def test_our_rule_among_those_of_others_is_enough(cloud):
    """Once our rule stands in the active set there is nothing left to do."""
    ruled(cloud, "theirs", DOMAIN)
    cloud.call("ses", "set_active_receipt_rule_set", RuleSetName="theirs")
    assert ses.activate(cloud, DOMAIN, BUCKET) == ""
    assert ses.activate(cloud, DOMAIN, "another bucket") != ""
    assert ses.activate(cloud, "other.example.org", BUCKET) != ""


MADE: dict[tuple[str, str], Answer] = {
    ("sesv2", "GetEmailIdentity"): Refused("NotFoundException", status=404),
    ("sesv2", "CreateEmailIdentity"): {"IdentityType": "DOMAIN"},
    ("sesv2", "PutEmailIdentityMailFromAttributes"): {},
}


@pytest.fixture
def account(monkeypatch):
    """An account at SES that knows no domain."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    cloud = Cloud("eu-central-1")
    return cloud, Answers(cloud, dict(MADE))


def operations(aws):
    """What was asked, in order."""
    return [operation for _, operation, _ in aws.calls]


def test_a_domain_that_is_new_becomes_an_identity(account):
    """SES makes its keys; bounces go to a name below it."""
    cloud, aws = account
    assert ses.identify(cloud, DOMAIN)
    assert operations(aws)[1:] == ["CreateEmailIdentity", "PutEmailIdentityMailFromAttributes"]
    assert aws.calls[-1][2]["MailFromDomain"] == f"bounce.{DOMAIN}"


@pytest.mark.parametrize(("name", "asked"), [("", 1), ("mail.example.org", 0)])
def test_a_domain_that_is_known_stays_as_it_is(account, name, asked):
    """Keys and a name for bounces that somebody has chosen are kept."""
    cloud, aws = account
    chosen = {"MailFromDomain": name, "MailFromDomainStatus": "SUCCESS"}
    known = {"MailFromAttributes": chosen | {"BehaviorOnMxFailure": "USE_DEFAULT_VALUE"}}
    aws.answers["sesv2", "GetEmailIdentity"] = known
    assert not ses.identify(cloud, DOMAIN)
    assert "CreateEmailIdentity" not in operations(aws)
    assert operations(aws).count("PutEmailIdentityMailFromAttributes") == asked


@pytest.mark.parametrize(("most", "rate"), [(1.0, "1"), (14.0, "14"), (0.5, "0.5"), (0, "1")])
def test_the_first_pace_is_the_one_that_ses_allows(account, most, rate):
    """In the sandbox that is one mail a second."""
    cloud, aws = account
    quota = {"Max24HourSend": 200.0, "MaxSendRate": float(most), "SentLast24Hours": 0.0}
    aws.answers["sesv2", "GetAccount"] = {"SendQuota": quota}
    assert flow.allowed_rate(cloud) == rate
