"""The rules that call ``mail_tick`` every minute: one for each share of the letters."""

import json
from typing import Any

MORE = {
    2: "TwoShares",
    **dict.fromkeys((3, 4), "FourShares"),
    **dict.fromkeys((5, 6, 7, 8), "EightShares"),
}
"""The shares besides the first, and under which condition there is one."""
EVERY_MINUTE = "rate(1 minute)"
EVENT = {
    "version": "0",
    "account": "",
    "region": "",
    "detail": {},
    "detail-type": "Scheduled Event",
    "source": "aws.events",
    "time": "",
    "id": "",
    "resources": [],
}
"""What Chalice wants to find in whatever EventBridge sends."""


def shares() -> dict[str, Any]:
    """Give the part of the template with the rules; ``MailShares`` says how many there are.

    The first is Chalice's own.
    """
    first = {"MailTickEvent": {"Properties": {"Input": _input(0)}}}
    resources: dict[str, Any] = {"MailTick": {"Properties": {"Events": first}}}
    for share, condition in MORE.items():
        resources[f"MailShare{share}"] = _rule(share - 1) | {"Condition": condition}
        resources[f"MailShare{share}Permission"] = _may(share) | {"Condition": condition}
    return {"Resources": resources}


def _rule(number: int) -> dict[str, Any]:
    target = {"Id": "mail", "Arn": {"Fn::GetAtt": ["MailTick", "Arn"]}, "Input": _input(number)}
    properties = {"ScheduleExpression": EVERY_MINUTE, "Targets": [target]}
    return {"Type": "AWS::Events::Rule", "Properties": properties}


def _may(share: int) -> dict[str, Any]:
    properties = {
        "Action": "lambda:InvokeFunction",
        "FunctionName": {"Ref": "MailTick"},
        "Principal": "events.amazonaws.com",
        "SourceArn": {"Fn::GetAtt": [f"MailShare{share}", "Arn"]},
    }
    return {"Type": "AWS::Lambda::Permission", "Properties": properties}


def _input(number: int) -> dict[str, str]:
    """Give the event: the whole of one, and which share of how many."""
    share = f', "number": {number}, "of": ${{MailShares}}}}'
    return {"Fn::Sub": json.dumps(EVENT)[:-1] + share}
