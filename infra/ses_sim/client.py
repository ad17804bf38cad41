"""boto3's own client for SES v2, answered by the simulated account instead of the network.

The client checks parameters and makes its exceptions as ever; only the request stays here.
"""

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from botocore.config import Config
from botocore.exceptions import ReadTimeoutError
from botocore.session import Session

from infra.ses_sim import suppression
from infra.ses_sim.account import Account
from infra.ses_sim.refusals import Refused
from infra.ses_sim.sending import send_email

Operation = Callable[[Account, dict[str, Any]], dict[str, Any]]

OPERATIONS: dict[str, Operation] = {
    "SendEmail": send_email,
    "PutSuppressedDestination": suppression.put,
    "GetSuppressedDestination": suppression.read,
    "DeleteSuppressedDestination": suppression.delete,
    "ListSuppressedDestinations": suppression.listed,
    "GetAccount": suppression.account_facts,
}
"""What the simulated account can be asked; anything else is not implemented and raises."""

GIVEN = "ses_sim.params"


def client(account: Account) -> Any:
    """Give a ``boto3.client("sesv2")`` whose every call goes to the account; no retries."""
    made = _session().create_client(
        "sesv2",
        region_name=account.region,
        aws_access_key_id="simulated",
        aws_secret_access_key="simulated",  # noqa: S106 -- opens nothing
        config=Config(retries={"total_max_attempts": 1}),
    )
    made.meta.events.register("before-parameter-build.sesv2", _remember)
    made.meta.events.register(
        "before-call.sesv2", lambda model, context, **_: _answer(account, model.name, context)
    )
    return made


@cache
def _session() -> Session:
    """What boto3 makes its clients of: without S3's tools it starts sooner, kept it reads once."""
    return Session()


def _remember(params: dict[str, Any], context: dict[str, Any], **_: Any) -> None:
    """Keep the parameters as they were given; botocore checks them after this."""
    context[GIVEN] = dict(params)


def _throttled(_: Account, __: dict[str, Any]) -> dict[str, Any]:
    raise Refused("TooManyRequestsException", "Maximum sending rate exceeded.")


def _answer(account: Account, operation: str, context: dict[str, Any]) -> tuple[Any, Any]:
    """Give the answer of SES as botocore would have parsed it."""
    work = OPERATIONS.get(operation)
    if not work:
        raise NotImplementedError(f"the simulated SES does not know {operation}")
    with account.lock:
        fault = account.fault()
        try:
            done = (_throttled if fault == "throttle" else work)(account, context[GIVEN])
            answer, status = done, 200
        except Refused as refused:
            error = {"Code": refused.code, "Message": str(refused)}
            answer, status = {"Error": error}, refused.status
        if fault == "lost answer":
            raise ReadTimeoutError(endpoint_url=f"https://email.{account.region}.amazonaws.com")
        told = {"HTTPStatusCode": status, "RequestId": account.name()[-43:-7]}
    return SimpleNamespace(status_code=status), answer | {"ResponseMetadata": told}
