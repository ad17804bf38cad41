"""SPF (RFC 7208): whether a mail came from where its sender's domain sends mail."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import ip_address, ip_network
from typing import Any

import spf

from infra.local.lookup import Lookup, Unanswered

_PRIVATE = tuple(map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")))
_current: ContextVar[Lookup] = ContextVar("lookup")


def _asked(name: str, kind: str, _strict: object = True, _seconds: object = 0) -> list[Any]:  # noqa: FBT002
    """Answer the library's questions to the name servers from the lookup of this mail."""
    try:
        found = _current.get().answers(name, kind)
    except Unanswered as none:
        raise spf.TempError(str(none)) from none
    return [((name, kind), _value(kind, record)) for record in found]


def _value(kind: str, record: Any) -> Any:
    """Give a record as the library wants it."""
    if kind == "MX":
        return record.preference, record.exchange.to_text(omit_final_dot=True)
    if kind == "PTR":
        return record.target.to_text(omit_final_dot=True)
    return record.address if kind in {"A", "AAAA"} else record.strings


spf.DNSLookup = _asked


def is_local(address: str) -> bool:
    """Whether an IP address is of this machine or of a network without addresses of its own."""
    place = ip_address(address)
    return place.is_loopback or place.is_link_local or any(place in net for net in _PRIVATE)


@contextmanager
def _asking(lookup: Lookup) -> Iterator[None]:
    token = _current.set(lookup)
    try:
        yield
    finally:
        _current.reset(token)


def checked(address: str, sender: str, greeting: str, lookup: Lookup) -> str:
    """Give the result in the words of the standard: ``pass``, ``fail``, ``softfail``, ….

    ``address`` is the client's; without a ``sender`` the domain of the ``greeting`` counts. Whoever
    hands mail on from this machine or its network says nothing about where it came from.
    """
    if is_local(address):
        return "none"
    with _asking(lookup):
        try:
            result, _, _ = spf.query(i=address, s=sender, h=greeting, querytime=10).check()
        except Exception:  # noqa: BLE001 -- a strange sender or record is no reason to keep the mail
            return "permerror"
    return str(result)
