"""Clients of Amazon's services, for the functions that need more than the table.

botocore makes them; boto3 would bring megabytes and a tenth of a second for the same clients.
It is imported when a client is wanted, so that the API never pays for it.
"""

from functools import cache
from typing import Any, Literal

Service = Literal["s3", "sesv2", "sqs"]
"""The services that are called besides DynamoDB; the package holds the models of these only."""


@cache
def of(service: Service) -> Any:
    """Give the client of a service, always the same; region and keys as botocore finds them."""
    from botocore.session import get_session  # noqa: PLC0415 -- said above

    return get_session().create_client(service)
