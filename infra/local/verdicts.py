"""What our own mail server finds out about a mail: SPF, DKIM and DMARC, in the words of SES.

What cannot be asked, because there is no name server, is DISABLED. Mail of somebody on this very
machine, from a mailbox of this machine, needs nobody to vouch for it.
"""

import re
from collections.abc import Callable

import msgspec
from dns.resolver import Resolver

from chalicelib.inbox.headers import author, split
from infra.local import dkim_check, dmarc, spf_check
from infra.local.dkim_check import Signature
from infra.local.lookup import Lookup, Unanswered
from infra.ses_sim import Finding
from infra.ses_sim.composing import FIELD
from infra.ses_sim.composing import split as head_and_body

STATUS = {"pass": "PASS", "fail": "FAIL", "temperror": "PROCESSING_FAILED"} | {
    "permerror": "PROCESSING_FAILED"
}
"""The words of the standards in those of SES; all others decide nothing: GRAY."""
UNKNOWN = Finding("DISABLED", "DISABLED", "DISABLED", "DISABLED", "DISABLED", "none", "none")


class Origin(msgspec.Struct, frozen=True):
    """Where a mail comes from: the client's address, how it greeted, the envelope's sender.

    ``near``: from this very machine.
    """

    address: str
    greeting: str
    sender: str
    near: bool = False


Examine = Callable[[bytes, Origin], Finding]
"""Finds out about a mail."""


def examiner(home: str, resolver: Resolver | None) -> Examine:
    """Give what examines mail; ``home`` is the domain of the mailboxes of this machine.

    Without a ``resolver`` nothing is known of the mail of others.
    """

    def examine(raw: bytes, origin: Origin) -> Finding:
        headers, _ = split(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
        named = author(headers) if headers.every("from") else origin.sender
        domain = named.rpartition("@")[2].lower()
        if domain == home.lower():
            return _at_home(origin)
        if not resolver:
            return UNKNOWN
        return _asked(raw, origin, domain, Lookup(resolver))

    return examine


def _at_home(origin: Origin) -> Finding:
    """Believe mail of our own mailboxes where it comes from here, and from nowhere else."""
    if origin.near:
        words = "dmarc=pass (a mailbox of this machine)"
        return msgspec.structs.replace(UNKNOWN, dmarc="PASS", results=words)
    words = "dmarc=fail (not from this machine)"
    return msgspec.structs.replace(UNKNOWN, dmarc="FAIL", policy="reject", results=words)


def _asked(raw: bytes, origin: Origin, domain: str, lookup: Lookup) -> Finding:
    """Ask the name servers about a mail from ``domain``, "" if From names nobody or several."""
    spf = spf_check.checked(origin.address, origin.sender, origin.greeting, lookup)
    signed = dkim_check.signatures(raw, lookup)
    sender = origin.sender.rpartition("@")[2] or origin.greeting
    evidence = Evidence(spf, sender, signed, spf_check.is_local(origin.address))
    result, policy = _dmarc(domain, evidence, lookup)
    words = [f"spf={spf} smtp.mailfrom={_plain(sender)}"]
    words += [f"dkim={one.result} header.d={_plain(one.domain)}" for one in signed]
    words += ["dkim=none"] * (not signed)
    words += [f"dmarc={result} (p={policy}) header.from={_plain(domain)}"]
    return Finding(
        "DISABLED",
        "DISABLED",
        STATUS.get(spf, "GRAY"),
        _signed(signed),
        STATUS.get(result, "GRAY"),
        policy,
        "; ".join(words),
    )


class Evidence(msgspec.Struct, frozen=True):
    """What SPF and DKIM say of a mail. ``handed_on``: by a neighbour, so SPF says nothing."""

    spf: str
    sender: str
    signed: tuple[Signature, ...]
    handed_on: bool

    def speaks_for(self, domain: str, record: dmarc.Record) -> bool:
        """Whether one of them passed for a domain that may speak for that of From."""
        by_spf = self.spf == "pass" and dmarc.aligned(self.sender, domain, strict=record.strict_spf)
        return by_spf or any(
            one.result == "pass" and dmarc.aligned(one.domain, domain, strict=record.strict_dkim)
            for one in self.signed
        )

    @property
    def open(self) -> bool:
        """Whether a name server has left something open."""
        return self.spf == "temperror" or any(one.result == "temperror" for one in self.signed)


def _dmarc(domain: str, evidence: Evidence, lookup: Lookup) -> tuple[str, str]:
    """Give the result of DMARC and the policy of the domain of From."""
    if not domain:
        return "none", "none"
    try:
        record = dmarc.record(domain, lookup)
    except Unanswered:
        return "temperror", "none"
    if not record:
        return "none", "none"
    if evidence.speaks_for(domain, record):
        return "pass", record.policy
    if evidence.open:
        return "temperror", record.policy
    return ("none" if evidence.handed_on else "fail"), record.policy


def _signed(signed: tuple[Signature, ...]) -> str:
    """Sum up the signatures: one that holds is enough."""
    results = {one.result for one in signed}
    best = next((r for r in ("pass", "temperror", "fail", "permerror") if r in results), "none")
    return "FAIL" if best == "permerror" else STATUS.get(best, "GRAY")


def _plain(text: str) -> str:
    """Give a domain as it may stand in a header."""
    return re.sub(r"[^A-Za-z0-9._-]", "?", text)[:253] or "?"


def without_ours(raw: bytes, authority: str) -> bytes:
    """Take out of a mail what claims to be found out by us: only what we put on top may."""
    head, rest = head_and_body(raw)
    fields = list(FIELD.finditer(head + b"\r\n"))
    kept = [field[0] for field in fields if not _claims(field[1], field[2], authority)]
    if len(kept) == len(fields):
        return raw
    return b"".join(kept).rstrip(b"\r\n") + rest


def _claims(name: bytes, value: bytes, authority: str) -> bool:
    """Whether a header field is an Authentication-Results in our name."""
    if name.lower() != b"authentication-results":
        return False
    by = value.decode("ascii", "replace").split(";")[0].split()
    return bool(by) and by[0].lower() == authority.lower()
