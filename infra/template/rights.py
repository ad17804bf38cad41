"""What each function may do on AWS, and nothing else; ``each`` makes a role for each of it."""

from typing import Any

Statement = dict[str, Any]
PLACE = "${AWS::Partition}:dynamodb:${AWS::Region}:${AWS::AccountId}"
TABLE = {"Fn::If": ["Restored", {"Ref": "RestoredTable"}, {"Ref": "GamesTable"}]}
"""The name of the table that the functions use."""


def _of_table(rest: str = "") -> Statement:
    """The ARN of the table in use, or of what belongs to it."""
    ours = {"Fn::Sub": f"${{GamesTable.Arn}}{rest}"}
    restored = {"Fn::Sub": f"arn:{PLACE}:table/${{RestoredTable}}{rest}"}
    return {"Fn::If": ["Restored", restored, ours]}


def _arn(resource: str) -> Statement:
    return {"Fn::GetAtt": [resource, "Arn"]}


def _allow(actions: list[str], *resources: Any) -> Statement:
    return {"Effect": "Allow", "Action": actions, "Resource": list(resources)}


_SES = "arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}"

RIGHTS: dict[str, Statement] = {
    # A transaction needs the right to each of its parts, and none of its own.
    "play": _allow(["dynamodb:BatchGetItem", "dynamodb:PutItem", "dynamodb:Query"], _of_table()),
    "forget": _allow(["dynamodb:DeleteItem"], _of_table()),
    "find_due": _allow(["dynamodb:Query"], _of_table("/index/due")),
    "follow_the_table": _allow(
        ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
        _of_table("/stream/*"),
    ),
    "find_streams": _allow(["dynamodb:ListStreams"], "*"),
    "share_out": _allow(["sqs:SendMessage"], _arn("ClockQueue")),
    "take_shares": _allow(
        ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"], _arn("ClockQueue")
    ),
    "report_failures": _allow(["sqs:SendMessage"], _arn("DeadQueue")),
    "read_mail": _allow(["s3:GetObject"], {"Fn::Sub": "${MailBucket.Arn}/in/*"}),
    # SES asks for both where the mail is given whole, headers and all.
    "send_mail": _allow(
        ["ses:SendEmail", "ses:SendRawEmail"],
        {"Fn::Sub": f"{_SES}:identity/${{MailDomain}}"},
        {"Fn::Sub": f"{_SES}:configuration-set/${{MailConfiguration}}"},
    ),
    # While an account is in the sandbox, SES asks for the right to the proven address of the
    # recipient, too. This one is for nothing but mail from our own domain.
    "send_mail_to_proven": _allow(
        ["ses:SendEmail", "ses:SendRawEmail"], {"Fn::Sub": f"{_SES}:identity/*"}
    )
    | {"Condition": {"StringLike": {"ses:FromAddress": {"Fn::Sub": "*@${MailDomain}"}}}},
    # The suppression list and the quota are the account's: SES knows no resource to name here.
    "lift_suppression": _allow(["ses:DeleteSuppressedDestination"], "*"),
    "look_after_mail": _allow(["ses:GetAccount", "ses:ListSuppressedDestinations"], "*"),
}
"""Statements by name. What is granted on ``*`` is said there with its reason."""

EVERYWHERE = {
    "dynamodb:ListStreams": "Lambda asks for it to follow a stream, and IAM knows no resource",
    "ses:DeleteSuppressedDestination": "the list of the account has no name; only tenants' have",
    "ses:GetAccount": "the quota belongs to the account",
    "ses:ListSuppressedDestinations": "as the first",
}
"""The actions that AWS lets nobody narrow to a resource, and why."""

GRANTED: dict[str, tuple[str, ...]] = {
    "APIHandler": ("play", "forget"),
    "Tick": ("play", "forget", "find_due", "share_out", "report_failures"),
    "Clock": ("play", "forget", "take_shares"),
    "MailTick": (
        *("play", "forget", "find_due", "report_failures"),
        *("send_mail", "send_mail_to_proven", "lift_suppression", "look_after_mail"),
    ),
    "Deliver": (
        *("play", "forget", "find_due", "follow_the_table", "find_streams", "report_failures"),
        *("send_mail", "send_mail_to_proven", "lift_suppression"),
    ),
    "Inbound": ("play", "forget", "read_mail", "report_failures"),
    "WebhookTick": ("play", "find_due", "report_failures"),
    "ForumTick": ("play", "forget", "find_due", "report_failures"),
    "Outside": ("play", "forget", "follow_the_table", "find_streams", "report_failures"),
}
"""The functions by their names in the template, and their rights besides writing their logs."""
