"""`make doctor`: what a deployed Alibi still lacks; the exit status is 0 if nothing."""

import argparse
import sys
from collections.abc import Callable
from datetime import UTC, datetime

import dns.resolver
import msgspec

from infra.deploy.cloud import Cloud, options
from infra.deploy.stack import Stack
from infra.deploy.stop import told
from infra.doctor.checks import report
from infra.doctor.finding import healthy, lines
from infra.doctor.look import Look, fetched


@told
def main(
    words: list[str] | None = None, looking: Callable[[argparse.Namespace], Look] | None = None
) -> int:
    """Look and tell; gives the exit status. ``looking`` gives where to look."""
    parser = argparse.ArgumentParser(prog="make doctor", description=__doc__)
    options(parser)
    parser.add_argument("--json", action="store_true", help="for programs")
    wanted = parser.parse_args(words)
    found = report((looking or _wanted)(wanted))
    if wanted.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print(*lines(found), sep="\n")
    return 0 if healthy(found) else 1


def look_at(cloud: Cloud, stack: Stack) -> Look:
    """Look at a stack through this machine's name servers and network."""
    return Look(cloud, stack, _resolver(), fetched, lambda: datetime.now(UTC))


def _wanted(wanted: argparse.Namespace) -> Look:
    cloud = Cloud(wanted.region, wanted.profile)
    return look_at(cloud, Stack(cloud, wanted.stack, print))


def _resolver() -> dns.resolver.Resolver:
    """Give a resolver; one that has no servers answers nothing, which is a finding."""
    try:
        return dns.resolver.Resolver()
    except dns.resolver.NoResolverConfiguration:
        return dns.resolver.Resolver(configure=False)


if __name__ == "__main__":
    sys.exit(main())
