"""Amazon's part on one machine: the requests and notices of AWS, answered by ``ses_sim``."""

from datetime import datetime
from hashlib import sha256

from chalicelib import aws
from chalicelib.site import Site
from infra.ses_sim import (
    Account,
    Destination,
    Finding,
    Internet,
    Limits,
    Objects,
    Reception,
    Rule,
    Shape,
    Topic,
    client,
)

BUCKET = "alibi-mail-local"
CONFIGURATION_SET = "alibi"
TOLD = frozenset({"Bounce", "Complaint", "Reject", "Rendering Failure"})
"""The events that anybody listens to."""
WITHOUT_END = Limits(a_day=10**9, a_second=10**6)


class Amazon:
    """Sends by ``ses``, and brings mail and events to where the Lambda would get them."""

    def __init__(self, site: Site, outside: Internet) -> None:
        """Mail leaves to ``outside``."""
        self._site = site
        self._objects = Objects()
        self._events = Topic(self._told, waits=True)
        account = Account(
            outside,
            now=site.now,
            rng=site.rng,
            identities=[site.mail_domain],
            limits=WITHOUT_END,
            id_domain=site.mail_domain,
        )
        account.sets[CONFIGURATION_SET] = [Destination(Shape.EVENT, self._events, TOLD)]
        self.ses = aws.Ses(client(account), CONFIGURATION_SET, site.mail_domain)

    def receive(
        self, sender: str, to: tuple[str, ...], raw: bytes, at: datetime, found: Finding
    ) -> None:
        """Take a mail; what it did is stored on return. Raises ``Busy``, ``NotTaken``."""
        kept: list[tuple[str, str]] = []

        def put(bucket: str, key: str, content: bytes) -> None:
            kept.append((bucket, key))
            self._objects.put(bucket, key, content)

        rule = Rule((self._site.mail_domain,), BUCKET)
        domain = self._site.mail_domain
        post = Reception(rule, Topic(self._told), put, rng=self._site.rng, authority=domain)
        try:
            post.receive(sender, to, raw, at, found, _named(to, raw))
        finally:
            for bucket, key in kept:
                self._objects.drop(bucket, key)

    def tell(self) -> int:
        """Bring the events of what was sent to where they are read; gives how many there were."""
        return self._events.flush()

    def _told(self, message: str) -> None:
        aws.inbound(self._site, message, self._objects, self._site.mail_domain)


def _named(to: tuple[str, ...], raw: bytes) -> str:
    """Name a mail so that one that is brought again has its old name, as SES repeats its notice."""
    return sha256("\0".join(to).encode("utf-8", "replace") + b"\0" + raw).hexdigest()[:40]
