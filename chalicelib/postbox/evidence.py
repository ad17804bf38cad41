"""How well it is proven that a mail comes from where its From says. Pure.

DMARC decides where it does. Where the domain of the sender asks for nothing, a passing DKIM
signature or SPF check counts if it is *aligned*: made by the same organisation as From, told by
the public suffix list, which stands in the program. Only the topmost ``Authentication-Results``
is read, and only if our own receiving server put it there: anybody can write the others.
"""

import re
from enum import Enum, auto
from functools import cache
from typing import Any

from chalicelib.inbox.headers import Headers
from chalicelib.postbox.arrival import Arrival, Verdicts

MOST_RESULTS, LONGEST_RESULTS = 50, 20_000
_ASIDE = re.compile(r"\((?:[^()\\\"]|\\.){0,1000}\)|\"(?:[^\"\\]|\\.){0,1000}\"")
_SIGNED = re.compile(r"header\.[di]=(?:[^\s;]*@)?([a-z0-9.-]{1,253})")
_HEAD_END = re.compile(rb"\r\n\r\n|\n\r?\n|\r\r")
_FROM = re.compile(rb"(?i)(?:\A|[\r\n])from[ \t]*:([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)")
_ADDRESS = r"([^<>@\s,;:]{1,64}@[^<>@\s,;:]{1,253})"
_ONE = re.compile(rf"[^<>]*<{_ADDRESS}>\s*|\s*{_ADDRESS}\s*")


class Evidence(Enum):
    """What is known of the sender."""

    PROVEN = auto()
    UNPROVEN = auto()
    FORGED = auto()


def evidence(arrival: Arrival, headers: Headers, sender: str) -> Evidence:
    """Weigh what the receiving server found against the one address of From."""
    verdicts = arrival.verdicts
    if verdicts.dmarc == "FAIL":
        strict = verdicts.policy.lower() in ("quarantine", "reject")
        return Evidence.FORGED if strict else Evidence.UNPROVEN
    if not _is_plain(arrival.raw, sender):
        return Evidence.UNPROVEN
    if verdicts.dmarc == "PASS" and sender:
        return Evidence.PROVEN
    if verdicts.dmarc == "GRAY" and _is_aligned(arrival, headers, verdicts, sender):
        return Evidence.PROVEN
    return Evidence.UNPROVEN


def _is_plain(raw: bytes, sender: str) -> bool:
    """Whether From can be read in one way only.

    The receiving server checked the From that it read. Several of them, one behind a line end that
    only some programs see, or two addresses in each other may have named somebody else to it.
    """
    head = _HEAD_END.split(raw.lstrip(b"\r\n"), 1)[0]
    fields = [field.decode("utf-8", "replace") for field in _FROM.findall(head)]
    if not fields:
        return True
    field, *others = fields
    one = _ONE.fullmatch(_ASIDE.sub("", field).lower())
    return bool(not others and one and sender in (one[1], one[2]))


def _is_aligned(arrival: Arrival, headers: Headers, verdicts: Verdicts, sender: str) -> bool:
    """Whether a check passed that was made of the domain in From."""
    domain = _domain(sender)
    if not domain:
        return False
    if verdicts.spf == "PASS" and aligned(_domain(arrival.envelope_from), domain):
        return True
    signers = signed_by(headers, arrival.authority) if verdicts.dkim == "PASS" else ()
    return any(aligned(signer, domain) for signer in signers)


def signed_by(headers: Headers, authority: str) -> tuple[str, ...]:
    """Give the domains whose signature passed, as our receiving server says on top of a mail.

    The server repeats what the sender called itself: a quote or comment in that which does not end
    could hide where a result begins, so then nothing is believed.
    """
    said = _ASIDE.sub("", headers.first("authentication-results")[:LONGEST_RESULTS]).lower()
    if any(mark in said for mark in '"()'):
        return ()
    author, *results = said.split(";", MOST_RESULTS)
    if author.split()[:1] != [authority.lower()]:
        return ()
    passed = (result for result in results if re.match(r"\s*dkim\s*=\s*pass\b", result))
    named = (_SIGNED.fullmatch(word) for result in passed for word in result.split())
    return tuple(domain[1] for domain in named if domain)


def aligned(one: str, other: str) -> bool:
    """Whether two domains belong to one organisation (DMARC calls this relaxed alignment)."""
    owner = _organisation(one)
    return bool(owner) and owner == _organisation(other)


def _domain(address: str) -> str:
    return address.strip("<> ").rpartition("@")[2].lower().rstrip(".")


def _organisation(domain: str) -> str:
    """Give the domain that somebody can own, ``example.co.uk`` for ``mail.example.co.uk``."""
    return str(_suffixes().privatesuffix(domain.strip(".")) or "") if domain else ""


@cache
def _suffixes() -> Any:
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415 -- read when first needed

    return PublicSuffixList()
