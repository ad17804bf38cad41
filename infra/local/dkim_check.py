"""DKIM (RFC 6376): which domains have signed a mail, and whether it is still what they signed."""

import logging

import dkim
import msgspec

from infra.local.lookup import Lookup, Unanswered

MOST_SIGNATURES = 5
LEAST_BITS = 1024

_quiet = logging.getLogger(f"{__name__}.library")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False  # it would tell of domains and selectors


class Signature(msgspec.Struct, frozen=True):
    """One signature: whose, and ``pass``, ``fail``, ``temperror`` or ``permerror``."""

    domain: str
    result: str


class _Keys:
    """Fetches public keys, and remembers whether a name server failed to answer."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self.unanswered = False

    def __call__(self, name: bytes, timeout: int = 5) -> bytes | None:
        """Give the key record at a name."""
        del timeout
        try:
            return next(iter(self._lookup.texts(name.decode("ascii", "replace"))), None)
        except Unanswered as none:
            self.unanswered = True
            raise dkim.DnsTimeoutError(str(none)) from none


def signatures(raw: bytes, lookup: Lookup) -> tuple[Signature, ...]:
    """Check the signatures of a mail, the first few of them."""
    try:
        mail = dkim.DKIM(raw, logger=_quiet, minkey=LEAST_BITS)
    except Exception:  # noqa: BLE001 -- a mail that cannot be taken apart has no valid signature
        return ()
    count = sum(name.lower() == b"dkim-signature" for name, _ in mail.headers)
    return tuple(_checked(raw, place, lookup) for place in range(min(count, MOST_SIGNATURES)))


def _checked(raw: bytes, place: int, lookup: Lookup) -> Signature:
    """Check one signature. It has to cover From, and the whole body: no ``l=``."""
    mail, keys = dkim.DKIM(raw, logger=_quiet, minkey=LEAST_BITS), _Keys(lookup)
    try:
        valid = mail.verify(place, dnsfunc=keys)
    except Exception:  # noqa: BLE001 -- the library raises of all kinds on hostile signatures
        return Signature(_domain(mail), "permerror")
    whole = valid and b"from" in mail.include_headers and b"l" not in mail.signature_fields
    failed = "temperror" if keys.unanswered else "fail"
    return Signature(_domain(mail), "pass" if whole else failed)


def _domain(mail: dkim.DKIM) -> str:
    """Give the domain that a signature is of, as far as it could be read."""
    return bytes(mail.domain or b"").decode("ascii", "replace").lower()
