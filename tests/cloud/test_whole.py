"""What holds for all that was played at the deployed stack: rights, logs, and the minute."""

import json

from tests.cloud.people import eventually
from tests.cloud.rights import Right, allows, granted, needed
from tests.cloud.stack import TIMER
from tests.logs.forbidden import Forbidden

TICKS = {"Tick", "MailTick", "WebhookTick", "ForumTick"}
BY_LAMBDA = {
    *("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"),
    *("dynamodb:ListStreams", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"),
    *("logs:CreateLogStream", "logs:PutLogEvents"),
}
"""What Lambda does in the name of a function, and no function calls."""
NOT_CALLED = {"ses:SendRawEmail", "ses:GetAccount"}
"""What SES asks for beside the right to the call itself; what is called when mail comes back."""


def test_the_minute_comes_by_itself(stack, by_mail, turned):
    """EventBridge calls the four that look after what is due, without anybody's doing."""
    events, functions = stack.cloud.client("events"), stack.cloud.client("lambda")
    called = {}
    for rule in events.list_rules()["Rules"]:
        for target in events.list_targets_by_rule(Rule=rule["Name"])["Targets"]:
            name = stack.functions[target["Arn"].rpartition(":")[2]]
            called[name] = (rule["ScheduleExpression"], rule["State"])
            policy = functions.get_policy(FunctionName=target["Arn"])["Policy"]
            assert "events.amazonaws.com" in policy
    assert called == dict.fromkeys(TICKS, ("rate(1 minute)", "ENABLED"))
    eventually(lambda: stack.invocations("ForumTick"), 90)


def test_every_call_to_amazon_is_granted_and_every_right_is_used(stack, by_mail, turned):
    """The roles as deployed allow what was called, by the function that called it, and no more."""
    for tick in ("WebhookTick", "ForumTick"):
        stack.invoke(tick, TIMER)
    eventually(lambda: stack.invocations("MailTick"), 90)
    roles = {name: granted(stack, name) for name in stack.functions}
    used, refused = set(), []
    for call in list(stack.cloud.recorder.calls):
        for right in needed(call):
            used.add(right.action)
            if not allows(roles[call.function], right):
                refused.append((stack.functions[call.function], right))
    assert refused == []
    assert {stack.functions[call.function] for call in stack.cloud.recorder.calls} == set(
        stack.functions.values()
    )
    allowed = {
        action
        for statements in roles.values()
        for statement in statements
        for action in statement["Action"]
    }
    assert allowed - used == BY_LAMBDA | NOT_CALLED


def test_a_right_that_nobody_has_is_noticed(stack):
    """The judge of the rights refuses what no role grants."""
    table = "arn:aws:dynamodb:eu-central-1:000000000000:table/alibi-games"
    roles = [granted(stack, name) for name in stack.functions]
    assert all(allows(role, Right("dynamodb:PutItem", table)) for role in roles)
    assert not any(allows(role, Right("dynamodb:Scan", table)) for role in roles)
    assert not any(allows(role, Right("dynamodb:PutItem", f"{table}2")) for role in roles)


def test_metrics_come_out_of_the_log(stack, villa, by_mail, turned):
    """CloudWatch makes them of lines in its format: what was played is counted, by its door."""
    found = [
        json.loads(line) for lines in stack.logs().values() for line in lines if "_aws" in line
    ]
    told = {name for line in found for name in line}
    assert {"MovesPlayed", "MoveTime", "DaysClosed", "LettersSent", "WebhooksSent"} <= told
    assert {line["Door"] for line in found if "MovesPlayed" in line} == {"rest", "mail", "clock"}


def test_the_log_of_all_functions_holds_no_secret(stack, villa, people, by_mail, turned):
    """At the level DEBUG: no card, hand, token, code, address or line of a mail is written."""
    forbidden = Forbidden()
    for person in people.values():
        forbidden.http(*person.wire)
    forbidden.mail(*stack.mails())
    assert {"card", "address", "token", "code", "ticket", "key of a webhook"} <= forbidden.kinds
    lines = [line for lines in stack.logs().values() for line in lines]
    assert len(lines) > 100
    assert forbidden.search("\n".join(lines)) == []
    assert forbidden.search(json.dumps({"hand": villa.hands["anna"]}))
