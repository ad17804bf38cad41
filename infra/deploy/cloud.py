"""The one way to AWS for deploying and looking: every call goes through ``Cloud.call``.

So the rights that a deployer needs can be read from the source (tests/deploy/test_rights.py).
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

from infra.deploy.stop import Stop

PATIENCE = Config(connect_timeout=5, read_timeout=60, retries={"mode": "standard"})


class Cloud:
    """One account in one region, through the credentials that boto3 finds."""

    def __init__(self, region: str | None = None, profile: str | None = None) -> None:
        """Use a region and a profile, or what the environment and ``~/.aws`` say.

        Raises ``Stop`` if there is no region, botocore's ``ProfileNotFound`` for such a profile.
        """
        self._session = boto3.Session(profile_name=profile or None, region_name=region or None)
        if not self._session.region_name:
            raise Stop(
                "no region is given",
                "REGION=eu-central-1 behind make, --region else; or export AWS_DEFAULT_REGION",
            )
        self.region: str = self._session.region_name
        self._clients: dict[str, Any] = {}

    def call(self, service: str, operation: str, **asked: Any) -> dict[str, Any]:
        """Ask a service, by its names in boto3; raises botocore's errors."""
        answer: dict[str, Any] = getattr(self._client(service), operation)(**asked)
        return answer

    def pages(self, service: str, operation: str, **asked: Any) -> Iterator[dict[str, Any]]:
        """Ask a service that answers in pages."""
        yield from self._client(service).get_paginator(operation).paginate(**asked)

    def endpoint(self, service: str) -> str:
        """Give the address at which a service is asked, without a slash at the end."""
        return str(self._client(service).meta.endpoint_url).rstrip("/")

    @property
    def partition(self) -> str:
        """How the names of this region's resources begin after ``arn:``."""
        return str(self._session.get_partition_for_region(self.region))

    @property
    def account(self) -> str:
        """The number of the account."""
        return str(self.call("sts", "get_caller_identity")["Account"])

    def _client(self, service: str) -> Any:
        if service not in self._clients:
            self._clients[service] = self._session.client(service, config=PATIENCE)
        return self._clients[service]


def options(parser: ArgumentParser) -> None:
    """Give a command line the words that say which stack of which account is meant."""
    parser.add_argument("--region", default="", help="if not that of the AWS settings")
    parser.add_argument("--profile", default="", help="of the AWS settings")
    parser.add_argument("--stack", default="alibi", help="how the stack is called")


def code(error: ClientError) -> str:
    """Give the name of an error of AWS."""
    return str(error.response["Error"]["Code"])
