"""What the name servers say about a mail: SPF, DKIM and DMARC together, in the words of SES."""

import re

import msgspec
from dns.resolver import Resolver

from infra.local import dkim_check, dmarc, spf_check
from infra.local.dkim_check import Signature
from infra.local.lookup import Lookup, Unanswered
from infra.local.verdicts import Ask, Origin
from infra.ses_sim import Finding

STATUS = {"pass": "PASS", "fail": "FAIL", "temperror": "PROCESSING_FAILED"} | {
    "permerror": "PROCESSING_FAILED"
}
"""The words of the standards in those of SES; all others decide nothing: GRAY."""


def asking(resolver: Resolver) -> Ask:
    """Give the way to ask a resolver about mail."""
    return lambda raw, origin, domain: _asked(raw, origin, domain, Lookup(resolver))


def _asked(raw: bytes, origin: Origin, domain: str, lookup: Lookup) -> Finding:
    """Ask about one mail."""
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
