"""``python -m infra.local``: play Alibi on this machine. ``--help`` lists the options."""

import logging
import os
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

from chalicelib import logs, site
from chalicelib.words import LANGUAGES
from infra.local import environment
from infra.local.client import Refused
from infra.local.outside import Relay
from infra.local.runner import EVERYWHERE, Runner, Settings, run
from infra.local.seating import MOST_BOTS, YOU
from infra.local.taking import Unavailable
from infra.local.web import is_loopback

RELAY_HELP = (
    "send mail for other domains by this server; ALIBI_SMTP_HOST, ALIBI_SMTP_PORT, "
    "ALIBI_SMTP_USER and ALIBI_SMTP_PASSWORD are used as well"
)
DNS_HELP = "ask name servers for SPF, DKIM and DMARC: on, off, or where others bring mail (auto)"
TLS_HELP = "offer STARTTLS where mail comes in, with this certificate and its key"
METRICS_HELP = "give figures at /metrics although --host or --base-url lets others in"
PAGES_HELP = "show inboxes and forms although --host or --base-url lets others in"


def arguments() -> ArgumentParser:
    """Give the command line."""
    parser = ArgumentParser(prog="python -m infra.local", description="Alibi on this machine.")
    add = parser.add_argument
    add("--http", type=int, default=8000, metavar="PORT", help="port of pages and API (8000)")
    add("--smtp", type=int, default=2525, metavar="PORT", help="port for mail that comes in (2525)")
    add("--host", default="127.0.0.1", help="address to listen at (127.0.0.1)")
    add("--smtp-host", default="", metavar="HOST", help="address to take mail at (as --host)")
    add("--smtp-tls", type=Path, nargs=2, metavar=("CERT", "KEY"), help=TLS_HELP)
    add("--data", type=Path, default=Path("data"), metavar="DIR", help="folder of games (data)")
    add("--bots", type=_bots, default=0, metavar="N", help="begin a game with N bots")
    add("--speed", type=_speed, default=1.0, metavar="X", help="game seconds in a second (1)")
    add("--language", choices=LANGUAGES, default=_spoken(), help="of that game (as LANG says)")
    add("--base-url", type=_address, default="", metavar="URL", help="where players reach this")
    add("--mail-domain", default="alibi.localhost", metavar="NAME", help="domain of our mail")
    add("--smtp-out", type=_relay, metavar="HOST:PORT", help=RELAY_HELP)
    add("--dns", choices=("auto", "on", "off"), default="auto", help=DNS_HELP)
    add("--pages", action="store_true", help=PAGES_HELP)
    add("--metrics", action="store_true", help=METRICS_HELP)
    add("--log", choices=("lines", "json"), default="lines", help="how the log is written (lines)")
    levels, usual = environment.LEVELS, site.log_level("WARNING").upper()
    add("--log-level", type=str.upper, choices=levels, default=usual, help="of the log (WARNING)")
    return parser


def _bots(text: str) -> int:
    if not 0 <= (count := int(text)) <= MOST_BOTS:
        raise ArgumentTypeError(f"from 0 to {MOST_BOTS}")
    return count


def _speed(text: str) -> float:
    if not 0 < (speed := float(text)) <= 100_000:  # noqa: PLR2004 -- a day a second
        raise ArgumentTypeError("more than 0, at most 100000")
    return speed


def _address(text: str) -> str:
    parts = urlsplit(text)
    if text and not (parts.scheme in ("http", "https") and parts.hostname):
        raise ArgumentTypeError("a whole address, such as https://play.example.org")
    return text


def _relay(text: str) -> Relay:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal():
        raise ArgumentTypeError("HOST:PORT")
    return Relay(host.strip("[]"), int(port))


def settings(given: Namespace) -> Settings:
    """Put the command line and the environment together."""
    mail_host = given.smtp_host or given.host
    base_url = given.base_url.rstrip("/") or _near_url(given.host, given.http)
    alone = is_loopback(given.host) and is_loopback(urlsplit(base_url).hostname or "")
    return Settings(
        given.host,
        given.http,
        given.smtp,
        given.data,
        given.bots,
        given.speed,
        given.mail_domain.lower(),
        base_url,
        given.pages or alone,
        given.language,
        _relay_of(given.smtp_out),
        given.dns == "on" or (given.dns == "auto" and not is_loopback(mail_host)),
        given.metrics or alone,
        mail_host,
        tuple(given.smtp_tls) if given.smtp_tls else None,
    )


def _near_url(host: str, port: int) -> str:
    """Give the address under which a browser on this machine reaches the pages."""
    near = EVERYWHERE.get(host, host)
    return f"http://[{near}]:{port}" if ":" in near else f"http://{near}:{port}"


def _spoken() -> str:
    """Give the language of the environment, such as ``pl_PL.UTF-8``, if we have it."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, named), "")
    return locale[:2] if locale[:2] in LANGUAGES else "en"


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
    chosen = runner.settings
    print(f"Open   {_where(chosen)}")
    print(f"Mail   {_mail(chosen)}")
    print(f"Bots   {_bots_here(chosen)}")
    print(f"State  in the folder {chosen.data}/")
    print("Stop   Ctrl-C; start again with the same folder and the game goes on", flush=True)


def _where(chosen: Settings) -> str:
    near = _near_url(chosen.host, chosen.http)
    if not chosen.private:
        threads = f"{chosen.base_url}/games/ID shows a thread, {chosen.base_url}/v1 is the API"
        return f"{threads}; --pages adds inboxes and forms"
    return near if near == chosen.base_url else f"{near}; others reach {chosen.base_url}"


def _mail(chosen: Settings) -> str:
    everywhere = chosen.mail_host in EVERYWHERE
    place = "every address of this machine" if everywhere else chosen.mail_host
    inboxes = chosen.data / "mail"
    way = (
        f"other mail by {chosen.relay.host}" if chosen.relay else f"all letters stay in {inboxes}/"
    )
    return f"SMTP at {place}, port {chosen.smtp}, for @{chosen.mail_domain}; {way}"


def _bots_here(chosen: Settings) -> str:
    if chosen.bots:
        return f"{YOU} plays with {chosen.bots} in the first game of this folder"
    return "a form on the page, or BOTS=5" if chosen.private else "none; --bots N begins a game"


def main() -> int:
    """Run until interrupted. Gives the exit status."""
    stop = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    given = arguments().parse_args()
    if trouble := environment.trouble(os.environ):
        print(f"Alibi cannot start: {trouble}", file=sys.stderr)
        return 1
    logs.start(given.log_level, lines=given.log == "lines", stream=sys.stderr)
    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
    chosen = settings(given)
    try:
        run(chosen, stop, welcome)
    except (Unavailable, Refused, OSError) as error:
        print(f"Alibi cannot start: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
