"""Where checks look: AWS, the name servers, the API, and the stack they are about."""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import Any

import dns.exception
import dns.resolver
import msgspec
import urllib3

from infra.deploy.cloud import Cloud
from infra.deploy.stack import Stack

PATIENCE = 5.0
"""Seconds for one question to name servers, and for the API to answer."""


class Unanswered(Exception):  # noqa: N818 -- it says what happened
    """No name server has said anything about a name."""


class Page(msgspec.Struct, frozen=True):
    """What an address answered."""

    status: int
    text: str


class Look:
    """One look at one stack; what is asked twice is asked once."""

    def __init__(
        self,
        cloud: Cloud,
        stack: Stack,
        resolver: dns.resolver.Resolver,
        fetch: Callable[[str], Page],
        now: Callable[[], datetime],
    ) -> None:
        """Look at nothing yet."""
        self.cloud, self.stack, self.fetch, self.now = cloud, stack, fetch, now
        self._resolver = resolver

    @cached_property
    def parameters(self) -> dict[str, str]:
        """The parameters of the stack."""
        return self.stack.parameters()

    @cached_property
    def outputs(self) -> dict[str, str]:
        """What the stack tells about itself."""
        return self.stack.outputs()

    @cached_property
    def domain(self) -> str:
        """The domain whose mail we take."""
        return self.parameters.get("MailDomain", "").lower()

    @cached_property
    def resources(self) -> list[dict[str, Any]]:
        """What the stack consists of."""
        return list(self.stack.resources())

    def named(self, kind: str) -> dict[str, str]:
        """Give the physical names of the resources of a type, by their logical ones."""
        return {
            one["LogicalResourceId"]: str(one.get("PhysicalResourceId", ""))
            for one in self.resources
            if one["ResourceType"] == kind
        }

    def records(self, name: str, kind: str) -> list[str]:
        """Give the records of a name in lower case, none if there are none.

        Raises ``Unanswered`` where no name server says anything.
        """
        try:
            found = self._resolver.resolve(name, kind, lifetime=PATIENCE, search=False)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except (dns.exception.DNSException, OSError) as error:
            raise Unanswered(f"{kind} of {name}: {type(error).__name__}") from error
        return [_record(record, kind) for record in found]


def _record(record: Any, kind: str) -> str:
    """Give a record as people write it: without the quotes of TXT and the last dot of names."""
    if kind == "TXT":
        return b"".join(record.strings).decode("utf-8", "replace")
    return str(record.to_text()).rstrip(".").lower()


def fetched(url: str) -> Page:
    """Ask an address once; raises urllib3's ``HTTPError`` if nobody answers."""
    with urllib3.PoolManager() as pool:
        answer = pool.request("GET", url, timeout=PATIENCE * 3, retries=False)
        return Page(answer.status, answer.data[:2000].decode("utf-8", "replace"))
