"""The domain in DNS: each record that is missing stands in the report as it has to be made."""

from collections.abc import Iterator, Sequence

from infra.deploy import ses
from infra.doctor.account import inbound
from infra.doctor.finding import Finding, advice, ok, wrong
from infra.doctor.look import Look

DMARC = "v=DMARC1; p=quarantine"
"""What other servers are to do with mail that only pretends to be ours."""
PRIORITY = 10


def domain(look: Look) -> Iterator[Finding]:
    """The identity at SES and its keys in DNS."""
    state = ses.state(look.cloud, look.domain)
    if not state:
        yield wrong("domain", f"SES does not know {look.domain}", "make deploy")
        return
    keys = state.get("DkimAttributes", {})
    zone = keys.get("SigningHostedZone") or "dkim.amazonses.com"
    for token in keys.get("Tokens", ()):
        name = f"{token}._domainkey.{look.domain}"
        yield dkim(name, f"{token}.{zone}", look.records(name, "CNAME"))
    yield verified(look.domain, state.get("VerificationStatus", ""))
    yield from bounces(look, state.get("MailFromAttributes", {}))


def dkim(name: str, target: str, found: Sequence[str]) -> Finding:
    """Judge one key: SES keeps it, the domain points to it."""
    if target in found:
        return ok("DKIM", name)
    seen = f"{name} points to {found[0]}" if found else f"there is no {name}"
    return wrong("DKIM", seen, f"{name}. CNAME {target}.")


def verified(name: str, status: str) -> Finding:
    """Judge the identity itself."""
    if status == "SUCCESS":
        return ok("domain", f"{name} is proven to be ours")
    return wrong(
        "domain",
        f"SES has not found the keys of {name} yet ({status or 'no status'})",
        "make the CNAME records above; SES looks for them for 72 hours, and often finds them "
        "within minutes",
    )


def bounces(look: Look, known: dict[str, str]) -> Iterator[Finding]:
    """The name that bounces go to, by which SPF agrees with our domain."""
    name = known.get("MailFromDomain", "")
    if not name:
        yield advice("MAIL FROM", "bounces go to a name of SES", "make deploy")
        return
    server = f"feedback-smtp.{look.cloud.region}.amazonses.com"
    yield bounce_server(name, server, look.records(name, "MX"))
    yield spf(name, look.records(name, "TXT"))


def bounce_server(name: str, server: str, found: Sequence[str]) -> Finding:
    """Judge where bounces go; while it is wrong SES uses a name of its own."""
    if [one.split()[-1] for one in found] == [server]:
        return ok("MAIL FROM", f"bounces go to {name}")
    seen = f"{name} has MX {', '.join(found)}" if found else f"{name} has no MX"
    return advice("MAIL FROM", seen, f"{name}. MX {PRIORITY} {server}.")


def spf(name: str, found: Sequence[str]) -> Finding:
    """Judge who may send for the name that bounces go to."""
    said = [one for one in found if one.lower().startswith("v=spf1")]
    if len(said) == 1 and "include:amazonses.com" in said[0].lower():
        return ok("SPF", f"SES may send for {name}")
    seen = f"{name} says {' and '.join(said)}" if said else f"{name} says nothing"
    return advice("SPF", seen, f'{name}. TXT "v=spf1 include:amazonses.com ~all"')


def arriving(look: Look) -> Iterator[Finding]:
    """Whether mail for the domain goes to SES, and what others do with mail that is not ours."""
    yield mx(look.domain, inbound(look.cloud.region), look.records(look.domain, "MX"))
    parents = _at_and_above(look.domain)
    yield dmarc({name: look.records(f"_dmarc.{name}", "TXT") for name in parents}, look.domain)


def mx(name: str, server: str, found: Sequence[str]) -> Finding:
    """Judge where mail for the domain goes: to SES of this region, and nowhere else."""
    servers = [one.split()[-1] for one in found]
    record = f"{name}. MX {PRIORITY} {server}."
    if servers == [server]:
        return ok("MX", f"mail for {name} goes to {server}")
    if not servers:
        return wrong("MX", f"{name} has no MX", record)
    return wrong(
        "MX",
        f"mail for {name} goes to {', '.join(servers)}",
        f"{record} and no other; if people have mailboxes at {name}, take a domain below it "
        f"instead: make deploy DOMAIN=in.{name}",
    )


def dmarc(found: dict[str, list[str]], name: str) -> Finding:
    """Judge the word of the domain, or of one above it, about mail that only pretends."""
    for owner, records in found.items():
        said = [one for one in records if one.lower().replace(" ", "").startswith("v=dmarc1")]
        if len(said) == 1:
            return ok("DMARC", f"_dmarc.{owner} says {said[0]}")
        if said:
            return advice("DMARC", f"_dmarc.{owner} has several records", "keep one of them")
    return advice("DMARC", f"_dmarc.{name} says nothing", f'_dmarc.{name}. TXT "{DMARC}"')


def _at_and_above(name: str) -> list[str]:
    """Give the domain and those above it that may speak for it."""
    parts = name.split(".")
    return [".".join(parts[place:]) for place in range(len(parts) - 1)]
