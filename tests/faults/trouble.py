"""Everything that goes wrong with a call to AWS, by what the service says of the operation."""

import json
from collections.abc import Iterator
from typing import Any

from botocore.exceptions import (
    ConnectionClosedError,
    ConnectTimeoutError,
    EndpointConnectionError,
    ReadTimeoutError,
)

from tests.faults.wire import Call, Effect, Fault, Send, answer, asked, error, resent

EVERYWHERE = {
    "ThrottlingException": 400,
    "RequestLimitExceeded": 400,
    "InternalServerError": 500,
    "ServiceUnavailable": 503,
    "AccessDeniedException": 400,
}
"""What any service may answer to anything."""
THEIRS = frozenset({"SlowDown", "RequestTimeout", "TransactionInProgressException"})
"""What passes by itself, besides what has these words in it:"""
WORDS = ("Thrott", "LimitExceeded", "ThroughputExceeded", "TooManyRequests", "Internal")
WORDS_TOO = ("Unavailable", "Paused", "Suspended", "NotVerified", "Rejected")
OF_S3 = {"SlowDown": 503, "InternalError": 500, "NoSuchKey": 404, "RequestTimeout": 400}
REASONS = ("ThrottlingError", "ProvisionedThroughputExceeded", "TransactionConflict")


def passes(code: str) -> bool:
    """Whether an error is no fault of ours, and passes."""
    return code in THEIRS or any(word in code for word in (*WORDS, *WORDS_TOO))


def faults(call: Call) -> Iterator[Fault]:
    """Give everything that may go wrong with a call: once, and for as long as it is tried."""
    for name, effect, mends in _kinds(call):
        yield Fault(name, effect, always=False, passes=mends)
        yield Fault(f"{name}, always", effect, always=True, passes=mends)


def _kinds(call: Call) -> Iterator[tuple[str, Effect, bool]]:
    codes = EVERYWHERE | call.errors | (OF_S3 if call.service == "s3" else {})
    codes.pop("TransactionCanceledException", None)
    for code, status in codes.items():
        yield code, _answers(code, status), passes(code)
    yield "no connection", _raises(EndpointConnectionError, sent=False), True
    yield "no connection in time", _raises(ConnectTimeoutError, sent=False), True
    yield "no answer", _raises(ReadTimeoutError, sent=False), True
    yield "answer lost", _raises(ReadTimeoutError, sent=True), True
    yield "connection lost", _raises(ConnectionClosedError, sent=True), True
    yield "done, but 500", _done_but_failed, True
    if call.operation == "TransactWriteItems":
        for reason in REASONS:
            yield reason, _cancelled(reason), True
    if call.operation == "BatchGetItem":
        yield "unprocessed keys", _unprocessed, True
    if call.operation == "SendMessageBatch":
        yield "a message failed", _partly_sent, True


def _answers(code: str, status: int) -> Effect:
    return lambda call, request, _: error(call, request, code, status)


def _raises(kind: Any, *, sent: bool) -> Effect:
    def effect(_: Call, request: Any, send: Send) -> Any:
        if sent:
            send(request)
        raise kind(endpoint_url=request.url, error="no")

    return effect


def _done_but_failed(call: Call, request: Any, send: Send) -> Any:
    send(request)
    return error(call, request, "InternalServerError", 500)


def _cancelled(reason: str) -> Effect:
    def effect(call: Call, request: Any, _: Send) -> Any:
        reasons = [{"Code": "None"} for _ in asked(request)["TransactItems"]]
        reasons[-1] = {"Code": reason, "Message": "no"}
        code = "TransactionCanceledException"
        return error(call, request, code, 400, CancellationReasons=reasons)

    return effect


def _unprocessed(_: Call, request: Any, send: Send) -> Any:
    """Read nothing of the first key that was asked for, and say so."""
    body = asked(request)
    ((table, wanted),) = body["RequestItems"].items()
    left, *read = wanted["Keys"]
    unread = {"UnprocessedKeys": {table: wanted | {"Keys": [left]}}}
    if not read:  # at least one key is always read
        return send(request)
    got = send(resent(request, {"RequestItems": {table: wanted | {"Keys": read}}}))
    return answer(request, 200, json.dumps(json.loads(got.content) | unread).encode())


def _partly_sent(_: Call, request: Any, send: Send) -> Any:
    """Take all messages but the last one, and say so."""
    body = asked(request)
    *taken, left = body["Entries"]
    failed = {"Id": left["Id"], "Code": "InternalError", "SenderFault": False}
    got = send(resent(request, body | {"Entries": taken})) if taken else None
    said = json.loads(got.content) if got else {"Successful": []}
    return answer(request, 200, json.dumps(said | {"Failed": [failed]}).encode())
