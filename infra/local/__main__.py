"""``python -m infra.local``: play Alibi on this machine. ``--help`` lists the options."""

import logging
import os
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from ipaddress import ip_address
from pathlib import Path
from threading import Event

from chalicelib.words import LANGUAGES
from infra.local.client import Refused
from infra.local.runner import EVERYWHERE, Runner, Settings, run
from infra.local.seating import MOST_BOTS, YOU
from infra.local.smtp import Relay

RELAY_HELP = (
    "send mail for other domains by this server; ALIBI_SMTP_HOST, ALIBI_SMTP_PORT, "
    "ALIBI_SMTP_USER and ALIBI_SMTP_PASSWORD are used as well"
)
PAGES_HELP = "show inboxes and forms although --host lets other machines in"


def arguments() -> ArgumentParser:
    """Give the command line."""
    parser = ArgumentParser(prog="python -m infra.local", description="Alibi on this machine.")
    add = parser.add_argument
    add("--http", type=int, default=8000, metavar="PORT", help="port of pages and API (8000)")
    add("--smtp", type=int, default=2525, metavar="PORT", help="port for mail that comes in (2525)")
    add("--host", default="127.0.0.1", help="address to listen at (127.0.0.1)")
    add("--data", type=Path, default=Path("data"), metavar="DIR", help="folder of games (data)")
    add("--bots", type=_bots, default=0, metavar="N", help="begin a game with N bots")
    add("--speed", type=_speed, default=1.0, metavar="X", help="game seconds in a second (1)")
    add("--base-url", default="", metavar="URL", help="where players reach this")
    add("--mail-domain", default="alibi.localhost", metavar="NAME", help="domain of our mail")
    add("--smtp-out", type=_relay, metavar="HOST:PORT", help=RELAY_HELP)
    add("--pages", action="store_true", help=PAGES_HELP)
    return parser


def _bots(text: str) -> int:
    if not 0 <= (count := int(text)) <= MOST_BOTS:
        raise ArgumentTypeError(f"from 0 to {MOST_BOTS}")
    return count


def _speed(text: str) -> float:
    if not 0 < (speed := float(text)) <= 100_000:  # noqa: PLR2004 -- a day a second
        raise ArgumentTypeError("more than 0, at most 100000")
    return speed


def _relay(text: str) -> Relay:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal():
        raise ArgumentTypeError("HOST:PORT")
    return Relay(host.strip("[]"), int(port))


def settings(given: Namespace) -> Settings:
    """Put the command line and the environment together."""
    near = EVERYWHERE.get(given.host, given.host)
    near = f"[{near}]" if ":" in near else near
    return Settings(
        given.host,
        given.http,
        given.smtp,
        given.data,
        given.bots,
        given.speed,
        given.mail_domain.lower(),
        given.base_url.rstrip("/") or f"http://{near}:{given.http}",
        given.pages or _loopback(given.host),
        _spoken(os.environ.get("LANG", "")),
        _relay_of(given.smtp_out),
    )


def _spoken(locale: str) -> str:
    """Give the language of a locale such as ``pl_PL.UTF-8``, if we have it."""
    return locale[:2] if locale[:2] in LANGUAGES else "en"


def _loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _relay_of(chosen: Relay | None) -> Relay | None:
    """Give the relay of the command line or the environment, with the environment's login."""
    known = os.environ.get
    host = chosen.host if chosen else known("ALIBI_SMTP_HOST", "")
    if not host:
        return None
    port = chosen.port if chosen else int(known("ALIBI_SMTP_PORT", "587"))
    return Relay(host, port, known("ALIBI_SMTP_USER", ""), known("ALIBI_SMTP_PASSWORD", ""))


def welcome(runner: Runner) -> None:
    """Say in five lines what to do next."""
    chosen, domain = runner.settings, runner.settings.mail_domain
    way = f"other mail by {chosen.relay.host}" if chosen.relay else "letters in the same folder"
    bots = f"{YOU} plays with {chosen.bots}" if chosen.bots else "a form on the page, or BOTS=5"
    print(f"Open   {chosen.base_url}")
    print(f"Mail   SMTP on {chosen.near}:{chosen.smtp} for @{domain}; {way}")
    print(f"State  {chosen.data}/")
    print(f"Bots   {bots}")
    print("Stop   Ctrl-C; start again with the same folder and the game goes on", flush=True)


def main() -> int:
    """Run until interrupted. Gives the exit status."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
    stop = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    chosen = settings(arguments().parse_args())
    try:
        run(chosen, stop, welcome)
    except (OSError, Refused) as error:
        print(f"Alibi cannot start: {error}. Another port: HTTP=8001 SMTP=2526", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
