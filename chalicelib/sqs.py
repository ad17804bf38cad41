"""Messages into a queue of SQS, as many at once as it takes."""

from collections.abc import Sequence
from functools import cache
from typing import Any

AT_ONCE = 10
"""Messages in one request."""


@cache
def _client() -> Any:
    import boto3  # noqa: PLC0415 -- a tenth of a second that only the clock needs

    return boto3.client("sqs")


def put(url: str, messages: Sequence[str], client: Any = None) -> Sequence[str]:
    """Put messages into a queue; gives those that SQS did not take."""
    sqs, left = client or _client(), []
    for start in range(0, len(messages), AT_ONCE):
        some = messages[start : start + AT_ONCE]
        entries = [{"Id": str(n), "MessageBody": body} for n, body in enumerate(some)]
        answer = sqs.send_message_batch(QueueUrl=url, Entries=entries)
        left += [some[int(failed["Id"])] for failed in answer.get("Failed", ())]
    return left
