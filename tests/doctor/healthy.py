"""An installation to which nothing is missing, as AWS, name servers and the API tell of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import dns.resolver

from infra.deploy.cloud import Cloud
from infra.deploy.stack import Stack
from infra.doctor.checks import report
from infra.doctor.finding import Finding
from infra.doctor.look import Look, fetched
from infra.local import lookup
from tests.deploy.answers import Answer, Answers
from tests.local.names import Names, Zone

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
DOMAIN = "in.example.org"
REGION = "eu-central-1"
SERVER = f"inbound-smtp.{REGION}.amazonaws.com"
BUCKET = "alibi-mailbucket-1"
TOPIC = f"arn:aws:sns:{REGION}:000000000000:alibi-mail"
TOKENS = ("aaa", "bbb", "ccc")
UUID = "0123abcd-0000-4000-8000-0123456789ab"

ZONE: Zone = {
    (DOMAIN, "MX"): [f"10 {SERVER}."],
    (f"bounce.{DOMAIN}", "MX"): [f"10 feedback-smtp.{REGION}.amazonses.com."],
    (f"bounce.{DOMAIN}", "TXT"): ['"v=spf1 include:amazonses.com ~all"'],
    ("_dmarc.example.org", "TXT"): ['"v=DMARC1; p=quarantine"'],
} | {
    (f"{token}._domainkey.{DOMAIN}", "CNAME"): [f"{token}.dkim.amazonses.com."] for token in TOKENS
}

RESOURCES = {
    "GamesTable": ("AWS::DynamoDB::Table", "alibi-games"),
    "MailBucket": ("AWS::S3::Bucket", BUCKET),
    "MailTopic": ("AWS::SNS::Topic", TOPIC),
    "AlarmTopic": ("AWS::SNS::Topic", f"{TOPIC}-alarms"),
    "MailConfiguration": ("AWS::SES::ConfigurationSet", "alibi-mail"),
    "APIHandler": ("AWS::Lambda::Function", "alibi-APIHandler-1"),
    "DeliverSource": ("AWS::Lambda::EventSourceMapping", UUID),
    "TickSchedule": ("AWS::Events::Rule", "alibi-tick-1"),
    "ClockQueue": ("AWS::SQS::Queue", "https://sqs.example/alibi-clock"),
    "DeadQueue": ("AWS::SQS::Queue", "https://sqs.example/alibi-dead"),
    "TickFailing": ("AWS::CloudWatch::Alarm", "alibi-TickFailing-1"),
}
RULE = {
    "Name": "alibi-mail",
    "Enabled": True,
    "Recipients": [DOMAIN],
    "Actions": [{"S3Action": {"BucketName": BUCKET, "TopicArn": TOPIC}}],
}


def summary(name: str) -> dict[str, Any]:
    """One resource in CloudFormation's list."""
    kind, physical = RESOURCES[name]
    known = {"LogicalResourceId": name, "ResourceType": kind, "PhysicalResourceId": physical}
    return known | {"LastUpdatedTimestamp": NOON, "ResourceStatus": "CREATE_COMPLETE"}


def described(**parameters: str) -> dict[str, Any]:
    """The stack as CloudFormation describes it."""
    known = {"MailDomain": DOMAIN, "MailRate": "14"} | parameters
    return {
        "StackName": "alibi",
        "CreationTime": NOON,
        "StackStatus": "UPDATE_COMPLETE",
        "Outputs": [{"OutputKey": "Version", "OutputValue": "0123456789ab"}],
        "Parameters": [{"ParameterKey": k, "ParameterValue": v} for k, v in known.items()],
    }


def subscription(asked: dict[str, Any]) -> dict[str, Any]:
    """Somebody who listens to a topic."""
    arn = asked["TopicArn"]
    one = {"SubscriptionArn": f"{arn}:1", "TopicArn": arn, "Endpoint": "it", "Protocol": "lambda"}
    return {"Subscriptions": [one]}


ANSWERS: dict[tuple[str, str], Answer] = {
    ("sts", "GetCallerIdentity"): {"Account": "000000000000", "Arn": "arn:aws:iam::0:user/d"},
    ("cloudformation", "ListStackResources"): {
        "StackResourceSummaries": [summary(name) for name in RESOURCES]
    },
    ("sesv2", "GetEmailIdentity"): {
        "VerificationStatus": "SUCCESS",
        "DkimAttributes": {"Tokens": list(TOKENS), "Status": "SUCCESS"},
        "MailFromAttributes": {
            "MailFromDomain": f"bounce.{DOMAIN}",
            "MailFromDomainStatus": "SUCCESS",
            "BehaviorOnMxFailure": "USE_DEFAULT_VALUE",
        },
    },
    ("sesv2", "GetAccount"): {
        "ProductionAccessEnabled": True,
        "SendingEnabled": True,
        "EnforcementStatus": "HEALTHY",
        "SendQuota": {"Max24HourSend": 50000.0, "MaxSendRate": 14.0, "SentLast24Hours": 12.0},
        "PricingAttributes": {"CurrentPlan": "NONE"},
    },
    ("ses", "DescribeActiveReceiptRuleSet"): {"Metadata": {"Name": "alibi-mail"}, "Rules": [RULE]},
    ("ses", "DescribeReceiptRule"): {"Rule": RULE},
    ("sesv2", "GetConfigurationSet"): {
        "SendingOptions": {"SendingEnabled": True},
        "SuppressionOptions": {"SuppressedReasons": ["BOUNCE", "COMPLAINT"]},
    },
    ("sesv2", "GetConfigurationSetEventDestinations"): {
        "EventDestinations": [
            {"Name": "t", "Enabled": True, "MatchingEventTypes": ["BOUNCE", "COMPLAINT"]}
        ]
    },
    ("sns", "ListSubscriptionsByTopic"): subscription,
    ("dynamodb", "DescribeTable"): {
        "Table": {
            "TableStatus": "ACTIVE",
            "DeletionProtectionEnabled": True,
            "StreamSpecification": {"StreamEnabled": True},
            "GlobalSecondaryIndexes": [{"IndexName": "due", "IndexStatus": "ACTIVE"}],
        }
    },
    ("dynamodb", "DescribeContinuousBackups"): {
        "ContinuousBackupsDescription": {
            "ContinuousBackupsStatus": "ENABLED",
            "PointInTimeRecoveryDescription": {"PointInTimeRecoveryStatus": "ENABLED"},
        }
    },
    ("dynamodb", "DescribeTimeToLive"): {"TimeToLiveDescription": {"TimeToLiveStatus": "ENABLED"}},
    ("lambda", "GetFunctionConfiguration"): {"State": "Active", "LastUpdateStatus": "Successful"},
    ("lambda", "GetEventSourceMapping"): {"UUID": UUID, "State": "Enabled"},
    ("events", "DescribeRule"): {"State": "ENABLED"},
    ("sqs", "GetQueueAttributes"): {"Attributes": {"ApproximateNumberOfMessages": "0"}},
    ("cloudwatch", "DescribeAlarms"): {
        "MetricAlarms": [{"AlarmName": "alibi-TickFailing-1", "StateValue": "OK"}]
    },
}


class Door(BaseHTTPRequestHandler):
    """The API, as far as it says whether it is ready."""

    status = 200

    def do_GET(self):
        """Answer the one address that is looked at."""
        self.send_response(self.status if self.path == "/api/v1/health/ready" else 404)
        self.end_headers()
        self.wfile.write(b'{"ok":true}')

    def log_message(self, *_: object):
        """Say nothing."""


@cache
def account(region: str) -> tuple[Cloud, Answers]:
    """The one account of a region: its clients are made once for all tests."""
    cloud = Cloud(region)
    return cloud, Answers(cloud, {})


class Installation:
    """What is looked at; ``answers``, ``zone``, ``door`` and ``now`` may be changed before."""

    def __init__(self, names: Names, url: str, door: type[Door]) -> None:
        """Begin with all being well."""
        self.zone, self.door = names.zone, door
        self.answers = dict(ANSWERS)
        self.parameters = {"BaseUrl": f"{url}/api"}
        self.region, self.now = REGION, NOON
        self.aws: Answers | None = None
        self._names = names

    def look(self) -> list[Finding]:
        """Look at everything."""
        return report(self.looking())

    def looking(self) -> Look:
        """Give where to look."""
        stack = {"Stacks": [described(**self.parameters)]}
        self.answers.setdefault(("cloudformation", "DescribeStacks"), stack)
        cloud, self.aws = account(self.region)
        self.aws.answers, self.aws.calls = self.answers, []
        resolver = lookup.resolver(("127.0.0.1",), self._names.port)
        assert isinstance(resolver, dns.resolver.Resolver)
        stack_seen = Stack(cloud, "alibi", lambda _: None)
        return Look(cloud, stack_seen, resolver, fetched, lambda: self.now)


@contextmanager
def installation() -> Iterator[Installation]:
    """A healthy installation with a name server and an API of its own."""
    names = Names(dict(ZONE))
    door = type("Own", (Door,), {})
    with ThreadingHTTPServer(("127.0.0.1", 0), door) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield Installation(names, f"http://127.0.0.1:{server.server_port}", door)
        finally:
            server.shutdown()
            names.close()
