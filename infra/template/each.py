"""What every function has of its own: a role and a log group (its alarms are in ``alarms``)."""

from typing import Any

from infra.template.rights import GRANTED, RIGHTS

TRUST = {
    "Version": "2012-10-17",
    "Statement": [
        {
            "Effect": "Allow",
            "Principal": {"Service": "lambda.amazonaws.com"},
            "Action": "sts:AssumeRole",
        }
    ],
}


def functions() -> dict[str, Any]:
    """Give the part of the template that repeats itself for each function."""
    resources: dict[str, Any] = {}
    for name in GRANTED:
        resources[name] = {"Properties": _linked(name)}
        resources[f"{name}Log"], resources[f"{name}Role"] = _log(name), _role(name)
    return {"Resources": resources}


def _linked(name: str) -> dict[str, Any]:
    """Tie a function to its role and its log group, in place of what Chalice and Lambda make."""
    return {
        "Role": {"Fn::GetAtt": [f"{name}Role", "Arn"]},
        "LoggingConfig": {"LogGroup": {"Ref": f"{name}Log"}},
    }


def _log(name: str) -> dict[str, Any]:
    """Give the log group: it has to exist before the role, so its name is not the function's."""
    return {
        "Type": "AWS::Logs::LogGroup",
        "DeletionPolicy": "Delete",
        "UpdateReplacePolicy": "Delete",
        "Properties": {
            "LogGroupName": f"/aws/lambda/alibi/{name}",
            "RetentionInDays": {"Ref": "LogDays"},
        },
    }


def _role(name: str) -> dict[str, Any]:
    """Give the role; Lambda itself writes the logs with it, into the group of this function."""
    writes = {
        "Effect": "Allow",
        "Action": ["logs:CreateLogStream", "logs:PutLogEvents"],
        "Resource": [{"Fn::GetAtt": [f"{name}Log", "Arn"]}],
    }
    statements = [writes, *(RIGHTS[right] for right in GRANTED[name])]
    return {
        "Type": "AWS::IAM::Role",
        "Properties": {
            "AssumeRolePolicyDocument": TRUST,
            "Policies": [
                {
                    "PolicyName": "calls",
                    "PolicyDocument": {"Version": "2012-10-17", "Statement": statements},
                }
            ],
        },
    }
