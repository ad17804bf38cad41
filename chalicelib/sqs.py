"""Messages into a queue of SQS, as many at once as it takes."""

from collections.abc import Sequence
from typing import Any

from chalicelib import clients

AT_ONCE = 10
"""Messages in one request."""
TRIES = 2
"""How often what SQS did not take is brought again; botocore repeats whole requests by itself."""


def put(url: str, messages: Sequence[str], client: Any = None) -> Sequence[str]:
    """Put messages into a queue; gives those that SQS did not take, though asked again.

    Raises what SQS raises; then nobody knows of the rest.
    """
    sqs, left = client or clients.of("sqs"), list(messages)
    for _ in range(TRIES):
        some = [left[start : start + AT_ONCE] for start in range(0, len(left), AT_ONCE)]
        left = [body for bodies in some for body in _refused(sqs, url, bodies)]
    return left


def _refused(sqs: Any, url: str, bodies: Sequence[str]) -> list[str]:
    entries = [{"Id": str(n), "MessageBody": body} for n, body in enumerate(bodies)]
    answer = sqs.send_message_batch(QueueUrl=url, Entries=entries)
    return [bodies[int(failed["Id"])] for failed in answer.get("Failed", ())]
