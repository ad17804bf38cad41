"""`make doctor`: what a deployed Alibi still lacks; the exit status is 0 if nothing."""

import argparse
import sys
from collections.abc import Callable
from datetime import UTC, datetime

import dns.resolver
import msgspec

from infra.deploy.cloud import Cloud
from infra.deploy.stack import Stack
from infra.deploy.stop import Stop
from infra.doctor.checks import report
from infra.doctor.finding import Finding, healthy, lines
from infra.doctor.look import Look, fetched


def main(words: list[str] | None = None) -> int:
    """Look and tell; gives the exit status."""
    parser = argparse.ArgumentParser(prog="make doctor", description=__doc__)
    parser.add_argument("--region", default="", help="if not that of the AWS settings")
    parser.add_argument("--profile", default="", help="of the AWS settings")
    parser.add_argument("--stack", default="alibi", help="how the stack is called")
    parser.add_argument("--json", action="store_true", help="for programs")
    wanted = parser.parse_args(words)
    try:
        cloud = Cloud(wanted.region, wanted.profile)
    except Stop as stop:
        print(f"{stop.wrong}\n-> {stop.mend}")
        return 1
    quiet = wanted.json
    found = examine(cloud, Stack(cloud, wanted.stack, print), (lambda _: None) if quiet else print)
    if quiet:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    return 0 if healthy(found) else 1


def examine(cloud: Cloud, stack: Stack, say: Callable[[str], None]) -> list[Finding]:
    """Look at a stack through this machine's name servers, and say what was found."""
    look = Look(cloud, stack, _resolver(), fetched, lambda: datetime.now(UTC))
    found = report(look)
    for line in lines(found):
        say(line)
    return found


def _resolver() -> dns.resolver.Resolver:
    """Give a resolver; one that has no servers answers nothing, which is a finding."""
    try:
        return dns.resolver.Resolver()
    except dns.resolver.NoResolverConfiguration:
        return dns.resolver.Resolver(configure=False)


if __name__ == "__main__":
    sys.exit(main())
