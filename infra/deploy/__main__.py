"""`make deploy DOMAIN=in.example.org`: bring a version of Alibi to AWS, or go back to one."""

import argparse
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from chalicelib import rules
from infra.deploy import bucket, flow
from infra.deploy.cloud import Cloud, options
from infra.deploy.flow import Deployment, Wish
from infra.deploy.parameters import settings
from infra.deploy.stack import Stack
from infra.deploy.stop import Stop, told
from infra.deploy.versions import Versions
from infra.doctor.__main__ import look_at
from infra.doctor.account import RECEIVING
from infra.doctor.checks import report
from infra.doctor.finding import lines

PACKAGE = Path("build/package")
DOMAIN = re.compile(r"(?=.{4,200}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]")


@told
def main(words: list[str] | None = None, reach: Callable[[str, str], Cloud] = Cloud) -> int:
    """Do what the command line says; gives the exit status.

    ``reach`` gives the way to AWS for a region and a profile.
    """
    wanted = _parser().parse_args(words)
    cloud = reach(wanted.region, wanted.profile)
    print(f"Account {cloud.account}, region {cloud.region}, stack {wanted.stack}.")
    stack = Stack(cloud, wanted.stack, print)
    versions = Versions(cloud, wanted.stack)
    if wanted.versions:
        _list(stack, versions)
    else:
        _deploy(wanted, cloud, stack, versions)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make deploy", description=__doc__)
    parser.add_argument("--domain", default="", help="that players write to: in.example.org")
    options(parser)
    parser.add_argument("--package", type=Path, default=PACKAGE, help="what make package made")
    parser.add_argument("--version", default="", help="one that was uploaded before")
    parser.add_argument("--rollback", action="store_true", help="the version before this one")
    parser.add_argument("--versions", action="store_true", help="list what was deployed")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", dest="settings")
    parser.add_argument("--give-up", nargs="+", default=[], metavar="RESOURCE")
    parser.add_argument("--yes", action="store_true", help="ask nothing")
    return parser


def _deploy(wanted: argparse.Namespace, cloud: Cloud, stack: Stack, versions: Versions) -> None:
    """Upload if need be, deploy, set the mail up, and say what is missing."""
    now = datetime.now(UTC)
    if cloud.region not in RECEIVING:
        print(f"It is not known that SES takes mail in {cloud.region}: docs/aws.md lists where.")
    given = settings(wanted.settings)
    if wanted.domain:
        given["MailDomain"] = _domain(wanted.domain)
    if stack.status() in {"", "ROLLBACK_COMPLETE"}:
        given.setdefault("MailRate", flow.allowed_rate(cloud))
    bucket.ensure(cloud, versions.bucket)
    version = _version(wanted, stack, versions, now)
    wish = Wish(version, given, tuple(wanted.give_up))
    ask = _yes if wanted.yes else _asked
    outputs = Deployment(stack, versions, print, ask).run(wish, now)
    for name, value in sorted(outputs.items()):
        print(f"{name}: {value}")
    for left in flow.mail(cloud, stack.parameters()["MailDomain"], stack):
        print(f"By hand: {left}")
    print("\nWhat is still missing (make doctor says it again):")
    print(*lines(report(look_at(cloud, stack))), sep="\n")


def _version(wanted: argparse.Namespace, stack: Stack, versions: Versions, now: datetime) -> str:
    """Find out which version is meant; one from here is uploaded."""
    if wanted.rollback:
        return versions.before(stack.outputs().get("Version", ""))
    if wanted.version:
        return versions.about(wanted.version).version
    return versions.upload(wanted.package, rules.FOLD, now)


def _list(stack: Stack, versions: Versions) -> None:
    present = stack.outputs().get("Version", "")
    for one in versions.history():
        mark = "  <- now" if one.version == present else ""
        print(f"{one.at:%Y-%m-%d %H:%M} UTC  {one.version}{mark}")


def _domain(text: str) -> str:
    """Read a domain as it is typed; raises ``Stop`` for what is none."""
    try:
        domain = text.strip().rstrip(".").encode("idna").decode().lower()
    except UnicodeError:
        domain = ""
    if not DOMAIN.fullmatch(domain):
        raise Stop(f"«{text}» is not a domain", "make deploy DOMAIN=in.example.org")
    return domain


def _yes(_: str) -> bool:
    return True


def _asked(question: str) -> bool:
    if not (sys.stdin and sys.stdin.isatty()):
        raise Stop("there is nobody to ask", "make deploy … YES=1 goes on without")
    return input(f"{question} [y/N] ").strip().lower() in {"y", "yes"}


if __name__ == "__main__":
    sys.exit(main())
