"""What a function may do as deployed, and what its calls need: actions and resources of IAM."""

import re
from base64 import b64decode
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from typing import Any, NamedTuple

from tests.cloud.emulator import ACCOUNT, REGION
from tests.cloud.recorder import Call
from tests.cloud.stack import Stack

SPLIT = {"Put": "PutItem", "Delete": "DeleteItem", "Update": "UpdateItem"}
"""A transaction is granted by the action of each of its parts; the fourth has its own name."""
EVERYWHERE = "*"
"""The resource of an action that AWS grants for all or none."""


class Right(NamedTuple):
    """An action on a resource."""

    action: str
    resource: str


def needed(call: Call) -> Iterator[Right]:
    """Give the rights that AWS asks for before it does what is called for."""
    yield from {"dynamodb": _table, "sqs": _queue, "s3": _object, "ses": _mail}[call.service](call)


def _table(call: Call) -> Iterator[Right]:
    asked = call.asked
    if call.operation == "TransactWriteItems":
        for item in asked["TransactItems"]:
            ((kind, part),) = item.items()
            yield _on(SPLIT.get(kind, "ConditionCheckItem"), part["TableName"])
    elif "RequestItems" in asked:
        for name in asked["RequestItems"]:
            yield _on(call.operation, name)
    else:
        index = f"/index/{asked['IndexName']}" if "IndexName" in asked else ""
        yield _on(call.operation, f"{asked['TableName']}{index}")


def _on(action: str, table: str) -> Right:
    return Right(f"dynamodb:{action}", f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{table}")


def _queue(call: Call) -> Iterator[Right]:
    name = call.asked["QueueUrl"].rpartition("/")[2]
    action = call.operation.removesuffix("Batch")
    yield Right(f"sqs:{action}", f"arn:aws:sqs:{REGION}:{ACCOUNT}:{name}")


def _object(call: Call) -> Iterator[Right]:
    yield Right(f"s3:{call.operation}", f"arn:aws:s3:::{call.asked['place']}")


def _mail(call: Call) -> Iterator[Right]:
    if call.operation != "SendEmail":
        yield Right(f"ses:{call.operation}", EVERYWHERE)
        return
    sender = mail_of(call)["From"].addresses[0].domain
    place = f"arn:aws:ses:{REGION}:{ACCOUNT}"
    yield Right("ses:SendEmail", f"{place}:identity/{sender}")
    yield Right("ses:SendEmail", f"{place}:configuration-set/{call.asked['ConfigurationSetName']}")


def mail_of(call: Call) -> Any:
    """Give the mail that a call hands to SES."""
    return message_from_bytes(b64decode(call.asked["Content"]["Raw"]["Data"]), policy=default)


def granted(stack: Stack, function: str) -> list[dict[str, Any]]:
    """Give the statements of the role with which a function (named as at Lambda) runs."""
    iam, awslambda = stack.cloud.client("iam"), stack.cloud.client("lambda")
    config = awslambda.get_function_configuration(FunctionName=function)
    role = config["Role"].rpartition("/")[2]
    names = iam.list_role_policies(RoleName=role)["PolicyNames"]
    policies = [iam.get_role_policy(RoleName=role, PolicyName=n)["PolicyDocument"] for n in names]
    assert not iam.list_attached_role_policies(RoleName=role)["AttachedPolicies"]
    return [statement for policy in policies for statement in policy["Statement"]]


def allows(statements: list[dict[str, Any]], right: Right) -> bool:
    """Whether statements grant a right; conditions are taken for fulfilled."""
    fitting = [s["Effect"] for s in statements if _covers(s, right)]
    return "Allow" in fitting and "Deny" not in fitting


def _covers(statement: dict[str, Any], right: Right) -> bool:
    actions, resources = _listed(statement["Action"]), _listed(statement["Resource"])
    return any(_fits(one.lower(), right.action.lower()) for one in actions) and any(
        _fits(one, right.resource) for one in resources
    )


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]


def _fits(pattern: str, text: str) -> bool:
    """Whether a pattern of IAM (``*`` any characters, ``?`` one) stands for a text."""
    loose = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return re.fullmatch(loose, text) is not None
