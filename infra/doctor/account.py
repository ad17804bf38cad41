"""The account, its clock, the region, and the stack as a whole."""

from collections.abc import Iterator
from datetime import datetime
from email.utils import parsedate_to_datetime

from infra.deploy.flow import CHANGEABLE
from infra.deploy.parameters import PENDING
from infra.deploy.stack import remedy
from infra.doctor.finding import Finding, advice, ok, wrong
from infra.doctor.look import Look

RECEIVING = {
    *("us-east-1", "us-east-2", "us-west-2", "ca-central-1"),
    *("eu-central-1", "eu-west-1", "eu-west-2"),
    *("ap-northeast-1", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3"),
}
"""Regions in which SES takes mail, as documented in January 2024; there may be more by now."""
SKEW = 60
"""Seconds by which our clock may differ from that of AWS, which refuses what is 300 off."""


def credentials(look: Look) -> Iterator[Finding]:
    """Who we are, and whether our clock goes right."""
    answer = look.cloud.call("sts", "get_caller_identity")
    yield ok("credentials", f"{answer['Arn']} in account {answer['Account']}")
    date = answer["ResponseMetadata"]["HTTPHeaders"].get("date", "")
    if date:
        yield clock(parsedate_to_datetime(date), look.now())


def clock(theirs: datetime, ours: datetime) -> Finding:
    """Judge our clock by that of AWS."""
    skew = abs((theirs - ours).total_seconds())
    if skew <= SKEW:
        return ok("clock", f"{skew:.0f} s from that of AWS")
    return wrong("clock", f"{skew:.0f} s from that of AWS", "sudo timedatectl set-ntp true")


def region(look: Look) -> Iterator[Finding]:
    """Whether SES takes mail in the region; one that we do not know must have the servers."""
    name = look.cloud.region
    known = name in RECEIVING
    yield receiving(name, known=known or bool(look.records(inbound(name), "A")))


def inbound(name: str) -> str:
    """Give the server that takes mail for SES in a region."""
    return f"inbound-smtp.{name}.amazonaws.com"


def receiving(name: str, *, known: bool) -> Finding:
    """Judge a region by whether SES takes mail there."""
    if known:
        return ok("region", f"SES takes mail in {name}")
    return wrong(
        "region",
        f"SES does not take mail in {name}, as far as is known",
        f"make deploy REGION=… with one of {', '.join(sorted(RECEIVING))}",
    )


def stack(look: Look) -> Iterator[Finding]:
    """Whether the stack is there and whole, and which version it is."""
    status = look.stack.status()
    yield whole(look.stack.name, status)
    if not status:
        return
    version = look.outputs.get("Version", "")
    if version:
        yield ok("version", version)
    else:
        yield advice("version", "not deployed by make deploy", "make deploy")
    address = look.parameters.get("BaseUrl", "")
    if address == PENDING:
        yield wrong("address", "the functions do not know the address of the API", "make deploy")


def whole(name: str, status: str) -> Finding:
    """Judge a stack by its status."""
    if not status:
        return wrong("stack", f"there is no stack {name}", "make deploy DOMAIN=in.example.org")
    if status in CHANGEABLE:
        return ok("stack", f"{name} is {status}")
    return wrong("stack", f"{name} is {status}", remedy(status, name))
