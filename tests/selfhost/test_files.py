"""The files that are copied to a machine fit the program that they start."""

import re
import shlex
from pathlib import Path

import pytest

from infra.local.__main__ import arguments, settings
from infra.selfhost.__main__ import arguments as own_arguments

FOLDER = Path(__file__).parents[2] / "infra" / "selfhost"


def variables() -> dict[str, str]:
    """What `alibi.env` says."""
    lines = (FOLDER / "alibi.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def started(unit: str) -> list[str]:
    """The words of a unit's command after the name of its module."""
    command = re.search(r"^ExecStart=(.+)$", (FOLDER / unit).read_text(), re.MULTILINE)
    assert command
    known = variables()
    words = []
    for word in shlex.split(command[1]):
        whole = re.fullmatch(r"\$(\w+)", word)  # systemd splits this one into words
        filled = re.sub(r"\$\{(\w+)\}", lambda name: known[name[1]], word)
        words += known[whole[1]].split() if whole else [filled]
    return words[words.index("-m") + 2 :]


def test_the_unit_starts_what_strangers_may_reach():
    """The unit as it stands: mail for everybody, with TLS and SPF, no inboxes to look at."""
    chosen = settings(arguments().parse_args(started("alibi.service")))
    assert (chosen.host, chosen.http, chosen.mail_host, chosen.smtp) == (
        "127.0.0.1",
        8000,
        "::",
        25,
    )
    assert (chosen.base_url, chosen.mail_domain) == ("https://play.example.org", "in.example.org")
    assert chosen.dns
    assert not chosen.private
    assert chosen.certificate
    assert [path.name for path in chosen.certificate] == ["mail.crt", "mail.key"]


def test_the_proxies_ask_where_the_program_is():
    """Both examples pass requests on to the port of the unit."""
    chosen = settings(arguments().parse_args(started("alibi.service")))
    for name in ("nginx.conf", "Caddyfile"):
        assert f"{chosen.host}:{chosen.http}" in (FOLDER / name).read_text()


def test_the_backup_is_of_the_folder_that_is_played_in():
    """The nightly unit saves where the program writes."""
    saved = own_arguments().parse_args(started("alibi-backup.service"))
    played = settings(arguments().parse_args(started("alibi.service")))
    assert (saved.command, saved.data, saved.keep) == ("backup", played.data, 14)


def test_mail_is_taken_where_pages_are_not_shown(tmp_path):
    """An address for mail that others reach asks name servers, and leaves the pages private."""
    base = ["--data", str(tmp_path), "--http", "8123"]
    chosen = settings(arguments().parse_args([*base, "--smtp-host", "192.0.2.1"]))
    assert chosen.dns
    assert (chosen.host, chosen.mail_host) == ("127.0.0.1", "192.0.2.1")
    alone = settings(arguments().parse_args(base))
    assert not alone.dns
    assert alone.mail_host == alone.host


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ([], True),
        (["--base-url", "https://play.example.org"], False),
        (["--host", "192.0.2.1"], False),
        (["--host", "192.0.2.1", "--metrics"], True),
    ],
)
def test_figures_are_for_this_machine_alone(words, shown):
    """Where others reach the pages, whoever wants figures there says so."""
    assert settings(arguments().parse_args(words)).metrics is shown
