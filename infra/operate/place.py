"""Where an installation lies: a folder of ``make play``, or a table on AWS."""

import os
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from chalicelib.site import Site, utc_now
from infra.local.clock import Anchor
from infra.operate.rows import DynamoRows, Listable, SqliteRows

DATABASE = "alibi.db"
CLOCK = "clock.json"
LOCAL_DOMAIN = "alibi.localhost"


class Wrong(Exception):  # noqa: N818 -- it says what is wrong
    """What was asked cannot be done; the message says why, and what can be done instead."""


@dataclass(frozen=True)
class Place:
    """An installation: its rows, its clock (UTC), and how it is called in messages."""

    store: Listable
    now: Callable[[], datetime]
    name: str
    folder: Path | None = None
    region: str | None = None
    endpoint: str | None = None

    def plain_site(self) -> Site:
        """Give what the program needs for whatever has nothing to do with mail that comes in."""
        return Site(self.store, "", "", self.now)

    def site(self, given: Namespace) -> Site:
        """Give what the program needs for reading a mail; nothing is sent from here."""
        domain = given.mail_domain or os.environ.get("ALIBI_MAIL_DOMAIN", "")
        base_url = given.base_url or os.environ.get("ALIBI_BASE_URL", "")
        if self.folder:
            domain, base_url = domain or LOCAL_DOMAIN, base_url or "http://127.0.0.1:8000"
        if not (domain and base_url):
            raise Wrong(
                "mails that are to be read again need --mail-domain and --base-url "
                "as the installation has them, such as in.example.org and https://play.example.org"
            )
        return Site(self.store, base_url.rstrip("/"), domain.lower(), self.now)


def opened(given: Namespace) -> Place:
    """Open the installation that the command line names; raises ``Wrong`` if it is none."""
    if given.table:
        return table(given.table, given.region, given.endpoint_url)
    return folder(given.data)


def folder(path: Path) -> Place:
    """Open the folder of a local installation, which may be running."""
    need_games(path)
    return Place(SqliteRows(path / DATABASE), clock(path), f"{path}/", path)


def need_games(path: Path) -> None:
    """Raise ``Wrong`` where a folder is none of an installation; nothing is made."""
    if not (path / DATABASE).is_file():
        raise Wrong(
            f"no games in {path}/: there is no {DATABASE}. "
            "Name the folder: --data DIR (migrate, compare: --from DIR)"
        )


def clock(path: Path) -> Callable[[], datetime]:
    """Give the clock of a folder: the real time, unless its games are played faster."""
    if not (path / CLOCK).exists():
        return utc_now
    anchor = msgspec.json.decode((path / CLOCK).read_bytes(), type=Anchor)
    return lambda: anchor.at(utc_now())


def table(name: str, region: str | None = None, endpoint: str | None = None) -> Place:
    """Open a table; nothing is sent before it is used."""
    store = DynamoRows(name, region, endpoint)
    return Place(store, utc_now, f"table {name}", None, region, endpoint)
