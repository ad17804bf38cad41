"""DMARC (RFC 7489): what a domain asks for, and whether SPF or DKIM speak for a mail's From."""

from functools import cache
from typing import Literal

import msgspec
from publicsuffixlist import PublicSuffixList

from infra.local.lookup import Lookup

VERSION = "v=dmarc1"

Policy = Literal["none", "quarantine", "reject"]


class Record(msgspec.Struct, frozen=True):
    """What a domain publishes: what to do with mail that fails, and how strictly to compare."""

    policy: Policy = "none"
    strict_dkim: bool = False
    strict_spf: bool = False


@cache
def _suffixes() -> PublicSuffixList:
    """Read the list of public suffixes that came with the library; nothing is fetched."""
    return PublicSuffixList()


def organisation(domain: str) -> str:
    """Give the domain that somebody registered: ``example.co.uk`` of ``mail.example.co.uk``."""
    plain = domain.lower().rstrip(".")
    return _suffixes().privatesuffix(plain) or plain


def aligned(domain: str, author: str, *, strict: bool) -> bool:
    """Whether a domain may speak for the domain of From: the same, or the same organisation's."""
    if not domain:
        return False
    one, other = domain.lower().rstrip("."), author.lower().rstrip(".")
    return one == other or (not strict and organisation(one) == organisation(other))


def record(author: str, lookup: Lookup) -> Record | None:
    """Find what the domain of From publishes, else its organisation; raises ``Unanswered``."""
    own = _published(author, lookup)
    if own is not None:
        return _read(own, author, author)
    above = organisation(author)
    shared = _published(above, lookup) if above != author else None
    return _read(shared, author, above) if shared is not None else None


def _published(domain: str, lookup: Lookup) -> dict[str, str] | None:
    """Give the tags of a domain's one record; several are none."""
    texts = (text.decode("ascii", "replace").strip() for text in lookup.texts(f"_dmarc.{domain}"))
    found = [text for text in texts if text.replace(" ", "").lower().startswith(VERSION)]
    if len(found) != 1:
        return None
    pairs = (part.partition("=") for part in found[0].split(";") if "=" in part)
    return {name.strip().lower(): value.strip().lower() for name, _, value in pairs}


def _read(tags: dict[str, str], author: str, holder: str) -> Record:
    """Read the tags: a subdomain may have a policy of its own, and a test run asks for nothing."""
    wished = tags.get("p", "none")
    if author != holder:
        wished = tags.get("sp", wished)
    testing = tags.get("t") == "y" or tags.get("pct") == "0"
    policy: Policy = "none"
    if wished in {"quarantine", "reject"} and not testing:
        policy = "reject" if wished == "reject" else "quarantine"
    return Record(policy, tags.get("adkim") == "s", tags.get("aspf") == "s")
