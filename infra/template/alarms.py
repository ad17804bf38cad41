"""When the operator is called: what waits too long, fails, is given up or complained about."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from infra.template.rights import GRANTED, TABLE

MINUTE = 60
WAITING = {
    "STATE": (300, "games whose time is up"),
    "OUT": (900, "letters"),
    "NEWS": (300, "news that is to be spread"),
    "IN": (300, "posts of forums"),
    "WRITE": (7200, "what is to be written at forums"),
    "SEND": (7200, "what is to be sent to webhooks"),
}
"""For each kind of row: from how many seconds its oldest is late, and what it is."""
GIVEN_UP = ("letter", "mail", "webhook", "forum")
STREAMED = ("Deliver", "Outside")
"""The functions that follow the stream of the table."""


class Alarm(NamedTuple):
    """A figure of CloudWatch, and above which threshold in how many periods (seconds) it rings."""

    about: str
    namespace: str
    metric: str
    threshold: float
    dimensions: Mapping[str, Any] = MappingProxyType({})
    statistic: str = "Sum"
    period: int = 5 * MINUTE
    periods: int = 1
    of: int = 1
    below: bool = False
    """It rings below the threshold, and where nothing is counted."""
    stays: bool = False
    """Where nothing is counted it stays as it is: SES says its rates now and then."""


def alarms() -> dict[str, Any]:
    """Give the part of the template with all alarms; they ring only if ``Alarms`` is yes."""
    return {"Resources": {name: _resource(alarm) for name, alarm in _all().items()}}


def _all() -> dict[str, Alarm]:
    return _of_ours() | _of_functions() | _of_amazon()


def _of_ours() -> dict[str, Alarm]:
    """What the functions count themselves: the namespace Alibi."""
    late = {
        f"Late{kind.title()}": Alarm(
            f"{what} wait too long",
            "Alibi",
            "OldestDue",
            seconds,
            {"Kind": kind},
            "Maximum",
            MINUTE,
            periods=3,
            of=5,
        )
        for kind, (seconds, what) in WAITING.items()
    }
    lost = {
        f"GivenUp{kind.title()}": Alarm(
            f"a {kind} was given up", "Alibi", "GivenUp", 0, {"Kind": kind}, period=60 * MINUTE
        )
        for kind in GIVEN_UP
    }
    return {
        **late,
        **lost,
        "UnexpectedErrors": Alarm("something unexpected happened", "Alibi", "Errors", 0),
        "LettersFailing": Alarm(
            "letters do not go out", "Alibi", "LettersFailed", 9, period=15 * MINUTE
        ),
        "SendingPaused": Alarm("SES has stopped sending for us", "Alibi", "SendingPaused", 0),
    }


def _of_functions() -> dict[str, Alarm]:
    """What Lambda counts of each function."""
    found: dict[str, Alarm] = {}
    for name in GRANTED:
        by_name = {"FunctionName": {"Ref": name}}
        found[f"{name}Failing"] = Alarm(
            f"{name} fails, or takes too long", "AWS/Lambda", "Errors", 0, by_name, of=3, periods=2
        )
        found[f"{name}Throttled"] = Alarm(
            f"{name} is not let run", "AWS/Lambda", "Throttles", 0, by_name, of=3, periods=2
        )
    for name in STREAMED:
        found[f"{name}Behind"] = Alarm(
            f"{name} is five minutes behind the table",
            "AWS/Lambda",
            "IteratorAge",
            300_000,
            {"FunctionName": {"Ref": name}},
            "Maximum",
        )
    found["TickStopped"] = Alarm(
        "nothing looks at what is due",
        "AWS/Lambda",
        "Invocations",
        1,
        {"FunctionName": {"Ref": "Tick"}},
        below=True,
    )
    return found


def _of_amazon() -> dict[str, Alarm]:
    """What queues, the table, SES and the gateway count."""
    dead = {"QueueName": {"Fn::GetAtt": ["DeadQueue", "QueueName"]}}
    table, index = {"TableName": TABLE}, {"GlobalSecondaryIndexName": "due"}
    base = "AWS/DynamoDB"
    return {
        "DeadLetters": Alarm(
            "something failed too often",
            "AWS/SQS",
            "ApproximateNumberOfMessagesVisible",
            0,
            dead,
            "Maximum",
        ),
        "TableReadsThrottled": Alarm(
            "reads are refused", base, "ReadThrottleEvents", 10, table, of=3, periods=2
        ),
        "TableWritesThrottled": Alarm(
            "writes are refused", base, "WriteThrottleEvents", 10, table, of=3, periods=2
        ),
        "IndexThrottled": Alarm(
            "the index cannot follow", base, "WriteThrottleEvents", 10, {**table, **index}
        ),
        # SES looks into an account at 5 and 0.1 in a hundred, and pauses it at 10 and 0.5.
        "MailBounces": _rate("too many letters bounce", "BounceRate", 0.04),
        "MailComplaints": _rate("too many readers complain", "ComplaintRate", 0.0008),
        "ApiFailing": Alarm("requests fail", "AWS/ApiGateway", "5XXError", 5, {"ApiName": "alibi"}),
    }


def _rate(about: str, metric: str, most: float) -> Alarm:
    """Give the alarm of a rate that SES counts for the account."""
    name = f"Reputation.{metric}"
    return Alarm(about, "AWS/SES", name, most, statistic="Average", stays=True)


def _resource(alarm: Alarm) -> dict[str, Any]:
    side = "LessThanThreshold" if alarm.below else "GreaterThanThreshold"
    missing = "breaching" if alarm.below else "ignore" if alarm.stays else "notBreaching"
    return {
        "Type": "AWS::CloudWatch::Alarm",
        "Condition": "Watched",
        "Properties": {
            "AlarmDescription": f"Alibi: {alarm.about}",
            "Namespace": alarm.namespace,
            "MetricName": alarm.metric,
            "Dimensions": [{"Name": n, "Value": value} for n, value in alarm.dimensions.items()],
            "Statistic": alarm.statistic,
            "Period": alarm.period,
            "EvaluationPeriods": alarm.of,
            "DatapointsToAlarm": alarm.periods,
            "Threshold": alarm.threshold,
            "ComparisonOperator": side,
            "TreatMissingData": missing,
            "AlarmActions": [{"Ref": "AlarmTopic"}],
            "OKActions": [{"Ref": "AlarmTopic"}],
        },
    }
