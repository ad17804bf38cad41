"""What a function really asks of AWS, as rights of IAM: recorded below boto and PynamoDB.

Every client of botocore makes its calls in one place, whoever plays AWS behind it. Elsewhere:

    with recording() as recorder:
        with recorder.running("Tick"):
            ...whatever the function does...
    recorder.rights["Tick"]  # {Right("dynamodb:Query", "table/alibi-games/index/due"), …}

Calls outside of ``running`` are those of the test itself.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from typing import Any, NamedTuple, cast
from unittest.mock import patch

from botocore.client import BaseClient

from chalicelib.store import Check, Delete, Key, Put, Store

PARTS = {"ConditionCheck": "ConditionCheckItem"}
"""What a part of a transaction is called as a right, if not by its name and Item."""
OF_ACCOUNT = "*"
"""The resource where AWS knows none."""


OF_STORE: dict[object, tuple[str, str]] = {
    "read": ("dynamodb:BatchGetItem", ""),
    "query": ("dynamodb:Query", ""),
    "due": ("dynamodb:Query", "/index/due"),
    Put: ("dynamodb:PutItem", ""),
    Delete: ("dynamodb:DeleteItem", ""),
    Check: ("dynamodb:ConditionCheckItem", ""),
}
"""What an operation of the store is in DynamoDB (a test holds it), and on which part of a table."""


class Right(NamedTuple):
    """An action of IAM, and the end of the ARN of what it is done to."""

    action: str
    resource: str


class Recorder:
    """The rights that each function has made use of."""

    def __init__(self) -> None:
        """Begin with none."""
        self.rights: dict[str, set[Right]] = defaultdict(set)
        self.put: dict[Key, None] = {}
        """The rows that noted stores were given, in the order of their coming."""
        self._running = ""

    @contextmanager
    def running(self, function: str) -> Iterator[None]:
        """Take what is called in the block for the work of a function, named as in the template.

        Also what its threads call: so one function at a time.
        """
        outer, self._running = self._running, function
        try:
            yield
        finally:
            self._running = outer

    def noted(self, store: Store, table: str) -> Store:
        """Give a store that notes what it would ask of DynamoDB, were it one in a table."""
        return cast("Store", _Noted(self, store, table))

    def note(self, rights: Iterable[Right]) -> None:
        """Note what is needed for a call, if a function runs."""
        if self._running:
            self.rights[self._running].update(rights)


class _Noted:
    """A store beside which it is written down what each call would need."""

    def __init__(self, recorder: Recorder, store: Store, table: str) -> None:
        self._recorder, self._store, self._table = recorder, store, table

    def __getattr__(self, name: str) -> Any:
        """Give an operation of the port; one that ``OF_STORE`` does not know is an error."""
        operation = getattr(self._store, name)
        if not callable(operation) or name == "close":
            return operation

        def noted(*given: Any, **more: Any) -> Any:
            asked = given if name == "write" else (name,)
            actions = [OF_STORE[type(one) if name == "write" else one] for one in asked]
            self._recorder.note(Right(act, f"table/{self._table}{rest}") for act, rest in actions)
            answer = operation(*given, **more)
            self._recorder.put.update((one.key, None) for one in given if isinstance(one, Put))
            return answer

        return noted


@contextmanager
def recording() -> Iterator[Recorder]:
    """Listen to every call of botocore in this process until the end of the block."""
    recorder, calls = Recorder(), BaseClient._make_api_call

    def call(client: BaseClient, operation: str, asked: dict[str, Any]) -> Any:
        recorder.note(needed(client.meta.service_model.service_name, operation, asked))
        return calls(client, operation, asked)

    with patch.object(BaseClient, "_make_api_call", call):
        yield recorder


def needed(service: str, operation: str, asked: dict[str, Any]) -> Iterator[Right]:
    """Give the rights that AWS asks for before it answers a call."""
    yield from {"dynamodb": _table, "s3": _object, "sesv2": _mail, "sqs": _queue}[service](
        operation, asked
    )


def _table(operation: str, asked: dict[str, Any]) -> Iterator[Right]:
    if operation == "TransactWriteItems":
        for item in asked["TransactItems"]:
            ((kind, part),) = item.items()
            yield _on_table(PARTS.get(kind, f"{kind}Item"), part["TableName"])
    elif "RequestItems" in asked:
        for name in asked["RequestItems"]:
            yield _on_table(operation, name)
    else:
        index = f"/index/{asked['IndexName']}" if "IndexName" in asked else ""
        yield _on_table(operation, f"{asked['TableName']}{index}")


def _on_table(action: str, table: str) -> Right:
    return Right(f"dynamodb:{action}", f"table/{table}")


def _object(operation: str, asked: dict[str, Any]) -> Iterator[Right]:
    yield Right(f"s3:{operation}", f"{asked['Bucket']}/{asked['Key']}")


def _queue(operation: str, asked: dict[str, Any]) -> Iterator[Right]:
    yield Right(f"sqs:{operation.removesuffix('Batch')}", asked["QueueUrl"].rpartition("/")[2])


def _mail(operation: str, asked: dict[str, Any]) -> Iterator[Right]:
    if operation != "SendEmail":
        yield Right(f"ses:{operation}", OF_ACCOUNT)
        return
    mail = message_from_bytes(asked["Content"]["Raw"]["Data"], policy=default)
    places = [f"identity/{mail['From'].addresses[0].domain}"]
    if "ConfigurationSetName" in asked:
        places.append(f"configuration-set/{asked['ConfigurationSetName']}")
    # A mail given whole is SendRawEmail to IAM, by whatever API it comes.
    for action in ("ses:SendEmail", "ses:SendRawEmail"):
        yield from (Right(action, place) for place in places)
