"""Clients of Amazon's services, for the functions that need more than the table.

botocore makes them; boto3 would bring megabytes and a tenth of a second for the same clients.
It is imported when a client is wanted, so that the API never pays for it.
"""

from functools import cache
from typing import Any, Literal

Service = Literal["s3", "sesv2", "sqs"]
"""The services that are called besides DynamoDB; the package holds the models of these only."""

CONNECTING, ANSWERING, ATTEMPTS = 3, 8, 2
"""Seconds to wait for a connection and for an answer, and how often a request is sent at most.

All attempts together take less than what the functions leave themselves for the last letter
(`app.A_LETTER`), and much less than the minute for which it is ours; botocore by itself would wait
for five. What fails is tried again later by us.
"""
SIDE_BY_SIDE = 64
"""The most threads that send mail, and so the connections to each service that are kept."""


@cache
def of(service: Service) -> Any:
    """Give the client of a service, always the same; region and keys as botocore finds them."""
    from botocore.config import Config  # noqa: PLC0415 -- said above
    from botocore.session import get_session  # noqa: PLC0415 -- said above

    limits = Config(
        connect_timeout=CONNECTING,
        read_timeout=ANSWERING,
        max_pool_connections=SIDE_BY_SIDE,
        retries={"mode": "standard", "total_max_attempts": ATTEMPTS},
    )
    return get_session().create_client(service, config=limits)
