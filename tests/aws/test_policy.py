"""Whatever a function calls of AWS it has the right to, and it has no right that it does not use.

What is called is recorded while every function does its work in a game (``scenes``); what could be
called is read from the sources (``reach``).
"""

import ast
import re
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import botocore.session
import pytest
from botocore import xform_name
from moto import mock_aws

from chalicelib.store import Check, Conflict, Delete, Item, Put
from chalicelib.store.dynamo import DynamoStore
from infra.template import merged
from infra.template.rights import EVERYWHERE, GRANTED
from tests.aws import stage
from tests.aws.reach import could_ask
from tests.aws.recorder import OF_STORE, Right, recording
from tests.aws.scenes import played
from tests.clouds import DOMAIN
from tests.stores import CREDENTIALS
from tests.tables import START
from tests.test_structure import LIBRARY, imports, package_of

KNOWN = {
    "ClockQueue": stage.QUEUE,
    "DeadQueue": "alibi-dead",
    "GamesTable": f"table/{stage.TABLE}",
    "MailBucket": stage.BUCKET,
    "MailConfiguration": "alibi-mail",
    "MailDomain": DOMAIN,
}
"""What the names in the template stand for on the stage."""
BY_LAMBDA = {
    "logs:CreateLogStream": "Lambda writes the lines of the function",
    "logs:PutLogEvents": "as the first",
    "dynamodb:DescribeStream": "Lambda reads the stream for the function",
    "dynamodb:GetRecords": "as the one before",
    "dynamodb:GetShardIterator": "as the one before",
    "dynamodb:ListStreams": "as the one before",
    "sqs:DeleteMessage": "Lambda reads the queue for the function",
    "sqs:GetQueueAttributes": "as the one before",
    "sqs:ReceiveMessage": "as the one before",
}
"""The rights that Lambda uses in the name of a function, and for what."""
FAILURES = Right("sqs:SendMessage", "alibi-dead")
"""Lambda puts there what a function could not do."""
TABLE = f"table/{stage.TABLE}"
FOLDS = Right("dynamodb:Query", TABLE)
"""Whoever reads a game may have to fold its log again, after an upgrade."""
UNUSED = {("Outside", Right("dynamodb:Query", f"{TABLE}/index/due"))}
"""What the sources seem to ask for: of ``Lanes`` it uses what looks for nothing."""
EMULATOR = {"create_table", "update_time_to_live"}
"""What is called where there is no template."""
SDKS = ("boto3", "botocore", "pynamodb", "chalicelib.clients")


@pytest.fixture(scope="module")
def called(tmp_path_factory):
    """What each function has called."""
    return played(tmp_path_factory.mktemp("stage"))


template = cache(merged)


@cache
def granted(function: str) -> set[Right]:
    """What the role of a function allows, with the resources' names at the end of their ARNs."""
    role = template()["Resources"][f"{function}Role"]["Properties"]
    (policy,) = role["Policies"]
    return {
        Right(action, ending(resource))
        for statement in policy["PolicyDocument"]["Statement"]
        for action in statement["Action"]
        for resource in statement["Resource"]
    }


def ending(resource: Any) -> str:
    """The end of an ARN that the template puts together, which names the resource."""
    if isinstance(resource, str):
        return resource
    ((kind, value),) = resource.items()
    if kind == "Fn::If":
        return ending(value[2])
    if kind == "Fn::GetAtt":
        return KNOWN.get(value[0], str(value[0]))
    arn = str(value)
    for name, known in KNOWN.items():
        arn = arn.replace(f"${{{name}.Arn}}", known).replace(f"${{{name}}}", known)
    return arn.rpartition(":")[2]


def covers(right: Right, call: Right) -> bool:
    """Whether a right is enough for a call."""
    return right.action == call.action and fnmatchcase(call.resource, right.resource)


@pytest.mark.parametrize("function", GRANTED)
def test_whatever_a_function_calls_it_may_call(called, function):
    """No call would be refused by IAM."""
    rights = granted(function)
    assert called[function]
    refused = {call for call in called[function] if not any(covers(r, call) for r in rights)}
    assert refused == set()


@pytest.mark.parametrize("function", GRANTED)
def test_a_function_may_do_nothing_that_it_does_not_do(called, function):
    """Each right was made use of, or Lambda needs it; those to the table are looked at below."""
    spare = {
        right
        for right in granted(function) - {FAILURES}
        if right.action not in BY_LAMBDA and not right.resource.startswith(TABLE)
        if not any(covers(right, call) for call in called[function])
    }
    assert spare == set()


@pytest.mark.parametrize("function", GRANTED)
def test_a_function_may_do_to_the_table_what_it_could_ever_do(called, function):
    """Whatever the sources of a function lead to is granted to it, and nothing else."""
    asked = could_ask(stage.NAMES.get(function, function.lower()))
    reached = {Right(action, f"{TABLE}{rest}") for action, rest in asked}
    reached = {right for right in reached if (function, right) not in UNUSED}
    rights = {one for one in granted(function) if one.action not in BY_LAMBDA}
    table = {right for right in rights if right.resource.startswith(TABLE)}
    assert reached <= table
    assert table <= reached | {FOLDS}
    assert reached >= {one for one in called[function] if one.resource.startswith(TABLE)}


def test_what_lambda_needs_goes_to_whom_it_needs_it_for():
    """Who follows the stream, takes from the queue or may fail unheard: nobody else has a right."""

    def holders(action: str, resource: str = "*") -> set[str]:
        wanted = Right(action, resource)
        return {name for name in GRANTED if any(covers(wanted, one) for one in granted(name))}

    assert holders("dynamodb:GetRecords") == {"Deliver", "Outside"}
    assert holders("sqs:ReceiveMessage") == {"Clock"}
    assert holders("sqs:SendMessage", "alibi-dead") == set(GRANTED) - {"APIHandler", "Clock"}
    assert {
        one.resource for name in GRANTED for one in granted(name) if one.action in BY_LAMBDA
    } == {
        *(f"{name}Log" for name in GRANTED),
        f"table/{stage.TABLE}/stream/*",
        "*",  # to list the streams: IAM knows no resource for that
        stage.QUEUE,
    }


def test_only_mail_from_our_domain_goes_to_proven_addresses():
    """In the sandbox of SES recipients are identities, too; nobody may send in their names."""
    wide = [
        statement["Condition"]
        for name in GRANTED
        for statement in template()["Resources"][f"{name}Role"]["Properties"]["Policies"][0][
            "PolicyDocument"
        ]["Statement"]
        if any(ending(resource).endswith("identity/*") for resource in statement["Resource"])
    ]
    from_us = {"StringLike": {"ses:FromAddress": {"Fn::Sub": "*@${MailDomain}"}}}
    assert wide == [from_us, from_us]


def test_nothing_is_granted_on_everything_unless_aws_knows_no_less():
    """No wildcard in an action; as a resource only where there is nothing else to name."""
    rights = {right for name in GRANTED for right in granted(name)}
    assert not any("*" in right.action for right in rights)
    assert {right.action for right in rights if right.resource == "*"} == set(EVERYWHERE)


def test_every_call_in_the_sources_is_granted_to_somebody_and_nothing_else_is():
    """What the sources can ask AWS for is what the roles allow, all functions together."""
    allowed = {right.action for name in GRANTED for right in granted(name)} - set(BY_LAMBDA)
    assert allowed == could_be_called()


def could_be_called() -> set[str]:
    """The actions behind all methods of AWS that are named where an SDK is at hand.

    A transaction is what it is made of: whatever writes are made outside of the store.
    """
    sources = {path: path.read_text(encoding="utf-8") for path in LIBRARY.rglob("*.py")}
    names = {
        node.attr
        for path, text in sources.items()
        if any(sdk.rpartition(".")[2] in text for sdk in SDKS)
        for tree in [ast.parse(text)]
        if any(one.startswith(SDKS) for one in imports(tree, package_of(path)))
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
    }
    outside = [text for path, text in sources.items() if path.parent.name != "store"]
    writes = {found[1] for text in outside for found in re.finditer(r"\b(\w+)\(", text)}
    parts = {OF_STORE[kind][0] for kind in (Put, Delete, Check) if kind.__name__ in writes}
    found = {action for name in names - EMULATOR for action in actions().get(name, ())}
    return (found - {"dynamodb:TransactWriteItems"}) | parts


@cache
def actions() -> dict[str, set[str]]:
    """The actions of IAM by the names of boto's methods."""
    found: dict[str, set[str]] = {}
    prefixes = {"dynamodb": "dynamodb", "s3": "s3", "sesv2": "ses", "sqs": "sqs"}
    for service, prefix in prefixes.items():
        model = botocore.session.get_session().get_service_model(service)
        for operation in model.operation_names:
            action = f"{prefix}:{operation.removesuffix('Batch')}"
            more = {"ses:SendRawEmail"} if action == "ses:SendEmail" else set()
            found.setdefault(xform_name(operation), set()).update({action, *more})
    return found


def test_the_store_asks_dynamodb_for_what_the_recorder_says(monkeypatch):
    """One operation of the port is one kind of call, on the table or on its index."""
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    item, now = Item("a", "b", ""), START
    with mock_aws(), recording() as recorder:
        store = DynamoStore("t", CREDENTIALS["AWS_DEFAULT_REGION"])
        store.create_table()
        doing: dict[object, Any] = {
            Put: lambda: store.write(Put(item), now=now),
            Check: lambda: store.write(Check("a", "b", 1), now=now),
            "read": lambda: store.read(("a", "b"), now=now),
            "query": lambda: store.query("a", now=now),
            "due": lambda: store.due(START, prefix="STATE"),
            Delete: lambda: store.write(Delete("a", "b"), now=now),
        }
        for kind, do in doing.items():
            with recorder.running(str(kind)):
                do()
            action, rest = OF_STORE[kind]
            assert recorder.rights[str(kind)] == {Right(action, f"table/t{rest}")}
        assert set(doing) == set(OF_STORE)
        with pytest.raises(Conflict), recorder.running("fails"):
            store.write(Put(item), Put(Item("c", "d", ""), 5), now=now)
        assert recorder.rights["fails"] == {Right("dynamodb:PutItem", "table/t")}
        store.close()
