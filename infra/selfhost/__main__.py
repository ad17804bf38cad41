"""``python -m infra.selfhost``: back up the games of one machine, check a backup, restore one."""

import os
import sys
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from infra.local.taking import Unavailable
from infra.selfhost import backup


def arguments() -> ArgumentParser:
    """Give the command line."""
    parser = ArgumentParser(prog="python -m infra.selfhost", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    save = commands.add_parser("backup", help="copy the games, also while the program runs")
    save.add_argument("--keep", type=int, default=0, metavar="N", help="keep the newest N (all)")
    save.add_argument("folder", type=Path, help="where backups are kept")
    check = commands.add_parser("check", help="read a whole backup")
    restore = commands.add_parser("restore", help="put a backup into a folder without games")
    for command in (check, restore):
        command.add_argument("file", type=Path, help="a backup")
    for command in (save, restore):
        command.add_argument(
            "--data", type=Path, required=True, metavar="DIR", help="folder of games"
        )
    return parser


def main() -> int:
    """Do what is asked. Gives the exit status: 1 if it cannot be done, and why is said."""
    given = arguments().parse_args()
    os.umask(0o077)  # hands and addresses are for nobody else on this machine
    try:
        if given.command == "backup":
            now = datetime.now(UTC)
            print(backup.save(given.data, given.folder, now, given.keep))
        elif given.command == "check":
            with TemporaryDirectory() as scratch:
                backup.restore(given.file, Path(scratch) / "data")
            print(f"{given.file} is whole")
        else:
            backup.restore(given.file, given.data)
            print(f"the games of {given.file} are in {given.data}")
    except (backup.Unusable, Unavailable, OSError) as error:
        print(f"Not done: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
