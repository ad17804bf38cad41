"""Questions to the name servers about one mail: so many, within so much time, and no more."""

import time
from collections.abc import Callable
from typing import Any

import dns.exception
import dns.resolver

MOST_QUESTIONS = 40
"""SPF alone may need ten names with several records each."""
SECONDS, SECONDS_EACH = 10.0, 3.0


class Unanswered(Exception):  # noqa: N818 -- it says what happened
    """No name server has answered in time, or too much was asked: nothing is known."""


class Lookup:
    """Asks a resolver what is needed for one mail."""

    def __init__(
        self,
        resolver: dns.resolver.Resolver,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Give it ``seconds`` for everything together."""
        self._resolver = resolver
        self._clock = clock
        self._end = clock() + seconds
        self._asked = 0

    def answers(self, name: str, kind: str) -> list[Any]:
        """Give the records of a kind, none if there is no such name; raises ``Unanswered``."""
        left = self._end - self._clock()
        self._asked += 1
        if left <= 0 or self._asked > MOST_QUESTIONS:
            raise Unanswered("enough was asked")
        try:
            found = self._resolver.resolve(
                name, kind, lifetime=min(left, SECONDS_EACH), search=False
            )
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except (
            dns.exception.Timeout,
            dns.resolver.NoNameservers,
            dns.resolver.NoResolverConfiguration,
            OSError,
        ) as error:
            raise Unanswered(type(error).__name__) from error
        except dns.exception.DNSException:
            return []  # what cannot be a name has no records
        return list(found)

    def texts(self, name: str) -> list[bytes]:
        """Give the TXT records of a name, each in one piece; raises ``Unanswered``."""
        return [b"".join(record.strings) for record in self.answers(name, "TXT")]


def resolver(servers: tuple[str, ...] = (), port: int = 53) -> dns.resolver.Resolver | None:
    """Give a resolver that asks ``servers``, or those of this machine; ``None`` if it has none."""
    try:
        made = dns.resolver.Resolver(configure=not servers)
    except dns.resolver.NoResolverConfiguration:
        return None
    if servers:
        made.nameservers = list(servers)
        made.port = port
    return made if made.nameservers else None
